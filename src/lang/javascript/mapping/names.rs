//! The names by which a test says what it is about: words of its titles, forms of a function's name, and the module that its file is
//! named for.

use crate::lang::acts::{Named, words};

/// The words behind the name of a function that a title is about: `size is one`.
const BEHIND_NAME: &str = "should is are was returns gives reads counts tells shows reports can must will does has throws works with when after";

/// The words with which the condition of a title begins.
const CONDITIONS: &str = "when if with given for while without";

/// The words of a title before its verb.
const BEFORE_VERB: &str = "it should must can will does do not correctly properly also";

/// The words of titles that say how many there are of something.
const COUNTS: &str = "two three four five several many both all each every 2 3 4 5";

/// The nouns of titles for what an object calls back.
const CALLBACKS: &str = "handler listener callback subscriber watcher observer hook";

/// The words of names and titles that say in which order something is.
const ORDERING: &str = "sort sorts sorted sorting order orders ordered ordering alphabetical alphabetically ascending descending rank ranks ranked";

/// The words of a title that add nothing to what an object tells: `has a total`.
const TELLING: &str = "it should must can will has have gives returns reads tells shows reports computes calculates knows correct correctly right";

/// The verbs of titles before what is changed.
const CHANGING: &str =
    "set sets reset resets update updates clear clears mark marks toggle toggles change changes";

/// The first words of names of functions that end what an object does, so that nothing of it is left behind a test.
const TIDYING: &str = "stop close end destroy dispose unsubscribe restore shutdown disconnect teardown";

/// The words of names of functions that compare, and those that say what and how.
const COMPARING: &str = "equals equal eq same identical equivalent";
const COMPARED: &str = "is are deep deeply shallow strict strictly loose loosely array arrays list lists object objects set sets map maps json \
    value values string strings text texts line lines row rows element elements 1 2 3 d";

/// The first words of names of functions that set what others of the same name give, and of those.
const SETTING: &str =
    "set add put remove delete clear insert append push update change assign unset reset with";
const GETTING: &str = "get is has";

/// The first words of names of helpers that check something.
const CHECKING: &str = "assert expect check verify ensure test should";

/// Returns the name of a function as a title has it: of `removeAsync` `remove`, which tells it from another one only in code.
pub(super) fn spoken(name: &str) -> &str {
    ["Async", "Sync"]
        .iter()
        .find_map(|end| name.strip_suffix(end))
        .filter(|own| !own.is_empty())
        .unwrap_or(name)
}

/// Returns true if a test is named for a function, in any form of its name: `sorts` for `sorted`.
pub(super) fn is_named_for(name: &str, test: &[String]) -> bool {
    let stem = name.strip_suffix("ed").filter(|stem| stem.len() > 2);
    [Some(name), Some(spoken(name)), stem].into_iter().flatten().any(|name| Named { name, test }.is_in_test())
}

/// Returns true if a title says a function's name as that, not as a word of its sentence: the title is the name or begins with it, or
/// the name has several words, `getInk`.
pub(super) fn is_said(name: &str, title: &str) -> bool {
    if words(name).len() > 1 {
        return has_word(title, name);
    }
    is_all(name, title) || {
        let rest = title.trim_start_matches(DECORATION).strip_prefix(name).map(str::trim_start);
        rest.is_some_and(|rest| {
            let next = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
            !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') || is_one_of(next, BEHIND_NAME)
        })
    }
}

/// Returns true if a title is evidence that a test is about a function, in any form of its name: it says the name, begins with it, has
/// all words of a longer one, or tells what is so afterwards, `is empty after a full drain`. Another word within a sentence, `when option
/// is given`, may be a noun as well.
pub(super) fn is_evident(name: &str, title: &str) -> bool {
    let mut test = words(title);
    test.retain(|word| !is_one_of(word, "a an the its"));
    let own = words(spoken(name));
    let length = own.len();
    // `apply two vouchers` is what `applyVoucher` does.
    let uncounted: Vec<String> = test.iter().filter(|word| !is_one_of(word, COUNTS)).cloned().collect();
    let has_all = length > 1
        && test.windows(length).chain(uncounted.windows(length)).any(|part| {
            let mut words = own.iter().zip(part);
            words.all(|(own, word)| is_named_for(own, std::slice::from_ref(word)))
        });
    let from = |start: usize, most: usize| &test[start..(start + most).min(test.len())];
    let verb = test.iter().take_while(|word| is_one_of(word, BEFORE_VERB)).count();
    let is_afterwards = test.iter().enumerate().any(|(at, word)| match &**word {
        "after" => is_named_for(name, from(at + 1, length + 2)),
        "on" => is_named_for(name, from(at + 1, length)),
        _ => false,
    });
    is_said(name, title) || has_all || length == 1 && is_named_for(name, from(verb, length)) || is_afterwards
}

