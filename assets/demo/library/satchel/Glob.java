package satchel;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern for names, as shells have it.
 *
 * <p>A question mark stands for one character, a star for any number of them, a backslash takes the
 * meaning from the character after it.</p>
 */
public final class Glob {

    private final String pattern;

    /**
     * Creates a glob.
     *
     * @param pattern the pattern, for example {@code "*.txt"} or {@code "page-??"}
     * @throws NullPointerException if {@code pattern} is {@code null}
     * @throws FormatException if {@code pattern} ends with a backslash that stands before nothing
     */
    public Glob(String pattern) {
        int backslashes = 0;
        while (backslashes < pattern.length()
                && pattern.charAt(pattern.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        if (backslashes % 2 == 1) {
            throw new FormatException("nothing after the last backslash: " + pattern);
        }
        this.pattern = pattern;
    }

    /**
     * Returns a pattern that matches a text and nothing else.
     *
     * @param text the text to match
     * @return {@code text} with a backslash before every star, question mark and backslash
     * @throws NullPointerException if {@code text} is {@code null}
     */
    public static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            if (c == '*' || c == '?' || c == '\\') {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        return escaped.toString();
    }

    /**
     * Tells whether a whole name matches this glob.
     *
     * <p>The glob {@code "a*"} matches {@code "a"} and {@code "abc"}, but not {@code "ba"}.</p>
     *
     * @param name the name to look at, may be {@code null}
     * @return {@code true} if {@code name} matches from its first to its last character;
     *     {@code false} if it is {@code null}
     */
    public boolean matches(String name) {
        return name != null && matches(0, name, 0);
    }

    /**
     * Picks the names that match this glob.
     *
     * @param names the names to look at
     * @return a new list of those that match, in the same order
     * @throws NullPointerException if {@code names} is {@code null}
     */
    public List<String> filter(List<String> names) {
        List<String> matching = new ArrayList<>();
        for (String name : names) {
            if (matches(name)) {
                matching.add(name);
            }
        }
        return matching;
    }

    /**
     * Tells whether this glob can match several names.
     *
     * @return {@code true} if a star or a question mark in the pattern has its meaning
     */
    public boolean hasWildcards() {
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '*' || c == '?') {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Glob other && pattern.equals(other.pattern);
    }

    @Override
    public int hashCode() {
        return pattern.hashCode();
    }

    /**
     * Returns the pattern.
     *
     * @return the pattern that this glob was made from
     */
    @Override
    public String toString() {
        return pattern;
    }

    private boolean matches(int p, String name, int n) {
        if (p == pattern.length()) {
            return n == name.length();
        }
        char c = pattern.charAt(p);
        if (c == '*') {
            for (int rest = n; rest <= name.length(); rest++) {
                if (matches(p + 1, name, rest)) {
                    return true;
                }
            }
            return false;
        }
        if (n == name.length()) {
            return false;
        }
        if (c == '?') {
            return matches(p + 1, name, n + 1);
        }
        int literal = c == '\\' ? p + 1 : p;
        return pattern.charAt(literal) == name.charAt(n) && matches(literal + 1, name, n + 1);
    }
}
