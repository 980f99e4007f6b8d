//! The command table: one row per command, with its keys, the screens where it applies, the condition under which it
//! is enabled, and its function.
//!
//! ```text
//! key ──Keys::command──▶ Command ──find──▶ its row ──▶ screens ──▶ run(&mut App)
//! hints, palette ──────────────────────────────▶ its row ──▶ enabled ──▶ offered, or the reason why not now
//! ```
//!
//! Help, hints, palette, `fossick keys` and the README's key table read this table. To add a command, add a variant,
//! a row, and the function that it runs. The keys are the default ones; [`Keys`](super::keys::Keys) are those in
//! effect, according to the user's configuration. If a screen gives a command another meaning than its row, `SCOPED`
//! has a row for that.

use strum::IntoStaticStr;

use super::keys::key::{Key, KeyCode};
use crate::model::{Label, Verdict};
use crate::tui::core::command::conditions::{
    Enabled, can_edit, can_open, check, has_another_difference, has_closed_source, has_folded_frames,
    has_label, has_match, has_methods, has_neighbour, has_next_group, has_other_failure, has_previous_group,
    has_references, has_selection, has_something_to_close, has_unlabelled,
};
use crate::tui::core::effect::OutputFile;
use crate::tui::core::reloaded::Freshness;
use crate::tui::modal::menu::Menu;
use crate::tui::modal::prompt::{LineEditor, Number};
use crate::tui::triage::compare::stays_open;
use crate::tui::{App, Direction, Modal, Request, Screen};

/// The number of cells that one key press scrolls sideways.
const SIDEWAYS: isize = 8;

/// A command of the workbench. Names that users' configurations have are older than some variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    Down,
    Up,
    PageDown,
    PageUp,
    GoMenu,
    First,
    Last,
    Left,
    Right,
    #[strum(serialize = "next-candidate")]
    NextFailure,
    #[strum(serialize = "previous-candidate")]
    PreviousFailure,
    NextUnlabelled,
    NextGroup,
    PreviousGroup,
    AllGroups,
    TruePositive,
    FalsePositive,
    Unsure,
    Environment,
    Clear,
    Note,
    Undo,
    Redo,
    ShowFocalMethod,
    UnfoldFrames,
    OpenOrZoom,
    ShowSource,
    Search,
    Filter,
    SelectRow,
    GoToMark,
    JumpBack,
    Palette,
    #[strum(serialize = "next-match")]
    NextNeighbour,
    #[strum(serialize = "previous-match")]
    PreviousNeighbour,
    #[strum(serialize = "next-found")]
    NextMatch,
    #[strum(serialize = "previous-found")]
    PreviousMatch,
    Edit,
    CopyMenu,
    WrapLines,
    AllFeatures,
    Compare,
    NextDisagreement,
    ToggleSignature,
    ListMenu,
    RevealTruth,
    Top,
    NextPane,
    PreviousPane,
    Zoom,
    DefaultLayout,
    Back,
    Triage,
    #[strum(serialize = "quality")]
    Progress,
    Oracles,
    Groups,
    ChooseTheme,
    Report,
    Export,
    CommandOutput,
    Help,
    Tour,
    Reload,
    Suspend,
    Quit,
}

