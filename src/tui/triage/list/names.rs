//! Names of failures as shown in the list.

use std::borrow::Cow;
use std::ops::Range;

use crate::message::{case_values, cause_alone, in_brief, in_fewer_words};
use crate::model::{Changed, Corpus, Failure, Group, is_generated, text};
use crate::parallel;
use crate::rank::Sentence;
use crate::trace::CLASS_AS_A_WHOLE;

/// Returns a group's name on the screen: project and bug, and the run if there are several.
pub(in crate::tui) fn group_title(corpus: &Corpus, group: &Group) -> String {
    let name = group.name();
    let name = text::sanitize(&name);
    match corpus.runs.get(group.run) {
        Some(run) if corpus.runs.len() > 1 => {
            let run = text::sanitize(&run.name);
            // The last folder of a run often has the name of its group.
            let folder = run.strip_suffix(&*name).and_then(|run| run.strip_suffix('/'));
            folder.map_or_else(|| format!("{name} · {run}"), str::to_owned)
        }
        _ => name.into_owned(),
    }
}

pub(crate) const FLAKY: &str = "≈ ";

/// Returns the sign of a failure with changed code; in brackets where only another part of a file was changed.
pub(crate) fn sign_of_change(changed: Changed) -> &'static str {
    match changed {
        Changed::File => "(Δ) ",
        Changed::Method | Changed::FocalMethod | Changed::Line => "Δ ",
    }
}

pub(crate) fn test_method(test: &str) -> &str {
    method_start(test).map_or(test, |start| &test[start + 2..])
}

/// Returns the place of the `::` before a test's method, if it has one; parameters in brackets may contain another one.
fn method_start(test: &str) -> Option<usize> {
    let named = test.split('[').next().unwrap_or(test);
    named.rfind("::").or_else(|| test.rfind("::"))
}

/// Returns a test's name without its package. A name that is given twice, as by jest-junit, is returned once.
pub(crate) fn qualified_method(test: &str) -> &str {
    let class_end = method_start(test).unwrap_or(test.len());
    let class = &test[..class_end];
    let is_file = FILES.iter().any(|ending| class.ends_with(ending));
    // The first folder of a package of Go is the name of a host: `example.com/shop/purse`.
    let is_path = class.rsplit_once('/').is_some_and(|(folders, _)| folders.contains('.'));
    match class.rfind(if is_file || is_path { '/' } else { '.' }) {
        _ if test[class_end..].strip_prefix("::") == Some(class) => class,
        Some(end) => &test[end + 1..],
        None => test,
    }
}

const LEAST: usize = 100;

/// The endings of the files that some tools name instead of classes.
const FILES: [&str; 9] = [".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".py", ".rb", ".php"];

/// Returns the name that a person gave a test: its display name, or else its method without the types of its
/// parameters.
pub(crate) fn given_name(failure: &Failure) -> String {
    let method = test_method(&failure.test);
    if method == CLASS_AS_A_WHOLE {
        return class_of(failure);
    }
    // The invocation of a test with parameters follows their types.
    let (name, invocation) = match method.split_once('(') {
        Some((name, rest)) if !name.contains('[') => {
            (name, rest.rsplit_once(')').map_or("", |(_, invocation)| invocation))
        }
        _ => (method, ""),
    };
    let is_method = failure.test.contains("::") && !name.contains(' ');
    let shown =
        failure.generated_test.split_once("@DisplayName(\"").and_then(|(_, rest)| rest.split_once('"'));
    let name = match shown {
        Some((shown, _)) => format!("{shown}{invocation}"),
        None if is_method => format!("{name}{invocation}"),
        None => method.to_owned(),
    };
    text::sanitize(name.trim()).into_owned()
}

/// Returns the name of a test with the values of its case, where they are known and short, in place of its number:
/// `discounts "group"`.
pub(crate) fn name_with_values(failure: &Failure) -> String {
    /// The most cells of values beside a name.
    const MOST: usize = 28;
    let name = given_name(failure);
    let case = name.strip_suffix(']').and_then(|case| case.rsplit_once('['));
    let Some((test, _)) = case.filter(|(_, number)| number.bytes().all(|digit| digit.is_ascii_digit()))
    else {
        return name;
    };
    // Other languages have values in the brackets.
    let values = case_values(failure).unwrap_or_default();
    let told = values.strip_prefix("case ").and_then(|values| values.split_once(": "));
    match told.filter(|(_, values)| text::width(values) <= MOST) {
        Some((_, values)) => format!("{test} {}", text::sanitize(values)),
        None => name,
    }
}

/// Cuts a test's name to fit into `cells`: the words at its beginning are left out first, which many tests share, but
/// none of the last title.
pub(crate) fn cut_name(name: &str, cells: usize) -> Cow<'_, str> {
    let Some((_, last)) = name.rsplit_once(" > ").filter(|_| text::width(name) > cells) else {
        return text::cut_middle(name, cells);
    };
    let ends = name.match_indices(' ').map(|(blank, _)| &name[blank + 1..]);
    let mut whole = ends.take_while(|end| end.len() >= last.len()).filter(|end| !end.starts_with("> "));
    let fitting = whole.find(|end| text::width(end) < cells);
    let end = fitting.map_or_else(|| text::cut_middle(last, cells.saturating_sub(1)), Cow::Borrowed);
    Cow::Owned(format!("…{end}"))
}

