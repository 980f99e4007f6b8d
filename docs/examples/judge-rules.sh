#!/bin/sh
# A judge of rules for `fossick judge`: it reads a prompt and answers by three rules, without any model.
failure=$(cat)

answer() {
    printf '{"label": "%s", "reason": "%s"}\n' "$1" "$2"
    exit
}

case $failure in
*"- oracle: expects a throw"*)
    answer FP "The test expects an exception that the method did not throw." ;;
*"- oracle: expects no throw"*"Caused by: "*)
    answer unsure "The exception has a cause, which these rules can't judge." ;;
esac

case $failure in
*IndexOutOfBoundsException*|*NullPointerException*|*ArithmeticException*|*ClassCastException*|*NegativeArraySizeException*|*StackOverflowError*)
    case $failure in
    *"@throws"*) answer TP "An exception that looks like a slip, in a method that documents others." ;;
    *) answer unsure "An exception that looks like a slip, but the method documents none." ;;
    esac ;;
*"- oracle: expects a value"*)
    answer unsure "A value differs, and these rules can't compute it." ;;
esac
answer FP "The exception is one that a method throws on purpose."
