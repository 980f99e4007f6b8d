package maker;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What the generator and the oracle know of the library: its sources, read by the compiler's parser.
 *
 * <p>Everything comes in the order of the source text, so that nothing depends on the order in which
 * reflection happens to list methods.</p>
 */
final class LibrarySource {

    /** A parameter as it is declared: {@code int width}. */
    record Parameter(String type, String name) { }

    /**
     * A public method or constructor.
     *
     * @param name the class name for a constructor
     * @param returnType the class name for a constructor
     * @param branches how many decisions it takes, those of the private methods that it calls included
     * @param text its source, from its first annotation to its closing brace, with its indentation
     * @param javadoc the comment before it, with its delimiters; empty if there is none
     */
    record Method(String name, boolean isConstructor, boolean isStatic, String returnType,
            List<Parameter> parameters, int branches, String text, String javadoc) { }

    /**
     * A public class.
     *
     * @param name its name without the package
     * @param typeParameters for example {@code [V]}
     * @param methods its public methods and constructors
     * @param constants the strings and chars in its code, but for the messages of exceptions
     * @param examples the texts that its documentation quotes
     * @param numbers the whole numbers in its code and documentation
     */
    record Type(String name, List<String> typeParameters, List<Method> methods, List<String> constants,
            List<String> examples, List<Long> numbers) { }

    /** A string literal in the documentation. */
    static final Pattern EXAMPLE = Pattern.compile("\\{@code \"((?:[^\"\\\\]|\\\\.)*)\"\\}");

    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.-])-?\\d{1,9}(?![\\w.])");

    private LibrarySource() { }

    /** Reads every class of a folder, in the order of their names. */
    static List<Type> read(Path folder) throws IOException {
        List<Path> files;
        try (var paths = Files.list(folder)) {
            files = paths.filter(path -> path.toString().endsWith(".java")).sorted().toList();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Type> types = new ArrayList<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, manager, null, null, null,
                    manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                types.add(readType(unit, positions));
            }
        }
        return types;
    }

    private static Type readType(CompilationUnitTree unit, SourcePositions positions) throws IOException {
        String source = unit.getSourceFile().getCharContent(true).toString();
        ClassTree tree = (ClassTree) unit.getTypeDecls().get(0);
        String name = tree.getSimpleName().toString();
        List<MethodTree> members = tree.getMembers().stream()
                .filter(MethodTree.class::isInstance).map(MethodTree.class::cast).toList();
        List<MethodTree> hidden = members.stream().filter(m -> !isPublic(m)).toList();
        List<Method> methods = new ArrayList<>();
        for (MethodTree member : members) {
            if (isPublic(member)) {
                int start = (int) positions.getStartPosition(unit, member);
                int end = (int) positions.getEndPosition(unit, member);
                methods.add(readMethod(name, member, new Branches(hidden).count(member), source, start, end));
            }
        }
        Set<String> constants = new LinkedHashSet<>();
        Set<Long> numbers = new LinkedHashSet<>();
        tree.accept(new TreeScanner<Void, Void>() {
            @Override
            public Void visitLiteral(LiteralTree literal, Void nothing) {
                if (literal.getValue() instanceof Integer || literal.getValue() instanceof Long) {
                    numbers.add(((Number) literal.getValue()).longValue());
                } else if (literal.getValue() instanceof String || literal.getValue() instanceof Character) {
                    constants.add(literal.getValue().toString());
                }
                return null;
            }

            @Override
            public Void visitThrow(ThrowTree tree, Void nothing) {
                return null;
            }
        }, null);
        Set<String> examples = new LinkedHashSet<>();
        for (Method method : methods) {
            for (Matcher match = EXAMPLE.matcher(method.javadoc()); match.find();) {
                examples.add(match.group(1).translateEscapes());
            }
            for (Matcher match = NUMBER.matcher(method.javadoc()); match.find();) {
                numbers.add(Long.parseLong(match.group()));
            }
        }
        List<String> typeParameters = tree.getTypeParameters().stream().map(Object::toString).toList();
        return new Type(name, typeParameters, methods, List.copyOf(constants), List.copyOf(examples),
                List.copyOf(numbers));
    }

    private static boolean isPublic(MethodTree method) {
        return method.getModifiers().getFlags().contains(Modifier.PUBLIC);
    }

    private static Method readMethod(String owner, MethodTree tree, int branches, String source, int start,
            int end) {
        boolean isConstructor = tree.getReturnType() == null;
        List<Parameter> parameters = tree.getParameters().stream()
                .map(p -> new Parameter(p.getType().toString(), p.getName().toString())).toList();
        String before = source.substring(0, start).stripTrailing();
        String javadoc = before.endsWith("*/") ? before.substring(before.lastIndexOf("/**")) : "";
        int lineStart = source.lastIndexOf('\n', start) + 1;
        return new Method(isConstructor ? owner : tree.getName().toString(), isConstructor,
                tree.getModifiers().getFlags().contains(Modifier.STATIC),
                isConstructor ? owner : tree.getReturnType().toString(), parameters, branches,
                source.substring(lineStart, end), javadoc);
    }
}
