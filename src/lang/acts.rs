//! The focal method of a check that reads an object: the method that reads it, or the act before it.
//!
//! ```text
//! basket.add("pen");                      add: the act, which changes the object
//! assertEquals("[pen]", basket.show());   show: it presents the object
//! ```
//!
//! A language tells how a method observes its object ([`Observation`]) and what a call before does to it ([`Effect`]); [`is_about_act`]
//! decides for all of them. The name of the test decides between the two where it has only one of their names.

/// The number of statements, or calls, before a check that are looked at for what they do to an object, from the last one on.
pub(crate) const MOST_BEFORE: usize = 200;

/// The way in which a method tells of its object, which it does not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Observation {
    /// It returns a field as it is, copied or counted.
    Reads,
    /// It writes the object as a text or as plain data.
    Presents,
    /// It computes something of the object.
    Computes,
}

/// The effect of a call on the object that is observed behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It only creates the object, as a function of its class that stands for a constructor, or sets one of its fields.
    Creates,
    /// It returns the object.
    Makes,
    /// It puts what it is given into the object, and does nothing else.
    Stores,
    /// It changes the object.
    Changes,
}

/// A function by its name, and the test that calls it by its words.
pub(crate) struct Named<'n> {
    pub name: &'n str,
    pub test: &'n [String],
}

impl Named<'_> {
    /// Returns true if the test is named for the function: `testRemovesTheLast` for `remove`.
    pub(crate) fn is_in_test(&self) -> bool {
        let name = words(self.name);
        // In small letters, its words can't be told apart.
        let joined = [name.concat()];
        let core = name.split_first().filter(|(first, rest)| !rest.is_empty() && is_auxiliary(first));
        let of_operator = OPERATORS.iter().find(|(operator, _)| *operator == self.name);
        [Some(&*name), Some(&joined[..]), core.map(|(_, rest)| rest)]
            .into_iter()
            .flatten()
            .any(|name| has(self.test, name))
            || of_operator
                .is_some_and(|(_, names)| names.split(' ').any(|name| has(self.test, &[name.to_owned()])))
    }
}

/// Returns true for a test of a generator, by the name of its class or because its own tells nothing: `test`, `test12`. It calls a method
/// to check that method, whatever it did before.
pub(crate) fn is_generated(class: &str, test: &str) -> bool {
    let of_generator = ["_ESTest", "RegressionTest"].iter().any(|name| class.contains(name));
    let is_nameless = |word: &String| word == "test" || word.bytes().all(|letter| letter.is_ascii_digit());
    of_generator || words(test).iter().all(is_nameless)
}

/// Returns true if a check through a method that observes an object is about the act before it.
pub(crate) fn is_about_act(
    observation: Observation,
    observer: &Named<'_>,
    act: &Named<'_>,
    effect: Effect,
) -> bool {
    match observation {
        Observation::Reads => true,
        _ if act.is_in_test() => true,
        _ if observer.is_in_test() || effect == Effect::Creates => false,
        Observation::Presents => true,
        Observation::Computes => effect == Effect::Changes,
    }
}

/// The methods that are called by operators, or by libraries, with other words for them.
const OPERATORS: [(&str, &str); 23] = [
    ("equals", "equal equality"),
    ("hashCode", "hash hashing"),
    ("compareTo", "compare comparison comparable order ordering"),
    ("toString", "string"),
    ("__str__", "str string text"),
    ("__repr__", "repr representation"),
    ("__len__", "len length size"),
    ("__contains__", "contains contain in"),
    ("__getitem__", "getitem index indexing slice slicing subscript"),
    ("__setitem__", "setitem assign assignment"),
    ("__delitem__", "delitem delete del"),
    ("__iter__", "iter iterate iteration iterable"),
    ("__next__", "next"),
    ("__eq__", "eq equal equals equality"),
    ("__ne__", "ne equal unequal equality inequality"),
    ("__lt__", "lt less order ordering compare"),
    ("__hash__", "hash hashable hashing"),
    ("__bool__", "bool truth truthy falsy"),
    ("__add__", "add plus sum concat"),
    ("__sub__", "sub subtract minus difference"),
    ("__mul__", "mul multiply times"),
    ("__truediv__", "truediv div divide division"),
    ("__call__", "call callable"),
];

/// Words before the name of what a method gives.
fn is_auxiliary(word: &str) -> bool {
    matches!(word, "get" | "is" | "has" | "to" | "as" | "do" | "compute" | "calculate")
}

/// The words of names of methods that write an object as a text or as plain data.
const PRESENTED: &str = "str string text json xml html yaml toml csv repr url uri href dict bytes markdown sql tostr tostring geturl getvalue \
    asdict astuple todict tolist tojson tuple array";

/// Words with which names of such methods begin.
const PRESENTING: &str =
    "to as render format print dump dumps serialize encode describe display show stringify unparse export";

