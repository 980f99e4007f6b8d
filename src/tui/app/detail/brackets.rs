//! Brackets that belong together in the code pane. There is no cursor: `%` begins at the match that was searched, the line that
//! failed, or the first line in sight, marks the first bracket there and its partner, and goes to the partner; again: back.

use crate::java::TextPosition;
use crate::tui::app::layout::Pane;
use crate::tui::app::{App, Cx, Message, Triage};

/// The two brackets that are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkedBrackets {
    /// The one that was gone to.
    pub here: TextPosition,
    /// Its partner.
    pub there: TextPosition,
}

impl Triage {
    fn sign_at(&self, (line, byte): TextPosition) -> String {
        let line = self.detail.document.as_ref().and_then(|document| document.lines.get(line));
        line.and_then(|line| line.get(byte..=byte)).unwrap_or_default().to_owned()
    }

    /// Returns the position to start from: the match or the marked line if it is in sight, else the first line that is.
    fn place_in_sight(&self, cx: &Cx) -> TextPosition {
        let found = self.detail.search.as_ref().and_then(crate::tui::app::search::document::Search::current);
        let line = self.line_in_sight(cx);
        (line, found.filter(|found| found.line == line).map_or(0, |found| found.start))
    }
}

impl App {
    /// Goes from a bracket to its partner.
    pub(in crate::tui::app) fn match_brackets(&mut self) {
        self.cx.panes.detail = Pane::Code;
        if self.cx.panes.focus != Pane::Candidates {
            self.cx.panes.focus = Pane::Code;
        }
        self.cx.dirty.layout = true;
        self.derive();
        let sight = self.triage.lines_in_sight(&self.cx);
        let marked = self.triage.detail.brackets.filter(|marked| sight.contains(&marked.here.0));
        let next = match marked {
            Some(marked) => Some(MarkedBrackets { here: marked.there, there: marked.here }),
            None => {
                let from = self.triage.place_in_sight(&self.cx);
                self.triage.know_structure().and_then(|structure| structure.brackets_from(from)).map(
                    |(there, pair)| {
                        let here = if there == pair.opening { pair.closing } else { pair.opening };
                        MarkedBrackets { here, there }
                    },
                )
            }
        };
        let Some(marked) = next else {
            let is_read = self.triage.know_structure().is_some();
            let why =
                if is_read { "there is no bracket from here on" } else { "the text is still being read" };
            self.cx.messages.current = Some(Message::info(why));
            return;
        };
        self.triage.detail.brackets = Some(marked);
        let (line, byte) = marked.here;
        self.triage.show_code_place(line, byte..byte + 1, &mut self.cx);
        let [first, last] = [marked.here.min(marked.there), marked.here.max(marked.there)]
            .map(|(line, byte)| (line + 1, self.triage.sign_at((line, byte))));
        self.cx.messages.current = Some(Message::info(format!(
            "{} of line {} and {} of line {} · % goes back",
            first.1, first.0, last.1, last.0
        )));
    }
}
