package maker;

import java.io.PipedReader;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Makes tests of one class: random sequences of calls that end with a call of a focal method.
 *
 * <p>Calls are carried out on the version under test while a sequence grows, as EvoSuite does it: a call that
 * throws can only be the last one, and is then written with a catch clause. What the calls return is never
 * looked at, but to know whether there is an object to go on with.</p>
 */
final class PrefixGenerator {

    /** Tests of the simplest method, and of any. */
    private static final int TESTS = 4;
    private static final int MOST_TESTS = 20;
    private static final int ATTEMPTS_PER_TEST = 60;

    /** Fewer calls than this come between the making of an object and the call of the focal method. */
    private static final int LONGEST = 5;

    /** A result longer than this leads nowhere: nobody could read a message that holds it. */
    private static final int LONGEST_TEXT = 1000;

    /** Tests of a method that throw the same exception. */
    private static final int SAME_EXCEPTION = 2;

    /** How deep the making of an argument may need the making of others. */
    private static final int DEEPEST = 3;
    private static final Set<String> FROM_OBJECT = Set.of("equals", "hashCode", "toString");
    private static final List<String> ELEMENT_TYPES = List.of("String", "Integer");

    /** Text that stands for a value in a test, and the value that it has. */
    private record Argument(String text, Object value) { }

    private record Variable(String name, String type, Object value) { }

    /** This sequence leads nowhere: a call before the last one threw, or hung. */
    private static final class DeadEnd extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private final LibrarySource.Type type;
    private final Caller caller;
    private final Random random;
    private final Literals literals;

    // Of the sequence that is growing.
    private List<String> statements;
    private List<Variable> variables;
    private Map<String, Integer> names;
    private String elementType;

    /**
     * Creates a generator.
     *
     * @param type the class under test
     * @param loaded the same class on the version under test
     */
    PrefixGenerator(LibrarySource.Type type, Class<?> loaded, Random random) {
        this.type = type;
        this.caller = new Caller(loaded);
        this.random = random;
        this.literals = new Literals(random);
    }

    /**
     * Makes different tests of every public method, more of those that decide more.
     *
     * @return for each test the places where it looks at a result, its end as the last one; each is a prefix
     */
    List<List<Prefix>> generate() {
        List<List<Prefix>> tests = new ArrayList<>();
        for (LibrarySource.Method focal : type.methods()) {
            Set<String> sources = new HashSet<>();
            Map<Class<?>, Integer> exceptions = new HashMap<>();
            int wanted = testsOf(focal);
            for (int i = 0; i < wanted * ATTEMPTS_PER_TEST && sources.size() < wanted; i++) {
                try {
                    List<Prefix> test = attempt(focal);
                    Prefix last = test.get(test.size() - 1);
                    boolean isNews = last.thrown() == null
                            || exceptions.merge(last.thrown().getClass(), 1, Integer::sum) <= SAME_EXCEPTION;
                    if (isNews && sources.add(last.source(""))) {
                        tests.add(test);
                    }
                } catch (DeadEnd e) {
                    continue;
                }
            }
        }
        return tests;
    }

    /** How many tests a method gets: for each way it can go, and for each kind of result it can have. */
    private static int testsOf(LibrarySource.Method method) {
        if (FROM_OBJECT.contains(method.name())) {
            return TESTS;
        }
        int results = switch (method.returnType()) {
            case "void" -> 0;
            case "boolean" -> 2;
            case "int", "long", "double" -> 3;
            default -> 1;
        };
        return Math.min(MOST_TESTS, TESTS + 2 * (method.branches() + results));
    }

    private List<Prefix> attempt(LibrarySource.Method focal) throws DeadEnd {
        statements = new ArrayList<>();
        variables = new ArrayList<>();
        names = new HashMap<>();
        elementType = pick(ELEMENT_TYPES);
        List<Prefix> places = new ArrayList<>();
        Argument receiver = null;
        if (!focal.isStatic() && !focal.isConstructor()) {
            receiver = create(ownType(), 0);
            List<LibrarySource.Method> methods = type.methods().stream()
                    .filter(m -> !m.isStatic() && !m.isConstructor()).toList();
            List<LibrarySource.Method> steps = new ArrayList<>(methods);
            methods.stream().filter(this::mayChangeSomething).forEach(m -> steps.addAll(List.of(m, m, m)));
            for (int i = random.nextInt(LONGEST); i > 0; i--) {
                Prefix step = call(pick(steps), receiver, 0);
                if (step.thrown() != null) {
                    throw new DeadEnd();
                }
                if (!step.variable().isEmpty() && chance(15)) {
                    places.add(step);
                }
                receiver = existing(ownType());
            }
        }
        places.add(call(focal, receiver, 0));
        return places;
    }

    /** By its signature alone: it returns nothing or another object of its class, or takes something in. */
    private boolean mayChangeSomething(LibrarySource.Method method) {
        return !FROM_OBJECT.contains(method.name())
                && (method.returnType().equals("void")
                || method.returnType().equals(type.name())
                || method.parameters().stream().anyMatch(p -> type.typeParameters().contains(p.type())));
    }

