//! What the tests of the workbench share: a corpus made by hand, and a player of keys against the real update loop.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::Arc;

use fossick::features::{self, Definition, TermWeights};
use fossick::model::{
    Corpus, Failure, FailureId, Group, Judgement, Oracle, Passed, Run, StackTrace, TestIdentity, Truth,
};
use fossick::rank::{self, Ranker};
use fossick::tui::app::action::{Effect, Imported, Message, Mouse, MouseKind, RankedGroup};
use fossick::tui::app::changes::TestName;
use fossick::tui::app::judging::Mark;
use fossick::tui::app::judging::disagreements::Disagreed;
use fossick::tui::app::keys::key::{Key, KeyCode};
use fossick::tui::app::keys::key_script;
use fossick::tui::app::list::order;
use fossick::tui::app::reading::beside::Near;
use fossick::tui::app::reading::copy::Copied;
use fossick::tui::app::reading::own_lines::find_own_lines;
use fossick::tui::app::reading::source::SourcePlace;
use fossick::tui::app::reload::{Reload, Reread};
use fossick::tui::app::remembered::MemoryChange;
use fossick::tui::app::{Action, ListOrder, State};
use fossick::tui::runtime::{Highlighter, LearnRequest, Learner, read_source};
use fossick::tui::view;
use fossick::tui::view::palette::Depth;
use fossick::tui::view::theme::Theme;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

pub const SEEDS: NonZeroU32 = NonZeroU32::new(10).unwrap();

/// A failed test of a made-up class `Purse`, of one of three kinds.
pub fn failure(bug: &str, number: usize) -> Failure {
    let (call, exception, oracle): (&str, &str, Oracle) = match number % 3 {
        0 => ("purse0.take(7)", "java.lang.IllegalArgumentException: not enough: 7", Oracle::default()),
        1 => (
            "purse0.size()",
            "java.lang.AssertionError: expected:<3> but was:<4>",
            Oracle { expects_exception: false, assertion: "assertEquals(3, int0)".into() },
        ),
        _ => (
            "purse0.put(null)",
            "java.lang.AssertionError: Expecting exception",
            Oracle { expects_exception: true, assertion: "".into() },
        ),
    };
    let method = format!("test{number:02}");
    let prefix = format!(
        "  public void {method}()  throws Throwable  {{\n      Purse purse0 = new Purse({number});\n      int int0 = {call};\n  }}"
    );
    let generated = match number % 3 {
        0 => format!("@Test\n{prefix}"),
        1 => format!("@Test\n{}\n      assertEquals(3, int0);\n  }}", prefix.trim_end_matches("\n  }")),
        _ => format!(
            "@Test\n  public void {method}()  throws Throwable  {{\n\ttry {{\n      Purse purse0 = new Purse({number});\n      int int0 = {call};\n      \n\t\tfail(\"Expecting exception\"); }} catch (Exception e) {{ }}\n\t}}"
        ),
    };
    let top = if number.is_multiple_of(3) {
        "\tat shop.Purse.take(Purse.java:31)\n"
    } else {
        "\tat org.junit.Assert.fail(Assert.java:89)\n"
    };
    Failure {
        project: "Shop".into(),
        bug: bug.into(),
        test: format!("shop.Purse_ESTest::{method}").into(),
        focal_method: format!("    public int {}(int amount) {{\n        return amount;\n    }}", ["take", "size", "put"][number % 3]).into(),
        docstring: "/**\n     * Takes coins out of this purse.\n     *\n     * @throws IllegalArgumentException if there are not enough\n     */".into(),
        test_prefix: prefix.into(),
        generated_test: generated.into(),
        oracle,
        trace: StackTrace(Arc::from(format!(
            "shop.Purse_ESTest::{method}\n{exception}\n{top}\tat shop.Purse_ESTest.{method}(Purse_ESTest.java:{})\n\tat java.base/java.lang.reflect.Method.invoke(Method.java:566)\n",
            20 + number
        ))),
        truth: Some(if number == 4 { Truth::TruePositive } else { Truth::FalsePositive }),
        ..Failure::default()
    }
}

/// Groups of these sizes, bugs numbered from 1.
pub fn corpus(sizes: &[usize]) -> Corpus {
    let mut corpus = Corpus { runs: vec![Run { name: "purse".to_owned() }], ..Corpus::default() };
    for (i, &size) in sizes.iter().enumerate() {
        let bug = (i + 1).to_string();
        let start = corpus.failures.len();
        corpus.failures.extend((0..size).map(|number| failure(&bug, number)));
        corpus.groups.push(Group {
            run: 0,
            project: "Shop".into(),
            bug: bug.as_str().into(),
            failures: (start..start + size).map(FailureId::new).collect(),
            passed: Passed { true_negatives: 5, ..Passed::default() },
        });
    }
    corpus
}

