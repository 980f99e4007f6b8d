package satchel;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * A queue of limited size that forgets its oldest element when a new one finds no room.
 *
 * @param <E> what the buffer holds
 */
public class RingBuffer<E> {

    private final Object[] elements;
    private int oldest;
    private int size;

    /**
     * Creates an empty buffer.
     *
     * @param capacity the most elements that the buffer can hold, 1 or more
     * @throws IllegalArgumentException if {@code capacity} is less than 1
     */
    public RingBuffer(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a buffer has room for one element at least: " + capacity);
        }
        elements = new Object[capacity];
    }

    /**
     * Adds an element, in place of the oldest one if the buffer is full.
     *
     * @param element what to add, may be {@code null}
     * @return {@code true} if there was room, {@code false} if the oldest element had to go
     */
    public boolean add(E element) {
        elements[(oldest + size) % elements.length] = element;
        if (size < elements.length) {
            size++;
            return true;
        }
        oldest = (oldest + 1) % elements.length;
        return false;
    }

    /**
     * Takes the oldest element out of the buffer.
     *
     * @return the element that was added first
     * @throws NoSuchElementException if the buffer is empty
     */
    public E remove() {
        if (size == 0) {
            throw new NoSuchElementException("the buffer is empty");
        }
        E element = at(oldest);
        elements[oldest] = null;
        oldest = (oldest + 1) % elements.length;
        size--;
        return element;
    }

    /**
     * Returns the element at a place in the queue.
     *
     * @param index 0 for the oldest element, 1 for the one after it
     * @return the element at {@code index}
     * @throws IndexOutOfBoundsException if {@code index} is negative, or not less than the size
     */
    public E get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("index " + index + " in a buffer of " + size);
        }
        return at((oldest + index) % elements.length);
    }

    /**
     * Returns the oldest element and leaves it where it is.
     *
     * @return the element that was added first, or {@code null} if the buffer is empty
     */
    public E first() {
        return at(oldest);
    }

    /**
     * Returns the newest element and leaves it where it is.
     *
     * @return the element that was added last, or {@code null} if the buffer is empty
     */
    public E last() {
        return size == 0 ? null : at((oldest + size - 1) % elements.length);
    }

    /**
     * Counts the elements.
     *
     * @return the number of elements, from 0 to the capacity
     */
    public int size() {
        return size;
    }

    /**
     * Tells whether the next new element will push the oldest one out.
     *
     * @return {@code true} if there is no room left
     */
    public boolean isFull() {
        return size == elements.length;
    }

    /**
     * Tells whether an element is in the buffer.
     *
     * @param element the element to look for, may be {@code null}
     * @return {@code true} if an element of the buffer equals {@code element}
     */
    public boolean contains(Object element) {
        return toList().contains(element);
    }

    /** Forgets all elements. */
    public void clear() {
        while (size > 0) {
            remove();
        }
    }

    /**
     * Copies the elements, the oldest one first.
     *
     * @return a new list, which later changes of the buffer do not touch
     */
    public List<E> toList() {
        List<E> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(get(i));
        }
        return list;
    }

    @SuppressWarnings("unchecked")
    private E at(int slot) {
        return (E) elements[slot];
    }
}
