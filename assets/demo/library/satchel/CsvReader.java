package satchel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Reads records of comma-separated values.
 *
 * <p>A field may be enclosed in double quotes; then it may hold separators, line breaks, and quotes
 * that are written twice. Anywhere else, a quote is an error.</p>
 */
public class CsvReader {

    private static final char QUOTE = '"';

    private final BufferedReader source;
    private final char separator;
    private int recordNumber;

    /**
     * Creates a reader of fields with commas between them.
     *
     * @param source where the records come from
     * @throws NullPointerException if {@code source} is {@code null}
     */
    public CsvReader(Reader source) {
        this(source, ',');
    }

    /**
     * Creates a reader of fields with any separator between them.
     *
     * @param source where the records come from
     * @param separator the character between two fields, for example {@code ';'}
     * @throws NullPointerException if {@code source} is {@code null}
     * @throws IllegalArgumentException if {@code separator} is a quote or a line break
     */
    public CsvReader(Reader source, char separator) {
        if (separator == QUOTE || separator == '\n' || separator == '\r') {
            throw new IllegalArgumentException("not a separator: " + (int) separator);
        }
        this.source = new BufferedReader(Objects.requireNonNull(source, "source"));
        this.separator = separator;
    }

    /**
     * Splits one record into its fields, for example {@code "1,\"a, b\",x"} into three.
     *
     * @param line a whole record, without the line break at its end
     * @param separator the character between two fields
     * @return the fields in order, one at least; the only field of an empty line is empty
     * @throws NullPointerException if {@code line} is {@code null}
     * @throws FormatException if a quoted field is not closed, if something follows its closing quote, or
     *     if a quote stands inside a field that did not begin with one
     */
    public static List<String> split(String line, char separator) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        boolean closed = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quoted && c == QUOTE) {
                if (i + 1 < line.length() && line.charAt(i + 1) == QUOTE) {
                    field.append(QUOTE);
                    i++;
                } else {
                    quoted = false;
                    closed = true;
                }
            } else if (quoted) {
                field.append(c);
            } else if (c == separator) {
                fields.add(field.toString());
                field.setLength(0);
                closed = false;
            } else if (closed) {
                throw new FormatException("text after the closing quote at " + i);
            } else if (c == QUOTE && field.length() > 0) {
                throw new FormatException("a quote inside a field at " + i);
            } else if (c == QUOTE) {
                quoted = true;
            } else {
                field.append(c);
            }
        }
        if (quoted) {
            throw new FormatException("a quoted field is not closed");
        }
        fields.add(field.toString());
        return fields;
    }

    /**
     * Reads the next record. A quoted field may go on over several lines, as in {@code "7,\"two\nlines\""}.
     *
     * @return the fields of the record, or {@code null} if there are no more records
     * @throws FormatException if the record is malformed, or if the source can't be read
     */
    public List<String> read() {
        try {
            String line = source.readLine();
            if (line == null) {
                return null;
            }
            StringBuilder entire = new StringBuilder(line);
            while (isOpen(entire) && (line = source.readLine()) != null) {
                entire.append('\n').append(line);
            }
            recordNumber++;
            return split(entire.toString(), separator);
        } catch (IOException e) {
            throw new FormatException("can't read record " + (recordNumber + 1), e);
        }
    }

    /**
     * Skips records; at the end of the source nothing is left to skip.
     *
     * @param records how many records to skip, 0 or more
     * @return how many records were skipped, at most {@code records}
     * @throws IllegalArgumentException if {@code records} is negative
     * @throws FormatException if one of the records is malformed, or if the source can't be read
     */
    public int skip(int records) {
        if (records < 0) {
            throw new IllegalArgumentException("negative: " + records);
        }
        int skipped = 0;
        while (skipped < records && read() != null) {
            skipped++;
        }
        return skipped;
    }

    /**
     * Counts the records that were read so far.
     *
     * @return the number of the last record, 0 before the first one
     */
    public int recordNumber() {
        return recordNumber;
    }

    private static boolean isOpen(CharSequence text) {
        return text.chars().filter(c -> c == QUOTE).count() % 2 == 1;
    }
}
