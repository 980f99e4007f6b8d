package maker;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A test on its way from the generator to the result: everything that is known before it is executed.
 *
 * @param className the test class with its package
 * @param method the unique name of the test method
 * @param compiles whether the compiler accepted it
 */
record TestCase(String className, String method, String focalMethod, String docstring, String prefix,
        String generated, boolean expectsException, String assertion, boolean compiles)
        implements Serializable {

    /** What came of executing a test twice on one version. */
    enum Outcome {
        PASSED, FAILED, NOT_EXECUTED;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * An outcome and, for a failure, what JUnit printed.
     *
     * @param trace the stack trace, empty if the test did not fail
     */
    record Execution(Outcome outcome, String trace) implements Serializable { }

    /** Hands a list on to the next program. */
    static void save(Path file, List<? extends Serializable> list) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            out.writeObject(new ArrayList<>(list));
        }
    }

    /** Reads what {@link #save} wrote. */
    @SuppressWarnings("unchecked")
    static <T extends Serializable> List<T> load(Path file) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return (List<T>) in.readObject();
        }
    }
}
