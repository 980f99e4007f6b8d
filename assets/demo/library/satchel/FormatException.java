package satchel;

/**
 * Says that a text does not have the form that its reader asks for.
 */
public class FormatException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception for a text that could be read but is wrong.
     *
     * @param message what was expected, and what stood there
     */
    public FormatException(String message) {
        super(message);
    }

    /**
     * Creates an exception for a text that could not be read.
     *
     * @param message what was expected, and what stood there
     * @param cause what the attempt to read it came to
     */
    public FormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
