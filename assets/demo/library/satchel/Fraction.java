package satchel;

/**
 * An exact rational number.
 *
 * <p>Fractions are immutable, always in lowest terms, and carry their sign in the numerator. Results
 * that do not fit into two ints are refused rather than rounded.</p>
 */
public final class Fraction implements Comparable<Fraction> {

    /** The fraction 0/1. */
    public static final Fraction ZERO = new Fraction(0, 1);

    /** The fraction 1/1. */
    public static final Fraction ONE = new Fraction(1, 1);

    private final int numerator;
    private final int denominator;

    private Fraction(int numerator, int denominator) {
        this.numerator = numerator;
        this.denominator = denominator;
    }

    /**
     * Returns the fraction of two whole numbers, in lowest terms.
     *
     * @param numerator the number above the line
     * @param denominator the number below the line, not zero
     * @return the reduced fraction, never {@code null}
     * @throws ArithmeticException if {@code denominator} is zero, or if the reduced fraction does not
     *     fit into two ints
     */
    public static Fraction of(int numerator, int denominator) {
        return reduced(numerator, denominator);
    }

    /**
     * Reads a fraction such as {@code "3/4"}, {@code "-7/2"} or {@code "5"}.
     *
     * @param text one whole number, or two with a slash between them; blanks around them are skipped
     * @return the fraction, in lowest terms
     * @throws NullPointerException if {@code text} is {@code null}
     * @throws FormatException if {@code text} is empty or not a fraction
     * @throws ArithmeticException if the denominator is zero
     */
    public static Fraction parse(String text) {
        int slash = text.indexOf('/');
        try {
            if (slash < 0) {
                return of(Integer.parseInt(text.trim()), 1);
            }
            int above = Integer.parseInt(text.substring(0, slash).trim());
            int below = Integer.parseInt(text.substring(slash + 1).trim());
            return of(above, below);
        } catch (NumberFormatException e) {
            throw new FormatException("not a fraction: " + text, e);
        }
    }

    /**
     * Adds two fractions.
     *
     * @param other the fraction to add
     * @return the sum of this fraction and {@code other}
     * @throws NullPointerException if {@code other} is {@code null}
     * @throws ArithmeticException if the sum does not fit into two ints
     */
    public Fraction add(Fraction other) {
        long above = (long) numerator * other.denominator + (long) other.numerator * denominator;
        return reduced(above, (long) denominator * other.denominator);
    }

    /**
     * Multiplies two fractions.
     *
     * @param other the fraction to multiply by
     * @return the product of this fraction and {@code other}
     * @throws NullPointerException if {@code other} is {@code null}
     * @throws ArithmeticException if the product does not fit into two ints
     */
    public Fraction multiply(Fraction other) {
        return reduced((long) numerator * other.numerator, (long) denominator * other.denominator);
    }

    /**
     * Divides this fraction by another.
     *
     * @param other the fraction to divide by, not zero
     * @return the quotient of this fraction and {@code other}
     * @throws NullPointerException if {@code other} is {@code null}
     * @throws ArithmeticException if {@code other} is zero, or if the quotient does not fit into two ints
     */
    public Fraction divide(Fraction other) {
        return reduced((long) numerator * other.denominator, (long) denominator * other.numerator);
    }

    /**
     * Returns the greatest whole number that is not greater than this fraction.
     *
     * <p>Negative fractions are rounded away from zero: the floor of -7/2 is -4, that of 7/2 is 3.</p>
     *
     * @return this fraction rounded down
     */
    public int floor() {
        return Math.floorDiv(numerator, denominator);
    }

    /**
     * Tells on which side of zero this fraction lies.
     *
     * @return -1, 0 or 1 for a fraction that is negative, zero or positive
     */
    public int signum() {
        return Integer.signum(numerator);
    }

    /**
     * Compares two fractions by their value.
     *
     * @param other the fraction to compare with
     * @return -1, 0 or 1 for a fraction that is less than, equal to or greater than {@code other}
     * @throws NullPointerException if {@code other} is {@code null}
     */
    @Override
    public int compareTo(Fraction other) {
        long left = (long) numerator * other.denominator;
        long right = (long) other.numerator * denominator;
        return Long.compare(left, right);
    }

    /**
     * Returns the nearest double.
     *
     * @return the value of this fraction, rounded to a double
     */
    public double doubleValue() {
        return (double) numerator / denominator;
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Fraction other
                && numerator == other.numerator
                && denominator == other.denominator;
    }

    @Override
    public int hashCode() {
        return 31 * numerator + denominator;
    }

    /**
     * Writes this fraction as {@link #parse(String)} reads it.
     *
     * @return {@code "3/4"}, or {@code "5"} for a whole number
     */
    @Override
    public String toString() {
        return denominator == 1 ? Integer.toString(numerator) : numerator + "/" + denominator;
    }

    private static Fraction reduced(long above, long below) {
        if (below == 0) {
            throw new ArithmeticException("denominator is zero");
        }
        long divisor = below < 0 ? -gcd(above, below) : gcd(above, below);
        return new Fraction(Math.toIntExact(above / divisor), Math.toIntExact(below / divisor));
    }

    private static long gcd(long a, long b) {
        return b == 0 ? Math.abs(a) : gcd(b, a % b);
    }
}
