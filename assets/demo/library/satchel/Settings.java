package satchel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings by name, as they stand in a small text file.
 *
 * <p>A line is a name, an equals sign and a value, with blanks around each of them where one likes.
 * Empty lines and lines that begin with a hash sign are skipped.</p>
 */
public class Settings {

    private final Map<String, String> values = new TreeMap<>();

    /** Creates settings without a single one. */
    public Settings() {
        // Nothing to do: there are no values.
    }

    /**
     * Reads settings from a text such as {@code "port = 8080"} or {@code "name=\n# empty\nsize=3"}.
     *
     * @param text the lines; of two with the same name, the later one counts
     * @return the settings, never {@code null}; a value may be empty
     * @throws NullPointerException if {@code text} is {@code null}
     * @throws FormatException if a line has no name or no equals sign
     */
    public static Settings parse(String text) {
        Settings settings = new Settings();
        for (String line : text.split("\n")) {
            String trimmed = line.trim();
            if (trimmed.isEmpty() || trimmed.startsWith("#")) {
                continue;
            }
            int equals = trimmed.indexOf('=');
            if (equals < 1) {
                throw new FormatException("not a name and a value: " + trimmed);
            }
            settings.set(trimmed.substring(0, equals).trim(), trimmed.substring(equals + 1).trim());
        }
        return settings;
    }

    /**
     * Changes a setting.
     *
     * @param name the name of the setting, not empty
     * @param value its new value, or {@code null} to remove the setting
     * @return what the value was before, or {@code null} if there was none
     * @throws NullPointerException if {@code name} is {@code null}
     * @throws IllegalArgumentException if {@code name} is empty
     */
    public String set(String name, String value) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a setting has a name");
        }
        return value == null ? values.remove(name) : values.put(name, value);
    }

    /**
     * Returns the value of a setting.
     *
     * @param name the name of the setting
     * @return its value, or {@code null} if there is no such setting
     * @throws NullPointerException if {@code name} is {@code null}
     */
    public String get(String name) {
        return values.get(name);
    }

    /**
     * Returns the value of a setting as a whole number.
     *
     * @param name the name of the setting
     * @return its number, or {@code null} if there is no such setting
     * @throws NullPointerException if {@code name} is {@code null}
     * @throws FormatException if the value is not a whole number
     */
    public Integer getInteger(String name) {
        String value = get(name);
        try {
            return value == null ? null : Integer.valueOf(value);
        } catch (NumberFormatException e) {
            throw new FormatException("setting " + name + " is not a whole number: " + value, e);
        }
    }

    /**
     * Returns the value of a setting as a yes or no.
     *
     * @param name the name of the setting
     * @param fallback what to return if there is no such setting
     * @return {@code true} for the values yes, on and true, {@code false} for no, off and false
     * @throws NullPointerException if {@code name} is {@code null}
     * @throws FormatException if the value is something else
     */
    public boolean getBoolean(String name, boolean fallback) {
        String value = get(name);
        if (value == null) {
            return fallback;
        }
        return switch (value) {
            case "yes", "on", "true" -> true;
            case "no", "off", "false" -> false;
            default -> throw new FormatException("setting " + name + " is neither yes nor no: " + value);
        };
    }

    /**
     * Lists the settings.
     *
     * @return the names in alphabetical order, an empty list if there are none
     */
    public List<String> names() {
        return new ArrayList<>(values.keySet());
    }

    /**
     * Takes over the settings of another; where both have one, the other's counts.
     *
     * @param other the settings to take over
     * @return these settings
     * @throws NullPointerException if {@code other} is {@code null}
     */
    public Settings merge(Settings other) {
        values.putAll(other.values);
        return this;
    }

    /**
     * Writes the settings as {@link #parse(String)} reads them.
     *
     * @return a line for each setting, in alphabetical order; an empty text if there are none
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) -> text.append(name).append(" = ").append(value).append('\n'));
        return text.toString();
    }
}
