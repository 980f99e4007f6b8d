//! A small corpus, and a player that types keys into the headless workbench and reads its screen.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::num::NonZeroU32;
use std::sync::Arc;

use fossick::config::{ThemeChoice, Themes};
use fossick::features::{self, Definition};
use fossick::lang::MethodNames;
use fossick::model::{
    Corpus, Failure, FailureId, Group, Judgement, Label, Oracle, Passed, Ranking, Run, StackTrace,
    TestIdentity, TestKey, TestOfRun, Truth,
};
use fossick::rank::{GroupRanker, Ranker};
use fossick::tui::Command;
use fossick::tui::core::action::{Imported, Message, Mouse, MouseKind, RankedGroup};
use fossick::tui::core::command::keys::Keys;
use fossick::tui::core::command::keys::key::parse_script;
use fossick::tui::core::command::keys::key::{Key, KeyCode};
use fossick::tui::core::command::own::OwnProgram;
use fossick::tui::core::effect::{Copied, OutputFile};
use fossick::tui::core::navigate::Screen;
use fossick::tui::core::session_state::SessionChange;
use fossick::tui::frame::theme::Theme;
use fossick::tui::runtime::{Headless, LabelStorage, Options};
use fossick::tui::triage::code::source::SourceLocation;
use fossick::tui::triage::judging::disagreements::Disagreed;
use fossick::tui::triage::judging::{Mark, ShownJudge};
use fossick::tui::{Action, GroupState, Pane, Request};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

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
            is_predicted: false,
            run: 0,
            project: "Shop".into(),
            bug: bug.as_str().into(),
            failures: (start..start + size).map(FailureId::new).collect(),
            passed: Passed { true_negatives: 5, ..Passed::default() },
        });
    }
    corpus
}

/// Failures whose tests and exceptions have the long names of a real project.
pub fn long_names() -> Corpus {
    let mut corpus = corpus(&[14]);
    let names = ["testHugeLineSeparator", "testHash32x86WithLengthAndSeed", "testCodec265", "testHash32"];
    let thrown = [
        "java.lang.ArrayIndexOutOfBoundsException",
        "org.junit.ComparisonFailure",
        "java.lang.AssertionError",
    ];
    for (i, failure) in corpus.failures.iter_mut().enumerate() {
        let name = format!("{}{i}", names[i % names.len()]);
        failure.test = format!("org.acme.codec.Base64Test::{name}").into();
        failure.trace = StackTrace(Arc::from(format!(
            "org.acme.codec.Base64Test::{name}\n{}: m{i}\n\tat org.acme.codec.VeryLongClassNameOfTheProject.andItsMethodWithALongName(VeryLongClassNameOfTheProject.java:31)\n\tat org.acme.codec.Base64Test.{name}(Base64Test.java:{i})\n",
            thrown[i % thrown.len()]
        )));
    }
    corpus
}

/// Results as they were read, with the mark of each failure.
pub fn imported(corpus: Arc<Corpus>, marks: Vec<Option<Mark>>, input: String) -> Imported {
    let marks = marks.into_iter().enumerate();
    Imported {
        groups: GroupState::of(&corpus),
        across: None,
        corpus,
        read_at: None,
        marks: marks.filter_map(|(failure, mark)| Some((FailureId::new(failure), mark?))).collect(),
        notices: Vec::new(),
        said_of_results: Vec::new(),
        order: None,
        judge: None,
        before: None,
        passed: Arc::default(),
        runners: Arc::default(),
        instances: Arc::default(),
        approaches: Arc::default(),
        input,
        has_tests: true,
        edited: Arc::default(),
    }
}

/// Features and order of every group that has failures.
pub fn rank_groups(corpus: &Corpus) -> Vec<RankedGroup> {
    rank_groups_by(Ranker::ISOLATION_FOREST, corpus)
}

