//! The focal method of a check that reads an object: the method that reads it, or the act before it.
//!
//! ```text
//! basket.add("pen");                      add: the act, which changes the object
//! assertEquals("[pen]", basket.show());   show: it presents the object
//! ```
//!
//! A language tells how a method observes its object ([`Observation`]), what a call before does to it
//! ([`Effect`]), and what else it knows of both ([`Clues`]); [`is_about_act`] decides for all of them, in
//! this order:
//!
//! 1. The test says itself what is the act, by a comment (`// Act`, `# When`): [`marked_act`].
//! 2. The name of the test has the name of only one of both, or its words in another order.
//! 3. What changed the object is the act. What only made it is the act of a check that presents it or looks
//!    up a part of it, of a test of the act's class, and of a check that a blank line parts from it.

use std::ops::Range;

/// The number of statements, or calls, before a check that are looked at for what they do to an object, from
/// the last one on.
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
    /// It returns the object as a part of another one, which it only observes.
    Finds,
    /// It puts what it is given into the object, and does nothing else.
    Stores,
    /// It changes the object.
    Changes,
}

/// The facts of an act and the observer behind it that a language knows, beside their names and what they do.
/// Without any, both are alike.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact")]
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Clues {
    /// The observer is given something that says more than which part of the object it reads.
    pub is_asked: bool,
    /// The observer only looks up a part of its object.
    pub is_lookup: bool,
    /// The act is of the class that the test is named after, and the observer is not.
    pub is_of_subject: bool,
    /// A blank line, or a comment, is between the act and the check.
    pub is_apart: bool,
}

/// A function by its name, and the test that calls it by its words.
pub(crate) struct Named<'n> {
    pub name: &'n str,
    pub test: &'n [String],
}

impl Named<'_> {
    /// Returns true if the test is named for the function: `testRemovesTheLast` for `remove`.
    pub(crate) fn is_in_test(&self) -> bool {
        self.place_in_test().is_some()
    }

    /// Returns the number of words of the function's name if the test's name has all of them in a row:
    /// 2 of `addAll` in `testAddAllKeepsOrder`, and in `testAddingAllAtOnce`. A word that joins others, `of`, names a function
    /// only at the beginning.
    pub(crate) fn whole_in_test(&self) -> Option<usize> {
        let name = words(self.name);
        let first = self.test.iter().find(|word| !matches!(&***word, "test" | "should"));
        let is_joining =
            name.len() == 1 && first != name.first() && JOINING.split(' ').any(|word| name[0] == word);
        let is_whole = name.split_first().is_some_and(|(verb, rest)| {
            // `pushing back` speaks of the function as a thing; `pushes back` may be what another one does.
            self.test.windows(name.len()).any(|part| {
                let word = &part[0];
                let is_thing = word.ends_with("ing") || word.ends_with("ed");
                let is_verb = word == verb || is_thing && !rest.is_empty() && is_form_of(word, verb);
                is_verb && part[1..] == *rest
            })
        });
        Some(name.len()).filter(|_| is_whole && !is_joining)
    }

    /// Returns true if the test's name has all words of the function's, two or more, near each other in any order:
    /// `openTasks` in `listsTasksThatAreOpen`.
    fn has_all_words_in_test(&self) -> bool {
        let name = words(self.name);
        let core = match &name[..] {
            [first, rest @ ..] if is_auxiliary(first) => rest,
            all => all,
        };
        let length = (core.len() + MOST_BETWEEN).min(self.test.len());
        core.len() > 1
            && self
                .test
                .windows(length.max(1))
                .any(|near| core.iter().all(|word| near.iter().any(|own| is_form_of(own, word))))
    }

    /// Returns true if the test speaks of the function: by its name, or by the verb with which that begins, as
    /// `testJoinedPagesAreKept` of `joinAll`.
    fn is_spoken_of(&self) -> bool {
        let name = words(self.name);
        let verb = name.first().filter(|verb| !JOINING.split(' ').any(|word| word == *verb));
        let is_verb = verb.is_some_and(|verb| self.test.iter().any(|own| is_form_of(own, verb)));
        is_verb || self.is_in_test()
    }

    /// Returns the place of the function's name among the words of the test: 1 of `remove` in `testRemovesTheLast`. A word
    /// that joins others names a function only at the beginning, as in [`Named::whole_in_test`].
    fn place_in_test(&self) -> Option<usize> {
        let name = words(self.name);
        let first = self.test.iter().find(|word| !matches!(&***word, "test" | "should"));
        if name.len() == 1 && first != name.first() && PREPOSITIONS.contains(&&*name[0]) {
            return None;
        }
        // In small letters, its words can't be told apart.
        let joined = [name.concat()];
        let core = name.split_first().filter(|(first, rest)| !rest.is_empty() && is_auxiliary(first));
        let of_operator = OPERATORS.iter().find(|(operator, _)| *operator == self.name);
        let by_name = [Some(&*name), Some(&joined[..]), core.map(|(_, rest)| rest)];
        let by_operator = of_operator.into_iter().flat_map(|(_, names)| names.split(' '));
        { by_name }
            .into_iter()
            .flatten()
            .find_map(|name| place(self.test, name))
            .or_else(|| { by_operator }.find_map(|name| place(self.test, &[name.to_owned()])))
    }
}

