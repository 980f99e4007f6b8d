//! Several failures of one test: those that one assertion collects (JUnit's `assertAll`, `AssertJ`'s soft
//! assertions), and those that a report states one after another (Vitest's `expect.soft`). Each has its
//! message, and mostly its line in the test.
//!
//! ```text
//! Multiple Failures (2 failures)
//! -- failure 1 --
//! [total] expected: 20 but was: 10       ──▶  line 59  [total]: 10 ≠ 20
//! at OrderTest.pays(OrderTest.java:59)
//! -- failure 2 --
//! ```

use std::path::Path;

use super::brief::plainly;
use super::headline::headline_of;
use super::lines::heading_of_several;
use crate::model::text::first_bytes;
use crate::model::{Failure, Phase, UNNAMED_EXCEPTIONS, short_exception_name, split_caption};
use crate::trace::{Call, Cause, Frame};

/// The maximum number of failures of a test that are read, and of lines of each.
const MOST: usize = 64;
const MOST_LINES: usize = 200;
/// The maximum length in bytes of a text that is searched for them.
const MOST_BYTES: usize = 1 << 16;

/// The number of lines of which one is the heading of several failures.
const HEADING: usize = 3;

/// The name by which the failures in a message are read, which have none.
const ASSERTION: &str = "AssertionError";

/// One of several failures of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OneOfSeveral {
    /// Its message in one sentence.
    pub words: String,
    /// The line of the test, from 0, at which it failed, if its trace names it.
    pub line: Option<usize>,
}

impl Failure {
    /// Returns the failures of a test that has several; none of another one.
    pub(crate) fn several(&self) -> Vec<OneOfSeveral> {
        let cause = self.trace.headline_cause();
        let mut all: Vec<OneOfSeveral> = match &*cause.members {
            [] if !cause.wrappers.is_empty() => Vec::new(),
            [] => {
                let blocks = blocks(first_bytes(cause.text, MOST_BYTES));
                blocks.iter().map(|block| self.of_block(block)).collect()
            }
            members => members.iter().map(|member| self.one_of(member)).collect(),
        };
        let soft = self.further().iter().filter(|it| it.phase == Phase::Test && it.attempt.is_none());
        let soft: Vec<OneOfSeveral> =
            soft.take(MOST).map(|further| self.one_of(&further.trace.thrown(MOST_BYTES))).collect();
        if all.is_empty() && !soft.is_empty() && self.phase == Phase::Test {
            all.push(self.one_of(&cause));
        }
        all.extend(soft);
        if all.len() > 1 { all } else { Vec::new() }
    }

    fn one_of(&self, failed: &Cause<'_>) -> OneOfSeveral {
        let message = first_bytes(failed.text, MOST_BYTES);
        let told = headline_of(failed.exception, message, self.language);
        let told = plainly(&told, self.language).unwrap_or_else(|| told.into_owned());
        let words = match (short_exception_name(failed.exception), &*told) {
            (name, "") => name.to_owned(),
            // A difference says enough without the name of an assertion.
            (_, told) if self.is_assertion(failed.exception) && told.contains(" ≠ ") => told.to_owned(),
            // Libraries of C++ repeat the name of their check, or have none, as Go.
            (name, told) if UNNAMED_EXCEPTIONS.contains(&name) || told.starts_with(name) => told.to_owned(),
            (name, told) => format!("{name}: {told}"),
        };
        OneOfSeveral { words, line: self.line_in_test(message) }
    }

    fn of_block(&self, message: &str) -> OneOfSeveral {
        let text = format!("{ASSERTION}: {}", message.trim());
        let told = headline_of(ASSERTION, &text, self.language);
        let words = plainly(&told, self.language).unwrap_or_else(|| told.into_owned());
        OneOfSeveral { words, line: self.line_in_test(message) }
    }

