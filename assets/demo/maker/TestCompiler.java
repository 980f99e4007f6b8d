package maker;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles tests into one class and leaves out those that the compiler refuses.
 */
final class TestCompiler {

    private static final String HEAD = """
            package satchel;

            import static org.junit.Assert.*;

            import java.io.*;
            import java.time.*;
            import java.util.*;
            import org.junit.Test;

            public class %s {
            """;

    private TestCompiler() { }

    /**
     * Compiles the tests of a class.
     *
     * @param name the class without its package
     * @param methods the unique name of each test
     * @param sources the source of each test, under that name
     * @param classpath where the library and JUnit lie
     * @param output the folder for the class file
     * @return the tests that did not compile
     */
    static Set<String> compile(String name, List<String> methods, List<String> sources, String classpath,
            Path output) throws IOException {
        Set<String> refused = new HashSet<>();
        while (true) {
            // Each line of the file and the test that it belongs to.
            List<String> owners = new ArrayList<>();
            StringBuilder file = new StringBuilder(HEAD.formatted(name));
            HEAD.lines().forEach(line -> owners.add(""));
            for (int i = 0; i < methods.size(); i++) {
                if (!refused.contains(methods.get(i))) {
                    String text = "\n  " + sources.get(i) + "\n";
                    file.append(text);
                    String owner = methods.get(i);
                    text.lines().forEach(line -> owners.add(owner));
                }
            }
            file.append("}\n");
            Set<String> now = refusedNow(name, file.toString(), owners, classpath, output);
            if (now.isEmpty()) {
                return refused;
            }
            refused.addAll(now);
        }
    }

    private static Set<String> refusedNow(String name, String file, List<String> owners, String classpath,
            Path output) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///satchel/" + name + ".java"),
                JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return file;
            }
        };
        List<String> options = List.of("-g", "-nowarn", "-Xmaxerrs", "10000", "-cp", classpath,
                "-d", output.toString());
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(diagnostics, null, null)) {
            compiler.getTask(null, manager, diagnostics, options, null, List.of(source)).call();
        }
        Set<String> refused = new HashSet<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                String owner = diagnostic.getLineNumber() > owners.size() ? ""
                        : owners.get((int) diagnostic.getLineNumber() - 1);
                if (owner.isEmpty()) {
                    throw new IllegalStateException("the class around the tests is refused: " + diagnostic);
                }
                refused.add(owner);
            }
        }
        return refused;
    }
}
