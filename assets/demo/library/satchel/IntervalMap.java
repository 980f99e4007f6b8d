package satchel;

import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Maps intervals of whole numbers to values.
 *
 * <p>An interval begins at a number and ends before another one. Intervals never overlap: what is put
 * later covers what was put earlier, as a coat of paint does.</p>
 *
 * @param <V> what the intervals are mapped to
 */
public class IntervalMap<V> {

    private record Interval<V>(int to, V value) { }

    /** By the number that an interval begins with. */
    private final TreeMap<Integer, Interval<V>> intervals = new TreeMap<>();

    /** Creates an empty map. */
    public IntervalMap() {
        // Nothing to do: the map is empty.
    }

    /**
     * Maps every number of an interval to a value.
     *
     * @param from the first number of the interval
     * @param to the number after the last one, greater than {@code from}
     * @param value what these numbers are mapped to from now on
     * @throws NullPointerException if {@code value} is {@code null}
     * @throws IllegalArgumentException if the interval is empty
     */
    public void put(int from, int to, V value) {
        Objects.requireNonNull(value, "value");
        clear(from, to);
        intervals.put(from, new Interval<>(to, value));
    }

    /**
     * Unmaps every number of an interval. What an older interval holds outside of it stays.
     *
     * @param from the first number to unmap
     * @param to the number after the last one, greater than {@code from}
     * @throws IllegalArgumentException if the interval is empty
     */
    public void clear(int from, int to) {
        if (from >= to) {
            throw new IllegalArgumentException("empty interval: " + from + " to " + to);
        }
        Integer before = intervals.lowerKey(from);
        if (before != null && intervals.get(before).to > from) {
            Interval<V> cut = intervals.get(before);
            intervals.put(before, new Interval<>(from, cut.value));
            if (cut.to > to) {
                intervals.put(to, cut);
            }
        }
        Integer within = intervals.ceilingKey(from);
        while (within != null && within < to) {
            Interval<V> cut = intervals.remove(within);
            if (cut.to > to) {
                intervals.put(to, cut);
            }
            within = intervals.higherKey(within);
        }
    }

    /**
     * Returns what a number is mapped to.
     *
     * @param number the number to look up
     * @return the value of the interval that holds {@code number}, or {@code null} if none does
     */
    public V get(int number) {
        Integer begin = intervals.floorKey(number);
        if (begin == null || intervals.get(begin).to <= number) {
            return null;
        }
        return intervals.get(begin).value;
    }

    /**
     * Tells whether a number is mapped to anything.
     *
     * @param number the number to look up
     * @return {@code true} if an interval holds {@code number}
     */
    public boolean covers(int number) {
        return get(number) != null;
    }

    /**
     * Counts the intervals.
     *
     * @return the number of intervals, 0 for an empty map
     */
    public int size() {
        return intervals.size();
    }

    /**
     * Returns the lowest number that is mapped.
     *
     * @return the first number of the first interval
     * @throws NoSuchElementException if the map is empty
     */
    public int lowest() {
        return intervals.firstKey();
    }

    /**
     * Returns the highest number that is mapped.
     *
     * @return the last number of the last interval
     * @throws NoSuchElementException if the map is empty
     */
    public int highest() {
        if (intervals.isEmpty()) {
            throw new NoSuchElementException("the map is empty");
        }
        return intervals.lastEntry().getValue().to - 1;
    }

    /**
     * Writes the intervals in order.
     *
     * @return for example {@code "[0, 5) a, [7, 9) b"}; an empty text for an empty map
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        intervals.forEach((from, interval) -> text.append(text.length() == 0 ? "" : ", ")
                .append('[').append(from).append(", ").append(interval.to).append(") ")
                .append(interval.value));
        return text.toString();
    }
}