/// The signatures of every group.
pub fn group_signatures(corpus: &Corpus) -> Vec<(usize, Arc<rank::Signatures>)> {
    let groups = corpus.groups.iter().enumerate();
    groups.map(|(index, group)| (index, Arc::new(rank::group_signatures(corpus, group)))).collect()
}

/// Features and order of every group that has failures.
pub fn rank_groups(corpus: &Corpus) -> Vec<RankedGroup> {
    rank_groups_by(Ranker::IsolationForest, corpus)
}

/// The same by any ranker.
pub fn rank_groups_by(ranker: Ranker, corpus: &Corpus) -> Vec<RankedGroup> {
    let groups = corpus.groups.iter().enumerate().filter(|(_, group)| !group.failures.is_empty());
    groups
        .map(|(index, group)| {
            let failures: Vec<_> = group.failures.iter().map(|&failure| &corpus.failures[failure]).collect();
            let features = features::group_features(&failures, Definition::Paper);
            let ranking = rank::rank_group(corpus, group, &features, ranker, SEEDS);
            RankedGroup { group: index, features, ranking }
        })
        .collect()
}

/// The workbench without a terminal: keys in, screens and recorded judgements out.
pub struct Player {
    pub state: State,
    pub recorded: Vec<(FailureId, Judgement)>,
    /// Decisions, apart from what a person said on their own.
    pub decided: Vec<(FailureId, Judgement)>,
    /// Who labelled, and where they disagree: what the journals would say.
    pub annotators: (Vec<String>, Vec<Disagreed>),
    /// The same by the tests that they belong to.
    pub journal: Vec<(TestIdentity, Judgement)>,
    pub quit: bool,
    pub suspended: bool,
    /// What the person's editor was to open.
    pub edited: Vec<SourcePlace>,
    pub copied: Vec<(Copied, String)>,
    /// How often results were asked for again.
    pub reloads: usize,
    /// What is to be said of the results that are read next.
    pub said_of_results: Vec<Message>,
    /// What later sessions would know.
    pub remembered: Vec<MemoryChange>,
    pub theme: Theme,
    /// The themes that were to be shown, one after the other.
    pub shown_themes: Vec<String>,
    pub learner: Learner,
    /// Colours code where a test needs to see them.
    pub highlighter: Option<Highlighter>,
}

impl Player {
    /// A workbench that has not loaded anything yet.
    pub fn loading(width: u16, height: u16) -> Player {
        let state = State::new((width, height), 10, "ranked by isolation-forest over 10 seeds".to_owned());
        let theme = Theme::bundled("dark", Depth::TrueColor).expect("bundled").expect("readable");
        Player {
            state,
            recorded: Vec::new(),
            decided: Vec::new(),
            annotators: (Vec::new(), Vec::new()),
            journal: Vec::new(),
            quit: false,
            suspended: false,
            reloads: 0,
            said_of_results: Vec::new(),
            edited: Vec::new(),
            copied: Vec::new(),
            remembered: Vec::new(),
            theme,
            shown_themes: Vec::new(),
            learner: Learner::new(SEEDS),
            highlighter: None,
        }
    }

    /// A workbench on these failures, read, ranked and explained.
    pub fn open(corpus: Corpus, width: u16, height: u16) -> Player {
        let mut player = Player::loading(width, height);
        player.import(corpus);
        player
    }

    /// A workbench of common size on groups of these sizes.
    pub fn of(sizes: &[usize]) -> Player {
        Player::open(corpus(sizes), 140, 45)
    }

    /// The same, ranked by any ranker.
    pub fn open_ranked_by(ranker: Ranker, corpus: Corpus, width: u16, height: u16) -> Player {
        let mut player = Player::loading(width, height);
        player.state.ranked_by = ranker;
        if ranker == Ranker::Diversified {
            player.state.listing.order = ListOrder::Diversified;
        }
        player.import(corpus);
        player
    }

    pub fn import(&mut self, corpus: Corpus) {
        let marks = vec![None; corpus.failures.len()];
        self.import_marked(corpus, marks);
    }