/// The same by any ranker.
pub fn rank_groups_by(ranker: Ranker, corpus: &Corpus) -> Vec<RankedGroup> {
    let (names, prepared) = (MethodNames::default(), GroupRanker::new(ranker, SEEDS));
    let groups = corpus.groups.iter().enumerate().filter(|(_, group)| !group.failures.is_empty());
    groups
        .map(|(index, group)| {
            let failures: Vec<_> = group.failures.iter().map(|&failure| &corpus.failures[failure]).collect();
            let features = features::group_features(&failures, &names, Definition::Paper);
            let ranking = prepared.rank(group, &features);
            RankedGroup::new(index, features, ranker, ranking)
        })
        .collect()
}

/// The default keys, and one for each command without a key.
fn keys_of_tests() -> Keys {
    let mut keys = Keys::default();
    let more = [
        (Command::ShowSource, "X"),
        (Command::Tour, "I"),
        (Command::DefaultLayout, "0"),
        (Command::Top, "+"),
        (Command::NextDisagreement, "D"),
        (Command::ChooseTheme, "ctrl-t"),
    ];
    for (command, key) in more {
        assert!(keys.of(command).is_empty(), "{command:?} has a key");
        keys.set(command, vec![key.parse().expect("a key")]);
    }
    keys
}

/// The options of a session that remembers nothing.
pub fn options() -> Options {
    Options {
        reading: fossick::import::Reading::default(),
        definition: Definition::Paper,
        ranker: None,
        seeds: SEEDS,
        top: None,
        theme: ThemeChoice::One("dark".to_owned()),
        themes: Themes::default(),
        theme_configured_in: Some("~/.config/fossick/config.toml".to_owned()),
        across: false,
        mouse: true,
        editor: None,
        labels: LabelStorage::Nowhere,
        annotator: "ada".to_owned(),
        show_judge: None,
        before: None,
        greetings: Vec::new(),
        watch: false,
        clock: || None,
        session_state: None,
        tour: false,
        keys: keys_of_tests(),
        play: Vec::new(),
    }
}

/// The headless workbench with its requests to the terminal and the disk.
pub struct Player {
    pub headless: Headless,
    pub recorded: Vec<(FailureId, Judgement)>,
    /// Decisions between annotators.
    pub decided: Vec<(FailureId, Judgement)>,
    /// The annotators and what they disagree on, as their journals would have it.
    pub annotators: (Vec<String>, Vec<Disagreed>),
    /// Labels by test.
    pub journal: Vec<(TestIdentity, Judgement)>,
    pub quit: bool,
    pub suspended: bool,
    /// Locations that were opened in the editor.
    pub edited: Vec<SourceLocation>,
    pub copied: Vec<(Copied, String)>,
    /// Commands of the user's own that were to be run.
    pub programs: Vec<OwnProgram>,
    /// Files that were requested.
    pub written: Vec<OutputFile>,
    /// The number of times that results were to be read again.
    pub reloads: usize,
    /// Messages that come with the results that are shown next.
    pub said_of_results: Vec<Message>,
    /// The judge whose labels come with the results that are shown next.
    pub judge: Option<Arc<ShownJudge>>,
    /// Changes to what later sessions know.
    pub remembered: Vec<SessionChange>,
    /// A theme to draw in, in place of the chosen one.
    pub theme: Option<Theme>,
}

impl Player {
    /// A workbench that has not loaded anything yet.
    pub fn loading(width: u16, height: u16) -> Player {
        Player::with(options(), width, height)
    }

    /// The same without results, with other options.
    pub fn with(options: Options, width: u16, height: u16) -> Player {
        Player {
            headless: Headless::new(options, (width, height)).expect("a bundled theme"),
            recorded: Vec::new(),
            decided: Vec::new(),
            annotators: (Vec::new(), Vec::new()),
            journal: Vec::new(),
            quit: false,
            suspended: false,
            reloads: 0,
            said_of_results: Vec::new(),
            judge: None,
            edited: Vec::new(),
            copied: Vec::new(),
            programs: Vec::new(),
            written: Vec::new(),
            remembered: Vec::new(),
            theme: None,
        }
    }

