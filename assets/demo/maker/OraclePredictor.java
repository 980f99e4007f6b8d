package maker;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Predicts an oracle from what a reader of the documentation could guess, without executing anything.
 *
 * <p>It knows the focal method's signature and Javadoc and the arguments as they are written in the test. It
 * follows what the documentation says of exceptions, and guesses values.</p>
 */
final class OraclePredictor {

    /** The text of a tag: up to the next one, but over those in braces. */
    private static final String TAG_TEXT = "\\s+((?:\\{@\\w+[^}]*\\}|[^@])*)";
    private static final Pattern THROWS = Pattern.compile("@throws\\s+\\w+" + TAG_TEXT);
    private static final Pattern RETURNS = Pattern.compile("@return" + TAG_TEXT);
    private static final Pattern NAMED = Pattern.compile("\\{@code (\\w+)\\}");
    private static final Pattern BOUND = Pattern.compile("(less|greater) than (\\d+)");
    private static final Pattern WORD_NUMBER = Pattern.compile("(?<![\\w.-])-?\\d{1,9}(?![\\w.])");

    private final Random random;

    /**
     * Creates a predictor for one prefix.
     *
     * @param seed the same prefix gets the same oracle if it comes with the same seed
     */
    OraclePredictor(long seed) {
        random = new Random(seed);
    }

    Oracle predict(Prefix prefix) {
        if (random.nextDouble() < throwing(prefix)) {
            return new Oracle(true, "");
        }
        return new Oracle(false, assertion(prefix));
    }

    /** How likely it looks that the call throws. */
    private double throwing(Prefix prefix) {
        LibrarySource.Method focal = prefix.focal();
        double likely = focal.javadoc().contains("@throws") ? 0.08 : 0.03;
        for (Matcher clause = THROWS.matcher(focal.javadoc()); clause.find();) {
            String condition = clause.group(1).replaceAll("[\\s*]+", " ");
            List<String> named = NAMED.matcher(condition).results().map(m -> m.group(1)).toList();
            boolean namesAny = focal.parameters().stream().anyMatch(p -> named.contains(p.name()));
            for (int i = 0; i < focal.parameters().size(); i++) {
                if (!namesAny || named.contains(focal.parameters().get(i).name())) {
                    likely = Math.max(likely, fits(condition, prefix.arguments().get(i)));
                }
            }
        }
        return likely;
    }

    /** How well an argument fits the condition of a throws clause. */
    private static double fits(String condition, String argument) {
        if (argument.endsWith(" null")) {
            return condition.contains("null") ? 0.85 : 0;
        }
        if (argument.startsWith("\"")) {
            boolean empty = argument.equals("\"\"") && condition.contains("empty");
            return empty ? 0.8 : condition.contains("not a") || condition.contains("malformed") ? 0.25 : 0;
        }
        Double number = number(argument);
        if (number == null) {
            return 0;
        }
        for (Matcher bound = BOUND.matcher(condition); bound.find();) {
            double limit = Double.parseDouble(bound.group(2));
            if (bound.group(1).equals("less") ? number < limit : number > limit) {
                return 0.85;
            }
        }
        if (number < 0 && condition.contains("negative") || number == 0 && condition.contains("zero")) {
            return 0.85;
        }
        boolean tooLarge = condition.contains("overflow") || condition.contains("fit into");
        return tooLarge && Math.abs(number) > 1e9 ? 0.6 : 0;
    }

    private String assertion(Prefix prefix) {
        String result = prefix.result();
        LibrarySource.Method focal = prefix.focal();
        Matcher tag = RETURNS.matcher(focal.javadoc());
        String returns = tag.find() ? tag.group(1).replaceAll("[\\s*]+", " ") : "";
        if (focal.isConstructor()) {
            return chance(20) ? "assertNotNull(" + result + ")" : "";
        }
        return switch (prefix.type()) {
            case "void" -> "";
            case "boolean" -> chance(75) ? (chance(55) ? "assertTrue(" : "assertFalse(") + result + ")" : "";
            case "int", "long", "Integer" -> chance(35) ? whole(prefix, returns) : "";
            case "double" -> chance(35) ? "assertEquals(0.0, " + result + ", 0.01)" : "";
            default -> chance(50) ? reference(prefix, returns) : "";
        };
    }

    /** Equal to a whole number out of the documentation or the arguments, else 0 or 1. */
    private String whole(Prefix prefix, String returns) {
        List<String> candidates = new ArrayList<>(List.of("0", "1"));
        for (Matcher match = WORD_NUMBER.matcher(returns); match.find();) {
            candidates.add(match.group());
        }
        for (String argument : prefix.arguments()) {
            if (number(argument) != null && argument.matches("\\(?-?\\d{1,9}L?\\)?")) {
                candidates.add(argument.replaceAll("[()L]", ""));
            }
        }
        String text = pick(candidates) + (prefix.type().equals("long") ? "L" : "");
        String number = text.startsWith("-") ? "(" + text + ")" : text;
        return "assertEquals(" + number + ", " + prefix.result() + ")";
    }

    private String reference(Prefix prefix, String returns) {
        String result = prefix.result();
        boolean mayBeNull = returns.contains("null") && !returns.contains("never");
        if (chance(mayBeNull ? 35 : 5)) {
            return "assertNull(" + result + ")";
        }
        if (prefix.type().equals("String") && chance(60)) {
            List<String> candidates = new ArrayList<>(List.of("\"\""));
            for (Matcher match = LibrarySource.EXAMPLE.matcher(returns); match.find();) {
                candidates.add('"' + match.group(1) + '"');
            }
            prefix.arguments().stream().filter(a -> a.startsWith("\"")).forEach(candidates::add);
            return "assertEquals(" + pick(candidates) + ", " + result + ")";
        }
        if (prefix.type().startsWith("List<") && chance(40)) {
            return chance(50) ? "assertTrue(" + result + ".isEmpty())"
                    : "assertEquals(1, " + result + ".size())";
        }
        if (chance(8) && prefix.call().matches("[a-z]\\w*\\d\\..*")) {
            String receiver = prefix.call().substring(0, prefix.call().indexOf('.'));
            return "assertSame(" + receiver + ", " + result + ")";
        }
        return "assertNotNull(" + result + ")";
    }

    /** The number that a literal stands for, or {@code null} if it stands for none. */
    private static Double number(String argument) {
        String digits = argument.replaceAll("[()]", "").replaceAll("L$", "");
        return digits.matches("-?\\d+") ? Double.valueOf(digits) : null;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String pick(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