impl Command {
    /// Returns the variant in kebab-case: a new name breaks the configuration of users who have a key for it.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn named(name: &str) -> Option<Command> {
        BINDINGS.iter().map(|row| row.command).find(|command| command.name() == name)
    }

    /// Returns the command or the option that does the work of one that earlier versions had.
    pub(crate) fn instead_of(name: &str) -> Option<&'static str> {
        Some(match name {
            "border-left" | "border-right" | "border-up" | "border-down" => "the mouse drags borders",
            "match-brackets" => "`edit` opens your editor",
            "next-fold" | "next-order" | "paper-order" | "sort-by-column" => {
                "`list-menu` orders, folds and sorts"
            }
            "copy-test" | "copy-trace" => "`copy-menu` copies",
            "toggle-mouse" => "`mouse = false` leaves the mouse to the terminal, and shift selects text",
            "more-top" | "fewer-top" => "`top` asks for the number",
            "show-test" => "`show-focal-method` returns to the test",
            "show-prefix" => "the test begins with its prefix, and the tinted lines are the oracle",
            "show-terms" => "`all-features` shows the similarity of test and Javadoc",
            "set-mark" => "`go-to-mark` and a capital letter set a bookmark",
            "jump-to-rank" => "`go-menu` goes to a rank",
            "fold-signature" | "unfold-signature" => "`toggle-signature` does both",
            "signature-true-positive" | "signature-false-positive" | "signature-unsure" => {
                "on a row of a folded list, labels are for all tests of the signature"
            }
            "map" => {
                "the list orders the failures by how unusual they are, `compare` and `list-menu` show which are alike"
            }
            "toggle-flaky" => "the filter `-is:flaky` hides flaky failures",
            "jump-forward" => "`jump-back` and `go-to-mark` go back",
            _ => return None,
        })
    }

    /// Returns the number of rows by which the command moves or scrolls; None if it does neither.
    pub(crate) fn rows(self, half_page: isize) -> Option<isize> {
        match self {
            Command::Down => Some(1),
            Command::Up => Some(-1),
            Command::PageDown => Some(half_page),
            Command::PageUp => Some(-half_page),
            Command::First => Some(isize::MIN),
            Command::Last => Some(isize::MAX),
            _ => None,
        }
    }

    /// Returns true if the command is about judging: labels, notes, marked rows, disagreements, the truth.
    pub fn judges(self) -> bool {
        find(self).is_some_and(|row| row.section == Section::Judge)
    }

    pub fn writes(self) -> bool {
        find(self).is_some_and(|row| row.writes)
    }

    pub fn context(self) -> Context {
        find(self).map_or(Context::Everywhere, |row| row.context)
    }

    /// Returns true if this command and another one may have the same key, each in its own context.
    pub(crate) fn may_share_keys(self, other: Command) -> bool {
        let contexts = [self.context(), other.context()];
        // A comparison replaces the list, so that their keys are never ambiguous.
        let apart = contexts.contains(&Context::Comparing)
            && !contexts.contains(&Context::Everywhere)
            && contexts[0] != contexts[1];
        apart
            || self.context().stands_in_for().contains(&other)
            || other.context().stands_in_for().contains(&self)
    }
}

/// The context in which keys apply. A key of a specific context takes precedence over one that applies everywhere,
/// and may be the key of a command that it replaces there, but of no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Context {
    /// On all screens, if nothing else has the keys.
    Everywhere,
    /// While the list is folded and has the focus.
    FoldedList,
    Searching,
    Comparing,
}

impl Context {
    /// Returns the global commands that a command of this context may replace with the same key: those that only move
    /// or display, and the note, which waits for the end of a search, but never those that label.
    fn stands_in_for(self) -> &'static [Command] {
        match self {
            Context::Everywhere => &[],
            Context::FoldedList => {
                &[Command::OpenOrZoom, Command::Left, Command::Right, Command::NextUnlabelled]
            }
            Context::Searching | Context::Comparing => {
                &[Command::Note, Command::NextMatch, Command::PreviousMatch]
            }
        }
    }
}

/// The headings under which commands are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
pub enum Section {
    Judge,
    Step,
    Look,
    Screen,
}

impl Section {
    /// All sections, in the order of the help screen.
    pub const ALL: [Section; 4] = [Section::Judge, Section::Screen, Section::Step, Section::Look];

    pub fn title(self) -> &'static str {
        self.into()
    }
}

#[derive(Debug)]
pub struct Binding {
    /// The keys; the first one is shown if there is room for only one.
    pub keys: &'static [Key],
    pub command: Command,
    pub section: Section,
    /// A word or two for the status line; empty for commands without a hint.
    pub hint: &'static str,
    /// A line for the help screen and the README. `{name}` stands for the key of the command of that name.
    pub description: &'static str,
    screens: &'static [Screen],
    pub(crate) context: Context,
    writes: bool,
    enabled: fn(&App) -> Enabled,
    pub(crate) run: fn(&mut App),
}

const ANYWHERE: &[Screen] = &Screen::ALL;
const BUT_PROGRESS: &[Screen] = &[Screen::Triage, Screen::Groups];
const BUT_GROUPS: &[Screen] = &[Screen::Triage, Screen::Progress];
const TRIAGE: &[Screen] = &[Screen::Triage];

/// Creates the row of a command that is always available on the triage screen.
const fn command(
    keys: &'static [Key],
    command: Command,
    section: Section,
    hint: &'static str,
    description: &'static str,
    run: fn(&mut App),
) -> Binding {
    Binding {
        keys,
        command,
        section,
        hint,
        description,
        screens: TRIAGE,
        context: Context::Everywhere,
        writes: false,
        enabled: |_| Ok(()),
        run,
    }
}

