//! The texts by which commands are listed and found: their titles, and aliases.

use crate::tui::core::command::table::Command;

impl Command {
    pub fn title(self) -> String {
        match self.words() {
            ("", _) => self.name().replace('-', " "),
            (title, _) => title.to_owned(),
        }
    }

    pub(crate) fn aliases(self) -> &'static [&'static str] {
        self.words().1
    }

    /// Returns the title, empty if it is the name, and the aliases.
    fn words(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Command::GoMenu => ("go to", &[]),
            Command::Left => ("scroll left", &[]),
            Command::Right => ("scroll right", &[]),
            Command::NextFailure => ("next failure", &[]),
            Command::PreviousFailure => ("previous failure", &[]),
            Command::NextUnlabelled => ("next unjudged", &["unlabelled"]),
            Command::NextGroup => ("", &["next bug"]),
            Command::PreviousGroup => ("", &["previous bug"]),
            Command::TruePositive => ("bug (TP)", &["real bug", "true positive"]),
            Command::FalsePositive => ("no bug (FP)", &["false alarm", "false positive", "test is wrong"]),
            Command::Clear => ("clear the label", &["delete", "remove"]),
            Command::ShowFocalMethod => ("focal method, large", &[]),
            Command::UnfoldFrames => ("all frames", &[]),
            Command::OpenOrZoom => ("open", &[]),
            Command::SelectRow => ("mark row", &["select", "multiple"]),
            Command::GoToMark => ("bookmarks", &["marks", "go to mark"]),
            Command::JumpBack => ("go back", &["back"]),
            Command::Palette => ("all actions", &[]),
            Command::NextNeighbour => ("next neighbour", &[]),
            Command::PreviousNeighbour => ("previous neighbour", &[]),
            Command::NextMatch => ("next match (search)", &[]),
            Command::PreviousMatch => ("previous match (search)", &[]),
            Command::Edit => ("", &["open in editor"]),
            Command::CopyMenu => ("copy", &["clipboard", "markdown", "ticket"]),
            Command::WrapLines => ("", &["wrap"]),
            Command::Compare => ("", &["diff", "neighbour", "side by side"]),
            Command::ToggleSignature => ("unfold or fold (folded)", &[]),
            Command::ListMenu => {
                ("order, fold, sort", &["order", "fold", "sort", "diversified", "signature"])
            }
            Command::RevealTruth => ("", &["fixed version"]),
            Command::Top => ("", &["raise K", "lower K", "more", "less"]),
            Command::Progress => ("progress", &["quality", "found@k"]),
            Command::Oracles => ("", &["references", "assess", "similarity"]),
            Command::Groups => ("", &["bugs", "table"]),
            Command::ChooseTheme => ("theme", &["colours", "colors"]),
            Command::Report => ("", &["save", "html", "print"]),
            Command::Export => ("", &["save labels", "csv"]),
            Command::CommandOutput => ("", &["rerun output"]),
            Command::Quit => ("", &["exit", "close"]),
            _ => ("", &[]),
        }
    }
}
