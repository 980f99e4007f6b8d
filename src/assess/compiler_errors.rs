//! The messages of javac, sorted into labels as in Table 2 of `TestBench`.
//!
//! A pattern is a text in which `…` stands for one or more of any character; a message has to begin with it.

use super::Definition;

/// The patterns of the paper's package and the labels of the messages that fit them; an empty label is the
/// pattern itself.
#[rustfmt::skip]
const PATTERNS: [(&str, &str); 25] = [
    ("… has private access in …", "has private access in"),
    // javac leaves the name out for an anonymous class.
    (" has private access in …", "has private access in"),
    ("package … does not exist", "package does not exist"),
    ("cannot assign a value to final variable …", "cannot assign a value to final variable"),
    ("… is not public in …; cannot be accessed from outside package",
     "is not public in; cannot be accessed from outside package"),
    ("incompatible types: … cannot be converted to …", "incompatible types cannot be converted"),
    ("constructor … in class … cannot be applied to given types;",
     "constructor cannot be applied to given types"),
    ("cannot find symbol", ""),
    ("wrong number of type arguments; required …", "wrong number of type arguments"),
    ("local variables referenced from a lambda expression must be final or effectively final",
     "variables in lambda must be final or effectively final"),
    ("no suitable method found for …(…", "no suitable method found"),
    ("… is not abstract and does not override abstract method … in …",
     "class is not abstract and does not override abstract method"),
    ("unreported exception …; must be caught or declared to be thrown",
     "unreported exception must be caught or declared to be thrown"),
    ("method does not override or implement a method from a supertype", ""),
    ("class … is public, should be declared in a file named ….java",
     "class is public, should be declared in a file with the same name"),
    ("reference to … is ambiguous", "reference is ambiguous"),
    ("missing return statement", ""),
    ("static import only from classes and interfaces", ""),
    ("exception … is never thrown in body of corresponding try statement",
     "exception is never thrown in body of corresponding try statement"),
    ("cannot inherit from final …", "cannot inherit from final class"),
    ("incompatible types: possible lossy conversion from … to …",
     "incompatible types: possible lossy conversion"),
    ("lambda expressions are not supported in -source …",
     "lambda expressions not supported in source version"),
    ("method references are not supported in -source …", "method references not supported in source version"),
    ("non-static variable … cannot be referenced from a static context",
     "non-static variable cannot be referenced from a static context"),
    ("… is abstract; cannot be instantiated", "abstract class cannot be instantiated"),
];

/// Further patterns, so that names in messages don't become labels.
#[rustfmt::skip]
const MORE: [(&str, &str); 14] = [
    ("constructor … in enum … cannot be applied to given types;",
     "constructor cannot be applied to given types"),
    ("constructor … in record … cannot be applied to given types;",
     "constructor cannot be applied to given types"),
    ("method … in class … cannot be applied to given types;", "method cannot be applied to given types"),
    ("method … in interface … cannot be applied to given types;", "method cannot be applied to given types"),
    ("no suitable constructor found for …", "no suitable constructor found"),
    ("non-static method … cannot be referenced …",
     "non-static method cannot be referenced from a static context"),
    ("variable … is already defined in …", "variable is already defined"),
    ("incompatible types: …", "incompatible types"),
    ("variable … might not have been initialized", "variable might not have been initialized"),
    ("bad operand types …", "bad operand types"),
    ("array required, but … found", "array required"),
    ("… cannot be dereferenced", "cannot be dereferenced"),
    ("unreachable statement", ""),
    ("incomparable types: …", "incomparable types"),
];

/// Returns the label of a message; a message that fits no pattern is its own label.
pub(crate) fn label(message: &str, definition: Definition) -> &str {
    let more = if definition == Definition::Paper { &MORE[..] } else { &[] };
    let fitting = PATTERNS.iter().chain(more).find(|(pattern, _)| fits(message, pattern));
    match fitting {
        Some((pattern, "")) => pattern,
        Some((_, label)) => label,
        None => message,
    }
}

fn fits(message: &str, pattern: &str) -> bool {
    let mut pieces = pattern.split('…');
    let Some(mut rest) = pieces.next().and_then(|first| message.strip_prefix(first)) else { return false };
    // The leftmost place of each piece leaves most for those behind it.
    pieces.all(|piece| {
        let after = rest.chars().next().map(|gap| &rest[gap.len_utf8()..]);
        let found = after.and_then(|after| Some(&after[after.find(piece)? + piece.len()..]));
        rest = found.unwrap_or_default();
        found.is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_the_first_label_that_fits() {
        for (message, expected) in [
            (" has private access in Purse", "has private access in"),
            (
                "incompatible types: String cannot be converted to int",
                "incompatible types cannot be converted",
            ),
            (
                "incompatible types: possible lossy conversion from int to byte",
                "incompatible types: possible lossy conversion",
            ),
            ("no suitable method found for take(int,int)", "no suitable method found"),
            ("package  does not exist", "package  does not exist"),
            ("for-each not applicable to expression type", "for-each not applicable to expression type"),
        ] {
            assert_eq!(label(message, Definition::Package), expected, "{message}");
        }
        let message = "variable a is already defined in method b()";
        assert_eq!(label(message, Definition::Package), message);
        assert_eq!(label(message, Definition::Paper), "variable is already defined");
        assert_eq!(
            label("incompatible types: bad return type in lambda", Definition::Paper),
            "incompatible types"
        );
        assert_eq!(label("über", Definition::Paper), "über");
    }
}