    /// A workbench on these failures, read, ranked and explained.
    pub fn open(corpus: Corpus, width: u16, height: u16) -> Player {
        Player::open_ranked_by(Ranker::default(), corpus, width, height)
    }

    /// A workbench of common size on groups of these sizes.
    pub fn of(sizes: &[usize]) -> Player {
        Player::open(corpus(sizes), 140, 45)
    }

    /// The same, ranked by any ranker.
    pub fn open_ranked_by(ranker: Ranker, corpus: Corpus, width: u16, height: u16) -> Player {
        Player::open_with(Options { ranker: Some(ranker), ..options() }, corpus, width, height)
    }

    /// The same with other options.
    pub fn open_with(options: Options, corpus: Corpus, width: u16, height: u16) -> Player {
        let mut player = Player::with(options, width, height);
        player.import(corpus);
        player
    }

    pub fn import(&mut self, corpus: Corpus) {
        let marks = vec![None; corpus.failures.len()];
        self.import_marked(corpus, marks);
    }

    /// Shows failures of which some are labelled already.
    pub fn import_marked(&mut self, corpus: Corpus, marks: Vec<Option<Mark>>) {
        let imported = self.imported(corpus, marks);
        self.headless.show(imported);
        self.take_requests();
    }

    /// Shows failures that were read again; `passed` are the numbers of tests that passed in the first group.
    pub fn reload(&mut self, corpus: Corpus, marks: Vec<Option<Mark>>, passed: &[usize]) {
        let passed = passed.iter().map(|number| TestOfRun {
            run: "purse".to_owned(),
            key: TestKey { project: "Shop".into(), bug: "1".into(), test: failure("1", *number).test },
        });
        let imported = self.imported(corpus, marks);
        let is_asked_for = std::mem::take(&mut self.reloads) > 0;
        self.headless.reload(imported, passed.collect(), is_asked_for);
        self.take_requests();
    }

    fn imported(&mut self, corpus: Corpus, marks: Vec<Option<Mark>>) -> Imported {
        let said_of_results = std::mem::take(&mut self.said_of_results);
        let judge = self.judge.clone();
        Imported { said_of_results, judge, ..imported(Arc::new(corpus), marks, "purse.jsonl".to_owned()) }
    }

    fn record(&mut self, failure: FailureId, judgement: Judgement) {
        let identity = self.corpus().failures[failure].identity();
        self.journal.push((identity, judgement.clone()));
        self.recorded.push((failure, judgement));
    }

    /// Sends an event and waits for its effects.
    pub fn act(&mut self, event: Action) {
        self.headless.send(event);
        self.settle();
    }

    /// Waits for all pending effects.
    pub fn settle(&mut self) {
        self.headless.run_pending();
        self.take_requests();
    }

    fn take_requests(&mut self) {
        for request in self.headless.take_requests() {
            match request {
                Request::Quit => self.quit = true,
                Request::Suspend => self.suspended = true,
                Request::Edit { place } => self.edited.push(place),
                Request::Copy { what, text } => self.copied.push((what, text)),
                Request::RunProgram(program) => self.programs.push(*program),
                Request::WriteFile(what) => self.written.push(what),
                Request::Reload => self.reloads += 1,
                Request::Record { judgements, is_decision: true } => self.decided.extend(judgements),
                Request::Record { judgements, is_decision: false } => {
                    for (failure, judgement) in judgements {
                        self.record(failure, judgement);
                    }
                }
                Request::Remember(change) => self.remembered.push(change),
                Request::FindDisagreements => {
                    let (annotators, found) = self.annotators.clone();
                    self.act(Action::Disagreements { annotators, found });
                }
                _ => {}
            }
        }
    }

