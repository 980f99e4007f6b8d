//! A command line taken apart into words, as a person quotes them for a shell; but nothing is expanded and no shell is asked.

/// A quote that is opened and not closed, or a backslash at the end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a closing {0}")]
pub(in crate::tui::runtime) struct Unclosed(&'static str);

/// The words of a command line: blanks part them, single and double quotes hold them together, a backslash takes the next
/// character as it is (within double quotes, only `"`, `\`, `$` and a backquote). On Windows a backslash parts folders and
/// means nothing else.
pub(in crate::tui::runtime) fn words(line: &str) -> Result<Vec<String>, Unclosed> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        if c.is_whitespace() {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        match c {
            '\'' => loop {
                match characters.next().ok_or(Unclosed("single quote"))? {
                    '\'' => break,
                    c => word.push(c),
                }
            },
            '"' => loop {
                match characters.next().ok_or(Unclosed("double quote"))? {
                    '"' => break,
                    '\\' if !cfg!(windows) => {
                        let is_taken = characters.peek().is_some_and(|next| "\"\\$`".contains(*next));
                        word.extend(if is_taken { characters.next() } else { Some('\\') });
                    }
                    c => word.push(c),
                }
            },
            '\\' if !cfg!(windows) => {
                word.push(characters.next().ok_or(Unclosed("character behind the backslash"))?);
            }
            c => word.push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_and_held_together_as_in_a_shell() {
        for (line, expected) in [
            ("vim", &["vim"][..]),
            ("  code   --wait\t-n ", &["code", "--wait", "-n"]),
            ("'/opt/My Editor/ed' -x", &["/opt/My Editor/ed", "-x"]),
            (r#""/opt/My \"Editor\"/e\d" a\ b"#, &[r#"/opt/My "Editor"/e\d"#, "a b"]),
            (r#"emacsclient -a "" -e '(x "y")'"#, &["emacsclient", "-a", "", "-e", r#"(x "y")"#]),
            ("a'b'\"c\"d", &["abcd"]),
            ("''", &[""]),
            ("", &[]),
            (
                "$HOME/ed `id` $(id) ; rm -rf * | x > y && z",
                &["$HOME/ed", "`id`", "$(id)", ";", "rm", "-rf", "*", "|", "x", ">", "y", "&&", "z"],
            ),
        ] {
            assert_eq!(words(line).expect(line), expected, "{line}");
        }
    }

    #[test]
    fn what_is_opened_must_be_closed() {
        for (line, missing) in
            [("vim 'x", "single quote"), ("vim \"x\\\"", "double quote"), ("vim \\", "backslash")]
        {
            assert!(words(line).expect_err(line).to_string().contains(missing), "{line}");
        }
    }
}
