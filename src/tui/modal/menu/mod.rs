//! Menus: a key opens one, the next key selects an entry.

pub(crate) mod draw;

use crate::model::{Failure, VerdictWords};
use crate::rank::{Need, Ranker};
use crate::tui::core::command::keys::key::{Key, KeyCode};
use crate::tui::core::effect::Copied;
use crate::tui::modal::prompt::Number;
use crate::tui::triage::list::fold::Fold;
use crate::tui::triage::list::order::{Column, ListOrder};
use crate::tui::{App, Command, GroupColumn, Screen, text};

/// The width to which the name of a judge is cut.
const MOST_OF_NAME: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Menu {
    List,
    Copy,
    Go,
    Groups,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    Order(ListOrder),
    Fold(Fold),
    Sort(Column),
    SortGroups(GroupColumn),
    Copy(Copied),
    Run(Command),
    Rank,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuEntry {
    /// The heading above it, if it begins a section of the menu.
    pub heading: Option<&'static str>,
    pub key: char,
    pub title: String,
    pub is_current: bool,
    /// True if it would do nothing: the failures here lack what it is about.
    pub is_vain: bool,
    choice: Choice,
}

impl MenuEntry {
    fn of(app: &App, heading: Option<&'static str>, key: char, title: &str, choice: Choice) -> MenuEntry {
        let list = &app.cx.lists.listing;
        let is_current = match choice {
            Choice::Order(order) => list.order == order && list.sorted.is_none(),
            Choice::Fold(fold) => list.fold == fold,
            // Unless the list is sorted, its order says all.
            Choice::Sort(column) => list.sorted.as_ref().is_some_and(|sorted| sorted.column == column),
            Choice::SortGroups(column) => app.table.sort.column == column,
            Choice::Copy(_) | Choice::Run(_) | Choice::Rank => false,
        };
        let lack = lacking(choice, app);
        let title = format!("{title}{}", lack.unwrap_or_default());
        MenuEntry { heading, key, title, is_current, is_vain: lack.is_some(), choice }
    }
}

impl Menu {
    pub fn title(self) -> &'static str {
        match self {
            Menu::List => "order, fold, sort",
            Menu::Copy => "copy to the clipboard",
            Menu::Go => "go to",
            Menu::Groups => "groups",
        }
    }

    pub fn entries(self, app: &App) -> Vec<MenuEntry> {
        let entry = |heading, key, title: &str, choice| MenuEntry::of(app, heading, key, title, choice);
        match self {
            Menu::List => entries_of_list(app),
            Menu::Copy => {
                let (test, copied) = if app
                    .cx
                    .lists
                    .selected()
                    .is_some_and(|(_, of): (_, &Failure)| of.generated_test.trim().is_empty())
                {
                    ("the test's name: it has no source here", Copied::TestName)
                } else {
                    ("the test", Copied::Test)
                };
                vec![
                    entry(None, 'y', test, Choice::Copy(copied)),
                    entry(None, 't', "the trace", Choice::Copy(Copied::Trace)),
                    entry(None, 'r', "the command that runs it again", Choice::Copy(Copied::Rerun)),
                    entry(None, 'a', "everything as Markdown, for a ticket", Choice::Copy(Copied::Markdown)),
                ]
            }
            Menu::Go => {
                let mut entries = vec![
                    entry(None, 'g', "the top", Choice::Run(Command::First)),
                    entry(None, 'e', "the end", Choice::Run(Command::Last)),
                ];
                if app.cx.screen != Screen::Progress {
                    entries.push(entry(None, 'r', "a rank by its number: digits do it, too", Choice::Rank));
                }
                entries
            }
            Menu::Groups => {
                let columns = app.table.group_columns(&app.cx).into_iter().map(|placed| placed.column);
                let columns = columns.filter(|&column| column != GroupColumn::Error).enumerate();
                let sorts = columns.map(|(place, column)| {
                    let title =
                        if column == GroupColumn::Number { "number" } else { column.heading(&app.cx) };
                    let heading = (place == 0).then_some("Sort by (again: reverse)");
                    entry(heading, column.letter(), title, Choice::SortGroups(column))
                });
                sorts.collect()
            }
        }
    }
}

/// Returns the orders that the menu of the list offers, the usual one first.
fn offered_rankers(app: &App) -> Vec<Ranker> {
    let mut rankers: Vec<Ranker> = Ranker::all()
        .filter(|ranker: &Ranker| match ranker.row() {
            row if row.needs == Some(Need::Changes) => app.cx.lists.corpus.knows_changes,
            row => row.is_offered || *ranker == app.cx.lists.listing.ranked_by,
        })
        .collect();
    // The usual order of whole tests comes first.
    let is_written = app.cx.lists.verdict_words() == VerdictWords::Written;
    rankers.sort_by_key(|ranker| is_written && !ranker.is_for_whole_tests());
    rankers
}

