//! Copies the test or the trace into the clipboard.

use crate::model::Failure;
use crate::tui::app::{Cx, Request};

/// A part of a failure that can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// The generated test, under its name.
    Test,
    /// The stack trace.
    Trace,
}

impl Copied {
    /// As it is called in messages.
    pub fn name(self) -> &'static str {
        match self {
            Copied::Test => "test",
            Copied::Trace => "trace",
        }
    }

    /// The text; None where the input has none.
    pub fn text(self, failure: &Failure) -> Option<String> {
        let text = match self {
            Copied::Test if failure.generated_test.trim().is_empty() => format!("{}\n", failure.test),
            Copied::Test => format!("// {}\n{}\n", failure.test, failure.generated_test.trim_end()),
            Copied::Trace if failure.trace.0.trim().is_empty() => return None,
            Copied::Trace => format!("{}\n", failure.trace.0.trim_end()),
        };
        Some(harmless(&text))
    }
}

/// Foreign text as it may be pasted into a terminal: lines end as everywhere, and what a terminal would act on becomes a
/// visible symbol.
fn harmless(text: &str) -> String {
    let visible = |c: char| match c {
        '\n' | '\t' => c,
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    text.replace("\r\n", "\n").chars().map(visible).collect()
}

impl Cx {
    /// Has a part of the selected failure copied.
    pub(in crate::tui::app) fn copy(&mut self, what: Copied) {
        let Some((_, failure)) = self.session.selected() else { return };
        match what.text(failure) {
            Some(text) => self.ask(Request::Copy { what, text }),
            None => {
                self.messages.info(format!("there is no {} to copy", what.name()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_act_on_is_not_copied() {
        let text = "int i;\r\n\tat \u{1b}[2J\u{1b}]52;c;x\u{7} \u{9b}31m \rrm\u{7f} é\n";
        assert_eq!(harmless(text), "int i;\n\tat ␛[2J␛]52;c;x␇ \u{fffd}31m ␍rm␡ é\n");
    }
}