/// The number of words that may be between those of a function's name in the name of a test, as of `that are`.
const MOST_BETWEEN: usize = 2;

/// Words that join others in the name of a test.
const JOINING: &str =
    "a all and any as at by do for from get has if in is it not of on or set test that the then to when with";

/// Those of them that no test means as the name of a function.
const PREPOSITIONS: [&str; 15] =
    ["of", "to", "from", "with", "by", "in", "on", "at", "for", "and", "or", "is", "as", "no", "not"];

/// Returns true if a name has another one and maybe more words: `addAll` has `add`.
pub(crate) fn extends(name: &str, other: &str) -> bool {
    let (name, other) = (words(name), words(other));
    !other.is_empty() && name.windows(other.len()).any(|part| part == other)
}

/// Returns true for a test of a generator, by the name of its class or because its own tells nothing: `test`,
/// `test12`. It calls a method to check that method, whatever it did before.
pub(crate) fn is_generated(class: &str, test: &str) -> bool {
    let of_generator = ["_ESTest", "RegressionTest"].iter().any(|name| class.contains(name));
    of_generator
        || words(test).iter().all(|word| word == "test" || word.bytes().all(|letter| letter.is_ascii_digit()))
}

/// Returns true if a check through a method that observes an object is about the act before it.
pub(crate) fn is_about_act(
    observation: Observation,
    observer: &Named<'_>,
    act: &Named<'_>,
    effect: Effect,
    clues: Clues,
) -> bool {
    if observation == Observation::Reads {
        return true;
    }
    let presents = observation == Observation::Presents;
    match (act.place_in_test(), observer.place_in_test()) {
        // A method that is given something may act as well: the first one that the test names.
        (Some(act), Some(observer)) if clues.is_asked => act <= observer,
        (Some(_), _) => true,
        (None, Some(_)) => false,
        (None, None) if observer.has_all_words_in_test() && !act.has_all_words_in_test() => false,
        (None, None) => match effect {
            Effect::Creates | Effect::Finds => false,
            Effect::Changes => presents || clues.is_of_subject || !clues.is_asked,
            Effect::Makes if clues.is_asked => clues.is_of_subject || presents,
            Effect::Makes => presents || clues.is_of_subject || clues.is_apart || clues.is_lookup,
            Effect::Stores => presents,
        },
    }
}

/// Returns true if a test is about what made the only thing that another function is given, as a reader what a writer wrote:
/// it speaks of the maker alone. The word that `to_text` and `from_text` have in common speaks of neither.
pub(crate) fn is_read_back(maker: &Named<'_>, reader: &Named<'_>) -> bool {
    let (there, back) = (words(maker.name), words(reader.name));
    let are_one_way_and_back = there.first().is_some_and(|first| first == "to")
        && back.first().is_some_and(|first| first == "from")
        && there[1..] == back[1..];
    if are_one_way_and_back {
        return maker.whole_in_test().is_some();
    }
    maker.is_spoken_of() && !reader.is_spoken_of()
}