impl Binding {
    const fn on(self, screens: &'static [Screen]) -> Binding {
        Binding { screens, ..self }
    }

    const fn when(self, enabled: fn(&App) -> Enabled) -> Binding {
        Binding { enabled, ..self }
    }

    /// Marks the command as writing a label or a note of the selected failure.
    const fn that_writes(self) -> Binding {
        Binding { writes: true, ..self }
    }

    const fn within(self, context: Context) -> Binding {
        Binding { context, ..self }
    }

    /// Returns an error if the command is not available on the given screen.
    pub(crate) fn applies_to(&self, page: Screen) -> Enabled {
        use Command as C;
        if self.screens.contains(&page) {
            return Ok(());
        }
        Err(match (self.command, page) {
            (C::Left | C::Right, Screen::Groups) => "all columns are visible: {list-menu} sorts by one",
            (C::Search | C::NextMatch | C::PreviousMatch, _) => {
                "figures are not searched: {triage} shows the failures, {groups} the groups"
            }
            (C::NextFailure | C::PreviousFailure, _) => "no failures are listed here: {triage} shows them",
            (C::NextGroup | C::PreviousGroup, _) => {
                "this screen shows all groups together: {groups} lists them"
            }
            _ if self.section == Section::Judge => "labels are given on the triage screen: {triage} opens it",
            _ => "that is available on the triage screen: {triage} opens it",
        })
    }
}

const fn char_key(character: char) -> Key {
    Key::char(character)
}

const fn key(code: KeyCode) -> Key {
    Key::plain(code)
}

