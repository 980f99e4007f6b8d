//! Commands of the user's own: programs that a key or the palette runs on the selected failure.
//!
//! ```text
//! [commands.NAME] ──config──▶ OwnCommand ──values of the failure──▶ OwnProgram ──Request──▶ runtime ──lines, end──▶ CommandOutput
//! ```
//!
//! Names in braces stand for values of the failure, each within one argument: no shell reads them unless the
//! user names one. A value is text of somebody else: it never begins an option.

use super::keys::key::Key;
use crate::model::{Failure, FailureId};
pub use crate::tui::core::effect::{OwnProgram, RunsIn};
use crate::tui::core::effect::{Request, Ticket};
use crate::tui::frame::layout::scrolled;
use crate::tui::{App, Cx, Message, Modal};

/// A command of the user's own, as the configuration has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnCommand {
    pub name: String,
    pub key: Option<Key>,
    /// The line of the configuration, for help.
    pub run: String,
    /// Its words: the program and its arguments.
    pub words: Vec<String>,
    pub runs_in: RunsIn,
}

/// A value of the selected failure, by its name in braces; None if the failure has none.
type Value = fn(&Cx, FailureId, &Failure) -> Option<String>;

/// The names in braces, and their values.
#[rustfmt::skip]
const VALUES: [(&str, Value); 8] = [
    ("rerun", |cx, id, _| cx.rerun_line(id)),
    ("file", |_, _, failure| failure.location.as_ref().map(|place| place.file.to_string())),
    ("line", |_, _, failure| failure.location.as_ref().map(|place| place.failing_line.unwrap_or(place.line).to_string())),
    ("test", |_, _, failure| Some(failure.test.to_string())),
    ("class", |_, _, failure| failure.test.split_once("::").map(|(class, _)| class.to_owned())),
    ("method", |_, _, failure| failure.test.split_once("::").map(|(_, method)| method.to_owned())),
    ("signature", |_, _, failure| Some(crate::rank::Signature::of(failure).to_string())),
    ("group", |cx, _, _| cx.lists.current_group().map(|(group, _)| group.name())),
];

/// Returns the names that can stand in braces.
pub(crate) fn value_names() -> impl Iterator<Item = &'static str> {
    VALUES.iter().map(|(name, _)| *name)
}

/// Returns the names in braces of a word that no value has.
pub(crate) fn unknown_values(word: &str) -> Vec<String> {
    let parts = word.split('{').skip(1).zip(word.split('{'));
    let names = parts.filter(|(_, before)| !before.ends_with('$'));
    let names = names.filter_map(|(after, _)| after.split_once('}')).map(|(name, _)| name);
    names
        .filter(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase()))
        .filter(|name| !value_names().any(|known| known == *name))
        .map(str::to_owned)
        .collect()
}

/// The most lines of an output that are kept: the last ones count.
const MOST_LINES: usize = 10_000;

/// The output of the last command that ran in the background.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommandOutput {
    pub name: String,
    /// The words that run, in one line.
    pub line: String,
    pub lines: Vec<String>,
    /// The end of the program in words; None while it runs.
    pub ended: Option<String>,
    ticket: Ticket,
}

impl OwnCommand {
    /// Returns the program for a failure, or the reason for which it can't be run.
    fn program(
        &self,
        cx: &Cx,
        id: FailureId,
        failure: &Failure,
        ticket: Ticket,
    ) -> Result<OwnProgram, String> {
        let value_of = |name: &str| {
            let (name, value) = VALUES.iter().find(|(known, _)| *known == name)?;
            Some(
                value(cx, id, failure)
                    .ok_or_else(|| format!("{}: this failure has no {{{name}}}", self.name)),
            )
        };
        let mut words = Vec::new();
        for (place, word) in self.words.iter().enumerate() {
            // In the place of the program, the command that runs a test again is its words.
            if place == 0 && word == "{rerun}" {
                let line = value_of("rerun").unwrap_or_else(|| Ok(String::new()))?;
                words.extend(
                    shell_words::split(&line).map_err(|error| format!("{line} can't be read: {error}"))?,
                );
                continue;
            }
            words.push(self.filled(word, &value_of)?);
        }
        let mut words = words.into_iter();
        let program = words.next().ok_or_else(|| format!("{}: it has no program", self.name))?;
        let folder = cx.results.runners.folder(cx.run_of(id)).to_owned();
        Ok(OwnProgram {
            name: self.name.clone(),
            program,
            arguments: words.collect(),
            folder,
            runs_in: self.runs_in,
            ticket,
        })
    }

    /// Fills the names in braces of a word; inserted text is not searched for further ones.
    fn filled(
        &self,
        word: &str,
        value_of: &dyn Fn(&str) -> Option<Result<String, String>>,
    ) -> Result<String, String> {
        let mut filled = String::new();
        let mut rest = word;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let named = after.split_once('}').and_then(|(name, after)| Some((value_of(name)?, name, after)));
            let Some((value, name, after)) = named else {
                filled.push('{');
                rest = after;
                continue;
            };
            let value = value?;
            if filled.is_empty() && value.starts_with('-') {
                if name != "file" {
                    return Err(format!("{}: {{{name}}} begins with `-`, and would be an option", self.name));
                }
                filled.push_str("./");
            }
            filled.push_str(&value);
            rest = after;
        }
        Ok(filled + rest)
    }
}