    /// Returns the line of the test, from 0, that the first call in it names.
    fn line_in_test(&self, text: &str) -> Option<usize> {
        let location = self.location.as_ref()?;
        let own = Path::new(&*location.file).file_name()?.to_str()?;
        let count = self.generated_test.lines().count();
        let test_class = self.trace.test_class();
        let calls = text.lines().take(MOST_LINES);
        let mut places = calls.filter_map(|line| {
            let call = line.trim_start();
            if let Some(frame) = Frame::of_call(call, test_class) {
                return Some((frame.file?, usize::try_from(frame.line?).ok()?));
            }
            let place = Call::of_place(call.strip_prefix("at ")?, test_class)?.place;
            Some((place.file, place.line.parse().ok()?))
        });
        places.find_map(|(file, line)| {
            let line = line.checked_sub(location.line)?;
            (file.rsplit(['/', '\\']).next()? == own && line < count).then_some(line)
        })
    }
}

/// Returns the texts of the failures that a message of soft assertions collects; none of another message.
fn blocks(text: &str) -> Vec<String> {
    let heading = text.lines().take(HEADING).position(|line| {
        let (_, message) = split_caption(line);
        [line.trim(), message].iter().any(|words| heading_of_several(words).is_some())
    });
    let Some(heading) = heading else { return Vec::new() };
    let lines = text.lines().skip(heading + 1);
    let mut blocks: Vec<String> = Vec::new();
    // A frame of the whole assertion begins with a tab.
    for line in lines.take_while(|line| !line.starts_with("\tat ")) {
        let numbered = format!("{}) ", blocks.len() + 1);
        if line.starts_with("-- failure ") && line.ends_with(" --") {
            blocks.push(String::new());
        } else if let Some(first) = line.strip_prefix(&numbered) {
            blocks.push(format!("{first}\n"));
        } else if let Some(block) = blocks.last_mut() {
            block.extend([line, "\n"]);
        }
        if blocks.len() > MOST {
            break;
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::values::Comparison;
    use crate::model::{Further, FurtherFailure, Language, Location, StackTrace};

    fn failure(trace: &str) -> Failure {
        Failure {
            test: "shop.OrderTest::pays".into(),
            trace: StackTrace(format!("shop.OrderTest::pays\n{trace}").into()),
            generated_test: "@Test\nvoid pays() {\n  one();\n  two();\n  three();\n}\n".into(),
            location: Some(Box::new(Location {
                file: "src/test/java/shop/OrderTest.java".into(),
                line: 57,
                failing_line: Some(59),
            })),
            is_reported: true,
            ..Failure::default()
        }
    }

    fn found(failure: &Failure) -> Vec<(String, Option<usize>)> {
        failure.several().into_iter().map(|one| (one.words, one.line)).collect()
    }

    const SOFT: &str = "org.assertj.core.error.AssertJMultipleFailuresError: \nMultiple Failures (2 failures)\n-- failure 1 --\n[total] \nexpected: 20.00\n but was: 10.00\nat OrderTest.lambda$pays$1(OrderTest.java:59)\n-- failure 2 --\n[city] \nexpected: \"Paris\"\n but was: \"London\"\nat OrderTest.lambda$pays$1(OrderTest.java:61)\n\tat org.assertj.core.api.SoftAssertions.assertSoftly(SoftAssertions.java:158)\n\tat shop.OrderTest.pays(OrderTest.java:58)\n";

    #[test]
    fn soft_assertions_are_told_each_with_its_line() {
        let soft = failure(SOFT);
        let [total, city] = ["[total]: 10.00 ≠ 20.00", "[city]: \"London\" ≠ \"Paris\""];
        assert_eq!(found(&soft), [(total.to_owned(), Some(2)), (city.to_owned(), Some(4))]);
        assert_eq!(soft.headline(), format!("2 failures: {total}, {city}"));
        let older = SOFT
            .replace("Multiple Failures (2 failures)", "The following 2 assertions failed:")
            .replace("-- failure 1 --\n", "1) ")
            .replace("-- failure 2 --\n", "2) ");
        assert_eq!(found(&failure(&older)), found(&soft));
    }

    #[test]
    fn soft_assertions_are_facts_beside_their_lines_and_no_comparison() {
        let soft = "org.assertj.core.error.AssertJMultipleFailuresError: \nMultiple Failures (2 failures)\n-- failure 1 --\n[ink] \nExpecting:\n <2>\nto be equal to:\n <3>\nbut was not.\nat OrderTest.pays(OrderTest.java:59)\n-- failure 2 --\n[pens] \nExpected size:<4> but was:<3> in:\n<[1, 2, 3]>\nat OrderTest.pays(OrderTest.java:61)\n\tat shop.OrderTest.pays(OrderTest.java:58)\n";
        let expected = [("[ink]: 2 ≠ 3".to_owned(), Some(2)), ("[pens] size 3 ≠ 4".to_owned(), Some(4))];
        assert_eq!(found(&failure(soft)), expected);
        let message = soft.split_once(": ").map_or("", |(_, message)| message);
        assert_eq!(Comparison::read(message, Language::Java, false), None);
    }

    #[test]
    fn the_name_of_an_assertion_that_collects_one_other_is_left_out() {
        let one = "org.opentest4j.MultipleFailuresError: order (1 failure)\n\torg.opentest4j.AssertionFailedError: expected: <3> but was: <4>\n\tat shop.OrderTest.pays(OrderTest.java:58)\n\tSuppressed: org.opentest4j.AssertionFailedError: expected: <3> but was: <4>\n\t\tat shop.OrderTest.lambda$pays$0(OrderTest.java:59)\n";
        assert_eq!(failure(one).exception_in_words(), "AssertionFailedError");
    }

    #[test]
    fn the_members_of_an_assertion_are_told_each_with_its_line() {
        let all = "org.opentest4j.MultipleFailuresError: order (2 failures)\n\torg.opentest4j.AssertionFailedError: expected: <3> but was: <4>\n\torg.opentest4j.AssertionFailedError: expected: <5> but was: <6>\n\tat org.junit.jupiter.api.AssertAll.assertAll(AssertAll.java:80)\n\tat shop.OrderTest.pays(OrderTest.java:58)\n\tSuppressed: org.opentest4j.AssertionFailedError: expected: <3> but was: <4>\n\t\tat shop.OrderTest.lambda$pays$0(OrderTest.java:59)\n\tSuppressed: org.opentest4j.AssertionFailedError: expected: <5> but was: <6>\n\t\tat shop.OrderTest.lambda$pays$1(OrderTest.java:60)\n";
        let expected = [("4 ≠ 3".to_owned(), Some(2)), ("6 ≠ 5".to_owned(), Some(3))];
        assert_eq!(found(&failure(all)), expected);
        assert_eq!(failure(all).headline(), "2 failures: 4 ≠ 3, 6 ≠ 5");
    }

    #[test]
    fn further_failures_of_a_test_itself_are_several() {
        let further = |phase, trace: &str| FurtherFailure {
            phase,
            attempt: None,
            trace: StackTrace(format!("shop.test.js::pays\n{trace}").into()),
        };
        let with = |failures| Failure {
            language: Language::JavaScript,
            further: Some(Box::new(Further { failures, former_names: Vec::new(), former_group: None })),
            ..failure("AssertionError: expected 4 to be 3\n")
        };
        let soft = with(vec![further(Phase::Test, "AssertionError: expected 6 to be 5\n")]);
        assert_eq!(soft.headline(), "2 failures: 4 ≠ 3, 6 ≠ 5");
        let of_macros = Failure {
            language: Language::Other,
            further: with(vec![further(Phase::Test, "CHECK_FALSE: CHECK_FALSE( true ): !true\n")]).further,
            ..failure("CHECK: CHECK( 1 == 3 ): 1 == 3\n")
        };
        let named_once = "2 failures: CHECK( 1 == 3 ): 1 == 3, CHECK_FALSE( true ): !true";
        assert_eq!(of_macros.headline(), named_once, "the name of a check is told once");
        let torn_down = with(vec![further(Phase::TearDown, "Error: still open\n")]);
        assert_eq!(found(&torn_down), []);
    }
}
