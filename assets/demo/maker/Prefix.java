package maker;

import java.util.List;

/**
 * A test before an oracle is predicted: statements that end with a call of the focal method.
 *
 * @param statements the statements before the call, each on a line
 * @param focal the focal method
 * @param arguments what the focal method is called with, as written
 * @param call the call as an expression, for example {@code fraction0.add(fraction1)}
 * @param variable what the call's result is assigned to, for example {@code fraction2}; empty if it returns
 *     nothing, or threw when the generator made the test
 * @param type the type of the result with its type parameters bound, {@code void} if it returns nothing
 * @param thrown what the call threw on the version under test, or {@code null}
 */
record Prefix(List<String> statements, LibrarySource.Method focal, List<String> arguments, String call,
        String variable, String type, Throwable thrown) {

    private static final String INDENT = "      ";

    /** The source of the test as the generator would write it, without what it observed. */
    String source(String name) {
        StringBuilder text = new StringBuilder("  ").append(signature(name)).append('\n').append(body());
        if (thrown != null) {
            text.setLength(text.lastIndexOf(INDENT + call));
            String exception = thrown.getClass().getSimpleName();
            String message = thrown.getMessage() == null ? "(no message)"
                    : Literals.escape(thrown.getMessage());
            text.append(INDENT).append("try { \n")
                    .append(INDENT).append("  ").append(call).append(";\n")
                    .append(INDENT).append("  fail(\"Expecting exception: ").append(exception)
                    .append("\");\n")
                    .append(INDENT).append("} catch(").append(exception).append(" e) {\n")
                    .append(INDENT).append("   //\n")
                    .append(INDENT).append("   // ").append(message).append('\n')
                    .append(INDENT).append("   //\n")
                    .append(INDENT).append("   verifyException(\"")
                    .append(thrown.getStackTrace()[0].getClassName()).append("\", e);\n")
                    .append(INDENT).append("}\n");
        }
        return text.append("  }").toString();
    }

    /** The source of the test that is executed: this prefix and a predicted oracle. */
    String withOracle(String name, Oracle oracle) {
        StringBuilder text = new StringBuilder("@Test\n  ").append(signature(name)).append('\n');
        if (oracle.expectsException()) {
            text.append("\ttry {\n").append(body()).append(INDENT)
                    .append("\n\t\tfail(\"Expecting exception\"); } catch (Exception e) { }\n\t}");
        } else if (!oracle.assertion().isEmpty()) {
            text.append(body()).append(INDENT).append(oracle.assertion()).append(";\n}");
        } else {
            text.append(body()).append("  }");
        }
        return text.toString();
    }

    /** What an oracle can be written over: the variable, or the call itself where there is none. */
    String result() {
        return variable.isEmpty() ? call : variable;
    }

    private static String signature(String name) {
        return "public void " + name + "()  throws Throwable  {";
    }

    private String body() {
        StringBuilder text = new StringBuilder();
        statements.forEach(statement -> text.append(INDENT).append(statement).append('\n'));
        String assignment = variable.isEmpty() ? "" : type + " " + variable + " = ";
        return text.append(INDENT).append(assignment).append(call).append(";\n").toString();
    }
}
