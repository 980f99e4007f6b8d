package satchel;

import java.util.Objects;

/**
 * A version of three numbers and an optional label, such as {@code 1.4.0} or {@code 2.0.0-rc1}.
 *
 * <p>Versions are immutable. They are ordered by their numbers; of two with the same numbers, one with
 * a label comes first, because it was made on the way to the other.</p>
 */
public final class Version implements Comparable<Version> {

    private final int major;
    private final int minor;
    private final int patch;
    private final String label;

    /**
     * Creates a version without a label.
     *
     * @param major the first number, 0 or more
     * @param minor the second number, 0 or more
     * @param patch the third number, 0 or more
     * @throws IllegalArgumentException if one of the numbers is negative
     */
    public Version(int major, int minor, int patch) {
        this(major, minor, patch, null);
    }

    /**
     * Creates a version with a label.
     *
     * @param major the first number, 0 or more
     * @param minor the second number, 0 or more
     * @param patch the third number, 0 or more
     * @param label what stands after the dash, {@code null} for none
     * @throws IllegalArgumentException if one of the numbers is negative, or if {@code label} is empty
     */
    public Version(int major, int minor, int patch, String label) {
        if (major < 0 || minor < 0 || patch < 0) {
            throw new IllegalArgumentException("negative: " + major + "." + minor + "." + patch);
        }
        if (label != null && label.isEmpty()) {
            throw new IllegalArgumentException("empty label");
        }
        this.major = major;
        this.minor = minor;
        this.patch = patch;
        this.label = label;
    }

    /**
     * Reads a version such as {@code "1.10.2"} or {@code "1.9.0-beta"}.
     *
     * @param text one to three numbers with dots between them, then a label after a dash if there is one;
     *     missing numbers are 0
     * @return the version, never {@code null}
     * @throws NullPointerException if {@code text} is {@code null}
     * @throws FormatException if {@code text} is empty or not a version
     */
    public static Version parse(String text) {
        int dash = text.indexOf('-');
        String label = dash < 0 ? null : text.substring(dash + 1);
        String[] parts = (dash < 0 ? text : text.substring(0, dash)).split("\\.", -1);
        if (parts.length > 3 || "".equals(label)) {
            throw new FormatException("more than three numbers, or an empty label: " + text);
        }
        int[] numbers = new int[3];
        for (int i = 0; i < parts.length; i++) {
            try {
                numbers[i] = Integer.parseInt(parts[i]);
            } catch (NumberFormatException e) {
                throw new FormatException("not a version: " + text, e);
            }
        }
        return new Version(numbers[0], numbers[1], numbers[2], label);
    }

    /**
     * Returns the label.
     *
     * @return what stands after the dash, or {@code null} if there is none
     */
    public String label() {
        return label;
    }

    /**
     * Tells whether this version was made on the way to another.
     *
     * @return {@code true} if this version has a label
     */
    public boolean isPreRelease() {
        return label != null;
    }

    /**
     * Returns the next version that only mends something.
     *
     * @return this version's own numbers if it has a label, else the patch number one higher; no label
     * @throws ArithmeticException if the patch number can't be any higher
     */
    public Version nextPatch() {
        return isPreRelease() ? new Version(major, minor, patch)
                : new Version(major, minor, Math.incrementExact(patch));
    }

    /**
     * Returns the next version that adds something.
     *
     * @return the minor number one higher, the patch number 0, no label
     * @throws ArithmeticException if the minor number can't be any higher
     */
    public Version nextMinor() {
        return new Version(major, Math.incrementExact(minor), 0);
    }

    /**
     * Tells whether this version came after another.
     *
     * @param other the version to compare with
     * @return {@code true} if this version is the higher one, {@code false} if they are equal
     * @throws NullPointerException if {@code other} is {@code null}
     */
    public boolean isAfter(Version other) {
        return compareTo(other) > 0;
    }

    /**
     * Compares two versions.
     *
     * @param other the version to compare with
     * @return -1, 0 or 1 for a version that comes before, equals or comes after {@code other}
     * @throws NullPointerException if {@code other} is {@code null}
     */
    @Override
    public int compareTo(Version other) {
        int order = Integer.compare(major, other.major);
        if (order == 0) {
            order = Integer.compare(minor, other.minor);
        }
        if (order == 0) {
            order = Integer.compare(patch, other.patch);
        }
        if (order == 0 && (label == null || other.label == null)) {
            return Boolean.compare(label == null, other.label == null);
        }
        return order != 0 ? order : Integer.signum(label.compareTo(other.label));
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Version other && compareTo(other) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(major, minor, patch, label);
    }

    /**
     * Writes this version as {@link #parse(String)} reads it.
     *
     * @return for example {@code "2.0.0-rc1"}
     */
    @Override
    public String toString() {
        return major + "." + minor + "." + patch + (label == null ? "" : "-" + label);
    }
}
