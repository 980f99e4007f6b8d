package maker;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes JSON.
 */
final class Json {

    private Json() { }

    /** Writes a text between quotes. */
    static String string(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\n' -> json.append("\\n");
                case '\t' -> json.append("\\t");
                default -> json.append(c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return json.append('"').toString();
    }

    /** Writes an object whose values are written already. */
    static String object(Map<String, String> fields) {
        return fields.entrySet().stream().map(field -> string(field.getKey()) + ":" + field.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
