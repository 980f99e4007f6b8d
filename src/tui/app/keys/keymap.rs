//! The one table of key bindings: what a key does, its word in the status line, its sentence in the help.
//!
//! These are the keys as they come. [`Keys`](super::Keys) are those in effect, after a person's own choice: there the
//! program looks keys up, and from there help, hints and the README's key table are printed.

use super::key::{Key, KeyCode};
use crate::tui::app::layout::Pane;

/// Everything a key can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the table describes each")]
pub enum Command {
    Down,
    Up,
    PageDown,
    PageUp,
    First,
    Last,
    Left,
    Right,
    NextCandidate,
    PreviousCandidate,
    NextUnlabelled,
    NextGroup,
    PreviousGroup,
    JumpToRank,
    TruePositive,
    FalsePositive,
    Unsure,
    SignatureTruePositive,
    SignatureFalsePositive,
    SignatureUnsure,
    Clear,
    Note,
    Undo,
    Redo,
    ShowTest,
    ShowFocalMethod,
    ShowPrefix,
    UnfoldFrames,
    OpenOrZoom,
    ShowSource,
    Search,
    Filter,
    SortByColumn,
    SetMark,
    GoToMark,
    JumpBack,
    JumpForward,
    Palette,
    NextMatch,
    PreviousMatch,
    NextFound,
    PreviousFound,
    Edit,
    CopyTest,
    CopyTrace,
    WrapLines,
    MatchBrackets,
    ShowTerms,
    TestBeside,
    TraceBeside,
    NextDisagreement,
    NextFold,
    ToggleSignature,
    UnfoldSignature,
    FoldSignature,
    NextOrder,
    PaperOrder,
    RevealTruth,
    ToggleFlaky,
    MoreTop,
    FewerTop,
    NextPane,
    PreviousPane,
    Zoom,
    BorderLeft,
    BorderRight,
    BorderUp,
    BorderDown,
    DefaultLayout,
    Back,
    Triage,
    Quality,
    Groups,
    Map,
    ChooseTheme,
    ToggleMouse,
    Help,
    Tour,
    Reload,
    Suspend,
    Quit,
}

impl Command {
    /// What it is called where a person chooses their own keys: the variant in kebab-case. Renaming a variant breaks the
    /// files of those who chose a key for it.
    pub fn name(self) -> String {
        let mut name = String::new();
        for c in format!("{self:?}").chars() {
            if c.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(c.to_ascii_lowercase());
        }
        name
    }

    /// The command of this name.
    pub fn named(name: &str) -> Option<Command> {
        BINDINGS.iter().map(|row| row.command).find(|command| command.name() == name)
    }

    /// Whether it gives a label or a note, takes one back, or asks for what others said.
    pub fn judges(self) -> bool {
        find(self).is_some_and(|row| row.section == Section::Judge)
    }

    /// Whether it writes a label or a note of the selected failure.
    pub fn writes(self) -> bool {
        use Command::{
            Clear, FalsePositive, Note, SignatureFalsePositive, SignatureTruePositive, SignatureUnsure,
            TruePositive, Unsure,
        };
        let of_one = matches!(self, TruePositive | FalsePositive | Unsure | Clear | Note);
        of_one || matches!(self, SignatureTruePositive | SignatureFalsePositive | SignatureUnsure)
    }

    /// Where its keys hold.
    pub fn context(self) -> Context {
        match self {
            Command::ToggleSignature | Command::UnfoldSignature | Command::FoldSignature => {
                Context::FoldedList
            }
            Command::NextFound | Command::PreviousFound => Context::Searching,
            _ => Context::Everywhere,
        }
    }

    /// Whether one key may mean this command and another one, each where it holds.
    pub fn may_share_keys(self, other: Command) -> bool {
        self.context().stands_in_for().contains(&other) || other.context().stands_in_for().contains(&self)
    }
}

/// Where keys hold. What holds in a part of the screen goes before what holds everywhere, and may share keys with what it
/// stands in for there, but with nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Context {
    /// On all screens, where nothing else has the keys.
    Everywhere,
    /// While the candidates are folded and have the focus.
    FoldedList,
    /// While what was searched in the failures is shown.
    Searching,
}