impl Cx {
    fn run_of(&self, id: FailureId) -> usize {
        let groups = &self.lists.corpus.groups;
        groups.iter().find(|group| group.row_of(id).is_some()).map_or(0, |group| group.run)
    }

    /// Returns the number of rows of the output: its lines, and its end.
    pub(crate) fn output_rows(&self) -> usize {
        self.output.as_ref().map_or(0, |output| output.lines.len() + 1)
    }

    /// Returns the number of rows that are shown of it.
    pub(crate) fn output_height(&self) -> usize {
        (usize::from(self.panes.size.1) / 2).clamp(3, 20)
    }
}

impl App {
    /// Runs a command of the user's own on the selected failure.
    pub(in crate::tui) fn run_own(&mut self, index: usize) {
        let Some(command) = self.cx.keys.own().get(index).cloned() else { return };
        if let Some(output) = self.cx.output.as_ref().filter(|output| output.ended.is_none())
            && command.runs_in == RunsIn::Background
        {
            self.cx.messages.info(format!("{} is still running", output.name));
            self.modal = Some(Modal::Output { offset: 0 });
            return;
        }
        let Some((id, failure)) = self.cx.lists.selected() else {
            return self.cx.messages.info("there is no failure to run it on");
        };
        let failure = failure.clone();
        let ticket = self.cx.tickets.next();
        match command.program(&self.cx, id, &failure, ticket) {
            Ok(program) => {
                if program.runs_in == RunsIn::Background {
                    let (name, line) = (program.name.clone(), program.line());
                    self.cx.output = Some(CommandOutput { name, line, ticket, ..CommandOutput::default() });
                    self.modal = Some(Modal::Output { offset: 0 });
                }
                self.cx.ask(Request::RunProgram(Box::new(program)));
            }
            Err(reason) => self.cx.messages.error(reason),
        }
    }

    /// Adds lines that a command has written; the pane follows them unless it was scrolled back.
    pub(in crate::tui) fn command_wrote(&mut self, ticket: Ticket, lines: Vec<String>) {
        let (shown, height) = (self.cx.output_rows(), self.cx.output_height());
        let Some(output) = self.cx.output.as_mut().filter(|output| output.ticket == ticket) else { return };
        output.lines.extend(lines);
        let surplus = output.lines.len().saturating_sub(MOST_LINES);
        output.lines.drain(..surplus);
        let rows = self.cx.output_rows();
        if let Some(Modal::Output { offset }) = &mut self.modal
            && *offset + height >= shown
        {
            *offset = rows.saturating_sub(height);
        }
    }

    /// Notes that a command has ended.
    pub(in crate::tui) fn command_ended(&mut self, ticket: Ticket, how: String, is_well: bool) {
        let Some(output) = self.cx.output.as_mut().filter(|output| output.ticket == ticket) else { return };
        let text = format!("{} {how}", output.name);
        output.ended = Some(how);
        self.cx.messages.say(if is_well { Message::info(text) } else { Message::warning(text) });
    }

    pub(in crate::tui) fn show_output(&mut self) {
        self.modal =
            Some(Modal::Output { offset: self.cx.output_rows().saturating_sub(self.cx.output_height()) });
    }

    /// Scrolls the output by a number of rows.
    pub(in crate::tui) fn scroll_output(&mut self, offset: usize, by: isize) {
        let offset = scrolled(offset, by, self.cx.output_rows(), self.cx.output_height());
        self.modal = Some(Modal::Output { offset });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(words: &[&str]) -> OwnCommand {
        OwnCommand {
            name: "look".to_owned(),
            key: None,
            run: words.join(" "),
            words: words.iter().map(|&word| word.to_owned()).collect(),
            runs_in: RunsIn::Background,
        }
    }

    fn filled(word: &str, value: &str) -> Result<String, String> {
        let value_of =
            |name: &str| VALUES.iter().any(|(known, _)| *known == name).then(|| Ok(value.to_owned()));
        command(&[]).filled(word, &value_of)
    }

    #[test]
    fn a_value_stays_in_its_word_and_begins_no_option() {
        assert_eq!(filled("-L{line},{line}", "3"), Ok("-L3,3".to_owned()));
        assert_eq!(filled("{test}", "a {file} $(id)"), Ok("a {file} $(id)".to_owned()));
        assert_eq!(filled("{} ${x} {other}", "v"), Ok("{} ${x} {other}".to_owned()));
        assert_eq!(filled("{file}", "--output=x"), Ok("./--output=x".to_owned()));
        assert!(filled("{test}", "--all").is_err());
        assert_eq!(filled("t={test}", "--all"), Ok("t=--all".to_owned()));
    }

    #[test]
    fn unknown_names_in_braces_are_found() {
        assert_eq!(unknown_values("{file}:{lien} {} ${x} {"), ["lien"]);
    }
}