/// The words of comments that part a test: what it arranges, does and checks.
const ARRANGES: [&str; 5] = ["arrange", "given", "setup", "set", "up"];
const ACTS: [&str; 4] = ["act", "when", "exercise", "action"];
const CHECKS: [&str; 6] = ["assert", "then", "verify", "check", "expect", "assertions"];

/// A comment on a line of its own.
struct Comment {
    row: usize,
    /// The words at its beginning that part a test.
    parts: Vec<String>,
    /// True if it says nothing else, or says it behind a colon or dash.
    is_title: bool,
}

impl Comment {
    /// Reads the comment that a line of a test is, if it parts the test.
    fn of(row: usize, line: &str) -> Option<Comment> {
        let line = line.trim();
        let text = ["//", "/*", "#"].iter().find_map(|start| line.strip_prefix(start))?;
        let text = text
            .trim_start_matches(['/', '*', '#', '-', '=', ' '])
            .trim_end_matches(['*', '/', '-', '=', ' ']);
        let all = words(text);
        let parts = all.iter().take_while(|word| {
            let mut known = [&ARRANGES[..], &ACTS, &CHECKS].into_iter();
            known.any(|known| known.contains(&word.as_str())) || *word == "and"
        });
        let parts: Vec<String> = parts.cloned().collect();
        let last = parts.last()?;
        let end = text.to_lowercase().find(&**last).map_or(0, |at| at + last.len());
        let rest = text.get(end..).unwrap_or("").trim_start();
        let is_title = parts.len() == all.len() || rest.starts_with([':', '-', '–', '—']);
        Some(Comment { row, parts, is_title })
    }

    fn has(&self, words: &[&str]) -> bool {
        self.parts.iter().any(|part| words.contains(&&**part))
    }
}

/// Returns the lines of a test, from 0 and before a line, that its own comments call the act: those behind
/// `// Act` or `# When`.
pub(crate) fn marked_act(test: &str, end: usize) -> Option<Range<usize>> {
    let comments: Vec<Comment> =
        test.lines().enumerate().filter_map(|(row, line)| Comment::of(row, line)).collect();
    let mut found: Option<Range<usize>> = None;
    for comment in comments.iter().take_while(|comment| comment.row < end) {
        // A sentence may begin with `when`: other comments say that it parts the test.
        let is_part = comment.is_title
            || comments
                .iter()
                .any(|other| other.row != comment.row && (other.has(&ARRANGES) || other.has(&CHECKS)));
        if !is_part {
            continue;
        }
        if comment.has(&CHECKS) {
            // Of `Act and assert`, the check itself says which call is meant.
            found = found.filter(|_| !comment.has(&ACTS)).map(|act| act.start..act.end.min(comment.row));
        } else if comment.has(&ACTS) {
            found = Some(comment.row + 1..end);
        } else {
            found = None;
        }
    }
    found
}