impl Context {
    /// The commands that hold everywhere for which one of this context may stand in, by a key of theirs: what only moves or
    /// looks, and the note, which waits for the end of a search. Never what labels.
    fn stands_in_for(self) -> &'static [Command] {
        match self {
            Context::Everywhere => &[],
            Context::FoldedList => {
                &[Command::OpenOrZoom, Command::Left, Command::Right, Command::NextUnlabelled]
            }
            Context::Searching => &[Command::Note, Command::NextMatch, Command::PreviousMatch],
        }
    }
}

/// The headings under which bindings are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Giving and taking back labels.
    Judge,
    /// Moving between failures and groups.
    Step,
    /// What the panes show.
    Look,
    /// Panes, help, leaving.
    Screen,
}

impl Section {
    /// In the order of the help screen.
    pub const ALL: [Section; 4] = [Section::Judge, Section::Step, Section::Look, Section::Screen];

    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Section::Judge => "Judge",
            Section::Step => "Step",
            Section::Look => "Look",
            Section::Screen => "Screen",
        }
    }
}

/// One row of the table.
#[derive(Debug)]
pub struct Binding {
    /// Any of these keys; the first one is shown where there is room for one.
    pub keys: &'static [Key],
    /// What they do.
    pub command: Command,
    /// Where the binding is listed.
    pub section: Section,
    /// A word or two for the status line; empty for bindings that are never hinted at there.
    pub hint: &'static str,
    /// A line for the help screen and the README. `{name}` stands for the key of the command of that name.
    pub description: &'static str,
}

const fn binding(
    keys: &'static [Key],
    command: Command,
    section: Section,
    hint: &'static str,
    description: &'static str,
) -> Binding {
    Binding { keys, command, section, hint, description }
}

const fn c(c: char) -> Key {
    Key::char(c)
}

const fn k(code: KeyCode) -> Key {
    Key::plain(code)
}

/// With control held.
const fn held(code: KeyCode) -> Key {
    Key { code, ctrl: true, alt: false }
}

