package maker;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Makes the tests of one bug on the buggy version, predicts their oracles and compiles them.
 *
 * <p>Arguments: sources of the buggy version, its classes, the class under test, the seed, the class path of
 * JUnit, the folder for the compiled tests, the file for the list of tests.</p>
 */
public final class Generate {

    /** How often, in percent, the generator asserts a second thing about the same result. */
    private static final int SECOND_LOOK = 8;

    private Generate() { }

    public static void main(String[] args) throws Exception {
        Path sources = Path.of(args[0]);
        String classes = args[1];
        String className = args[2];
        long seed = Long.parseLong(args[3]);
        LibrarySource.Type type = LibrarySource.read(sources).stream()
                .filter(t -> t.name().equals(className)).findFirst().orElseThrow();
        Random random = new Random(seed);
        List<TestCase> cases;
        try (URLClassLoader loader = new URLClassLoader(new URL[] {Path.of(classes).toUri().toURL()})) {
            Class<?> loaded = loader.loadClass("satchel." + className);
            List<List<Prefix>> tests = new PrefixGenerator(type, loaded, random).generate();
            Collections.shuffle(tests, random);
            cases = cases(className + "_ESTest", tests, seed, random);
        }
        List<String> methods = cases.stream().map(TestCase::method).toList();
        List<String> texts = cases.stream().map(Generate::executed).toList();
        Set<String> refused = TestCompiler.compile(className + "_ESTest", methods, texts,
                classes + ":" + args[4], Path.of(args[5]));
        TestCase.save(Path.of(args[6]), cases.stream().map(c -> new TestCase(c.className(), c.method(),
                c.focalMethod(), c.docstring(), c.prefix(), c.generated(), c.expectsException(),
                c.assertion(), !refused.contains(c.method()))).toList());
        System.exit(0); // A call that hung may still be running.
    }

    /**
     * Takes the tests apart as the paper's post-processing does: each thing that the generator looked at
     * makes a test of its own, which ends there. They keep the name of the test that they come from; a number
     * after it makes it unique. Where the generator looked at two sides of one result, the two are
     * duplicates.
     */
    private static List<TestCase> cases(String className, List<List<Prefix>> tests, long seed,
            Random random) {
        List<TestCase> cases = new ArrayList<>();
        int digits = Integer.toString(tests.size() - 1).length();
        for (int i = 0; i < tests.size(); i++) {
            String name = "test" + String.format("%0" + digits + "d", i);
            int unique = 0;
            for (Prefix prefix : tests.get(i)) {
                Oracle oracle = new OraclePredictor(seed ^ prefix.source(name).hashCode()).predict(prefix);
                for (int looks = random.nextInt(100) < SECOND_LOOK ? 2 : 1; looks > 0; looks--) {
                    cases.add(new TestCase("satchel." + className, name + unique++, prefix.focal().text(),
                            prefix.focal().javadoc(), prefix.source(name), prefix.withOracle(name, oracle),
                            oracle.expectsException(), oracle.assertion(), true));
                }
            }
        }
        return cases;
    }

    /** The source that goes into the test class, where the name has to be unique. */
    private static String executed(TestCase test) {
        return test.generated().replaceFirst("public void \\w+\\(", "public void " + test.method() + "(");
    }
}