/// All commands, in the order of the help screen.
#[rustfmt::skip]
pub const BINDINGS: &[Binding] = &[
    command(&[char_key('t')], Command::TruePositive, Section::Judge, "TP: bug", "a bug (true positive, TP): judge the failure, the marked rows, or the folded signature", |app| app.cx.judge(Label::TruePositive)).when(has_selection).that_writes(),
    command(&[char_key('f')], Command::FalsePositive, Section::Judge, "FP: no bug", "the test or its oracle is wrong (false positive, FP): judge the failure, the marked rows, or the folded signature", |app| app.cx.judge(Label::FalsePositive)).when(has_selection).that_writes(),
    command(&[char_key('u')], Command::Unsure, Section::Judge, "unsure", "unsure: judge the failure, the marked rows, or the folded signature", |app| app.cx.judge(Label::Unsure)).when(has_selection).that_writes(),
    command(&[char_key('i')], Command::Environment, Section::Judge, "environment", "the environment (a false positive): a file, a module or a service is missing", |app| app.cx.judge(Verdict::ENVIRONMENT)).when(has_selection).that_writes(),
    command(&[char_key('x')], Command::Clear, Section::Judge, "clear", "clear the label", |app| app.cx.clear_label()).when(has_label).that_writes(),
    command(&[char_key('n')], Command::Note, Section::Judge, "note", "write a note", App::open_note).when(has_selection).that_writes(),
    command(&[char_key('z')], Command::Undo, Section::Judge, "undo", "undo the last label or note, and select its failure", |app| app.cx.undo()).when(|app| check(app.cx.judging.labels.can_undo(), "nothing to undo")),
    command(&[Key::ctrl('r')], Command::Redo, Section::Judge, "redo", "redo the last undone change", |app| app.cx.redo()).when(|app| check(app.cx.judging.labels.can_redo(), "nothing to redo")),
    command(&[], Command::NextDisagreement, Section::Judge, "disagreements", "the next failure on which annotators disagree; your label decides", |app| app.cx.next_disagreement()),
    command(&[char_key('R')], Command::RevealTruth, Section::Judge, "truth", "reveal or hide the truth from the fixed version", |app| app.cx.reveal_truth()).on(ANYWHERE).when(|app| check(app.cx.results.knows_truth(), "no fixed version is known")),

    command(&[char_key('j'), key(KeyCode::Down)], Command::Down, Section::Step, "", "down: the next failure, or scroll the focused pane", |app| app.move_by(1)).on(ANYWHERE),
    command(&[char_key('k'), key(KeyCode::Up)], Command::Up, Section::Step, "", "up: the previous failure, or scroll the focused pane", |app| app.move_by(-1)).on(ANYWHERE),
    command(&[char_key('J')], Command::NextFailure, Section::Step, "next", "the next failure, from any pane", |app| app.cx.step(1)).on(BUT_PROGRESS),
    command(&[char_key('K')], Command::PreviousFailure, Section::Step, "", "the previous failure, from any pane", |app| app.cx.step(-1)).on(BUT_PROGRESS),
    command(&[char_key(' ')], Command::NextUnlabelled, Section::Step, "next unjudged", "the next failure to judge in the top K", App::next_unlabelled).on(ANYWHERE).when(has_unlabelled),
    command(&[Key::ctrl('d'), key(KeyCode::PageDown)], Command::PageDown, Section::Step, "", "half a page down", |app| app.move_by(app.half_page())).on(ANYWHERE),
    command(&[Key::ctrl('u'), key(KeyCode::PageUp)], Command::PageUp, Section::Step, "", "half a page up", |app| app.move_by(-app.half_page())).on(ANYWHERE),
    command(&[char_key('g')], Command::GoMenu, Section::Step, "", "go to the top (`g g`), to the end, or to a rank", |app| app.modal = Some(Modal::Menu(Menu::Go))).on(ANYWHERE),
    command(&[key(KeyCode::Home)], Command::First, Section::Step, "", "the first failure, or the top of the focused pane", |app| app.move_by(isize::MIN)).on(ANYWHERE),
    command(&[char_key('G'), key(KeyCode::End)], Command::Last, Section::Step, "", "the last failure, or the bottom of the focused pane", |app| app.move_by(isize::MAX)).on(ANYWHERE),
    command(&[char_key(']')], Command::NextGroup, Section::Step, "next group", "the next group", |app| app.cx.next_group(1)).on(BUT_PROGRESS).when(has_next_group),
    command(&[char_key('[')], Command::PreviousGroup, Section::Step, "", "the previous group", |app| app.cx.next_group(-1)).on(BUT_PROGRESS).when(has_previous_group),
    command(&[char_key('A')], Command::AllGroups, Section::Step, "all groups", "all groups in one list, or the current group alone with its top K", |app| app.cx.toggle_across()).when(|app| check(app.cx.lists.order.len() > 1, "there is one group")),
    command(&[char_key('v')], Command::SelectRow, Section::Judge, "mark row", "mark this row and go to the next, to judge several together; on a marked row: unmark it", |app| app.cx.toggle_row()).when(has_selection),
    command(&[char_key('\'')], Command::GoToMark, Section::Step, "bookmarks", "the bookmarks: a letter goes to its failure, or compares with it, a number to a marked row; a capital letter sets a bookmark here; `'` again: back to where you were", |app| app.modal = Some(Modal::Mark)).on(ANYWHERE),
    command(&[Key::ctrl('o')], Command::JumpBack, Section::Step, "", "go back to before the last jump, to another group or far in the list", App::jump_back).on(ANYWHERE).when(|app| check(!app.jump_list.back.is_empty(), "no place to go back to")),

    command(&[char_key('o')], Command::ShowFocalMethod, Section::Look, "focal", "show the focal method with its documentation; again: the other methods that the test calls, then the test", |app| app.triage.code.step_methods(&mut app.cx)).when(has_methods),
    command(&[char_key('a')], Command::UnfoldFrames, Section::Look, "all frames", "show or fold framework, reflection and JDK frames", |app| app.triage.trace.unfold_frames(&mut app.cx)).when(has_folded_frames),
    command(&[], Command::ShowSource, Section::Look, "source", "open the source file of the frame or the code shown; again: back", |app| app.triage.toggle_source(&mut app.cx)).when(has_closed_source),
    command(&[char_key('/')], Command::Search, Section::Look, "search", "search the failures: test, exception, message, code, trace; in the code pane the code, in the table of groups their names", App::open_search).on(BUT_PROGRESS),
    command(&[char_key('&')], Command::Filter, Section::Look, "filter", "list only failures that pass a filter, such as `exc:NullPointer label:none`; tab completes", App::open_filter).on(ANYWHERE),
    command(&[char_key('>')], Command::NextNeighbour, Section::Look, "next neighbour", "in a comparison: the next neighbour", |app| app.triage.compare.step_neighbour(1, &mut app.cx)).when(has_neighbour).within(Context::Comparing),
    command(&[char_key('<')], Command::PreviousNeighbour, Section::Look, "previous neighbour", "in a comparison: the previous neighbour", |app| app.triage.compare.step_neighbour(-1, &mut app.cx)).when(has_neighbour).within(Context::Comparing),
    command(&[char_key('n')], Command::NextMatch, Section::Look, "next match", "while a search is shown: the next match", |app| app.step_match(Direction::Forward)).on(BUT_PROGRESS).when(has_match).within(Context::Searching),
    command(&[char_key('N')], Command::PreviousMatch, Section::Look, "prev", "while a search is shown: the previous match", |app| app.step_match(Direction::Backward)).on(BUT_PROGRESS).when(has_match).within(Context::Searching),
    command(&[char_key('e')], Command::Edit, Section::Look, "editor", "open the frame, the source or the test in your editor", |app| app.triage.edit(&mut app.cx)).when(can_edit),
    command(&[char_key('y')], Command::CopyMenu, Section::Look, "copy", "copy the test, the trace, or everything as Markdown", |app| app.modal = Some(Modal::Menu(Menu::Copy))).when(has_selection),
    command(&[char_key('d')], Command::Compare, Section::Look, "compare", "compare with the most similar failure, or with a marked one (`{go-to-mark}`); again: back", |app| app.triage.compare.toggle_compare(&mut app.cx)).when(has_other_failure),
    command(&[char_key('W')], Command::AllFeatures, Section::Look, "", "show all eleven features with their values, or the reasons for the rank in words", |app| app.triage.why.toggle_features(&mut app.cx)),
    command(&[char_key('w')], Command::WrapLines, Section::Look, "wrap", "wrap long lines, or scroll them", |app| app.triage.code.toggle_wrap(&mut app.cx)),
    command(&[char_key('h'), key(KeyCode::Left)], Command::Left, Section::Look, "", "scroll long lines left", |app| app.triage.code.scroll_sideways(-SIDEWAYS, &mut app.cx)),
    command(&[char_key('l'), key(KeyCode::Right)], Command::Right, Section::Look, "", "scroll long lines right", |app| app.triage.code.scroll_sideways(SIDEWAYS, &mut app.cx)),
    command(&[key(KeyCode::Enter)], Command::ToggleSignature, Section::Look, "", "in the folded list: unfold or fold the signature", |app| app.cx.fold_signature()).when(|app| check(app.cx.is_in_folded_list(), "the list is not folded: {list-menu} folds it")).within(Context::FoldedList),
    command(&[char_key('s')], Command::ListMenu, Section::Look, "order", "order, fold or sort the list: a menu", |app| app.modal = Some(Modal::Menu(Menu::List))).on(&[Screen::Triage, Screen::Groups]),
    command(&[], Command::Top, Section::Look, "", "change K, the number of failures to judge; `{palette}top 20` sets it at once", |app| app.ask_number(Number::Top)).on(ANYWHERE),

    command(&[key(KeyCode::Tab)], Command::NextPane, Section::Screen, "pane", "focus the next pane; in a comparison: the next difference; on progress: the oracles, and back", |app| app.step_pane(Direction::Forward)).on(BUT_GROUPS).when(has_another_difference),
    command(&[key(KeyCode::BackTab)], Command::PreviousPane, Section::Screen, "", "focus the previous pane; in a comparison: the previous difference", |app| app.step_pane(Direction::Backward)).on(BUT_GROUPS),
    command(&[char_key('Z')], Command::Zoom, Section::Screen, "zoom", "give the focused pane the whole screen, or restore the panes", |app| app.cx.panes.toggle_zoom()).on(BUT_PROGRESS),
    command(&[key(KeyCode::Enter)], Command::OpenOrZoom, Section::Screen, "open", "in the list: focus the code; in the trace: open the source of the frame; in the table and among the oracles: open the selection; on the progress screen: the next failure to judge; elsewhere like `{zoom}`", |app| app.triage.open_or_zoom(&mut app.cx)).on(ANYWHERE).when(can_open),
    command(&[key(KeyCode::Esc)], Command::Back, Section::Screen, "back", "close the topmost view, end the search, leave the zoom, return to the list, end the filter", App::back).on(ANYWHERE).when(has_something_to_close),
    command(&[char_key('1')], Command::Triage, Section::Screen, "triage", "the triage screen", |app| app.turn_to(Screen::Triage)).on(ANYWHERE),
    command(&[char_key('2')], Command::Progress, Section::Screen, "progress", "progress: the bugs found so far, and the quality of the list", |app| app.turn_to(Screen::Progress)).on(ANYWHERE),
    command(&[], Command::Report, Section::Screen, "", "write a report on this list, as HTML in the current folder", |app| app.cx.write(OutputFile::Report)).on(ANYWHERE),
    command(&[], Command::Export, Section::Screen, "", "export the labels, as CSV in the current folder", |app| app.cx.write(OutputFile::Labels)).on(ANYWHERE),
    command(&[], Command::CommandOutput, Section::Screen, "", "show the output of the last command of your own that ran in the background", App::show_output).on(ANYWHERE).when(|app| check(app.cx.output.is_some(), "no command of yours ran in the background")),
    command(&[], Command::Oracles, Section::Screen, "oracles", "generated oracles beside their references, with their similarity and accuracy", App::toggle_oracles).on(ANYWHERE).when(has_references),
    command(&[char_key('3')], Command::Groups, Section::Screen, "groups", "the table of all groups, to choose one from", |app| app.turn_to(Screen::Groups)).on(ANYWHERE),
    command(&[], Command::ChooseTheme, Section::Screen, "", "choose a theme; each is previewed as you move through the list", App::choose_theme).on(ANYWHERE),
    command(&[char_key(':')], Command::Palette, Section::Screen, "actions", "all actions: type a few letters of one, and `enter` runs it", |app| app.show_palette(LineEditor::default())).on(ANYWHERE),
    command(&[char_key('?')], Command::Help, Section::Screen, "all keys", "show the keys of this screen, and the meanings of the symbols; `/` searches them", |app| app.modal = Some(Modal::Help { offset: 0, query: None })).on(ANYWHERE),
    command(&[], Command::Tour, Section::Screen, "", "the tour: three cards that explain the screen", App::begin_tour).on(ANYWHERE),
    command(&[], Command::DefaultLayout, Section::Screen, "", "reset all borders", |app| app.cx.reset_borders()),
    command(&[char_key('r')], Command::Reload, Section::Screen, "reload", "reload the results", |app| app.cx.ask(Request::Reload)).on(ANYWHERE).when(|app| check(app.rereading.freshness != Freshness::UpToDate, "the results are up to date")),
    command(&[Key::ctrl('z')], Command::Suspend, Section::Screen, "", "back to the shell; its `fg` returns here", |app| app.cx.ask(Request::Suspend)).on(ANYWHERE),
    command(&[char_key('q'), Key::ctrl('c')], Command::Quit, Section::Screen, "quit", "quit; every label is already saved", |app| app.cx.ask(Request::Quit)).on(ANYWHERE),
];