/// Returns the class of a test without its package, inside the classes around it; empty if it has only one name.
pub fn class_name(failure: &Failure) -> String {
    if test_method(&failure.test) == CLASS_AS_A_WHOLE { String::new() } else { class_of(failure) }
}

fn class_of(failure: &Failure) -> String {
    let class = qualified_method(&failure.test).split_once("::").map_or("", |(class, _)| class);
    text::sanitize(class).replace('$', ".")
}

/// Returns at most `most` bytes of a failure's message as a sentence without the part that repeats its exception.
pub fn headline(failure: &Failure, most: usize) -> String {
    text::sanitize(text::first_bytes(&failure.plain_headline(), most)).into_owned()
}

pub fn exception(failure: &Failure) -> String {
    let shown = failure.exception_in_words();
    let shown = text::sanitize(&shown);
    if shown.is_empty() { "–".to_owned() } else { shown.into_owned() }
}

/// The name of what every failed test of Rust threw.
const PANIC: &str = "panic";

/// Returns the exception of a failure with its message, cut to about `room` cells: the same for all tests
/// that fail alike.
pub(crate) fn error_of_message(failure: &Failure, room: usize) -> String {
    match headline(failure, 4 * room) {
        message if message.is_empty() => exception(failure),
        message if failure.trace.exception() == PANIC => message,
        message => {
            let whole = format!("{}: {message}", exception(failure));
            if is_generated(failure) { whole } else { in_fewer_words(&whole).into_owned() }
        }
    }
}

/// Returns what failed, cut to about `room` cells.
pub(crate) fn error_in_words(failure: &Failure, room: usize) -> String {
    row_words(failure, &Sentence::of(failure), true, room)
}

/// Returns what failed, safe to draw. If it is longer than `room`, its names of exceptions have no packages.
pub(crate) fn row_words(failure: &Failure, sentence: &Sentence, with_exception: bool, room: usize) -> String {
    let mut thrown = exception(failure);
    // An error without a name of its own is told by its words, which stand behind those of what is around it.
    if let Some(wrapper) = thrown.strip_suffix(" ← Error")
        && failure.plain_headline().contains(" ← ")
    {
        thrown = wrapper.to_owned();
    }
    let mut whole =
        if with_exception { sentence.with_exception(&thrown, room) } else { sentence.beside_exception(room) };
    // What is behind a wrapper says more than its name.
    if with_exception
        && text::width(&whole) > room
        && let Some((wrapper, cause)) = thrown.rsplit_once(" ← ")
    {
        whole = match failure.plain_headline().rsplit_once(" ← ") {
            // What a person wrote about it says more than the name of what is behind it, and if there is no room, than its words.
            Some((outer, behind)) => {
                let both = format!("{wrapper}: {outer} ← {behind}");
                if text::width(&both) <= room { both } else { format!("{wrapper}: {outer}") }
            }
            None if failure.is_told_by_wrapper() => sentence.with_exception(wrapper, room),
            None => sentence.with_exception(cause, room),
        };
    }
    let drawn = |sentence: &str| {
        without_noise(&text::sanitize(text::first_bytes(sentence, room.max(LEAST).saturating_mul(4))))
    };
    let words = drawn(&whole);
    if text::width(&words) <= room {
        return words;
    }
    let headline = failure.plain_headline();
    let briefer = if whole.contains(&*headline) { in_brief(&headline, failure.language) } else { Vec::new() };
    let mut all = vec![without_packages(&words)];
    all.extend(failure.not_loaded_in_brief().map(|brief| drawn(&in_fewer_words(&brief))));
    all.extend(briefer.iter().map(|brief| without_packages(&drawn(&whole.replacen(&*headline, brief, 1)))));
    let fitting = all.iter().position(|words| text::width(words) <= room);
    all.swap_remove(fitting.unwrap_or(all.len() - 1))
}