/// The methods that are called by operators, or by libraries, with other words for them.
const OPERATORS: [(&str, &str); 39] = [
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
    ("__add__", "add addition plus sum concat concatenate concatenation"),
    ("__sub__", "sub subtract minus difference"),
    ("__mul__", "mul multiply times"),
    ("__truediv__", "truediv div divide division"),
    ("__call__", "call callable"),
    ("__le__", "le less order ordering compare"),
    ("__gt__", "gt greater order ordering compare"),
    ("__ge__", "ge greater order ordering compare"),
    ("__invert__", "invert inversion not negate negation negated"),
    ("__neg__", "neg negate negation negative"),
    ("__and__", "and intersection"),
    ("__or__", "or union"),
    ("__xor__", "xor"),
    ("__mod__", "mod modulo remainder"),
    ("__floordiv__", "floordiv div divide division"),
    ("__pow__", "pow power"),
    ("__matmul__", "matmul"),
    ("__lshift__", "lshift shift"),
    ("__rshift__", "rshift shift"),
    ("__enter__", "enter context"),
    ("__exit__", "exit context"),
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

/// Returns true for the name of a method that writes its object as a text or as plain data: `toString`,
/// `as_text`, `render`, `__repr__`.
pub(crate) fn presents(name: &str) -> bool {
    let words = words(name);
    let is_one_of = |all: &str, word: &String| all.split(' ').any(|known| known == word);
    words.first().is_some_and(|first| is_one_of(PRESENTING, first))
        || words.iter().any(|word| is_one_of(PRESENTED, word))
}

/// Returns true for the name of a method that says what an object is written as, whatever it is given: `toString`, `as_text`.
pub(crate) fn is_text(name: &str) -> bool {
    words(name).iter().any(|word| PRESENTED.split_whitespace().any(|known| known == word))
}

/// Words with which names of methods begin that read a part of an object.
const LOOKING_UP: &str = "get has is contains getitem getlist getall peek at find lookup count index level depth height parent child children \
    value values key entry item element first last size length";

/// Returns true for the name of a method that reads a part of an object by what it is given: `getItem`,
/// `contains`, `has_key`.
pub(crate) fn looks_up(name: &str) -> bool {
    let words = words(name);
    // An iterator counts what it gave.
    let is_of_iterator = name == "hasNext";
    !is_of_iterator
        && words.first().is_some_and(|first| LOOKING_UP.split_whitespace().any(|known| known == first))
}

/// Words with which names of methods begin that pick a part of an object.
const PICKING: &str = "pick select choose expect next previous";

/// Returns true for the name of a method that gives a part of an object: it only arranges what is done to that part, or
/// looked at of it.
pub(crate) fn picks(name: &str) -> bool {
    let words = words(name);
    looks_up(name) || words.first().is_some_and(|first| PICKING.split(' ').any(|known| known == first))
}

/// Returns true for the name of a method that compares its object with another: `equals`, `isSameAs`, `similar`.
pub(crate) fn compares(name: &str) -> bool {
    words(name).iter().any(|word| matches!(&**word, "equals" | "equal" | "similar" | "same" | "identical"))
}

/// Returns the words of a test without those that together name a class: of `lru`, `cache`, `drops` for
/// `LRUCache` only `drops`. A name of one word may be the name of a method as well.
pub(crate) fn without_class(test: &[String], class: &str) -> Vec<String> {
    let class = words(class);
    let at = test.windows(class.len().max(1)).position(|part| class.len() > 1 && part == class);
    match at {
        Some(at) => [&test[..at], &test[at + class.len()..]].concat(),
        None => test.to_vec(),
    }
}

/// Returns true for the class of tests that is named after a method alone, or after it and its class: `TestFromText`,
/// `TestBasketAdd`.
pub(crate) fn is_class_of(tests: &str, class: &str, method: &str) -> bool {
    let (class, method) = (words(class), words(method));
    let mut tests: Vec<String> =
        words(tests).into_iter().filter(|word| !matches!(&**word, "test" | "tests")).collect();
    if tests.len() > class.len() && tests.starts_with(&class) {
        tests.drain(..class.len());
    }
    !method.is_empty() && tests == method && class != method
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

/// Returns the place at which words have these ones in a row, the last of them in any form: `removes`,
/// `removed`, `removing` are `remove`.
fn place(all: &[String], wanted: &[String]) -> Option<usize> {
    let (last, before) = wanted.split_last()?;
    all.windows(wanted.len())
        .position(|part| part[..before.len()] == *before && is_form_of(&part[before.len()], last))
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
    fn the_whole_name_of_a_function_stands_in_that_of_its_test() {
        let whole = |name: &str, test: &str| Named { name, test: &words(test) }.whole_in_test();
        assert_eq!(whole("addAll", "testAddAllKeepsOrder"), Some(2));
        assert_eq!(whole("add_all", "test_adding_all"), Some(2));
        assert_eq!((whole("add_all", "test_adds_all"), whole("add", "test_adding_all")), (None, None));
        assert_eq!((whole("of", "testPartOfAll"), whole("of", "of_parsesPens")), (None, Some(1)));
        assert!(extends("addAll", "add") && !extends("add", "addAll"));
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
            is_about_act(observation, &named("mean"), &named("add"), effect, Clues::default())
        };
        assert!(decided(Reads, Makes, "test_mean"), "a field is what the act made of it");
        assert!(decided(Computes, Changes, "test_nothing"));
        assert!(decided(Computes, Stores, "test_add"));
        assert!(!decided(Computes, Stores, "test_nothing"), "it only arranges");
        assert!(!decided(Computes, Changes, "test_mean"));
        assert!(decided(Computes, Changes, "test_mean_after_add"));
        assert!(decided(Presents, Makes, "test_nothing"));
        let sums = |effect, act: &str, test: &str| {
            let test = words(test);
            let named = |name| Named { name, test: &test };
            is_about_act(Computes, &named("sheetsLeft"), &named(act), effect, Clues::default())
        };
        assert!(!sums(Changes, "use", "testCountsLeftSheets"), "its words in another order");
        assert!(!sums(Changes, "use", "testCountsSheetsThatAreLeft"));
        assert!(sums(Changes, "use", "testUsesLeftSheets") && sums(Changes, "use", "testSheets"));
        assert!(sums(Changes, "use", "testLeftPagesAreNotCountedWithSheets"), "too far from each other");
        assert!(!decided(Presents, Creates, "test_nothing"), "nothing acted");
    }

    #[test]
    fn what_is_read_back_is_tested_if_the_test_speaks_of_it_alone() {
        let is_read_back = |test: &str| {
            let test = words(test);
            let named = |name| Named { name, test: &test };
            is_read_back(&named("joinPages"), &named("parse"))
        };
        assert!(is_read_back("testJoinedSheetsAreKept") && is_read_back("joins"));
        assert!(!is_read_back("testParsesJoinedSheets") && !is_read_back("testSheets"));
    }

    #[test]
    fn clues_decide_where_no_name_does() {
        use Effect::{Changes, Creates, Finds, Makes, Stores};
        use Observation::Computes;
        let decided = |effect, clues, test: &str| {
            let test = words(test);
            let named = |name| Named { name, test: &test };
            is_about_act(Computes, &named("mean"), &named("add"), effect, clues)
        };
        let asked = Clues { is_asked: true, ..Clues::default() };
        let apart = Clues { is_apart: true, ..Clues::default() };
        let lookup = Clues { is_lookup: true, ..Clues::default() };
        assert!(decided(Makes, lookup, "test_nothing") && !decided(Makes, lookup, "test_mean"));
        let subject = Clues { is_of_subject: true, ..Clues::default() };
        assert!(decided(Makes, apart, "test_nothing") && decided(Makes, subject, "test_nothing"));
        assert!(!decided(Makes, apart, "test_mean") && !decided(Makes, subject, "test_mean"));
        assert!(!decided(Finds, apart, "test_nothing") && decided(Finds, apart, "test_add"));
        assert!(!decided(Creates, subject, "test_nothing") && !decided(Stores, apart, "test_nothing"));
        assert!(!decided(Changes, asked, "test_nothing") && decided(Changes, asked, "test_add_changes_mean"));
        assert!(!decided(Changes, asked, "test_mean_of_what_is_added"), "the first name");
    }

    #[test]
    fn comments_say_what_is_the_act() {
        let marked = |test: &str| marked_act(test, test.lines().count() - 1);
        for (test, act) in [
            ("{\n// Arrange\na();\n// Act\nb();\n// Assert\nc();", Some(4..5)),
            ("{\n# Given\na()\n# When\nb()\nc()", Some(4..5)),
            ("{\n// given: a pen\na();\n// when: it draws\nb();\n\nc();", Some(4..6)),
            ("{\n// Given a pen\na();\n// When it draws\nb();\n// Then it is dry\nc();", Some(4..5)),
            ("{\n# Arrange / Act\na()\n# Assert\nc()", Some(2..3)),
            ("{\n// Act\na();\n// Assert\nb();\n// Act\nc();\n// Assert\nd();", Some(6..7)),
            ("{\n// Arrange\na();\n// Act & Assert\nb();\nc();", None),
            ("{\n// Act\na();\n// Arrange\nb();\nc();", None),
            ("{\n// when it is dry, it stops\na();\nb();", None),
            ("{\na();\nb();", None),
        ] {
            assert_eq!(marked(test), act, "{test}");
        }
    }

    #[test]
    fn the_name_of_a_class_is_none_of_a_method() {
        let test = words("lruCacheDropsTheOldest");
        assert_eq!(without_class(&test, "LRUCache"), words("dropsTheOldest"));
        assert_eq!(without_class(&words("readsAll"), "Read"), words("readsAll"));
    }
}
