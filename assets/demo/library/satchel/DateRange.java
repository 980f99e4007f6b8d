package satchel;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * A range of days, from a first to a last one, both included.
 *
 * <p>Ranges are immutable and hold one day at least.</p>
 */
public final class DateRange {

    private final LocalDate first;
    private final LocalDate last;

    /**
     * Creates a range from its two ends.
     *
     * @param first the first day of the range
     * @param last the last day of the range, the same as {@code first} or later
     * @throws NullPointerException if one of the days is {@code null}
     * @throws IllegalArgumentException if {@code last} lies before {@code first}
     */
    public DateRange(LocalDate first, LocalDate last) {
        this.first = Objects.requireNonNull(first, "first");
        this.last = Objects.requireNonNull(last, "last");
        if (last.isBefore(first)) {
            throw new IllegalArgumentException("range ends before it begins: " + first + " to " + last);
        }
    }

    /**
     * Creates a range from its first day and its length.
     *
     * @param first the first day of the range
     * @param days how many days the range holds, 1 or more
     * @return a range of {@code days} days
     * @throws NullPointerException if {@code first} is {@code null}
     * @throws IllegalArgumentException if {@code days} is less than 1
     */
    public static DateRange ofDays(LocalDate first, int days) {
        if (days < 1) {
            throw new IllegalArgumentException("a range holds one day at least: " + days);
        }
        return new DateRange(first, first.plusDays(days - 1));
    }

    /**
     * Returns the first day.
     *
     * @return the first day of this range, never {@code null}
     */
    public LocalDate first() {
        return first;
    }

    /**
     * Returns the last day.
     *
     * @return the last day of this range, never {@code null}
     */
    public LocalDate last() {
        return last;
    }

    /**
     * Counts the days of this range.
     *
     * @return the number of days, both ends included, so 1 or more
     */
    public long length() {
        return ChronoUnit.DAYS.between(first, last) + 1;
    }

    /**
     * Tells whether a day lies in this range.
     *
     * @param day the day to look for, may be {@code null}
     * @return {@code true} if {@code day} is neither before the first day nor after the last one;
     *     {@code false} if it is {@code null}
     */
    public boolean contains(LocalDate day) {
        return day != null && !day.isBefore(first) && !day.isAfter(last);
    }

    /**
     * Tells whether two ranges share a day.
     *
     * @param other the range to compare with
     * @return {@code true} if one day at least lies in both ranges
     * @throws NullPointerException if {@code other} is {@code null}
     */
    public boolean overlaps(DateRange other) {
        return !first.isAfter(other.last) && !other.first.isAfter(last);
    }

    /**
     * Returns the days that two ranges share.
     *
     * @param other the range to intersect with
     * @return the range of the days that lie in both, or {@code null} if there are none
     * @throws NullPointerException if {@code other} is {@code null}
     */
    public DateRange intersect(DateRange other) {
        if (!overlaps(other)) {
            return null;
        }
        LocalDate from = first.isAfter(other.first) ? first : other.first;
        LocalDate to = last.isBefore(other.last) ? last : other.last;
        return new DateRange(from, to);
    }

    /**
     * Returns this range moved in time.
     *
     * @param days how many days later the new range begins; negative for earlier
     * @return a range of the same length
     */
    public DateRange shift(int days) {
        return new DateRange(first.plusDays(days), last.plusDays(days));
    }

    /**
     * Counts the days that lie between two ranges.
     *
     * @param other the range to compare with
     * @return the number of days after the earlier range and before the later one; 0 if the ranges
     *     overlap, or if one begins the day after the other ends
     * @throws NullPointerException if {@code other} is {@code null}
     */
    public long gap(DateRange other) {
        if (overlaps(other)) {
            return 0;
        }
        LocalDate from = last.isBefore(other.first) ? last : other.last;
        LocalDate to = last.isBefore(other.first) ? other.first : first;
        return ChronoUnit.DAYS.between(from, to) - 1;
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof DateRange other && first.equals(other.first) && last.equals(other.last);
    }

    @Override
    public int hashCode() {
        return Objects.hash(first, last);
    }

    /**
     * Writes this range as its two days.
     *
     * @return for example {@code "2024-02-28 to 2024-03-01"}
     */
    @Override
    public String toString() {
        return first + " to " + last;
    }
}
