//! The texts by which commands are listed and found: their titles, and aliases.

use super::commands::Command;

impl Command {
    pub fn title(self) -> String {
        match self {
            Command::NextUnlabelled => "next unjudged".to_owned(),
            Command::TruePositive => "bug (TP)".to_owned(),
            Command::FalsePositive => "no bug (FP)".to_owned(),
            Command::GoToMark => "bookmarks".to_owned(),
            Command::NextMatch => "next neighbour".to_owned(),
            Command::PreviousMatch => "previous neighbour".to_owned(),
            Command::NextFound => "next match (search)".to_owned(),
            Command::PreviousFound => "previous match (search)".to_owned(),
            Command::ToggleSignature => "unfold or fold (folded)".to_owned(),
            Command::Left => "scroll left".to_owned(),
            Command::Right => "scroll right".to_owned(),
            Command::Palette => "all actions".to_owned(),
            Command::ShowFocalMethod => "focal method, large".to_owned(),
            Command::Quality => "progress".to_owned(),
            Command::NextCandidate => "next failure".to_owned(),
            Command::PreviousCandidate => "previous failure".to_owned(),
            Command::JumpBack => "go back".to_owned(),
            Command::Clear => "clear the label".to_owned(),
            Command::ChooseTheme => "theme".to_owned(),
            Command::UnfoldFrames => "all frames".to_owned(),
            Command::OpenOrZoom => "open".to_owned(),
            Command::ListMenu => "order, fold, sort".to_owned(),
            Command::CopyMenu => "copy".to_owned(),
            Command::GoMenu => "go to".to_owned(),
            Command::SelectRow => "mark row".to_owned(),
            _ => self.name().replace('-', " "),
        }
    }

    pub fn aliases(self) -> &'static [&'static str] {
        match self {
            Command::TruePositive => &["real bug", "true positive"],
            Command::FalsePositive => &["false alarm", "false positive", "test is wrong"],
            Command::NextUnlabelled => &["unlabelled"],
            Command::Compare => &["diff", "neighbour", "side by side"],
            Command::NextGroup => &["next bug"],
            Command::PreviousGroup => &["previous bug"],
            Command::Groups => &["bugs", "table"],
            Command::Quality => &["quality", "found@k"],
            Command::Oracles => &["references", "assess", "similarity"],
            Command::JumpBack => &["back"],
            Command::GoToMark => &["marks", "go to mark"],
            Command::Clear => &["delete", "remove"],
            Command::ChooseTheme => &["colours", "colors"],
            Command::WrapLines => &["wrap"],
            Command::Top => &["raise K", "lower K", "more", "less"],
            Command::ListMenu => &["order", "fold", "sort", "diversified", "signature"],
            Command::CopyMenu => &["clipboard", "markdown", "ticket"],
            Command::SelectRow => &["select", "multiple"],
            Command::Quit => &["exit", "close"],
            Command::Edit => &["open in editor"],
            Command::Report => &["save", "html", "print"],
            Command::Export => &["save labels", "csv"],
            Command::RevealTruth => &["fixed version"],
            _ => &[],
        }
    }
}
