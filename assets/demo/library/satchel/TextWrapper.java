package satchel;

import java.util.ArrayList;
import java.util.List;

/**
 * Breaks text into lines of a limited width.
 *
 * <p>Lines are broken at blanks. A word that is wider than a line is broken inside.</p>
 */
public class TextWrapper {

    private static final String ELLIPSIS = "...";

    private final int width;
    private final String indent;

    /**
     * Creates a wrapper whose lines begin at the margin.
     *
     * @param width the most characters that a line may have, 1 or more
     * @throws IllegalArgumentException if {@code width} is less than 1
     */
    public TextWrapper(int width) {
        this(width, "");
    }

    /**
     * Creates a wrapper whose lines are indented.
     *
     * @param width the most characters that a line may have, the indent included
     * @param indent what every line but the first begins with
     * @throws NullPointerException if {@code indent} is {@code null}
     * @throws IllegalArgumentException if {@code width} leaves no room beside {@code indent}
     */
    public TextWrapper(int width, String indent) {
        if (width <= indent.length()) {
            throw new IllegalArgumentException("no room for text in a width of " + width);
        }
        this.width = width;
        this.indent = indent;
    }

    /**
     * Breaks a text into lines.
     *
     * @param text the text to break; runs of blanks in it count as one
     * @return the lines in order, none of them wider than the width; no lines for a blank text
     * @throws NullPointerException if {@code text} is {@code null}
     */
    public List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.trim().split("\\s+")) {
            for (String piece : pieces(word)) {
                boolean begun = line.length() > (lines.isEmpty() ? 0 : indent.length());
                if (begun && line.length() + 1 + piece.length() > width) {
                    lines.add(line.toString());
                    line.setLength(0);
                    line.append(indent);
                    begun = false;
                }
                line.append(begun ? " " : "").append(piece);
            }
        }
        if (line.length() > 0) {
            lines.add(line.toString());
        }
        return lines;
    }

    /**
     * Breaks a text into lines and joins them.
     *
     * @param text the text to break, may be {@code null}
     * @return the lines of {@code text} with line breaks between them; {@code null} if it is {@code null}
     */
    public String wrap(String text) {
        return text == null ? null : String.join("\n", lines(text));
    }

    /**
     * Returns the width.
     *
     * @return the most characters that a line may have
     */
    public int width() {
        return width;
    }

    /**
     * Shortens a text, for example {@code "Hello world"} to {@code "Hello..."}.
     *
     * @param text the text to shorten, may be {@code null}
     * @param limit the most characters that the result may have, 4 or more
     * @return {@code text} itself if it is short enough, else its beginning and three dots;
     *     {@code null} if it is {@code null}
     * @throws IllegalArgumentException if {@code limit} is less than 4
     */
    public static String abbreviate(String text, int limit) {
        if (limit <= ELLIPSIS.length()) {
            throw new IllegalArgumentException("no room for text and dots: " + limit);
        }
        if (text == null || text.length() <= limit) {
            return text;
        }
        return text.substring(0, limit - ELLIPSIS.length()) + ELLIPSIS;
    }

    /**
     * Centers a text between blanks.
     *
     * @param text the text to center
     * @param width how many characters the result has
     * @return {@code text} with blanks on both sides, one more on the right if they are uneven;
     *     {@code text} itself if it is wider
     * @throws NullPointerException if {@code text} is {@code null}
     * @throws IllegalArgumentException if {@code width} is negative
     */
    public static String center(String text, int width) {
        if (width < 0) {
            throw new IllegalArgumentException("negative width: " + width);
        }
        int blanks = Math.max(0, width - text.length());
        return " ".repeat(blanks / 2) + text + " ".repeat(blanks - blanks / 2);
    }

    private List<String> pieces(String word) {
        int room = width - indent.length();
        List<String> pieces = new ArrayList<>();
        for (int at = 0; at < word.length(); at += room) {
            pieces.add(word.substring(at, Math.min(at + room, word.length())));
        }
        return pieces;
    }
}