/// Returns true for the name of a method that writes its object as a text or as plain data: `toString`, `as_text`, `render`, `__repr__`.
pub(crate) fn presents(name: &str) -> bool {
    let words = words(name);
    let is_one_of = |all: &str, word: &String| all.split(' ').any(|known| known == word);
    words.first().is_some_and(|first| is_one_of(PRESENTING, first))
        || words.iter().any(|word| is_one_of(PRESENTED, word))
}

/// Returns true for the name of a method that reads a part of an object by what it is given: `getItem`, `contains`, `has_key`.
pub(crate) fn looks_up(name: &str) -> bool {
    let words = words(name);
    words.first().is_some_and(|first| {
        matches!(&**first, "get" | "has" | "contains" | "getitem" | "getlist" | "getall" | "peek" | "at")
    })
}

/// Returns the words of a name, in small letters: of `addAll_now2` `add`, `all`, `now`, `2`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = ' ';
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_alphanumeric() {
            let is_followed_by_small = letters.peek().is_some_and(|next| next.is_lowercase());
            let begins = !last.is_alphanumeric()
                || letter.is_uppercase() && (!last.is_uppercase() || is_followed_by_small)
                || letter.is_ascii_digit() != last.is_ascii_digit();
            if begins {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(letter.to_lowercase());
            }
        }
        last = letter;
    }
    words
}

/// Returns true if words have these ones in a row, the last of them in any form: `removes`, `removed`, `removing` are `remove`.
fn has(all: &[String], wanted: &[String]) -> bool {
    let Some((last, before)) = wanted.split_last() else { return false };
    all.windows(wanted.len())
        .any(|part| part[..before.len()] == *before && is_form_of(&part[before.len()], last))
}

fn is_form_of(word: &str, name: &str) -> bool {
    let Some(rest) = word.strip_prefix(name) else {
        // `removing` of `remove`, `copies` of `copy`
        let stem = name.strip_suffix(['e', 'y']).filter(|stem| stem.len() > 1);
        let rest = stem.and_then(|stem| word.strip_prefix(stem));
        return matches!(rest, Some("ing" | "ies" | "ied"));
    };
    let doubled = name.chars().last().and_then(|last| rest.strip_prefix(last)).unwrap_or("");
    name.len() > 1 && matches!(rest, "" | "s" | "es" | "d" | "ed" | "ing")
        || matches!(doubled, "ed" | "ing")
        || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_named_for_a_function_in_any_form() {
        let is_named = |name: &str, test: &str| Named { name, test: &words(test) }.is_in_test();
        for (name, test) in [
            ("remove", "testRemovesTheLast"),
            ("remove", "removing a pen"),
            ("drop", "test_dropped_pens"),
            ("copy", "it copies everything"),
            ("getTotal", "testTotalOfNothing"),
            ("as_text", "test_text"),
            ("addAll", "addAllKeepsOrder"),
            ("__truediv__", "test_truediv"),
            ("__len__", "test_length"),
            ("toJSON", "toJSON of a pen"),
            ("toJSON", "tojson of a pen"),
            ("equals", "test_equality"),
        ] {
            assert!(is_named(name, test), "{name} in {test}");
        }
        for (name, test) in
            [("add", "test_address"), ("set", "testSettings"), ("get", "test_target"), ("addAll", "testAdd")]
        {
            assert!(!is_named(name, test), "{name} in {test}");
        }
    }

    #[test]
    fn a_text_of_an_object_is_known_by_its_name() {
        for name in [
            "toString", "__repr__", "as_text", "render", "toJSON", "url", "to_dict", "getText", "tostr",
            "format",
        ] {
            assert!(presents(name), "{name}");
        }
        for name in ["total", "getSize", "restring", "is_empty", "track", "formats", "mean"] {
            assert!(!presents(name), "{name}");
        }
    }

    #[test]
    fn a_test_without_a_name_of_its_own_is_generated() {
        for (class, test) in
            [("Pen", "test"), ("PenTest", "test_12"), ("Pen_ESTest", "testDraws"), ("RegressionTest0", "a")]
        {
            assert!(is_generated(class, test), "{class} {test}");
        }
        assert!(!is_generated("PenTest", "testDraws"));
    }

    #[test]
    fn the_name_of_the_test_decides_between_act_and_observer() {
        use Effect::{Changes, Creates, Makes, Stores};
        use Observation::{Computes, Presents, Reads};
        let decided = |observation, effect, test: &str| {
            let test = words(test);
            let named = |name| Named { name, test: &test };
            is_about_act(observation, &named("mean"), &named("add"), effect)
        };
        assert!(decided(Reads, Makes, "test_mean"), "a field is what the act made of it");
        assert!(decided(Computes, Changes, "test_nothing"));
        assert!(decided(Computes, Stores, "test_add"));
        assert!(!decided(Computes, Stores, "test_nothing"), "it only arranges");
        assert!(!decided(Computes, Changes, "test_mean"));
        assert!(decided(Computes, Changes, "test_mean_after_add"));
        assert!(decided(Presents, Makes, "test_nothing"));
        assert!(!decided(Presents, Creates, "test_nothing"), "nothing acted");
    }
}
