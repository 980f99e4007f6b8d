package maker;

import java.util.List;
import java.util.Random;

/**
 * Random values of the types that a literal can be written for.
 *
 * <p>As in EvoSuite, most values come from the class under test itself (its constants, the examples in its
 * documentation) or lie near them; the rest are small, extreme, or noise.</p>
 */
final class Literals {

    /** A value and how it is written. */
    record Literal(String text, Object value) { }

    private static final String NOISE = "aZ09 .,-+*?=\"\\/#;:_\n\t\u00e9\u0130";

    private final Random random;

    Literals(Random random) {
        this.random = random;
    }

    /** Returns a random literal, or {@code null} if there are no literals of the type. */
    Literal next(String type, LibrarySource.Type underTest) {
        return switch (type) {
            case "boolean" -> of(random.nextBoolean());
            case "int" -> of((int) number(underTest, Integer.MIN_VALUE, Integer.MAX_VALUE));
            case "long" -> of(number(underTest, Long.MIN_VALUE, Long.MAX_VALUE));
            case "char" -> of(character(underTest));
            case "String" -> chance(7) ? new Literal("(String) null", null) : of(string(underTest));
            default -> null;
        };
    }

    /** Writes a value as EvoSuite does: negative numbers in parentheses, everything but ASCII escaped. */
    static Literal of(Object value) {
        if (value instanceof String string) {
            return new Literal('"' + escape(string) + '"', value);
        }
        if (value instanceof Character character) {
            return new Literal("'" + (character == '\'' ? "\\'" : escape(character.toString())) + "'", value);
        }
        String text = value + (value instanceof Long ? "L" : "");
        return new Literal(text.startsWith("-") ? "(" + text + ")" : text, value);
    }

    /** Escapes a text for a string literal or a comment. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"' -> escaped.append("\\\"");
                case '\\' -> escaped.append("\\\\");
                case '\n' -> escaped.append("\\n");
                case '\r' -> escaped.append("\\r");
                case '\t' -> escaped.append("\\t");
                default -> escaped.append(c >= ' ' && c < 127 ? String.valueOf(c)
                        : String.format("\\u%04x", (int) c));
            }
        }
        return escaped.toString();
    }

    private long number(LibrarySource.Type underTest, long lowest, long highest) {
        int kind = random.nextInt(100);
        if (kind < 35) {
            return random.nextInt(7) - 1;
        }
        if (kind < 70 && !underTest.numbers().isEmpty()) {
            return pick(underTest.numbers()) + random.nextInt(3) - 1;
        }
        if (kind < 85) {
            return random.nextInt(60) - 12;
        }
        if (kind < 90) {
            return random.nextInt(9000) - 1500;
        }
        return chance(60) ? highest - random.nextInt(2) : lowest + random.nextInt(2);
    }

    private char character(LibrarySource.Type underTest) {
        List<String> constants = underTest.constants().stream().filter(c -> c.length() == 1).toList();
        return chance(40) && !constants.isEmpty() ? pick(constants).charAt(0)
                : ",;|aZ0 ".charAt(random.nextInt(7));
    }

    private String string(LibrarySource.Type underTest) {
        int kind = random.nextInt(100);
        if (kind < 6) {
            return "";
        }
        if (kind < 26 && !underTest.constants().isEmpty()) {
            return pick(underTest.constants());
        }
        if (kind < 50 && !underTest.examples().isEmpty()) {
            return pick(underTest.examples());
        }
        if (kind < 85 && !underTest.examples().isEmpty()) {
            return mutated(pick(underTest.examples()));
        }
        StringBuilder noise = new StringBuilder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            noise.append(NOISE.charAt(random.nextInt(NOISE.length())));
        }
        return noise.toString();
    }

    /** One to three characters deleted, replaced, repeated or put in. */
    private String mutated(String text) {
        StringBuilder mutated = new StringBuilder(text);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(mutated.length() + 1);
            char other = NOISE.charAt(random.nextInt(NOISE.length()));
            int kind = at == mutated.length() ? 0 : random.nextInt(4);
            switch (kind) {
                case 0 -> mutated.insert(at, other);
                case 1 -> mutated.deleteCharAt(at);
                case 2 -> mutated.setCharAt(at, other);
                default -> mutated.insert(at, mutated.charAt(at));
            }
        }
        return mutated.toString();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