/// Returns the entries of the menu of the list: orders, folds and columns.
fn entries_of_list(app: &App) -> Vec<MenuEntry> {
    let entry = |heading, key, title: &str, choice| MenuEntry::of(app, heading, key, title, choice);
    let order = |place: usize, order: ListOrder, title: &str| {
        entry((place == 0).then_some("Order"), order.key(), title, Choice::Order(order))
    };
    let words = app.cx.lists.verdict_words();
    let is_written = words == VerdictWords::Written;
    let mut entries: Vec<MenuEntry> = offered_rankers(app)
        .into_iter()
        .enumerate()
        .map(|(place, ranker)| {
            let title = format!("{ranker}: {}", words.in_plain_words(ranker.row().help));
            order(place, ListOrder::By(ranker), &title)
        })
        .collect();
    if let Some(judge) = app.cx.judging.labels.shown_judge() {
        let name = text::sanitize(&judge.name);
        let title = format!("what {} calls TP first", text::cut_end(&name, MOST_OF_NAME));
        entries.push(order(entries.len(), ListOrder::Judged, &title));
    }
    let alike = match words {
        VerdictWords::Generated => "by signature",
        VerdictWords::Written => "by cause: tests that fail alike are one row",
    };
    entries.extend([
        entry(Some("Fold"), 'u', "not folded: a row per test", Choice::Fold(Fold::Off)),
        entry(None, 'g', alike, Choice::Fold(Fold::Signatures)),
        entry(None, 'n', &words.in_plain_words("by similar signatures"), Choice::Fold(Fold::NearSignatures)),
    ]);
    let columns = [
        ('s', Column::Score),
        ('o', Column::Oracle),
        ('e', Column::Exception),
        ('t', Column::Test),
        ('l', Column::Label),
    ];
    // In a build, only what has an effect: its rows never have a column of what is expected.
    let offered = columns.into_iter().filter(|&(_, column)| {
        !is_written || (column != Column::Oracle && lacking(Choice::Sort(column), app).is_none())
    });
    entries.extend(offered.enumerate().map(|(place, (key, column))| {
        let heading = (place == 0).then_some("Or by column (again: reverse)");
        entry(heading, key, column.title(), Choice::Sort(column))
    }));
    entries
}

/// Returns what the failures of the group lack for a choice, in words that follow its title.
fn lacking(choice: Choice, app: &App) -> Option<&'static str> {
    let (group, state) = app.cx.lists.current_group()?;
    let (has_it, lack) = match choice {
        Choice::Sort(Column::Score) if state.is_by_cause() => (false, ": the order by cause has none"),
        Choice::Sort(Column::Score) => (!state.is_too_small(), ": too few failures here"),
        Choice::Sort(Column::Oracle) => (state.knows_oracles, ": not known here"),
        Choice::Sort(Column::Label) => (
            group.failures.iter().any(|&of| app.cx.judging.labels.label(of).is_some()),
            ": nothing is judged here",
        ),
        Choice::Copy(Copied::Trace) => {
            (!app.cx.lists.selected()?.1.trace.0.trim().is_empty(), ": there is none here")
        }
        Choice::Copy(Copied::Rerun) => {
            let id = app.cx.lists.selected_id()?;
            (app.cx.rerun_line(id).is_some(), ": its test runner is not known")
        }
        _ => return None,
    };
    (!has_it).then_some(lack)
}

impl App {
    /// Handles a key while a menu is open. A key without an entry closes it, with a message unless it is `esc`.
    pub(in crate::tui) fn menu_key(&mut self, menu: Menu, key: Key) {
        let entries = menu.entries(self);
        let Key { code: KeyCode::Char(letter), ctrl: false, alt: false } = key else { return };
        // The digits of a rank need no entry before them.
        if letter.is_ascii_digit() && entries.iter().any(|entry| entry.choice == Choice::Rank) {
            return self.begin_number(Number::Rank, key);
        }
        let Some(entry) = entries.iter().find(|entry| entry.key == letter) else {
            return self.cx.messages.info(format!("{letter} is not in the menu {}", menu.title()));
        };
        match entry.choice {
            Choice::Order(order) => self.cx.show_order(order),
            Choice::Fold(fold) => self.cx.fold_by(fold),
            Choice::Sort(column) => self.cx.sort_by(column),
            Choice::SortGroups(column) => self.table.sort_groups_by(column, &mut self.cx),
            Choice::Copy(what) => self.cx.copy(what),
            Choice::Run(command) => self.run(command),
            Choice::Rank => self.ask_number(Number::Rank),
        }
    }
}
