//! The texts that the menu of `y` copies.

use crate::lang::Grammar;
use crate::model::FailureId;
use crate::rank::{ReasonsInWords, Signature, Values, in_sentences};
use crate::report::failure::{FailureReport, Place};
use crate::tui::Cx;
use crate::tui::core::effect::{Copied, Request};

/// The number of similar failures that a copy names.
const MOST_SIMILAR: usize = 3;

impl Copied {
    fn text(self, cx: &Cx) -> Option<String> {
        let (id, failure) = cx.lists.selected()?;
        let text = match self {
            Copied::TestName => format!("{}\n", failure.test),
            Copied::Test => {
                let comment = Grammar::of_failure(failure).comment();
                format!("{comment} {}\n{}\n", failure.test, failure.generated_test.trim_end())
            }
            Copied::Trace if failure.trace.0.trim().is_empty() => return None,
            Copied::Trace => format!("{}\n", failure.whole_trace().0.trim_end()),
            Copied::Rerun => {
                format!("{}\n", cx.rerun_line(id)?)
            }
            Copied::Markdown => cx.failure_report(id)?.markdown(),
        };
        Some(harmless(&text))
    }
}

impl Cx {
    /// Returns the command that runs the test of a failure again; None if its test runner is not known.
    pub(in crate::tui) fn rerun_line(&self, id: FailureId) -> Option<String> {
        let group = self.lists.corpus.groups.iter().find(|group| group.row_of(id).is_some())?;
        self.results.runners.line(group.run, self.lists.corpus.failure(id)?)
    }

    /// Returns everything that is known so far about a failure of the current group, but for the truth.
    fn failure_report(&self, id: FailureId) -> Option<FailureReport<'_>> {
        let (group, state) = self.lists.current_group()?;
        let failure = self.lists.corpus.failure(id)?;
        let list = state.list();
        let place = list.entries.iter().position(|entry| entry.failure == id)?;
        let row = group.row_of(id)?;
        let reasons = state.explanations.ready().and_then(|all| all.reasons.get(row)?.as_ref());
        let words = match &state.features {
            Some(rows) if !self.lists.corpus.is_too_small(group) => {
                ReasonsInWords::new(reasons, failure, &Values { rows, counts: state.counts.as_ref(), row })
            }
            _ => ReasonsInWords::default(),
        };
        let contrast = self.details.contrast.as_ref().filter(|contrast| contrast.failure == id);
        let compared =
            contrast.filter(|_| !self.lists.corpus.is_too_small(group)).map(|contrast| &contrast.sentences);
        let rest = Some(words.rest).filter(|rest| !rest.is_empty());
        let remarks: Vec<String> = rest.into_iter().chain(compared.into_iter().flatten().cloned()).collect();
        let near = contrast.map(|contrast| contrast.near.surest_first());
        let similar = near.into_iter().flatten().take(MOST_SIMILAR);
        let signature = match &state.signatures.exact {
            Some(exact) => {
                let number = *exact.of_failure.get(row)?;
                let alike = exact.of_failure.iter().filter(|&&other| other == number).count();
                (exact.all.get(number)?.clone(), Some(alike))
            }
            None => (Signature::of(failure), None),
        };
        Some(FailureReport {
            run: (self.lists.corpus.runs.len() > 1).then(|| &*self.lists.corpus.runs[group.run].name),
            group,
            failure,
            place: Some(Place {
                rank: place + 1,
                of: list.entries.len(),
                score: list.entries[place].score,
                shows_score: !self.lists.corpus.is_too_small(group),
                tied: list.tied_ranks(place),
                reasons: in_sentences(&words.statements, &remarks),
            }),
            signature,
            similar: similar.filter_map(|&other| Some(&*self.lists.corpus.failure(other)?.test)).collect(),
            judgement: self.judging.labels.mark(id).filter(|mark| !mark.stale).map(|mark| &mark.judgement),
            truth: None,
            known: None,
            words: self.lists.verdict_words(),
            rerun: self.rerun_line(id),
        })
    }

    pub(crate) fn copy(&mut self, what: Copied) {
        match what.text(self) {
            Some(text) => self.ask(Request::Copy { what, text }),
            None => self.messages.info(format!("there is no {} to copy", what.name())),
        }
    }
}

/// Converts foreign text for pasting into a terminal: line ends are normalized, and control characters become visible
/// symbols.
fn harmless(text: &str) -> String {
    text.replace("\r\n", "\n")
        .chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
            '\x7f' => '\u{2421}',
            '\u{80}'..='\u{9f}' => char::REPLACEMENT_CHARACTER,
            _ => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_not_copied() {
        let text = "int i;\r\n\tat \u{1b}[2J\u{1b}]52;c;x\u{7} \u{9b}31m \rrm\u{7f} é\n";
        assert_eq!(harmless(text), "int i;\n\tat ␛[2J␛]52;c;x␇ \u{fffd}31m ␍rm␡ é\n");
    }
}
