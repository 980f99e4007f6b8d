package maker;

import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls the methods of a loaded class as they are described by its source.
 */
final class Caller {

    /** Far more than any call in the library needs, so that the limit never decides on a slow machine. */
    private static final long SECONDS = 20;

    private final Class<?> loaded;

    Caller(Class<?> loaded) {
        this.loaded = loaded;
    }

    /**
     * Calls a method or constructor.
     *
     * @param receiver {@code null} for a constructor or a static method
     * @return what it returns, {@code null} if it returns nothing
     * @throws InvocationTargetException if the call throws, with what it throws as its cause
     * @throws TimeoutException if the call takes too long; it goes on in a thread of its own
     */
    Object call(LibrarySource.Method method, Object receiver, Object[] arguments)
            throws InvocationTargetException, TimeoutException {
        FutureTask<Object> task = new FutureTask<>(() -> reflected(method, receiver, arguments));
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InvocationTargetException thrown) {
                throw thrown;
            }
            throw new IllegalStateException("the generator made a call that can't be made", e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object reflected(LibrarySource.Method method, Object receiver, Object[] arguments)
            throws ReflectiveOperationException {
        List<String> wanted = method.parameters().stream().map(LibrarySource.Parameter::type).toList();
        if (method.isConstructor()) {
            return Arrays.stream(loaded.getConstructors()).filter(c -> parameters(c).equals(wanted))
                    .findFirst().orElseThrow().newInstance(arguments);
        }
        // A class that implements Comparable has a second compareTo, which the compiler put in.
        return Arrays.stream(loaded.getMethods())
                .filter(m -> !m.isBridge() && m.getName().equals(method.name()))
                .filter(m -> parameters(m).equals(wanted))
                .findFirst().orElseThrow().invoke(receiver, arguments);
    }

    private static List<String> parameters(Executable executable) {
        return Arrays.stream(executable.getGenericParameterTypes()).map(Type::getTypeName)
                .map(name -> name.replaceAll("\\b[a-z]+\\.", "")).toList();
    }
}