    /// Takes in failures of which something is already said.
    pub fn import_marked(&mut self, corpus: Corpus, marks: Vec<Option<Mark>>) {
        let corpus = Arc::new(corpus);
        let input = "purse.jsonl".to_owned();
        let said_of_results = std::mem::take(&mut self.said_of_results);
        self.act(Action::Imported(Imported {
            corpus: Arc::clone(&corpus),
            marks,
            notices: Vec::new(),
            said_of_results,
            input,
        }));
        for ranked in rank_groups_by(self.state.ranked_by, &corpus) {
            let index = ranked.group;
            let signatures = Arc::new(rank::group_signatures(&corpus, &corpus.groups[index]));
            self.act(Action::Ranked(ranked));
            self.act(Action::Signatures { group: index, signatures });
        }
    }

    /// Takes in failures that were read again; `passed` are the numbers of tests that passed in the first group.
    pub fn reload(&mut self, corpus: Corpus, marks: Vec<Option<Mark>>, passed: &[usize]) {
        let passed = passed.iter().map(|number| TestName {
            run: "purse".to_owned(),
            project: "Shop".into(),
            bug: "1".into(),
            test: failure("1", *number).test,
        });
        let ranked = rank_groups(&corpus);
        let signatures = group_signatures(&corpus);
        let imported = Imported {
            corpus: Arc::new(corpus),
            marks,
            notices: Vec::new(),
            said_of_results: std::mem::take(&mut self.said_of_results),
            input: "purse.jsonl".to_owned(),
        };
        let reread =
            Reread { imported, ranked, signatures, passed: passed.collect(), is_asked_for: self.reloads > 0 };
        let reload = Reload::compare(reread, Arc::clone(&self.state.corpus), self.state.seen_corpus());
        self.reloads = 0;
        self.act(Action::Reloaded(Box::new(reload)));
    }

    fn record(&mut self, failure: FailureId, judgement: Judgement) {
        let identity = self.state.corpus.failures[failure].identity();
        self.journal.push((identity, judgement.clone()));
        self.recorded.push((failure, judgement));
    }

    /// Feeds an action and carries out what it asks for at once, as the runtime does in time.
    pub fn act(&mut self, action: Action) {
        let mut actions = VecDeque::from([action]);
        while let Some(action) = actions.pop_front() {
            for effect in self.state.update(action) {
                match effect {
                    Effect::Quit => self.quit = true,
                    Effect::Suspend => self.suspended = true,
                    Effect::ShowTheme(name) => match Theme::bundled(&name, Depth::TrueColor) {
                        Some(theme) => {
                            self.theme = theme.expect("readable");
                            self.shown_themes.push(name);
                        }
                        None => {
                            let why = format!("{name} is broken");
                            actions.push_back(Action::ThemeFailed { name, why });
                        }
                    },
                    Effect::Learn { group, ticket, features, labels } => {
                        let request = LearnRequest { group, ticket, features, labels };
                        actions.push_back(self.learner.learn(&request));
                    }
                    Effect::ReadSource { number, place } => {
                        let read = read_source(&self.state.corpus, &place);
                        actions.push_back(Action::SourceRead { number, read });
                    }
                    Effect::Edit { place } => self.edited.push(place),
                    Effect::Copy { what, text } => self.copied.push((what, text)),
                    Effect::Decide { failure, judgement } => self.decided.push((failure, judgement)),
                    Effect::FindDisagreements => {
                        let (annotators, found) = self.annotators.clone();
                        actions.push_back(Action::Disagreements { annotators, found });
                    }
                    Effect::Reload => self.reloads += 1,
                    Effect::Discard(_) | Effect::ToggleMouse => {}
                    Effect::FindNearSignatures { group, signatures } => {
                        let failures =
                            rank::failures_of(&self.state.corpus, &self.state.corpus.groups[group]);
                        let clusters = rank::signature::near_signatures(&failures, &signatures);
                        actions.push_back(Action::NearSignatures { group, clusters });
                    }
                    Effect::Record { failure, judgement } => self.record(failure, judgement),
                    Effect::RecordAll(judgements) => {
                        for (failure, judgement) in judgements {
                            self.record(failure, judgement);
                        }
                    }
                    Effect::Explain { group, features } => {
                        let corpus = &self.state.corpus;
                        let failures = rank::failures_of(corpus, &corpus.groups[group]);
                        let reasons = rank::reasons(self.state.ranked_by, &failures, &features, SEEDS);
                        actions.push_back(Action::Explained { group, reasons });
                    }
                    Effect::RankByForest { group, features } => {
                        actions.push_back(order::by_forest(&self.state.corpus, group, &features, SEEDS));
                    }
                    Effect::Find(request) => actions.push_back(request.answer()),
                    Effect::ReadCode(request) => actions.push_back(request.answer()),
                    Effect::Sift(request) => actions.push_back(request.answer()),
                    Effect::SortTexts(request) => actions.push_back(request.answer()),
                    Effect::Remember(change) => self.remembered.push(change),
                    Effect::Measure(request) => {
                        actions.push_back(Action::Measured(Box::new(request.answer(SEEDS))));
                    }
                    Effect::Project { features } => {
                        let projection = Arc::new(rank::Projection::of(&features));
                        actions.push_back(Action::Projected { features, projection });
                    }
                    Effect::Contrast { group, failure, features } => {
                        let group = &self.state.corpus.groups[group];
                        let row = group.failures.binary_search(&failure).expect("a failure of its group");
                        let failures: Vec<_> = group
                            .failures
                            .iter()
                            .map(|&failure| &self.state.corpus.failures[failure])
                            .collect();
                        let neighbours = rank::neighbours(&features, &[row], SEEDS).remove(0);
                        let sentences =
                            rank::Contrast::new(&failures, &features, row, &neighbours).sentences();
                        let near = Near::new(group, &neighbours);
                        actions.push_back(Action::Contrasted { failure, sentences, near });
                    }
                    Effect::FindOwnLines { group } => {
                        actions.extend(find_own_lines(&self.state.corpus, group));
                    }
                    Effect::FindTerms { group, failure } => {
                        let corpus = &self.state.corpus;
                        let group = rank::failures_of(corpus, &corpus.groups[group]);
                        let terms = TermWeights::of(&group).shared_terms(&corpus.failures[failure]);
                        actions.push_back(Action::Terms { failure, terms });
                    }
                    Effect::Highlight { key, lines } => {
                        let spans = match &self.highlighter {
                            Some(highlighter) => highlighter.highlight(&lines),
                            None => vec![Vec::new(); lines.len()],
                        };
                        actions.push_back(Action::Highlighted { key, spans });
                    }
                }
            }
        }
    }