/// A part of the program in which some commands have another meaning than their rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    Compare,
    Progress,
    Oracles,
    Groups,
}

/// Commands with another meaning in a scope, and their function there.
type ScopedRow = (Scope, &'static [Command], fn(&mut App));

#[rustfmt::skip]
const SCOPED: &[ScopedRow] = &[
    (Scope::Compare, &[Command::Left], |app| app.triage.compare.scroll_compare_sideways(-SIDEWAYS, &mut app.cx)),
    (Scope::Compare, &[Command::Right], |app| app.triage.compare.scroll_compare_sideways(SIDEWAYS, &mut app.cx)),
    (Scope::Compare, &[Command::NextPane], |app| app.triage.compare.step_difference(Direction::Forward, &mut app.cx)),
    (Scope::Compare, &[Command::PreviousPane], |app| app.triage.compare.step_difference(Direction::Backward, &mut app.cx)),
    (Scope::Compare, &[Command::UnfoldFrames], |app| app.triage.compare.unfold_compared(&mut app.cx)),
    (Scope::Compare, &[Command::Back], |app| app.triage.compare.close_compare()),

    (Scope::Progress, &[Command::NextPane, Command::PreviousPane], App::toggle_oracles),
    (Scope::Progress, &[Command::OpenOrZoom], App::judge_next),

    (Scope::Oracles, &[Command::NextPane, Command::PreviousPane], App::toggle_oracles),
    (Scope::Oracles, &[Command::OpenOrZoom], App::open_instance),

    (Scope::Groups, &[Command::NextFailure, Command::NextGroup], |app| app.table.step(1, &mut app.cx)),
    (Scope::Groups, &[Command::PreviousFailure, Command::PreviousGroup], |app| app.table.step(-1, &mut app.cx)),
    (Scope::Groups, &[Command::ListMenu], |app| app.modal = Some(Modal::Menu(Menu::Groups))),
    (Scope::Groups, &[Command::OpenOrZoom, Command::Zoom], App::open_group),
    (Scope::Groups, &[Command::NextMatch], |app| app.table.step_group_match(Direction::Forward, &mut app.cx)),
    (Scope::Groups, &[Command::PreviousMatch], |app| app.table.step_group_match(Direction::Backward, &mut app.cx)),
];

/// Returns the row of a command. Every command has one.
pub fn find(command: Command) -> Option<&'static Binding> {
    BINDINGS.iter().find(|binding| binding.command == command)
}

