//! Values that a test of Rust unwrapped or returned, as facts. `expect` writes a person's words before the value, and
//! nothing else tells that they were its words: the failed line does.
//!
//! ```text
//! the pens: Dry(3)                                      in  read(…).expect("the pens")  ──▶  unwrapped Err(Dry(3)): the pens
//! a pen                                                 in  find(3).expect("a pen")     ──▶  unwrapped None: a pen
//! the pens: Os { code: 2, kind: NotFound, message: … }  in  load("pens.txt").expect(…)  ──▶  no file "pens.txt": the pens
//! ```

/// The words of an error of the operating system, as Rust prints it: `Os { code: 2, kind: NotFound, message: "No such file" }`.
pub(super) struct ErrorOfSystem<'m> {
    pub(super) before: &'m str,
    kind: &'m str,
    pub(super) message: &'m str,
    pub(super) behind: &'m str,
}

impl<'m> ErrorOfSystem<'m> {
    /// Returns the first one in a text.
    pub(super) fn find(text: &'m str) -> Option<ErrorOfSystem<'m>> {
        let (before, rest) = text.split_once("Os { code: ")?;
        let (_, rest) = rest.split_once(", kind: ")?;
        let (kind, rest) = rest.split_once(", message: \"")?;
        let (message, behind) = rest.split_once("\" }")?;
        Some(ErrorOfSystem { before, kind, message, behind })
    }
}

/// The methods that unwrap a value with a person's words, and those of the value that they found.
const UNWRAPPING: [(&str, &str); 2] = [(".expect(\"", "Err"), (".expect_err(\"", "Ok")];

/// Returns what a panic says of a value that the failed line unwrapped, of which `code` is the rest of the statement. None of other panics.
pub(super) fn unwrapped(plain: &str, code: &str) -> Option<String> {
    if let Some(value) = plain.strip_prefix("unwrapped Err(").and_then(|value| value.strip_suffix(')')) {
        let error = ErrorOfSystem::find(value)?;
        return Some(match missing_file(&error, code) {
            Some(file) => format!("no file {file}"),
            None => format!("unwrapped Err({}{}{})", error.before, error.message, error.behind),
        });
    }
    UNWRAPPING.into_iter().find_map(|(method, variant)| {
        let (of, rest) = code.split_once(method)?;
        let (words, _) = rest.split_once("\")")?;
        let behind = plain.strip_prefix(words)?;
        if behind.is_empty() {
            return (variant == "Err").then(|| format!("unwrapped None: {words}"));
        }
        let value = behind.strip_prefix(": ")?;
        Some(match ErrorOfSystem::find(value) {
            Some(error) => match missing_file(&error, of) {
                Some(file) => format!("no file {file}: {words}"),
                None => format!("{words}: {}{}{}", error.before, error.message, error.behind),
            },
            None => format!("unwrapped {variant}({value}): {words}"),
        })
    })
}

/// Returns that a test returned an error, which Rust prints without more words.
pub(super) fn returned(error: &str) -> String {
    match ErrorOfSystem::find(error) {
        Some(ErrorOfSystem { before, message, behind, .. }) => {
            format!("returned Err({before}{message}{behind})")
        }
        None => format!("returned Err({error})"),
    }
}

/// Returns the file that is missing, as the failed line writes it, if that has one text that may be a path: the operating system
/// does not say which file it is.
fn missing_file(error: &ErrorOfSystem<'_>, code: &str) -> Option<String> {
    if error.kind != "NotFound" {
        return None;
    }
    let mut texts = code.split('"').skip(1).step_by(2).filter(|text| text.contains(['/', '.']));
    let file = texts.next().filter(|text| !text.contains([' ', '{']) && texts.next().is_none())?;
    Some(format!("\"{file}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOT_FOUND: &str = "Os { code: 2, kind: NotFound, message: \"No such file or directory\" }";
    const DENIED: &str = "Os { code: 13, kind: PermissionDenied, message: \"Permission denied\" }";

    #[test]
    fn the_failed_line_tells_what_was_unwrapped() {
        for (plain, code, told) in [
            ("a pen", "let pen = purse.find(3).expect(\"a pen\");", Some("unwrapped None: a pen")),
            (
                "the pens: Dry(3)",
                "let pens = read(\"nib\").expect(\"the pens\");",
                Some("unwrapped Err(Dry(3)): the pens"),
            ),
            ("a dry pen: 3", "draw().expect_err(\"a dry pen\");", Some("unwrapped Ok(3): a dry pen")),
            ("a pen: 3 left", "panic!(\"a pen: {left} left\");", None),
            ("the pens", "let pens = read().expect(\"the inks\");", None),
            ("unwrapped Err(Dry(3))", "read().unwrap();", None),
        ] {
            assert_eq!(unwrapped(plain, code).as_deref(), told, "{plain}");
        }
    }

    #[test]
    fn a_missing_file_is_named_by_the_failed_line() {
        let code = "let pens = load(\"data/pens.txt\").expect(\"the pens\");";
        let told = |plain: String, code: &str| unwrapped(&plain, code);
        let named = "no file \"data/pens.txt\": the pens";
        assert_eq!(told(format!("the pens: {NOT_FOUND}"), code).as_deref(), Some(named));
        let plain = "the pens: No such file or directory";
        let unnamed = "let pens = load(path).expect(\"the pens\");";
        assert_eq!(told(format!("the pens: {NOT_FOUND}"), unnamed).as_deref(), Some(plain));
        let denied = "the pens: Permission denied";
        assert_eq!(told(format!("the pens: {DENIED}"), code).as_deref(), Some(denied));
        let code = "let pens = load(\"data/pens.txt\").unwrap();";
        let named = "no file \"data/pens.txt\"";
        assert_eq!(told(format!("unwrapped Err({NOT_FOUND})"), code).as_deref(), Some(named));
        let denied = "unwrapped Err(Permission denied)";
        assert_eq!(told(format!("unwrapped Err({DENIED})"), code).as_deref(), Some(denied));
    }

    #[test]
    fn an_error_that_a_test_returned_is_told_as_such() {
        assert_eq!(returned("Dry { ink: 3 }"), "returned Err(Dry { ink: 3 })");
        assert_eq!(returned(NOT_FOUND), "returned Err(No such file or directory)");
    }
}