/// Leaves out characters of several scripts in a row, as random tests make them: most terminals can't draw them.
fn without_noise(message: &str) -> String {
    /// The characters from which on a row of them is left out, and ranges of characters that no word mixes.
    const MOST: usize = 6;
    const SCRIPTS: [Range<u32>; 3] = [0x80..0x2000, 0x2e80..0xa000, 0xd7b0..0xff00];
    let mut kept = String::with_capacity(message.len());
    for piece in message.split_inclusive(|c: char| c.is_ascii()) {
        let run = piece.trim_end_matches(|c: char| c.is_ascii());
        let scripts =
            SCRIPTS.iter().filter(|script| run.chars().any(|c| script.contains(&u32::from(c)))).count();
        let is_noise = scripts > 1 && run.chars().count() >= MOST;
        kept.extend([if is_noise { "…" } else { run }, &piece[run.len()..]]);
    }
    kept
}

/// Cuts a message that is too long where it says least: in the arguments of its call, or where it is like these others.
pub(crate) fn cut_alike(sentence: &str, others: &[String], room: usize) -> String {
    /// The cells after a beginning that tell messages apart.
    const TELLING: usize = 8;
    if text::width(sentence) > room
        && let Some(cause) = cause_alone(sentence)
    {
        return cut_alike(&cause, others, room);
    }
    let parts = |text| str::split_once(text, ": ").unwrap_or(("", text));
    let (call, message) = parts(sentence);
    let over = text::width(sentence).saturating_sub(room);
    // The call is also in the trace. Of `assert 'ink' in {'pen': 1}` both sides are needed.
    let throwing = call.split_once(" in ").filter(|(exception, _)| {
        !exception.contains(['\'', '"', '(', '[', '{']) && !exception.ends_with(',')
    });
    if let Some((exception, _)) = throwing.filter(|_| 2 * call.len() > room) {
        return cut_alike(&format!("{exception}: {message}"), others, room);
    }
    let close = sentence.find("): ").or_else(|| sentence.rfind(") "));
    if let (Some(open), Some(close)) = (sentence.find('(').map(|at| at + 1), close)
        && let Some(kept) = text::width(sentence.get(open..close).unwrap_or("")).checked_sub(over + 1)
    {
        // Whole arguments, or none.
        let kept = text::take_cells(&sentence[open..close], kept);
        let ends = kept.match_indices(", ").map(|(end, _)| &kept[..end + 2]);
        let count = |arguments: &str, sign| arguments.matches(sign).count();
        let kept = ends
            .filter(|whole| count(whole, '"') % 2 == 0 && count(whole, '(') == count(whole, ')'))
            .last()
            .unwrap_or_default();
        return format!("{}{kept}…{}", &sentence[..open], &sentence[close..]);
    }
    let before = &sentence[..sentence.len() - message.len()];
    let others = others.iter().map(|other| parts(other).1).filter(|other| *other != message);
    let others: Vec<&str> = others.collect();
    let has_hidden = over > 0
        && others.iter().any(|other| {
            let shared = other.chars().zip(message.chars()).take_while(|(a, b)| a == b).count();
            text::width(before) + shared + TELLING > room
        });
    let words: Vec<&str> = message.split(' ').collect();
    let has = |other: &str, word: &str| other.split(' ').any(|others| others == word);
    let alike: Vec<_> = others
        .iter()
        .filter(|other| 2 * words.iter().filter(|word| has(other, word)).count() >= words.len())
        .collect();
    // The words that tell it apart stay, and as many of those before them as have room.
    let mut kept: Vec<bool> = words.iter().map(|word| alike.iter().any(|other| !has(other, word))).collect();
    if !kept.contains(&true) || !has_hidden {
        return cut_at_word(sentence, room);
    }
    for at in 1..words.len() {
        if kept[at] && !kept[at - 1] {
            kept[at - 1] = true;
            kept[at - 1] = text::width(&kept_words(before, &words, &kept)) <= room;
        }
    }
    text::cut_end(&kept_words(before, &words, &kept), room).into_owned()
}

