//! Objects that tests of JavaScript throw in place of errors. They have no trace: the report shows them with their
//! fields, and the statement that threw one has the same text.

use crate::lang::located::{Certainty, FailingLine};
use crate::model::{Failure, split_caption};

/// The field that Vitest adds to what it was thrown.
const ADDED: &str = "stacks: []";

/// Returns the text of a thrown object in a message, without what Vitest adds; None of another message.
pub(crate) fn thrown_object(message: &str) -> Option<String> {
    let fields = message.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let own = fields.strip_suffix(ADDED).map_or(fields, |own| own.trim_end().trim_end_matches(','));
    (!own.is_empty() && own.contains(':')).then(|| format!("{{ {own} }}"))
}

/// Returns the line of a test that throws the object of its failure, if one line alone does.
pub(super) fn throwing_line(failure: &Failure) -> Option<FailingLine> {
    let first = failure.trace.without_test().lines().next()?;
    let object = [first, split_caption(first).1].into_iter().find_map(thrown_object)?;
    let wanted = in_one_form(&object);
    let lines = failure.generated_test.lines().enumerate().filter(|(_, line)| {
        let thrown = line.split_once("throw ").map(|(_, thrown)| thrown.trim().trim_end_matches(';'));
        thrown.is_some_and(|thrown| in_one_form(thrown) == wanted)
    });
    let lines: Vec<usize> = lines.map(|(line, _)| line).collect();
    let &[line] = &*lines else { return None };
    Some(FailingLine { line, certainty: Certainty::Inferred })
}

/// Returns the text of an object without blanks, and with one kind of quotes.
fn in_one_form(object: &str) -> String {
    object.replace(['"', '`'], "'").replace(char::is_whitespace, "").replace(",}", "}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Language, StackTrace};

    #[test]
    fn a_thrown_object_is_found_in_its_statement() {
        let failure = |test: &str| Failure {
            language: Language::JavaScript,
            test: "test/mail.test.ts::sends".into(),
            trace: StackTrace(
                "test/mail.test.ts::sends\nError: { status: 503, body: 'later', stacks: [] }\n".into(),
            ),
            generated_test: test.into(),
            ..Failure::default()
        };
        let test = "it('sends', () => {\n  throw { status: 503, body: \"later\" };\n})";
        let inferred = Some(FailingLine { line: 1, certainty: Certainty::Inferred });
        assert_eq!(throwing_line(&failure(test)), inferred);
        let twice = test.replace("\n})", "\n  throw { status: 503, body: 'later' }\n})");
        assert_eq!(throwing_line(&failure(&twice)), None);
        assert_eq!(throwing_line(&failure("it('sends', () => {\n  throw { status: 500 }\n})")), None);
    }

    #[test]
    fn what_vitest_adds_is_left_out() {
        assert_eq!(thrown_object("{ a: 1, stacks: [] }").as_deref(), Some("{ a: 1 }"));
        assert_eq!(thrown_object("{ a: 1 }").as_deref(), Some("{ a: 1 }"));
        assert_eq!(thrown_object("{ stacks: [] }"), None);
        assert_eq!(thrown_object("no object"), None);
    }
}