/// Returns true if a title begins with a function's name, in any form, before or behind its verb: `adds twice`, `should add`.
pub(super) fn begins(name: &str, title: &str) -> bool {
    let mut test = words(title);
    test.retain(|word| !is_one_of(word, "a an the its"));
    let verb = test.iter().take_while(|word| is_one_of(word, BEFORE_VERB)).count();
    let length = words(spoken(name)).len();
    let first = test.get(verb..verb + length);
    is_said(name, title) && !is_all(name, title) || first.is_some_and(|first| is_named_for(name, first))
}

/// Returns true if a title has a function's name as the kind of one callback: `a once handler`.
pub(super) fn is_adjective(name: &str, title: &str) -> bool {
    let (name, title) = (words(name), words(title));
    let mut places = (0..title.len()).filter(|at| title[*at..].starts_with(&name));
    places.any(|at| {
        let is_one = at > 0 && is_one_of(&title[at - 1], "a an the each every");
        is_one && title.get(at + name.len()).is_some_and(|next| is_one_of(next, CALLBACKS))
    })
}

/// Returns true if a title is about a class, with which it begins, and has the name of a member of it: `Pen#ink`, `Pen: ink and colour`.
pub(super) fn has_member(class: &str, member: &str, title: &str) -> bool {
    let rest = title.trim_start_matches(DECORATION).strip_prefix(class);
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric) && has_word(rest, member))
}

/// Returns the words of a title before its condition: what it is about, of `null move when the king is lost`.
pub(super) fn topic(title: &str) -> Vec<String> {
    words(title).into_iter().take_while(|word| !is_one_of(word, CONDITIONS)).collect()
}

/// Returns true if a title is a function's name, perhaps with its class and the signs of a call: `#size()`, `Pens.size`.
pub(super) fn is_all(name: &str, title: &str) -> bool {
    let title = title.trim().trim_end_matches(DECORATION);
    let own = title.rsplit(['.', '#', ':']).next().unwrap_or(title);
    let is_path = !title.contains(char::is_whitespace);
    is_path && own.trim_matches(DECORATION) == name
}

/// The signs around a name in a title.
const DECORATION: [char; 8] = ['#', '.', '`', '\'', '"', '(', ')', ' '];

/// Returns true for a name, or a title, that says in which order something is.
pub(super) fn says_order(title: &str) -> bool {
    words(title).iter().any(|word| is_one_of(word, ORDERING))
}

/// Returns true if a title says of an object that it tells something, by a name, and nothing else: `has a total`.
pub(super) fn only_tells_of(name: &str, title: &str) -> bool {
    let mut title = words(title);
    title.retain(|word| !is_one_of(word, "a an the its") && !is_one_of(word, TELLING));
    !title.is_empty() && title == words(spoken(name))
}

/// Returns true if a title says a getter's name as what it is about, and not as what something changes.
pub(super) fn is_told(name: &str, title: &str) -> bool {
    is_said(name, title) && !is_changed_in(name, title)
}

/// Returns true if a title has a name as what something does changes: `sets isDry`, `should reset the isDry state`.
fn is_changed_in(name: &str, title: &str) -> bool {
    let before = title.split(name).next().filter(|before| before.len() < title.len());
    let before = words(before.unwrap_or_default());
    let verb = before.iter().rfind(|word| !is_one_of(word, "the its an a"));
    verb.is_some_and(|verb| is_one_of(verb, CHANGING))
}

