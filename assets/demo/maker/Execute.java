package maker;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.rules.TestRule;
import org.junit.rules.Timeout;
import org.junit.runner.Description;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import org.junit.runner.notification.RunNotifier;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.InitializationError;
import org.junit.runners.model.TestTimedOutException;

/**
 * Executes the tests of one bug on one version, twice, the second time from the last to the first.
 *
 * <p>Arguments: the list of tests, the folder of the compiled tests, the classes of the version, the file for
 * the results. Each execution loads library and tests anew. A test that does not compile, hangs, or ends
 * differently the second time counts as not executed.</p>
 */
public final class Execute {

    private static final long TEST_SECONDS = 5;

    private Execute() { }

    /** JUnit's own runner of JUnit 4 classes, with a limit on the time of each test. */
    private static final class LimitedRunner extends BlockJUnit4ClassRunner {

        LimitedRunner(Class<?> tests) throws InitializationError {
            super(tests);
        }

        @Override
        protected List<TestRule> getTestRules(Object target) {
            List<TestRule> rules = new ArrayList<>(super.getTestRules(target));
            rules.add(Timeout.seconds(TEST_SECONDS));
            return rules;
        }
    }

    public static void main(String[] args) throws Exception {
        List<TestCase> cases = TestCase.load(Path.of(args[0]));
        URL[] classpath = {Path.of(args[1]).toUri().toURL(), Path.of(args[2]).toUri().toURL()};
        List<TestCase> order = new ArrayList<>(cases);
        Map<String, TestCase.Execution> once = execute(order, classpath);
        Collections.reverse(order);
        Map<String, TestCase.Execution> twice = execute(order, classpath);
        List<TestCase.Execution> results = new ArrayList<>();
        for (TestCase test : cases) {
            TestCase.Execution first = once.get(test.method());
            results.add(first != null && first.equals(twice.get(test.method())) ? first
                    : new TestCase.Execution(TestCase.Outcome.NOT_EXECUTED, ""));
        }
        TestCase.save(Path.of(args[3]), results);
        System.exit(0); // A test that hung may still be running.
    }

    private static Map<String, TestCase.Execution> execute(List<TestCase> cases, URL[] classpath)
            throws Exception {
        Map<String, TestCase.Execution> results = new HashMap<>();
        RunNotifier notifier = new RunNotifier();
        notifier.addListener(new RunListener() {
            @Override
            public void testFailure(Failure failure) {
                boolean hung = failure.getException() instanceof TestTimedOutException;
                String trace = hung ? "" : failure.getTrace().stripTrailing();
                results.put(failure.getDescription().getMethodName(), new TestCase.Execution(
                        hung ? TestCase.Outcome.NOT_EXECUTED : TestCase.Outcome.FAILED, trace));
            }

            @Override
            public void testFinished(Description test) {
                results.putIfAbsent(test.getMethodName(),
                        new TestCase.Execution(TestCase.Outcome.PASSED, ""));
            }
        });
        try (URLClassLoader loader = new URLClassLoader(classpath)) {
            Class<?> tests = loader.loadClass(cases.get(0).className());
            for (TestCase test : cases) {
                if (test.compiles()) {
                    LimitedRunner runner = new LimitedRunner(tests);
                    runner.filter(Filter.matchMethodDescription(
                            Description.createTestDescription(tests, test.method())));
                    runner.run(notifier);
                }
            }
        }
        return results;
    }
}
