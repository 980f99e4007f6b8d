package satchel;

import java.util.Locale;

/**
 * A whole number that is written as the Romans did, from 1 to 3999.
 */
public final class RomanNumeral implements Comparable<RomanNumeral> {

    /** The highest number that can be written with the letters up to M. */
    public static final int HIGHEST = 3999;

    private static final int[] VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] LETTERS = {
        "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I",
    };

    private final int value;

    /**
     * Creates a numeral.
     *
     * @param value the number to write, from 1 to 3999
     * @throws IllegalArgumentException if {@code value} is less than 1 or greater than 3999
     */
    public RomanNumeral(int value) {
        if (value < 1 || value > HIGHEST) {
            throw new IllegalArgumentException("no Roman numeral for " + value);
        }
        this.value = value;
    }

    /**
     * Reads a numeral such as {@code "XIV"} or {@code "mcmxcix"}.
     *
     * @param text the letters, capital or small
     * @return the numeral
     * @throws NullPointerException if {@code text} is {@code null}
     * @throws FormatException if {@code text} is empty, or not the one right way to write a number
     */
    public static RomanNumeral parse(String text) {
        String letters = text.toUpperCase(Locale.ROOT);
        int value = 0;
        int at = 0;
        for (int i = 0; i < VALUES.length; i++) {
            while (letters.startsWith(LETTERS[i], at)) {
                value += VALUES[i];
                at += LETTERS[i].length();
            }
        }
        if (at < letters.length() || value < 1 || value > HIGHEST || !write(value).equals(letters)) {
            throw new FormatException("not a Roman numeral: " + text);
        }
        return new RomanNumeral(value);
    }

    /**
     * Tells whether a text is a numeral, without an exception if it is not.
     *
     * @param text the text to look at, may be {@code null}
     * @return {@code true} if {@link #parse(String)} can read {@code text}
     */
    public static boolean isNumeral(String text) {
        if (text == null) {
            return false;
        }
        try {
            parse(text);
            return true;
        } catch (FormatException e) {
            return false;
        }
    }

    /**
     * Returns the number.
     *
     * @return the value of this numeral, from 1 to 3999
     */
    public int intValue() {
        return value;
    }

    /**
     * Adds two numerals.
     *
     * @param other the numeral to add
     * @return the numeral of the sum
     * @throws NullPointerException if {@code other} is {@code null}
     * @throws IllegalArgumentException if the sum is greater than 3999
     */
    public RomanNumeral plus(RomanNumeral other) {
        return new RomanNumeral(value + other.value);
    }

    /**
     * Compares two numerals by their numbers, not by their letters.
     *
     * @param other the numeral to compare with
     * @return -1, 0 or 1 for a numeral that is less than, equal to or greater than {@code other}
     * @throws NullPointerException if {@code other} is {@code null}
     */
    @Override
    public int compareTo(RomanNumeral other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof RomanNumeral other && value == other.value;
    }

    @Override
    public int hashCode() {
        return value;
    }

    /**
     * Writes this numeral in capital letters.
     *
     * @return for example {@code "MMXXIV"}
     */
    @Override
    public String toString() {
        return write(value);
    }

    private static String write(int value) {
        StringBuilder letters = new StringBuilder();
        int rest = value;
        for (int i = 0; i < VALUES.length; i++) {
            while (rest >= VALUES[i]) {
                letters.append(LETTERS[i]);
                rest -= VALUES[i];
            }
        }
        return letters.toString();
    }
}