/// All bindings, in the order of the help screen.
#[rustfmt::skip]
pub const BINDINGS: &[Binding] = &[
    binding(&[c('t')], Command::TruePositive, Section::Judge, "true positive", "label: true positive, it reveals a bug"),
    binding(&[c('f')], Command::FalsePositive, Section::Judge, "false positive", "label: false positive, a false alarm"),
    binding(&[c('u')], Command::Unsure, Section::Judge, "unsure", "label: unsure"),
    binding(&[c('T')], Command::SignatureTruePositive, Section::Judge, "all TP", "label all tests of this signature: true positive"),
    binding(&[c('F')], Command::SignatureFalsePositive, Section::Judge, "all FP", "label all tests of this signature: false positive"),
    binding(&[c('U')], Command::SignatureUnsure, Section::Judge, "", "label all tests of this signature: unsure"),
    binding(&[c('x')], Command::Clear, Section::Judge, "clear", "clear the label"),
    binding(&[c('n')], Command::Note, Section::Judge, "note", "write a note"),
    binding(&[c('z')], Command::Undo, Section::Judge, "undo", "undo the last label or note, and go back to it"),
    binding(&[c('Z'), Key::ctrl('r')], Command::Redo, Section::Judge, "redo", "redo what was undone"),
    binding(&[c('D')], Command::NextDisagreement, Section::Judge, "disagreements", "go through what annotators disagree on; a label decides"),
    binding(&[c('R')], Command::RevealTruth, Section::Judge, "truth", "reveal or hide the truth from the fixed version"),

    binding(&[c('j'), k(KeyCode::Down)], Command::Down, Section::Step, "", "down: the next failure, or scroll the focused pane"),
    binding(&[c('k'), k(KeyCode::Up)], Command::Up, Section::Step, "", "up: the previous failure, or scroll the focused pane"),
    binding(&[c('J')], Command::NextCandidate, Section::Step, "next", "the next failure, from any pane"),
    binding(&[c('K')], Command::PreviousCandidate, Section::Step, "", "the previous failure, from any pane"),
    binding(&[c(' ')], Command::NextUnlabelled, Section::Step, "next unlabelled", "the next unlabelled failure in the top K"),
    binding(&[k(KeyCode::PageDown), Key::ctrl('d')], Command::PageDown, Section::Step, "", "half a page down"),
    binding(&[k(KeyCode::PageUp), Key::ctrl('u')], Command::PageUp, Section::Step, "", "half a page up"),
    binding(&[k(KeyCode::Home), c('<')], Command::First, Section::Step, "", "the first failure, or the top of the focused pane"),
    binding(&[k(KeyCode::End), c('>'), c('G')], Command::Last, Section::Step, "", "the last failure, or the bottom of the focused pane"),
    binding(&[c('#')], Command::JumpToRank, Section::Step, "", "go to a rank of the list, or to a group by its number in the table of groups"),
    binding(&[c(']')], Command::NextGroup, Section::Step, "next group", "the next group"),
    binding(&[c('[')], Command::PreviousGroup, Section::Step, "", "the previous group"),
    binding(&[c('M')], Command::SetMark, Section::Step, "mark", "mark this failure with the letter that follows; in the table: the one that the group would open with"),
    binding(&[c('\'')], Command::GoToMark, Section::Step, "", "go to the mark of the letter that follows, or stand beside it; `'` again: where you were"),
    binding(&[Key::ctrl('o'), Key::alt(KeyCode::Left)], Command::JumpBack, Section::Step, "", "back to where you were before a leap: another group, or far in the list"),
    binding(&[Key::alt(KeyCode::Right)], Command::JumpForward, Section::Step, "", "forward again, where you went back"),

    binding(&[c('c')], Command::ShowTest, Section::Look, "test", "show the generated test"),
    binding(&[c('o')], Command::ShowFocalMethod, Section::Look, "focal", "show the focal method with its Javadoc; again: the test"),
    binding(&[c('p')], Command::ShowPrefix, Section::Look, "prefix", "show the test prefix; again: the test"),
    binding(&[c('a')], Command::UnfoldFrames, Section::Look, "all frames", "show or fold framework, reflection and JDK frames"),
    binding(&[c('i')], Command::ShowSource, Section::Look, "source", "open the source file of the frame or the code shown; again: back"),
    binding(&[c('/')], Command::Search, Section::Look, "search", "search the failures: test, exception, message, code, trace; in the code pane the code, in the table of groups their names"),
    binding(&[c('&')], Command::Filter, Section::Look, "filter", "list only what passes a filter, such as `exc:NullPointer label:none`; tab completes"),
    binding(&[c('S')], Command::SortByColumn, Section::Look, "sort", "sort the list, or the table of groups, by a column; ranks and K stay, `{paper-order}` puts the list back"),
    binding(&[c('.')], Command::NextMatch, Section::Look, "next match", "the next match of the search; beside another failure: the next neighbour"),
    binding(&[c(',')], Command::PreviousMatch, Section::Look, "before", "the match before; beside another failure: the neighbour before"),
    binding(&[c('n')], Command::NextFound, Section::Look, "next match", "while a search is shown: the next match"),
    binding(&[c('N')], Command::PreviousFound, Section::Look, "before", "while a search is shown: the match before"),
    binding(&[c('e')], Command::Edit, Section::Look, "editor", "open the frame, the source or the test in your editor"),
    binding(&[c('y')], Command::CopyTest, Section::Look, "copy", "copy the test"),
    binding(&[c('Y')], Command::CopyTrace, Section::Look, "copy", "copy the trace"),
    binding(&[c('d')], Command::TestBeside, Section::Look, "neighbour", "the test beside its nearest neighbour, or one that is marked (`{go-to-mark}`), line by line; again: back"),
    binding(&[c('V')], Command::TraceBeside, Section::Look, "traces", "the trace beside that of the nearest neighbour, or of one that is marked; again: back"),
    binding(&[c('H')], Command::ShowTerms, Section::Look, "terms", "mark the terms that tie the test to its Javadoc, the strongest named below"),
    binding(&[c('%')], Command::MatchBrackets, Section::Look, "", "go from a bracket (of the match, the failed line, the first line) to its partner, and back"),
    binding(&[c('w')], Command::WrapLines, Section::Look, "wrap", "wrap long lines, or scroll them"),
    binding(&[c('X')], Command::ToggleFlaky, Section::Look, "", "hide or show flaky failures"),
    binding(&[c('h'), k(KeyCode::Left)], Command::Left, Section::Look, "", "scroll long lines back"),
    binding(&[c('l'), k(KeyCode::Right)], Command::Right, Section::Look, "", "scroll long lines on"),
    binding(&[c('g')], Command::NextFold, Section::Look, "fold", "fold the candidates by signature, by near signatures, not at all"),
    binding(&[k(KeyCode::Enter)], Command::ToggleSignature, Section::Look, "", "in the folded list: unfold or fold the signature"),
    binding(&[k(KeyCode::Right)], Command::UnfoldSignature, Section::Look, "", "in the folded list: unfold the signature"),
    binding(&[k(KeyCode::Left)], Command::FoldSignature, Section::Look, "", "in the folded list: fold the signature"),
    binding(&[c('v')], Command::NextOrder, Section::Look, "order", "the candidates in the next order: by score, diversified, the paper's where another ranker was asked for"),
    binding(&[c('P')], Command::PaperOrder, Section::Look, "by score", "the candidates in the paper's order again: by the scores of its isolation forest, whatever ranker was asked for"),
    binding(&[c('+'), c('=')], Command::MoreTop, Section::Look, "", "one more failure in the top K"),
    binding(&[c('-')], Command::FewerTop, Section::Look, "", "one failure less in the top K"),

    binding(&[k(KeyCode::Tab)], Command::NextPane, Section::Screen, "pane", "focus the next pane; beside another failure: the next difference"),
    binding(&[k(KeyCode::BackTab)], Command::PreviousPane, Section::Screen, "", "focus the previous pane, or the difference before"),
    binding(&[c('m')], Command::Zoom, Section::Screen, "zoom", "give the focused pane the whole screen, or take it back"),
    binding(&[held(KeyCode::Left)], Command::BorderLeft, Section::Screen, "", "move the border beside the focused pane to the left; the mouse drags any border"),
    binding(&[held(KeyCode::Right)], Command::BorderRight, Section::Screen, "", "move the border beside the focused pane to the right"),
    binding(&[held(KeyCode::Up)], Command::BorderUp, Section::Screen, "", "move the border above or below the focused pane up"),
    binding(&[held(KeyCode::Down)], Command::BorderDown, Section::Screen, "", "move the border above or below the focused pane down"),
    binding(&[c('0')], Command::DefaultLayout, Section::Screen, "", "all borders back to where they were at first"),
    binding(&[k(KeyCode::Enter)], Command::OpenOrZoom, Section::Screen, "open", "in the trace: open the source of the frame; in the table and on the map: what is marked; elsewhere as `{zoom}`"),
    binding(&[k(KeyCode::Esc)], Command::Back, Section::Screen, "back", "close what is open, end the search, leave the zoom, back to the list, end the filter"),
    binding(&[c('1')], Command::Triage, Section::Screen, "triage", "the triage screen"),
    binding(&[c('2')], Command::Quality, Section::Screen, "quality", "the quality screen: how good the list is, as far as is known"),
    binding(&[c('3'), c('b')], Command::Groups, Section::Screen, "groups", "the groups screen: all bugs as a table, to choose one from"),
    binding(&[c('4')], Command::Map, Section::Screen, "map", "the map: the group's failures as points, which lie apart and in what; arrows go from point to point"),
    binding(&[Key::ctrl('t')], Command::ChooseTheme, Section::Screen, "", "choose the colours: each theme is shown while one moves through the list"),
    binding(&[c(':'), Key::ctrl('p')], Command::Palette, Section::Screen, "actions", "all actions: type some letters of one, `enter` does it"),
    binding(&[Key::ctrl('g')], Command::ToggleMouse, Section::Screen, "", "leave the mouse to the terminal, which selects text with it, or take it back"),
    binding(&[c('?')], Command::Help, Section::Screen, "all keys", "show all keys, and what the signs mean"),
    binding(&[c('I')], Command::Tour, Section::Screen, "", "the tour: six cards that explain this screen"),
    binding(&[c('r')], Command::Reload, Section::Screen, "reload", "read the results again"),
    binding(&[Key::ctrl('z')], Command::Suspend, Section::Screen, "", "back to the shell for a while; its `fg` returns here"),
    binding(&[c('q'), Key::ctrl('c')], Command::Quit, Section::Screen, "quit", "quit; every label is already saved"),
];