    /** Calls a method with random arguments and appends the call to the sequence. */
    private Prefix call(LibrarySource.Method method, Argument receiver, int depth) throws DeadEnd {
        List<Argument> arguments = new ArrayList<>();
        for (LibrarySource.Parameter parameter : method.parameters()) {
            arguments.add(argument(bound(parameter.type()), depth));
        }
        List<String> texts = arguments.stream().map(Argument::text).toList();
        String target = method.isConstructor() ? "new " + ownType()
                : (method.isStatic() ? type.name() : receiver.text()) + "." + method.name();
        String call = target + "(" + String.join(", ", texts) + ")";
        String result = method.isConstructor() ? ownType() : bound(method.returnType());
        List<String> before = List.copyOf(statements);
        Object[] values = arguments.stream().map(Argument::value).toArray();
        try {
            Object value = caller.call(method, receiver == null ? null : receiver.value(), values);
            if (value instanceof String text && text.length() > LONGEST_TEXT) {
                throw new DeadEnd();
            }
            if (result.equals("void")) {
                statements.add(call + ";");
                return new Prefix(before, method, texts, call, "", result, null);
            }
            String variable = declare(result, call, result, value);
            return new Prefix(before, method, texts, call, variable, result, null);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error) {
                throw new DeadEnd();
            }
            return new Prefix(before, method, texts, call, "", result, e.getCause());
        } catch (TimeoutException e) {
            System.err.println(call + " hung: the result may depend on the speed of this machine");
            throw new DeadEnd();
        }
    }

    private Argument argument(String wanted, int depth) throws DeadEnd {
        Argument known = existing(wanted);
        Literals.Literal literal = literals.next(wanted, type);
        if (literal != null) {
            return known != null && chance(20) ? known : new Argument(literal.text(), literal.value());
        }
        if (wanted.equals("Object")) {
            return anything(depth);
        }
        if (chance(4)) {
            return new Argument("(" + wanted + ") null", null);
        }
        boolean hasChoice = variables.stream().filter(v -> v.type().equals(wanted)).count() > 1;
        return known != null && chance(hasChoice ? 60 : 25) ? known : create(wanted, depth);
    }

    private Argument anything(int depth) throws DeadEnd {
        return switch (random.nextInt(5)) {
            case 0 -> argument("String", depth);
            case 1 -> variables.isEmpty() ? create("Object", depth) : existing(pick(variables).type());
            case 2 -> create("Object", depth);
            default -> argument(random.nextBoolean() ? ownType() : elementType, depth);
        };
    }

    /** Appends statements that make an object. */
    private Argument create(String wanted, int depth) throws DeadEnd {
        if (depth > DEEPEST) {
            throw new DeadEnd();
        }
        if (wanted.equals(ownType())) {
            List<LibrarySource.Method> makers = type.methods().stream()
                    .filter(m -> m.isConstructor() || m.isStatic() && m.returnType().equals(type.name()))
                    .toList();
            Prefix made = makers.isEmpty() ? null : call(pick(makers), null, depth + 1);
            if (made == null || made.thrown() != null) {
                throw new DeadEnd();
            }
            return existing(wanted);
        }
        switch (wanted) {
            case "Object" -> declare("Object", "new Object()", wanted, new Object());
            case "Integer" -> {
                int value = (Integer) literals.next("int", type).value();
                declare("Integer", "Integer.valueOf(" + Literals.of(value).text() + ")", wanted, value);
            }
            case "LocalDate" -> {
                LocalDate date = LocalDate.of(2024, 1 + random.nextInt(3), 1 + random.nextInt(28));
                declare("LocalDate", "LocalDate.of(" + date.getYear() + ", " + date.getMonthValue() + ", "
                        + date.getDayOfMonth() + ")", wanted, date);
            }
            case "List<String>" -> {
                List<String> list = new ArrayList<>();
                String variable = declare("ArrayList<String>", "new ArrayList<String>()", wanted, list);
                for (int i = random.nextInt(4); i > 0; i--) {
                    Argument element = argument("String", depth);
                    statements.add(variable + ".add(" + element.text() + ");");
                    list.add((String) element.value());
                }
            }
            case "Reader" -> {
                Argument text = argument("String", depth);
                if (text.value() == null) {
                    throw new DeadEnd();
                }
                if (chance(12)) {
                    declare("PipedReader", "new PipedReader()", wanted, new PipedReader());
                } else {
                    Reader reader = new StringReader((String) text.value());
                    declare("StringReader", "new StringReader(" + text.text() + ")", wanted, reader);
                }
            }
            default -> throw new IllegalStateException("the generator knows no values of type " + wanted);
        }
        return existing(wanted);
    }

    /**
     * Appends a declaration.
     *
     * @param declared the type as written
     * @param wanted the type that later calls look for it under
     * @return the variable's name: its type and a number
     */
    private String declare(String declared, String expression, String wanted, Object value) {
        String base = declared.replaceAll("<.*", "");
        base = Character.toLowerCase(base.charAt(0)) + base.substring(1);
        String name = base + (names.merge(base, 1, Integer::sum) - 1);
        statements.add(declared + " " + name + " = " + expression + ";");
        if (value != null) {
            variables.add(new Variable(name, wanted, value));
        }
        return name;
    }

    /** Returns a variable of a type, more often a late one, or {@code null} if there is none. */
    private Argument existing(String wanted) {
        List<Variable> fitting = variables.stream().filter(v -> v.type().equals(wanted)).toList();
        if (fitting.isEmpty()) {
            return null;
        }
        Variable variable = chance(60) ? fitting.get(fitting.size() - 1) : pick(fitting);
        return new Argument(variable.name(), variable.value());
    }

    private String ownType() {
        return type.typeParameters().isEmpty() ? type.name() : type.name() + "<" + elementType + ">";
    }

    private String bound(String declared) {
        String bound = declared;
        for (String parameter : type.typeParameters()) {
            bound = bound.replaceAll("\\b" + parameter + "\\b", elementType);
        }
        return bound;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