/// Returns the words that are kept behind a beginning, with `…` in the places of the others.
fn kept_words(before: &str, words: &[&str], kept: &[bool]) -> String {
    let mut text = before.to_owned();
    for (word, &is_kept) in words.iter().zip(kept) {
        match is_kept {
            true => text.extend([word, " "]),
            false if text.ends_with("… ") => {}
            false => text += "… ",
        }
    }
    text.strip_suffix(" … ").map_or_else(|| text.trim_end().to_owned(), |text| format!("{text}…"))
}

/// Cuts a text at its end, after a word if that leaves most of it.
fn cut_at_word(sentence: &str, room: usize) -> String {
    let cut = text::cut_end(sentence, room).into_owned();
    let kept = cut.strip_suffix('…').filter(|kept| !sentence[kept.len()..].starts_with(' '));
    let words = kept.and_then(|kept| kept.rsplit_once(' ')).map(|(words, _)| words.trim_end());
    words.filter(|words| 3 * text::width(words) >= 2 * room).map_or(cut.clone(), |words| format!("{words}…"))
}

pub(crate) fn without_packages(sentence: &str) -> String {
    let words = sentence.split(' ').map(|word| {
        let name = word.trim_end_matches([':', ',']);
        // A part of a value begins with a dot.
        let is_name =
            !name.starts_with('.') && name.chars().all(|c| c.is_ascii_alphanumeric() || "._$".contains(c));
        let simple = name.rsplit('.').next();
        let simple = simple.filter(|last| is_name && last.starts_with(|c: char| c.is_ascii_uppercase()));
        simple.map_or(word, |simple| &word[name.len() - simple.len()..])
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the largest width of a text of a group's failures: nothing moves while the selection does.
pub(in crate::tui) fn longest(
    group: &Group,
    failures: &[Failure],
    width: impl Fn(&Failure) -> usize + Sync,
) -> usize {
    parallel::map(&group.failures, |&failure| width(&failures[failure])).into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Language;

    #[test]
    fn the_order_of_a_list_is_no_call() {
        let cut = cut_alike("the same, in another order: \"car\" before \"bike\"", &[], 44);
        assert!(cut.starts_with("the same, in another order"), "{cut}");
        assert_eq!(
            cut_alike("InkException in fill_slowly: there is no ink left", &[], 40),
            "InkException: there is no ink left"
        );
    }

    #[test]
    fn a_message_is_cut_where_it_is_like_those_beside_it() {
        let other = ["draw: The Pen did not fit either case".to_owned()];
        let cut = |said| cut_alike(said, &other, 30);
        assert_eq!(cut("draw: The Pen did not fit any of the cases"), "draw: … fit any of the cases");
        assert_eq!(
            cut("draw: The Pen did not fit anything that was drawn"),
            "draw: … anything that was dra…"
        );
        // Another call does not excuse that the words that differ are hidden.
        assert_eq!(cut("take: The Pen did not fit any of the cases"), "take: … fit any of the cases");
        assert_eq!(cut("draw: The Ink has left the pen by now"), "draw: The Ink has left the…");
        assert_eq!(cut("InkError in draw_a_pen: Ink is too dry for it"), "InkError: Ink is too dry for…");
        assert_eq!(cut("draw(\"a long line\", 3): expected:<1>"), "draw(…): expected:<1>");
        assert_eq!(cut("new Pen(4, \"long, line\") should throw"), "new Pen(4, …) should throw");
    }

    #[test]
    fn a_narrow_row_has_the_name_of_the_exception_whose_words_it_has() {
        let trace = "t::pays\npens.UnknownPen: no price for 'nib'\n\tat pens.price(pens.py:4)\n\tat t.pays(t.py:9)\nCaused by: KeyError: 'nib'\n\tat pens.price(pens.py:2)\n";
        let failure =
            Failure { test: "t::pays".into(), language: Language::Python, ..Failure::with_trace(trace) };
        let row = |room| error_in_words(&failure, room);
        assert_eq!(row(80), "UnknownPen ← KeyError in price: no price for 'nib'");
        assert_eq!(row(45), "UnknownPen ← KeyError: no price for 'nib'");
        assert_eq!(row(40), "UnknownPen in price: no price for 'nib'");
        assert_eq!(row(32), "UnknownPen: no price for 'nib'");
    }

    #[test]
    fn characters_of_several_scripts_in_a_row_are_left_out() {
        let random = "\u{157d}\u{5af4}\u{fced}\u{75db}\u{1b8e}\u{156b}";
        assert_eq!(without_noise(&format!("is:<[{random}]>")), "is:<[…]>");
        for said in ["é: “日本語の文字列です” – Привет", "한국어 문자열입니다"]
        {
            assert_eq!(without_noise(said), said);
        }
    }

    #[test]
    fn rows_that_differ_in_two_words_keep_both() {
        let said = |what, which| format!("toBool: The {what} did not match {which} specified value");
        let all = ["String", "Integer"].map(|what| ["any", "either"].map(|which| said(what, which))).concat();
        let cut: Vec<_> = all.iter().map(|said| cut_alike(said, &all, 34)).collect();
        let told =
            ["String … match any…", "String … match either…", "Integer … match any…", "Integer … either…"];
        assert_eq!(cut, told.map(|told| format!("toBool: The {told}")));
    }

    #[test]
    fn the_values_of_a_case_stand_in_place_of_its_number() {
        let name = |test: &str, rows: &str| {
            name_with_values(&Failure {
                test: test.into(),
                language: Language::Java,
                generated_test: format!(
                    "@CsvSource({{{rows}}})\nvoid discounts(String code, int percent) {{\n}}\n"
                )
                .into(),
                ..Failure::default()
            })
        };
        let rows = r#""child, 50", "group, 20""#;
        assert_eq!(name("shop.PassTest::discounts(String, int)[2]", rows), r#"discounts "group, 20""#);
        assert_eq!(name("shop.PassTest::discounts(String, int)[7]", rows), "discounts[7]");
        let long = format!(r#""{}""#, "group ".repeat(9));
        assert_eq!(name("shop.PassTest::discounts(String, int)[1]", &long), "discounts[1]");
    }

    #[test]
    fn the_last_title_of_a_name_stays() {
        let name = "Pens > drawing > draws each line";
        for (cells, expected) in
            [(40, name), (30, "…drawing > draws each line"), (20, "…draws each line"), (12, "…draws… line")]
        {
            assert_eq!(cut_name(name, cells), expected);
        }
        assert_eq!(
            cut_name("draws in red > line 7", 20),
            "…in red > line 7",
            "what tells it apart stays too"
        );
        assert_eq!(cut_name("test_draws_each_line", 9), "test…line");
    }

    #[test]
    fn tests_have_the_names_that_people_gave_them() {
        for (test, source, class, name) in [
            ("shop.CartTest::rejectsZero", "", "CartTest", "rejectsZero"),
            ("shop.CartTest$Paying::paid", "@Test void paid() { }", "CartTest.Paying", "paid"),
            ("shop.CartTest::total(int, int)[2]", "", "CartTest", "total[2]"),
            ("shop.CartTest::one", "@Test @DisplayName(\"a pen\") void one() { }", "CartTest", "a pen"),
            ("test_cart::test_load[no::ink(1)-2]", "", "test_cart", "test_load[no::ink(1)-2]"),
            ("cart.spec.mjs::Cart > adds (twice)", "", "cart.spec.mjs", "Cart > adds (twice)"),
            ("adds two::adds two", "", "", "adds two"),
            ("adds two", "", "", "adds two"),
        ] {
            let failure = Failure { test: test.into(), generated_test: source.into(), ..Failure::default() };
            assert_eq!((&*class_name(&failure), &*given_name(&failure)), (class, name));
        }
    }
}
