package maker;

/**
 * What is predicted for a test.
 *
 * @param expectsException whether the test is expected to throw
 * @param assertion the assertion without its semicolon; empty if none is predicted
 */
record Oracle(boolean expectsException, String assertion) { }