/// The row of a command. Every command has one, which a test checks.
pub fn find(command: Command) -> Option<&'static Binding> {
    BINDINGS.iter().find(|binding| binding.command == command)
}

/// The commands worth a hint in the status line when this pane has the focus, most useful first.
pub fn hinted(focus: Pane) -> &'static [Command] {
    use Command::{
        Back, Clear, Edit, FalsePositive, Filter, Groups, Help, NextCandidate, NextGroup, NextMatch,
        NextPane, NextUnlabelled, Note, OpenOrZoom, PaperOrder, Quality, Quit, Reload, Search,
        ShowFocalMethod, ShowPrefix, ShowSource, ShowTest, TruePositive, Undo, UnfoldFrames, Unsure, Zoom,
    };
    match focus {
        Pane::Candidates | Pane::Why => &[
            TruePositive,
            FalsePositive,
            Unsure,
            Note,
            Undo,
            Clear,
            NextUnlabelled,
            PaperOrder,
            Search,
            Filter,
            ShowFocalMethod,
            NextPane,
            NextGroup,
            Groups,
            Quality,
            Reload,
            Help,
            Quit,
        ],
        Pane::Code => &[
            TruePositive,
            FalsePositive,
            Unsure,
            NextMatch,
            Back,
            ShowSource,
            Edit,
            ShowTest,
            ShowFocalMethod,
            ShowPrefix,
            NextCandidate,
            Search,
            Zoom,
            NextPane,
            Help,
            Quit,
        ],
        Pane::Trace => &[
            TruePositive,
            FalsePositive,
            Unsure,
            OpenOrZoom,
            Edit,
            UnfoldFrames,
            NextCandidate,
            Search,
            Zoom,
            NextPane,
            Help,
            Quit,
        ],
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Names that people may have written into their files. New ones are added, none is taken away.
    const KNOWN_NAMES: &str = "back border-down border-left border-right border-up clear copy-test copy-trace default-layout down edit false-positive fewer-top first \
        fold-signature groups help jump-to-rank last left map more-top next-candidate next-disagreement next-fold next-group \
        next-match next-order next-pane next-unlabelled note open-or-zoom page-down page-up paper-order previous-candidate \
        previous-group previous-match previous-pane quality quit redo reload reveal-truth right search show-focal-method \
        show-prefix show-source show-test signature-false-positive signature-true-positive signature-unsure sort-by-column \
        suspend toggle-flaky toggle-signature tour triage true-positive undo unfold-frames unfold-signature unsure up zoom";

    #[test]
    fn names_stay_as_they_are() {
        let names: HashSet<String> = BINDINGS.iter().map(|binding| binding.command.name()).collect();
        assert_eq!(names.len(), BINDINGS.len(), "each command has one row");
        for known in KNOWN_NAMES.split_whitespace() {
            assert!(Command::named(known).is_some(), "{known} is gone, and somebody's own keys with it");
        }
    }

    #[test]
    fn every_hinted_command_has_a_key_and_a_word() {
        for pane in Pane::ALL {
            for &command in hinted(pane) {
                let binding = find(command).expect("a hinted command is in the table");
                assert!(!binding.hint.is_empty(), "{command:?} is hinted at without a word");
            }
        }
    }
}