/// Returns true if a title says that something is, or is not, counted as what a name says or is left out of it: `not counted as revenue`.
pub(super) fn is_counted_in(name: &str, title: &str) -> bool {
    let name = words(name);
    let mut title = words(title);
    title.retain(|word| !is_one_of(word, "a an the its"));
    let mut places = (0..title.len()).filter(|at| title[*at..].starts_with(&name));
    places.any(|at| {
        title[..at].ends_with(&["as".to_owned()])
            || title[..at].ends_with(&["out".to_owned(), "of".to_owned()])
    })
}

/// Returns true for the names of a function that gives something and of one that sets the same: `getInk` and `setInk`, `tags` and `addTag`.
pub(super) fn are_pair(getter: &str, setter: &str) -> bool {
    let (getter, setter) = (words(getter), words(setter));
    let Some((_, set)) = setter.split_first().filter(|(first, _)| is_one_of(first, SETTING)) else {
        return false;
    };
    let given = match getter.split_first() {
        Some((first, rest)) if is_one_of(first, GETTING) && !rest.is_empty() => rest,
        _ => &getter[..],
    };
    let (Some((last_given, given)), Some((last_set, set))) = (given.split_last(), set.split_last()) else {
        return false;
    };
    let is_plural =
        |many: &str, one: &str| many.strip_prefix(one).is_some_and(|end| matches!(end, "" | "s" | "es"));
    given == set && (is_plural(last_given, last_set) || is_plural(last_set, last_given))
}

/// Returns true if a helper of the tests is named for a function: `assertNodeAt` for `nodeAt` and `findNodeAt`.
pub(super) fn is_helper_named_for(name: &str, helper: &str) -> bool {
    let (name, helper) = (words(name), words(helper));
    let rest = helper.split_first().filter(|(first, rest)| is_one_of(first, CHECKING) && !rest.is_empty());
    rest.is_some_and(|(_, rest)| rest == name || name.split_first().is_some_and(|(_, name)| rest == name))
}

/// Returns true for the name of a function that only compares two values, of whatever kind they are: `isEqual`, `array2DEquals`,
/// `sameJson`. One that has a meaning of its own says that: `isSameDay`.
pub(super) fn only_compares(name: &str) -> bool {
    let words = words(name);
    words.iter().any(|word| is_one_of(word, COMPARING))
        && words.iter().all(|word| is_one_of(word, COMPARING) || is_one_of(word, COMPARED))
}

/// Returns true for the name of a function that ends what an object does.
pub(super) fn is_tidying(name: &str) -> bool {
    words(name).first().is_some_and(|first| is_one_of(first, TIDYING))
}

fn is_one_of(word: &str, all: &str) -> bool {
    all.split_whitespace().any(|known| known == word)
}

/// Returns true if a text has a word.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            !text[..at].ends_with(is_of_word) && !text[at + word.len()..].starts_with(is_of_word)
        })
}

/// Returns the name of a file without its endings.
pub(super) fn stem_of(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

/// Returns the name of the module that a file of tests is named for: `purse` of `purse.test.ts`.
pub(super) fn tested_stem(path: &str) -> String {
    let stem = stem_of(path).to_lowercase();
    let ends = ["-test", "_test", "-spec", "_spec", "-tests"];
    ends.iter().find_map(|end| stem.strip_suffix(end)).unwrap_or(&stem).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_stand_between_the_words_of_a_name() {
        for (name, title, expected) in [
            ("applyVoucher", "apply two vouchers to an order", true),
            ("applyVoucher", "apply a voucher to both orders", true),
            ("applyVoucher", "apply nothing to two vouchers", false),
            ("applyBothVouchers", "apply both vouchers", true),
        ] {
            assert_eq!(is_evident(name, title), expected, "{name}: {title}");
        }
    }

    #[test]
    fn a_title_may_say_only_what_is_told() {
        for (title, expected) in [
            ("has a total", true),
            ("returns the total", true),
            ("total", true),
            ("has a total of two", false),
            ("has it", false),
        ] {
            assert_eq!(only_tells_of("total", title), expected, "{title}");
        }
    }

    #[test]
    fn a_name_that_tells_the_kind_of_a_callback_is_an_adjective() {
        assert!(is_adjective("once", "calls a once listener a single time"));
        assert!(!is_adjective("once", "calls the bell once a listener is there"));
    }
}
