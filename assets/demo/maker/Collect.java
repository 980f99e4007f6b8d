package maker;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Joins tests and results into the file that ships, one JSON object a line, and prints its figures.
 *
 * <p>Arguments: the folder that holds {@code tests-N}, {@code buggy-N} and {@code fixed-N} for each bug N,
 * the number of bugs, the file to write.</p>
 */
public final class Collect {

    private static final String PROJECT = "Satchel";

    private Collect() { }

    /** What is counted, in total and by bug; duplicates are counted once. */
    private static final class Figures {
        private int tests;
        private int duplicates;
        private int notExecuted;
        private int passed;
        private int truePositives;
        private int falsePositives;

        void count(TestCase.Outcome buggy, TestCase.Outcome fixed, boolean isDuplicate) {
            tests++;
            if (isDuplicate) {
                duplicates++;
                return;
            }
            switch (buggy) {
                case PASSED -> passed++;
                case NOT_EXECUTED -> notExecuted++;
                default -> {
                    truePositives += fixed == TestCase.Outcome.PASSED ? 1 : 0;
                    falsePositives += fixed == TestCase.Outcome.FAILED ? 1 : 0;
                }
            }
        }

        String row(String name) {
            return String.format("%5s %6d %10d %12d %7d %7d %4d %5d", name, tests, duplicates, notExecuted,
                    passed, truePositives + falsePositives, truePositives, falsePositives);
        }
    }

    public static void main(String[] args) throws Exception {
        Path work = Path.of(args[0]);
        int bugs = Integer.parseInt(args[1]);
        List<String> rows = new ArrayList<>();
        Figures total = new Figures();
        try (BufferedWriter out = Files.newBufferedWriter(Path.of(args[2]))) {
            for (int bug = 1; bug <= bugs; bug++) {
                Figures figures = new Figures();
                collect(work, bug, out, List.of(figures, total));
                rows.add(figures.row(Integer.toString(bug)));
            }
        }
        System.out.println("  bug  tests duplicates not executed  passed  failed   TP    FP");
        rows.forEach(System.out::println);
        System.out.println(total.row("total"));
    }

    private static void collect(Path work, int bug, BufferedWriter out, List<Figures> figures)
            throws IOException, ClassNotFoundException {
        List<TestCase> cases = TestCase.load(work.resolve("tests-" + bug));
        List<TestCase.Execution> buggy = TestCase.load(work.resolve("buggy-" + bug));
        List<TestCase.Execution> fixed = TestCase.load(work.resolve("fixed-" + bug));
        Map<String, Long> copies = cases.stream().filter(TestCase::compiles)
                .collect(Collectors.groupingBy(TestCase::generated, Collectors.counting()));
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < cases.size(); i++) {
            TestCase.Outcome outcome = buggy.get(i).outcome();
            TestCase.Outcome fixedOutcome = fixed.get(i).outcome();
            String text = cases.get(i).generated();
            boolean needsText = outcome == TestCase.Outcome.FAILED || copies.getOrDefault(text, 0L) > 1;
            out.write(record(bug, cases.get(i), buggy.get(i), fixedOutcome, needsText));
            out.write('\n');
            boolean isDuplicate = outcome != TestCase.Outcome.NOT_EXECUTED && !texts.add(text);
            for (Figures counted : figures) {
                counted.count(outcome, fixedOutcome, isDuplicate);
            }
        }
    }

    /**
     * Writes one record. Of a test that did not fail, its identity and outcomes are enough; the text of the
     * test is there only where a duplicate has to be told by it.
     */
    private static String record(int bug, TestCase test, TestCase.Execution buggy, TestCase.Outcome fixed,
            boolean needsText) {
        String identity = test.className() + "::" + test.method();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("project", Json.string(PROJECT));
        fields.put("bug", Json.string(Integer.toString(bug)));
        fields.put("test", Json.string(identity));
        fields.put("outcome", Json.string(buggy.outcome().toString()));
        fields.put("fixed_outcome", Json.string(fixed.toString()));
        if (buggy.outcome() == TestCase.Outcome.FAILED) {
            fields.put("focal_method", Json.string(test.focalMethod()));
            fields.put("docstring", Json.string(test.docstring()));
            fields.put("test_prefix", Json.string(test.prefix()));
        }
        if (needsText) {
            fields.put("generated_test", Json.string(test.generated()));
        }
        if (buggy.outcome() == TestCase.Outcome.FAILED) {
            Map<String, String> oracle = new LinkedHashMap<>();
            oracle.put("expects_exception", Boolean.toString(test.expectsException()));
            oracle.put("assertion", Json.string(test.assertion()));
            fields.put("oracle", Json.object(oracle));
            fields.put("trace", Json.string(identity + "\n" + buggy.trace()));
        }
        return Json.object(fields);
    }
}
