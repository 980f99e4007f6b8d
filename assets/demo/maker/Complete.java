package maker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds the references to the file that {@link Collect} wrote, and to the tests that did not fail their oracle and the
 * header of their focal method.
 *
 * <p>Arguments: the folder that holds {@code tests-N} and {@code references-N} for each bug N, the number of bugs,
 * the file, which has a line for each test in the same order.</p>
 */
public final class Complete {

    private Complete() { }

    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[2]);
        List<String> lines = Files.readAllLines(file);
        List<String> completed = new ArrayList<>();
        for (int bug = 1; bug <= Integer.parseInt(args[1]); bug++) {
            List<TestCase> cases = TestCase.load(Path.of(args[0]).resolve("tests-" + bug));
            List<String> references = TestCase.load(Path.of(args[0]).resolve("references-" + bug));
            for (int i = 0; i < cases.size(); i++) {
                completed.add(completed(lines.get(completed.size()), cases.get(i), references.get(i)));
            }
        }
        Files.write(file, completed);
    }

    private static String completed(String line, TestCase test, String reference) {
        Map<String, String> fields = new LinkedHashMap<>();
        if (!line.contains("\"outcome\":\"failed\"")) {
            fields.put("focal_method", Json.string(test.focalMethod().split("\\{")[0].strip()));
            fields.put("oracle", oracle(test.expectsException(), test.assertion()));
        }
        if (!reference.isEmpty()) {
            fields.put("reference", reference);
        }
        return line.substring(0, line.length() - 1) + "," + Json.object(fields).substring(1);
    }

    /** An oracle as a JSON object. */
    static String oracle(boolean expectsException, String assertion) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("expects_exception", Boolean.toString(expectsException));
        fields.put("assertion", Json.string(assertion));
        return Json.object(fields);
    }
}
