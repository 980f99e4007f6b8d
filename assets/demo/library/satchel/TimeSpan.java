package satchel;

import java.util.Locale;

/**
 * A length of time in whole seconds, which may be negative.
 */
public final class TimeSpan implements Comparable<TimeSpan> {

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private final long seconds;

    private TimeSpan(long seconds) {
        this.seconds = seconds;
    }

    /**
     * Returns a span of seconds.
     *
     * @param seconds how many seconds; may be negative
     * @return the span
     */
    public static TimeSpan ofSeconds(long seconds) {
        return new TimeSpan(seconds);
    }

    /**
     * Returns a span of hours.
     *
     * @param hours how many hours; may be negative
     * @return the span
     * @throws ArithmeticException if the seconds of {@code hours} overflow a long
     */
    public static TimeSpan ofHours(long hours) {
        return new TimeSpan(Math.multiplyExact(hours, HOUR));
    }

    /**
     * Reads a span such as {@code "1h30m"}, {@code "-45s"} or {@code "2d"}.
     *
     * @param text numbers, each with its unit: d, h, m or s; a minus at the front turns the whole around
     * @return the span
     * @throws NullPointerException if {@code text} is {@code null}
     * @throws FormatException if {@code text} is empty, or not a span
     * @throws ArithmeticException if the seconds overflow a long
     */
    public static TimeSpan parse(String text) {
        boolean negative = text.startsWith("-");
        long seconds = 0;
        int begin = negative ? 1 : 0;
        if (begin == text.length()) {
            throw new FormatException("not a time span: " + text);
        }
        for (int i = begin; i < text.length(); i++) {
            if (Character.isDigit(text.charAt(i))) {
                continue;
            }
            try {
                long number = Long.parseLong(text.substring(begin, i));
                seconds = Math.addExact(seconds, Math.multiplyExact(number, unit(text.charAt(i))));
            } catch (NumberFormatException e) {
                throw new FormatException("no number before the unit at " + i, e);
            }
            begin = i + 1;
        }
        if (begin < text.length()) {
            throw new FormatException("no unit at the end of " + text);
        }
        return new TimeSpan(negative ? -seconds : seconds);
    }

    /**
     * Returns the whole minutes of this span, rounded towards zero.
     *
     * @return the number of minutes; negative if this span is
     */
    public long toMinutes() {
        return seconds / MINUTE;
    }

    /**
     * Adds two spans.
     *
     * @param other the span to add
     * @return the sum of this span and {@code other}
     * @throws NullPointerException if {@code other} is {@code null}
     * @throws ArithmeticException if the sum overflows a long
     */
    public TimeSpan plus(TimeSpan other) {
        return new TimeSpan(Math.addExact(seconds, other.seconds));
    }

    /**
     * Multiplies this span.
     *
     * @param factor how many times as long the result is; may be negative
     * @return the product of this span and {@code factor}
     * @throws ArithmeticException if the product overflows a long
     */
    public TimeSpan times(long factor) {
        return new TimeSpan(Math.multiplyExact(seconds, factor));
    }

    /**
     * Tells whether this span goes back in time.
     *
     * @return {@code true} if this span is shorter than nothing
     */
    public boolean isNegative() {
        return seconds < 0;
    }

    /**
     * Compares two spans by their length.
     *
     * @param other the span to compare with
     * @return -1, 0 or 1 for a span that is shorter than, as long as or longer than {@code other}
     * @throws NullPointerException if {@code other} is {@code null}
     */
    @Override
    public int compareTo(TimeSpan other) {
        return Long.compare(seconds, other.seconds);
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof TimeSpan other && seconds == other.seconds;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(seconds);
    }

    /**
     * Writes this span as a clock does, hours without an end to them.
     *
     * @return for example {@code "01:30:00"}; with a minus in front if this span is negative
     */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s%02d:%02d:%02d", seconds < 0 ? "-" : "",
                Math.abs(seconds / HOUR), Math.abs(seconds / MINUTE % 60), Math.abs(seconds % 60));
    }

    private static long unit(char letter) {
        return switch (letter) {
            case 'd' -> DAY;
            case 'h' -> HOUR;
            case 'm' -> MINUTE;
            case 's' -> 1;
            default -> throw new FormatException("no unit of time: " + letter);
        };
    }
}
