package maker;

import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Records the reference oracle of each test of one bug: what its last call returns or throws on the fixed version,
 * written as EvoSuite writes what it observes.
 *
 * <p>Arguments: the list of tests, the class path to compile them against, the classes of the fixed version, the
 * folder for the compiled code, the file for the references, which are JSON. A test that hangs, or that gives
 * something else the second time, has none: its reference is empty.</p>
 */
public final class Observe {

    private static final long SECONDS = 5;

    /** What stands before the call if its result is assigned to a variable: the type and the name. */
    private static final Pattern ASSIGNED = Pattern.compile("([\\w<>, \\[\\]]+) (\\w+) = ");

    private Observe() { }

    /**
     * The statements of a test without any oracle.
     *
     * @param before the statements before the last call
     * @param type the type of its result; empty if the test does not say it
     * @param result the expression for its result in an oracle
     * @param call the last call
     */
    private record Body(List<String> before, String type, String result, String call) {

        static Body of(TestCase test) {
            List<String> lines = test.prefix().lines().skip(1).map(String::strip).toList();
            // A call that threw on the buggy version stands in a try; any other one before the closing brace.
            boolean threw = lines.contains("try {");
            int last = threw ? lines.indexOf("try {") : lines.size() - 2;
            String statement = lines.get(threw ? last + 1 : last).replaceFirst(";$", "");
            Matcher assigned = ASSIGNED.matcher(statement);
            boolean isAssigned = assigned.lookingAt();
            String call = isAssigned ? statement.substring(assigned.end()) : statement;
            return new Body(lines.subList(0, last), isAssigned ? assigned.group(1) : "",
                    isAssigned ? assigned.group(2) : call, call);
        }

        String source(String method, boolean returns) {
            return "public Object " + method + "() throws Throwable {\n" + String.join("\n", before) + "\n"
                    + (returns ? "return " + call + ";\n" : call + ";\nreturn null;\n") + "}\n";
        }
    }

    public static void main(String[] args) throws Exception {
        List<TestCase> cases = TestCase.load(Path.of(args[0]));
        Path output = Path.of(args[3]);
        String name = cases.get(0).className().replaceFirst("satchel\\.", "");
        List<String> methods = cases.stream().map(TestCase::method).toList();
        List<Body> bodies = cases.stream().map(Body::of).toList();
        // What returns nothing compiles in the second class only.
        Set<String> nothing = compile(name + "_Values", methods, bodies, true, args[1], output);
        compile(name + "_Calls", methods, bodies, false, args[1], output);
        URL[] classpath = {output.toUri().toURL(), Path.of(args[2]).toUri().toURL()};
        ArrayList<String> references = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            boolean isVoid = nothing.contains(methods.get(i));
            String observer = "satchel." + name + (isVoid ? "_Calls" : "_Values");
            String once = observed(observer, methods.get(i), bodies.get(i), isVoid, classpath);
            boolean isSame = once.equals(observed(observer, methods.get(i), bodies.get(i), isVoid, classpath));
            references.add(isSame ? once : "");
        }
        TestCase.save(Path.of(args[4]), references);
        System.exit(0); // A call that hung may still be running.
    }

    private static Set<String> compile(String name, List<String> methods, List<Body> bodies, boolean returns,
            String classpath, Path output) throws Exception {
        List<String> sources = new ArrayList<>();
        for (int i = 0; i < methods.size(); i++) {
            sources.add(bodies.get(i).source(methods.get(i), returns));
        }
        return TestCompiler.compile(name, methods, sources, classpath, output);
    }

    /** Returns the reference of a test, with all classes loaded anew; empty if the test hangs. */
    private static String observed(String className, String method, Body body, boolean isVoid, URL[] classpath)
            throws Exception {
        try (URLClassLoader loader = new URLClassLoader(classpath)) {
            Class<?> loaded = loader.loadClass(className);
            FutureTask<Object> task = new FutureTask<>(() -> loaded.getMethod(method)
                    .invoke(loaded.getConstructor().newInstance()));
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
            Object value = task.get(SECONDS, TimeUnit.SECONDS);
            return Complete.oracle(false, isVoid ? "" : assertion(body, value));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InvocationTargetException) {
                return Complete.oracle(true, "");
            }
            throw e;
        } catch (TimeoutException e) {
            return "";
        }
    }

    /** The assertion that holds for a value. */
    private static String assertion(Body body, Object value) {
        String result = body.result();
        if (value == null) {
            return "assertNull(" + result + ")";
        }
        if (value instanceof Boolean is) {
            return (is ? "assertTrue(" : "assertFalse(") + result + ")";
        }
        if (value instanceof Double) {
            return "assertEquals(" + Literals.of(value).text() + ", " + result + ", 0.01)";
        }
        if (value instanceof Number || value instanceof String || value instanceof Character) {
            String cast = body.type().equals("Integer") ? "(int)" : "";
            return "assertEquals(" + Literals.of(value).text() + ", " + cast + result + ")";
        }
        if (value instanceof Collection<?> all) {
            return "assertEquals(" + all.size() + ", " + result + ".size())";
        }
        return "assertNotNull(" + result + ")";
    }
}