    /// Types keys, separated by blanks: characters, or names in angle brackets. Each waits for the effects of the previous one.
    pub fn keys(&mut self, script: &str) -> &mut Player {
        for key in script.split_whitespace().flat_map(keys_of) {
            self.act(Action::Key(key));
        }
        self
    }

    /// Types keys without waiting for their effects: see [`Player::settle`].
    pub fn type_ahead(&mut self, script: &str) -> &mut Player {
        for key in script.split_whitespace().flat_map(keys_of) {
            self.headless.send(Action::Key(key));
        }
        self
    }

    pub fn mouse(&mut self, kind: MouseKind, column: u16, row: u16) {
        self.act(Action::Mouse(Mouse { kind, column, row }));
    }

    /// The screen's cells.
    pub fn buffer(&self) -> Buffer {
        let theme = self.theme.as_ref().unwrap_or_else(|| self.headless.theme());
        self.headless.screen_in(theme).expect("drawing to a buffer can't fail")
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

    /// The message on the last line; empty if there is none.
    /// The rows of the prompt or menu over the screen.
    pub fn over(&self) -> String {
        let screen = self.screen();
        screen.lines().skip_while(|row| !row.starts_with('╭')).collect::<Vec<_>>().join("\n")
    }

    pub fn message(&self) -> &str {
        self.headless.state().cx.messages.current.as_ref().map_or("", |message| &message.text)
    }

    pub fn page(&self) -> Screen {
        self.headless.state().cx.screen
    }

    pub fn focus(&self) -> Pane {
        self.headless.state().cx.panes.focus
    }

    pub fn corpus(&self) -> &Corpus {
        &self.headless.state().cx.lists.corpus
    }

    /// The failures of the list that is shown, from top to bottom.
    pub fn list(&self) -> Vec<FailureId> {
        self.ranking().entries.iter().map(|entry| entry.failure).collect()
    }

    /// The same with their scores.
    pub fn ranking(&self) -> &Ranking {
        self.headless.state().cx.lists.current_group().expect("a group with failures").1.list()
    }

    /// The index of the selected failure.
    pub fn failure(&self) -> Option<FailureId> {
        self.headless.state().cx.lists.selected().map(|(failure, _)| failure)
    }

    /// The position of the selected failure in the list, from 0.
    pub fn position(&self) -> usize {
        let selected = self.failure().expect("something is selected");
        self.list().iter().position(|&failure| failure == selected).expect("it is in the list")
    }

    /// The selected failure.
    pub fn selection(&self) -> &Failure {
        &self.corpus().failures[self.failure().expect("something is selected")]
    }

    fn mark(&self, failure: FailureId) -> Option<&Mark> {
        self.headless.state().cx.judging.labels.mark(failure)
    }

    pub fn is_by_signature(&self, failure: FailureId) -> bool {
        self.mark(failure).is_some_and(|mark| mark.judgement.by_signature)
    }

    pub fn label(&self, failure: FailureId) -> Option<Label> {
        self.mark(failure)?.judgement.label
    }

    pub fn note(&self, failure: FailureId) -> &str {
        self.mark(failure).map_or("", |mark| &mark.judgement.note)
    }

    /// The first line of the screen.
    pub fn header(&self) -> String {
        self.screen().lines().next().unwrap_or_default().to_owned()
    }

    /// The number of judged rows in the top K, as the header shows them.
    pub fn judged(&self) -> usize {
        let header = self.header();
        let said = header.split(" judged").next().unwrap_or_default();
        let count = said.rsplit_once(" of ").and_then(|(before, _)| before.rsplit(' ').next()?.parse().ok());
        count.unwrap_or_else(|| panic!("{header}"))
    }

    pub fn is_shown(&self, pane: Pane) -> bool {
        self.headless.state().cx.layout().is_some_and(|layout| layout.pane(pane).is_some())
    }

    /// True while two failures are compared in the place of the panes.
    pub fn is_comparing(&self) -> bool {
        self.screen().lines().any(|line| line.starts_with("▌ compare"))
    }

    pub fn area(&self, pane: Pane) -> Rect {
        self.headless.state().cx.layout().expect("large enough").pane(pane).expect("it is shown")
    }

    /// The rows of a pane as text, the title first.
    pub fn rows(&self, pane: Pane) -> Vec<String> {
        let (buffer, area) = (self.buffer(), self.area(pane));
        let row = |y| (area.x..area.x + area.width).map(|x| buffer[(x, y)].symbol()).collect();
        (area.y..area.y + area.height).map(row).collect()
    }

    /// The numbers of the lines in the code pane, without a signature that stays visible above them.
    pub fn code_lines(&self) -> Vec<usize> {
        let number = |row: &String| {
            let digits = row.trim_start_matches(|c: char| !c.is_ascii_alphanumeric() && c != '↑');
            digits.split_whitespace().next().and_then(|number| number.parse().ok())
        };
        self.rows(Pane::Code)[1..].iter().filter_map(number).collect()
    }

    /// The first cell of a text on the screen.
    pub fn find(&self, wanted: &str) -> (u16, u16) {
        let screen = self.screen();
        let at = screen
            .lines()
            .enumerate()
            .find_map(|(y, line)| line.find(wanted).map(|byte| (line[..byte].chars().count(), y)));
        let (x, y) = at.unwrap_or_else(|| panic!("no {wanted} on\n{screen}"));
        (u16::try_from(x).expect("a cell"), u16::try_from(y).expect("a cell"))
    }

    /// The names of the groups on the groups screen, from top to bottom.
    pub fn group_rows(&self) -> Vec<String> {
        let screen = self.screen();
        // A blank row ends the table.
        let table =
            screen.lines().skip(3).take_while(|line| line.chars().take(10).any(|c| !c.is_whitespace()));
        table.filter_map(name_of_group).collect()
    }

    /// The name of the marked group on the groups screen.
    pub fn marked_group(&self) -> String {
        let screen = self.screen();
        screen.lines().find(|line| line.starts_with('▌')).and_then(name_of_group).expect("a marked group")
    }

    /// The last line of the screen.
    pub fn bottom(&self) -> String {
        self.screen().lines().last().unwrap_or_default().trim().to_owned()
    }

    /// The input line of the open prompt: the typed text, and the hint at its right end.
    pub fn prompt(&self) -> String {
        let screen = self.screen();
        let line = screen.lines().find_map(|line| line.split_once("│ › ")).expect("a prompt is open").1;
        line.split('│').next().unwrap_or_default().trim().to_owned()
    }

    /// The bug and the method of the selected test.
    pub fn selected(&self) -> String {
        let failure = &self.corpus().failures[self.failure().expect("something is selected")];
        format!("{}/{}", failure.bug, failure.test.rsplit("::").next().unwrap_or_default())
    }
}

fn name_of_group(line: &str) -> Option<String> {
    line.split_whitespace().find(|word| word.starts_with("Shop-")).map(str::to_owned)
}

fn keys_of(token: &str) -> Vec<Key> {
    let code = match token {
        "<enter>" => KeyCode::Enter,
        "<esc>" => KeyCode::Esc,
        "<tab>" => KeyCode::Tab,
        "<backtab>" => KeyCode::BackTab,
        "<space>" => KeyCode::Char(' '),
        "<bs>" => KeyCode::Backspace,
        "<down>" => KeyCode::Down,
        "<up>" => KeyCode::Up,
        "<left>" => KeyCode::Left,
        "<right>" => KeyCode::Right,
        "<home>" => KeyCode::Home,
        "<end>" => KeyCode::End,
        "<pgdn>" => KeyCode::PageDown,
        "<pgup>" => KeyCode::PageUp,
        _ if ["<ctrl-", "<alt-", "<f"].iter().any(|start| token.starts_with(start)) => {
            return vec![parse_script(token).expect("a key")[0].key];
        }
        _ => return token.chars().map(Key::char).collect(),
    };
    vec![Key::plain(code)]
}