    /// Types keys, separated by blanks: characters, or names in angle brackets.
    pub fn keys(&mut self, script: &str) -> &mut Player {
        for token in script.split_whitespace() {
            let key = match token {
                "<enter>" => Key::plain(KeyCode::Enter),
                "<esc>" => Key::plain(KeyCode::Esc),
                "<tab>" => Key::plain(KeyCode::Tab),
                "<backtab>" => Key::plain(KeyCode::BackTab),
                "<space>" => Key::char(' '),
                "<bs>" => Key::plain(KeyCode::Backspace),
                "<down>" => Key::plain(KeyCode::Down),
                "<up>" => Key::plain(KeyCode::Up),
                "<left>" => Key::plain(KeyCode::Left),
                "<right>" => Key::plain(KeyCode::Right),
                "<home>" => Key::plain(KeyCode::Home),
                "<end>" => Key::plain(KeyCode::End),
                "<pgdn>" => Key::plain(KeyCode::PageDown),
                "<pgup>" => Key::plain(KeyCode::PageUp),
                _ if token.starts_with("<ctrl-") || token.starts_with("<alt-") => {
                    key_script::parse(token).expect("a key")[0].key
                }
                _ => {
                    for c in token.chars() {
                        self.act(Action::Key(Key::char(c)));
                    }
                    continue;
                }
            };
            self.act(Action::Key(key));
        }
        self
    }

    pub fn mouse(&mut self, kind: MouseKind, column: u16, row: u16) {
        self.act(Action::Mouse(Mouse { kind, column, row }));
    }

    /// What the screen shows.
    pub fn buffer(&self) -> Buffer {
        let (width, height) = self.state.screen;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test backend can't fail");
        terminal.draw(|frame| view::draw(&self.state, &self.theme, frame)).expect("nor can drawing to it");
        terminal.backend().buffer().clone()
    }

    /// The screen's text, line by line without trailing blanks.
    pub fn screen(&self) -> String {
        let buffer = self.buffer();
        let area = buffer.area;
        (0..area.height)
            .map(|y| {
                let line: String = (0..area.width).map(|x| buffer[(x, y)].symbol().to_owned()).collect();
                format!("{}\n", line.trim_end())
            })
            .collect()
    }

    /// What is said to the person; empty if nothing is.
    pub fn message(&self) -> &str {
        self.state.message.as_ref().map_or("", |message| &message.text)
    }

    /// The last line of the screen.
    pub fn bottom(&self) -> String {
        self.screen().lines().last().unwrap_or_default().trim().to_owned()
    }

    /// The name of the selected test's method.
    pub fn selected(&self) -> String {
        let (_, failure) = self.state.selected().expect("something is selected");
        format!("{}/{}", failure.bug, failure.test.rsplit("::").next().unwrap_or_default())
    }
}