impl App {
    /// Runs a command, or says why it is not available on the current screen.
    pub(crate) fn run(&mut self, command: Command) {
        let Some(row) = find(command) else { return };
        if let Some(why) = self.cx.judging.look_only.as_ref().filter(|_| row.writes) {
            self.cx.messages.error(why.clone());
        } else if let Err(why) = row.applies_to(self.cx.screen) {
            self.cx.messages.info(self.cx.keys.fill(why));
        } else {
            let scoped = self.scoped(command);
            if self.closes_comparison(command) {
                self.triage.compare.close_compare();
            }
            scoped.map_or(row.run, |&(.., run)| run)(self);
        }
    }

    /// Returns the screen of a command that is not available on the current one.
    pub(crate) fn screen_of(&self, command: Command) -> Option<Screen> {
        let screens = find(command)?.screens;
        screens.first().copied().filter(|_| !screens.contains(&self.cx.screen))
    }

    fn scoped(&self, command: Command) -> Option<&'static ScopedRow> {
        let scope = self.scope();
        SCOPED.iter().find(|(own, commands, _)| Some(*own) == scope && commands.contains(&command))
    }

    pub(crate) fn closes_comparison(&self, command: Command) -> bool {
        self.scope() == Some(Scope::Compare) && self.scoped(command).is_none() && !stays_open(command)
    }

    /// Returns the visible part of the program in which some commands have another meaning.
    pub(crate) fn scope(&self) -> Option<Scope> {
        match self.cx.screen {
            Screen::Triage => self.triage.compare.open.as_ref().map(|_| Scope::Compare),
            Screen::Progress if self.shows_oracles() => Some(Scope::Oracles),
            Screen::Progress => Some(Scope::Progress),
            Screen::Groups => Some(Scope::Groups),
        }
    }

    /// Returns the reason why a command is not available; `{name}` stands for the key of that command.
    pub(crate) fn why_not(&self, command: Command) -> Option<&'static str> {
        let row = find(command)?;
        if row.writes && self.cx.judging.look_only.is_some() {
            return Some("labels can't be saved");
        }
        row.applies_to(self.cx.screen).and_then(|()| (row.enabled)(self)).err()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Names that users may have in their files. New ones are added; one that is removed is named in `instead_of`.
    const KNOWN_NAMES: &str = "all-features back border-down border-left border-right border-up choose-theme clear compare copy-menu \
        copy-test copy-trace default-layout down edit export false-positive fewer-top filter first fold-signature \
        go-menu go-to-mark groups help jump-back jump-forward jump-to-rank last left list-menu map match-brackets \
        more-top next-candidate next-disagreement next-fold next-found next-group next-match next-order next-pane \
        next-unlabelled note open-or-zoom oracles page-down page-up palette paper-order previous-candidate \
        previous-found previous-group previous-match previous-pane quality quit redo reload report reveal-truth \
        right search select-row set-mark show-focal-method show-prefix show-source show-terms show-test \
        signature-false-positive signature-true-positive signature-unsure sort-by-column suspend toggle-flaky \
        toggle-mouse toggle-signature top tour triage true-positive undo unfold-frames unfold-signature unsure up \
        wrap-lines zoom";

    #[test]
    fn names_do_not_change() {
        let names: HashSet<&str> = BINDINGS.iter().map(|binding| binding.command.name()).collect();
        assert_eq!(names.len(), BINDINGS.len(), "each command has one row");
        for known in KNOWN_NAMES.split_whitespace() {
            let is_answered = Command::named(known).is_some() ^ Command::instead_of(known).is_some();
            assert!(is_answered, "{known} is gone, and users' own keys with it");
        }
    }
}
