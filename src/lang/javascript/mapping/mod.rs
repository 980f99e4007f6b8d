//! From a failed test to its code: its source, the oracle that failed, the prefix before it, and the focal function.
//!
//! ```text
//! name, trace ──titles──▶ the test's call ──frames──▶ failing line ──body──▶ statement ──oracle──▶ the oracle that failed, and
//!                                                                                             the prefix before it
//!                                                                                                └──focal──▶ the focal function
//! ```
//!
//! `code` reads a file as a tree with its variables, `checks` recognizes checks by the forms of their libraries.

mod act;
#[cfg(test)]
mod act_tests;
mod body;
mod called;
mod called_back;
#[cfg(test)]
mod chain_tests;
#[cfg(test)]
mod change_tests;
mod checks;
mod code;
#[cfg(test)]
mod conversion_tests;
mod conversions;
mod copies;
mod decides;
#[cfg(test)]
mod evidence_tests;
#[cfg(test)]
mod failed_early_tests;
mod focal;
#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod helper_act_tests;
mod helper_acts;
#[cfg(test)]
mod helper_tests;
mod hooks;
mod kept;
#[cfg(test)]
mod kept_tests;
#[cfg(test)]
mod look_tests;
mod names;
mod observe;
mod oracle;
mod parts;
#[cfg(test)]
mod plugin_tests;
mod plugins;
mod question;
mod recorded;
#[cfg(test)]
mod recorded_tests;
mod restored;
#[cfg(test)]
mod shown_tests;
#[cfg(test)]
mod tests;
mod upkeep;
#[cfg(test)]
mod upkeep_tests;
#[cfg(test)]
mod waiting_tests;

use std::collections::BTreeSet;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use tree_sitter::Node;

use super::index::{FileId, Index, Kind, Target};
use super::syntax::{arguments, descendants, field, is_function};
use super::titles::{Fit, TestCall, callback, declares_titles};
use crate::lang::index::TestName;
use crate::model::{
    Focal, FocalMethod, Located, OracleCategory, Phase, StackTrace, TestKind, Undecided, assertion_of,
};
use crate::trace::javascript::{TEST_TIMEOUT, UNEXPECTED_PASS, is_javascript};
use crate::trace::{Frame, Section, is_identifier, sections};
use act::HelperLook;
use body::Body;
use called::Known;
use code::Code;
use focal::{CalledBack, Context, Decision, Fault};

/// A test as the index has it: its file and its call there.
#[derive(Clone, Copy)]
pub(super) struct FoundCall<'i> {
    pub file: FileId,
    pub call: &'i TestCall,
}

/// The calls of a trace as a test sees them.
#[derive(Default)]
struct Seen {
    /// The row on which the test failed.
    row: Option<usize>,
    /// The production functions that it called, the one that it called first at the front.
    production: Vec<Target>,
    /// True if those ran below the test: they did not call back into it.
    is_below: bool,
    /// The last place in test code that was called before them.
    helper: Option<(FileId, usize)>,
    /// True if the first of those may be only the maker of the function without a name that the test called.
    is_nameless: bool,
    /// The rows of the test from which it called its own function that failed, the innermost first.
    callers: Vec<usize>,
    /// The call of production code back into the function of the test that failed.
    called_back: Option<CalledBack>,
}

impl Seen {
    /// Returns what decisions use, with what the calls of the trace tell them; the callers are taken from here.
    fn told_to<'t>(&mut self, context: Context<'t>, trace: &StackTrace) -> Context<'t> {
        Context {
            callers: mem::take(&mut self.callers),
            called_back: self.called_back,
            fault: Fault::of(trace, &self.production, self.is_below),
            missing: missing_function(trace).map(str::to_owned),
            ..context
        }
    }
}

/// The oracle that failed in a helper of the tests.
struct FoundInHelper {
    category: OracleCategory,
    focal: Result<Target, Undecided>,
    /// The look at an object that it makes.
    look: Option<HelperLook>,
}

impl FoundInHelper {
    /// Returns the focal function of the test that called the helper with a statement: the act before the look of the helper, or else
    /// what that calls; of what is compared, what the helper was given.
    fn focal_in<'t>(self, test: &Body<'_, 't>, statement: usize, context: &Context<'t>) -> Option<Target> {
        let given = || test.given_to_helper(statement, context);
        match self.focal {
            Ok(Target::Function(function)) if test.only_compares(function) => {
                given().or(Some(Target::Function(function)))
            }
            Ok(target) => {
                let act = self.look.and_then(|look| test.act_before_helper(&look, statement, context));
                Some(act.map_or(target, Target::Function))
            }
            Err(_) => given(),
        }
    }
}

impl Index {
    /// Returns the code of a failed test that a report names, if the project has it. The trace is in its canonical form.
    pub(super) fn locate(&self, test: TestName<'_>, trace: &StackTrace) -> Option<Located> {
        let sections = sections(trace);
        let found = self.find_test(test, &sections)?;
        let tree = self.tree(found.file);
        let code = Code::of(self, found.file, &tree);
        let source = self.file(found.file);
        let call = node_at(code.root, &found.call.bytes)?;
        let code = code.seen_by(call, test.name, self.named_file(test));
        let own = callback(call);
        let given = own.and_then(|own| self.functions_given(&code, own, &sections));
        let declared = code.declared_by().map(|declaring| {
            let own = found.call.declared_in(&declaring.suites, &declaring.title);
            // What fails in a function that the call gives is there, not in the helper that runs it.
            match declaring.call.filter(|_| given.is_some()) {
                Some(call) => TestCall {
                    bytes: call.byte_range(),
                    rows: call.start_position().row..call.end_position().row + 1,
                    ..own
                },
                None => own,
            }
        });
        let found = FoundCall { call: declared.as_ref().unwrap_or(found.call), ..found };
        let bytes = whole_lines(&source.text, &found.call.bytes);
        let first = source.text[..bytes.start].matches('\n').count();
        let lines = source.text.get(bytes.clone()).unwrap_or_default();
        let mut located = Located {
            file: Arc::clone(&source.path),
            start_line: first + 1,
            test: lines.to_owned(),
            failing_line: None,
            set_up_line: None,
            phase: Phase::Test,
            category: None,
            oracle: String::new(),
            prefix: lines.to_owned(),
            focal: Focal::Undecided(Undecided::NoFailingLine),
            called: Vec::new(),
        };
        let Some(function) = own else { return Some(located) };
        let body = Body::of_all(&code, given.as_deref().unwrap_or(&[function]), found.call.bytes.clone());
        let is_of_call = matches!(trace.exception(), UNEXPECTED_PASS | TEST_TIMEOUT);
        let mut seen = self.seen(&sections, found, &body, is_of_call);
        seen.row = seen.row.map(|row| body.row_behind_error(row).unwrap_or(row));
        let context = seen.told_to(self.context(&code, found.call, function), trace);
        let failed = seen.row.and_then(|row| body.statement_at(row));
        if found.call.is_suite {
            // What a suite declares is not what failed.
            (located.test, located.prefix) = (String::new(), String::new());
        }
        if (seen.row.is_none() || found.call.is_suite)
            && let Some(failed) = self.failed_hook(&sections, found.file).or_else(|| {
                let is_thrown = seen.row.is_none() && !is_of_call;
                let thrown = if is_thrown { &seen.production[..] } else { &[] };
                self.hook_of_thrown(&code, &body, found.call, thrown)
            })
        {
            self.fill_by_hook(&mut located, &body, &failed, &sections, &context.titles);
            return Some(located);
        }
        located.failing_line = seen.row.map(|row| row - first);
        if found.call.is_suite {
            return Some(located);
        }
        let should_fail = trace.exception() == UNEXPECTED_PASS;
        let oracle = if should_fail { Some(body.expected_failure()) } else { body.failed_oracle(failed) };
        let mut focal = None;
        let mut category = oracle.as_ref().map(|oracle| oracle.category);
        let in_helper = failed.filter(|statement| body.check(*statement).is_none()).zip(seen.helper);
        if let Some((statement, helper)) = in_helper
            && let Some(found) = self.failed_in_helper(helper, &seen.production, &context)
        {
            category = Some(found.category);
            focal = found.focal_in(&body, statement, &context);
            code.text(body.statements[statement].node).clone_into(&mut located.oracle);
            let own = FailedStatement { body: &body, statement };
            located.prefix = own.prefix(bytes.start, lines);
        } else if let Some(oracle) = &oracle {
            body.oracle_text(oracle).clone_into(&mut located.oracle);
            located.prefix = body.prefix(oracle, bytes.start, lines);
        }
        if in_helper.is_some() && focal.is_none() {
            // What a helper called and threw was all that the test had done.
            focal = seen.production.first().copied();
        }
        if let Some(statement) = failed.filter(|_| context.fault == Fault::TypeError)
            && let Some(member) = missing_member(trace)
        {
            focal = focal.or_else(|| body.unset_by_hook(statement, member));
        }
        located.category = category;
        if seen.row.is_none() && seen.helper.is_some() {
            focal = seen.production.first().copied();
        }
        let decision = focal.map_or_else(|| body.focal(oracle.as_ref(), &seen.production, &context), Ok);
        let known = Known { focal: decision.as_ref().ok().copied(), thrown: &seen.production };
        let called = body.functions_called(known, oracle.as_ref());
        located.focal = self.focal_of(decision, &called);
        located.called = self.methods_of(&called);
        Some(located)
    }

    /// Returns the functions that a test calls of what the call gives that declared it, if a frame lies in one of them.
    fn functions_given<'t>(
        &self,
        code: &Code<'t>,
        own: Node<'t>,
        sections: &[Section<'_>],
    ) -> Option<Vec<Node<'t>>> {
        let given = code.run_by(own, code.declared_by()?);
        let holds_frame = given.iter().any(|function| {
            let rows = function.start_position().row..=function.end_position().row;
            let mut frames = sections.iter().flat_map(|section| &section.frames);
            frames.any(|frame| {
                self.file_of_frame(frame) == Some(code.file)
                    && row_of(frame).is_some_and(|row| rows.contains(&row))
            })
        });
        holds_frame.then_some(given)
    }

    /// Returns the file that a report names for a test.
    fn named_file(&self, test: TestName<'_>) -> Option<FileId> {
        let class = test.name.split_once("::").map_or("", |(class, _)| class);
        let mut paths = test.file.into_iter().chain(is_path(class).then_some(class));
        paths.find_map(|path| self.file_of(path))
    }

    /// Returns a decision as the model has it. If none was made although the test calls functions (`called`), one of them is meant,
    /// and it is not clear which.
    fn focal_of(&self, decision: Decision, called: &[Target]) -> Focal {
        // What only makes an object arranges for a call.
        let acts = called.iter().filter(|target| match target {
            Target::Function(function) => {
                let name = &self.function(*function).name;
                name != "constructor" && !name.starts_with(char::is_uppercase)
            }
            Target::Class(_) => false,
        });
        let acts: Vec<Target> = acts.copied().collect();
        match decision {
            Ok(target) => Focal::Decided(self.focal_method(target)),
            Err(Undecided::NoProductionCall) if !acts.is_empty() => {
                Focal::unclear(self.methods_of(&acts).iter().map(|method| &method.name))
            }
            Err(undecided) => Focal::Undecided(undecided),
        }
    }

    fn methods_of(&self, targets: &[Target]) -> Vec<FocalMethod> {
        let methods = targets.iter().map(|target| {
            let method = self.focal_method(*target);
            let is_setter =
                matches!(target, Target::Function(function) if self.function(*function).kind == Kind::Setter);
            // A list has no room for sources, which tell a setter from the getter of its name.
            match method.name.rsplit_once('.').filter(|_| is_setter) {
                Some((class, name)) => FocalMethod { name: format!("{class}.set {name}"), ..method },
                None => method,
            }
        });
        methods.collect()
    }

    fn focal_method(&self, target: Target) -> FocalMethod {
        let (file, row) = self.target_place(target);
        let (source, docs) = self.target_source(target);
        let file = self.file(file);
        let module = file.name.rsplit_once('.').map_or(&*file.name, |(stem, _)| stem);
        FocalMethod {
            name: format!("{module}.{}", self.target_name(target)),
            file: Arc::clone(&file.path),
            start_line: row + 1,
            source: source.to_owned(),
            docstring: docs.to_owned(),
        }
    }

    /// Returns the oracle that failed in a helper of the tests, with the focal function that it shows.
    fn failed_in_helper(
        &self,
        (file, row): (FileId, usize),
        production: &[Target],
        context: &Context<'_>,
    ) -> Option<FoundInHelper> {
        let function = self.function_at(file, row)?;
        let tree = self.tree(file);
        let code = Code::of(self, file, &tree);
        let node = node_at(code.root, &self.function(function).node)?;
        let body = Body::of(&code, node, node.byte_range());
        let failed = body.statement_at(row)?;
        let oracle = body.oracle(failed).or_else(|| body.next_oracle(failed))?.failed_at(Some(failed));
        let alone = Context {
            titles: context.titles.clone(),
            own_title: String::new(),
            parts: context.parts.clone(),
            helper: Some(self.function(function).name.clone()),
            hooks: Vec::new(),
            callers: Vec::new(),
            called_back: None,
            fault: Fault::Check,
            missing: None,
        };
        let focal = body.focal(Some(&oracle), production, &alone);
        let focal = focal.and_then(|focal| {
            let is_given = body.is_applied_to_all(&oracle, focal);
            if is_given { Err(Undecided::NoProductionCall) } else { Ok(focal) }
        });
        let checks_value = oracle.category == OracleCategory::AssertionOnly;
        let decided = focal.as_ref().ok().filter(|_| checks_value && production.is_empty());
        let name = &self.function(function).name;
        let look = decided.and_then(|decided| body.look_of_helper(node, *decided, name));
        Some(FoundInHelper { category: oracle.category, focal, look })
    }

    /// Returns the kinds of the oracles of a test that passed; none if the project does not have it.
    pub(super) fn kinds_of(&self, test: &str) -> BTreeSet<TestKind> {
        let Some(found) = self.find_test(TestName { name: test, file: None }, &[]) else {
            return BTreeSet::new();
        };
        let tree = self.tree(found.file);
        let code = Code::of(self, found.file, &tree);
        let function = node_at(code.root, &found.call.bytes).and_then(callback);
        let Some(function) = function else { return BTreeSet::new() };
        let body = Body::of(&code, function, found.call.bytes.clone());
        let context = self.context(&code, found.call, function);
        let mut oracles = body.all_oracles();
        if oracles.is_empty() {
            oracles.extend(body.failed_oracle(None));
        }
        let kinds = oracles.iter().map(|oracle| {
            let assertion = assertion_of(Some(oracle.category), body.oracle_text(oracle));
            let focal = body.focal_by_code(oracle, &[], &context);
            let source = focal.map_or("", |focal| self.target_source(focal).0);
            TestKind::new(oracle.category.expects_exception(), assertion, source)
        });
        kinds.collect()
    }

    /// Returns the name of a test by its file and its titles: `FILE::describe > title`.
    pub(super) fn name_of_test(&self, test: TestName<'_>, trace: &StackTrace) -> Option<String> {
        if self.is_named_by_source(test) {
            return Some(test.name.to_owned());
        }
        let sections = sections(trace);
        let found = self.find_test(test, &sections)?;
        if self.named_file(test).is_some_and(|file| file != found.file) {
            return None;
        }
        // What a title made of values ends with may look like a project.
        let name = if self.is_of_playwright(found.file) { without_project(test.name) } else { test.name };
        let with_brackets = format!("{name}()");
        let names: Vec<String> = names_in(name).into_iter().chain(names_in(&with_brackets)).collect();
        let titles_of = |call: &TestCall| names.iter().find_map(|name| call.named(name));
        let titles = titles_of(found.call).or_else(|| titles_of(&found.call.with_any_title()))?;
        Some(format!("{}::{titles}", self.file(found.file).name))
    }

    /// Returns true for a file of tests of Playwright: it imports their function, or a file with fixtures that does.
    fn is_of_playwright(&self, file: FileId) -> bool {
        let imports = |file: FileId| self.imports(file);
        let is_own = |file: FileId| imports(file).any(|module| module.ends_with("playwright/test"));
        is_own(file) || imports(file).filter_map(|module| self.module(file, module)).any(is_own)
    }

    /// Returns true if the words of a test's file show that the report names it by its path and all its titles, as sources do: that
    /// is so for most of the thousands of tests that passed, whose files need no tree then.
    fn is_named_by_source(&self, test: TestName<'_>) -> bool {
        let Some((path, titles)) = test.name.split_once("::") else { return false };
        let is_own = test.file.is_none_or(|file| file == path);
        self.file_named(path).filter(|_| is_own).is_some_and(|file| {
            declares_titles(&self.file(file).text, &titles.split(" > ").collect::<Vec<_>>())
        })
    }

    /// Returns the source of a test, by its name.
    pub(super) fn source_of_test(&self, test: &str) -> Option<String> {
        let found = self.find_test(TestName { name: test, file: None }, &[])?;
        let code = &self.file(found.file).text;
        code.get(whole_lines(code, &found.call.bytes)).map(str::to_owned)
    }

    /// Returns what decisions use beside the body of a test.
    fn context<'t>(&self, code: &Code<'t>, call: &TestCall, function: Node<'t>) -> Context<'t> {
        let mut hooks = Vec::new();
        for node in descendants(code.root).filter(|node| node.kind() == "call_expression") {
            let name = hook_name(node, code.source);
            if !matches!(name, "beforeEach" | "setup") || !self.is_around(code, node, call) {
                continue;
            }
            hooks.extend(callback(node));
        }
        // The fixtures that the test is given run last.
        let given = function.child_by_field_name("parameters");
        let names = given
            .into_iter()
            .flat_map(descendants)
            .filter(|node| node.kind() == "shorthand_property_identifier_pattern");
        hooks.extend(names.filter_map(|name| code.fixture(code.text(name))));
        // `a coin of $coin gives $total` names what is checked, too.
        let title = node_at(code.root, &call.bytes).and_then(|call| arguments(call).first().copied());
        let title = title.map_or("", |title| code.text(title)).split('$').skip(1);
        let parts = title.map(|part| part.split(|c: char| !c.is_alphanumeric()).next().unwrap_or(""));
        let parts = parts.collect::<Vec<_>>().join(" ");
        Context {
            titles: format!("{} {parts}", call.words()).to_lowercase(),
            own_title: format!("{} {parts}", call.own_words()).to_lowercase(),
            parts: call.title_texts(),
            helper: None,
            hooks,
            callers: Vec::new(),
            called_back: None,
            fault: Fault::Check,
            missing: None,
        }
    }

    /// Returns true for a hook that runs for a test: in the file, or in a suite around the test.
    fn is_around(&self, code: &Code<'_>, hook: Node<'_>, call: &TestCall) -> bool {
        let suites = self.tests(code.file).iter().filter(|suite| suite.is_suite);
        let mut holding = suites
            .filter(|suite| suite.bytes.start <= hook.start_byte() && hook.end_byte() <= suite.bytes.end);
        holding.all(|suite| suite.bytes.start <= call.bytes.start && call.bytes.end <= suite.bytes.end)
    }

    /// Returns the calls of a test by the latest exception that has a frame of it. `is_of_call` is true for an exception that the
    /// runner makes at the test's call, not in its body.
    fn seen(
        &self,
        sections: &[Section<'_>],
        found: FoundCall<'_>,
        body: &Body<'_, '_>,
        is_of_call: bool,
    ) -> Seen {
        let is_own = |frame: &Frame<'_>| {
            let row = row_of(frame).filter(|row| found.call.rows.contains(row));
            row.is_some_and(|row| {
                // A frame on the first line that is not in the body is that of the call.
                row != found.call.rows.start || !is_of_call && body.statement_at(row).is_some()
            }) && self.file_of_frame(frame) == Some(found.file)
        };
        let own =
            sections.iter().find_map(|section| Some((section, section.frames.iter().position(is_own)?)));
        match own {
            Some((section, at)) => {
                let callers =
                    section.frames[at + 1..].iter().filter(|frame| is_own(frame)).filter_map(row_of);
                let row = row_of(&section.frames[at]);
                let mut seen = self.calls_below(section, at);
                // `get: (_, name) => take(name)`: the maker of such a function has run long before.
                if let [Target::Function(maker), _, ..] = seen.production[..]
                    && seen.is_nameless
                    && !row.is_some_and(|row| body.calls_by_name(row, &self.function(maker).name))
                {
                    seen.production.remove(0);
                }
                let called_back = self.call_back(&section.frames[at..], found);
                Seen { row, callers: callers.collect(), called_back, ..seen }
            }
            None => {
                let all = sections.first().map(|section| self.calls_below(section, section.frames.len()));
                let Seen { production, helper, .. } = all.unwrap_or_default();
                // A fixture in another file called what failed; what runs in another test of the file says nothing.
                Seen { production, helper: helper.filter(|(file, _)| *file != found.file), ..Seen::default() }
            }
        }
    }

    /// Returns the project's functions that a frame called, up to one that returns into test code; none below, those that called
    /// back into the test.
    fn calls_below(&self, section: &Section<'_>, at: usize) -> Seen {
        let mut seen = Seen::default();
        for frame in section.frames[..at].iter().rev() {
            let (Some(file), Some(row)) = (self.file_of_frame(frame), row_of(frame)) else { continue };
            if self.is_production(file) {
                seen.is_nameless |= seen.production.is_empty() && self.is_nameless_at(file, row);
                seen.production.extend(self.function_at(file, row).map(Target::Function));
            } else if seen.production.is_empty() {
                seen.helper = Some((file, row));
            } else {
                break;
            }
        }
        seen.is_below = !seen.production.is_empty();
        if seen.production.is_empty() && seen.helper.is_none() {
            for frame in section.frames.iter().skip(at + 1) {
                let (Some(file), Some(row)) = (self.file_of_frame(frame), row_of(frame)) else { continue };
                if !self.is_production(file) {
                    break;
                }
                seen.production.extend(self.function_at(file, row).map(Target::Function));
            }
        }
        seen
    }

    fn file_of_frame(&self, frame: &Frame<'_>) -> Option<FileId> {
        self.file_of(frame.file.filter(|_| frame.module.is_empty())?)
    }

    /// Finds the test that a report names. Of a title such as `draw()`, reports that are read like those of Java have no brackets.
    pub(super) fn find_test<'a>(
        &'a self,
        test: TestName<'_>,
        sections: &[Section<'_>],
    ) -> Option<FoundCall<'a>> {
        let by_name = self.find_test_named(test, sections).or_else(|| self.find_test_in_part(test, sections));
        let found = by_name.or_else(|| {
            let title = test.name.split_once("::").map_or(test.name, |(_, title)| title);
            if !is_identifier(title) {
                return None;
            }
            self.find_test_named(TestName { name: &format!("{}()", test.name), ..test }, sections)
        });
        // A test in which it failed is known better than a suite of that name.
        let is_suite = found.is_none_or(|found| found.call.is_suite);
        let computed = is_suite.then(|| self.find_test_with_computed_title(test, sections)).flatten();
        computed.or(found)
    }

    /// Finds the test whose title is computed and in which a frame lies: in the file that the report names or, if it names none, in one
    /// of tests whose suites the name of the test has.
    fn find_test_with_computed_title<'a>(
        &'a self,
        test: TestName<'_>,
        sections: &[Section<'_>],
    ) -> Option<FoundCall<'a>> {
        let own_file = self.named_file(test);
        let names = names_in(test.name);
        let has_suites = |call: &TestCall| {
            let call = call.with_any_title();
            names.iter().any(|name| call.fit(name).is_some_and(Fit::is_of_all))
        };
        let mut frames = sections.iter().flat_map(|section| &section.frames);
        frames.find_map(|frame| {
            let file = self.file_of_frame(frame).filter(|file| own_file.is_none_or(|own| *file == own))?;
            let row = row_of(frame)?;
            let mut around =
                self.tests(file).iter().filter(|call| !call.is_suite && call.rows.contains(&row));
            let innermost = around.next_back().filter(|call| call.is_computed);
            let found = innermost.filter(|call| own_file.is_some() || has_suites(call));
            found.map(|call| FoundCall { file, call })
        })
    }

    /// Finds the test that a part of a name means, if a frame lies in it: of a point that a report of TAP names behind its titles,
    /// `Pen > draws > should be equal`, and in a suite whose title is a variable.
    fn find_test_in_part<'a>(
        &'a self,
        test: TestName<'_>,
        sections: &[Section<'_>],
    ) -> Option<FoundCall<'a>> {
        let (class, name) = test.name.split_once("::")?;
        let places = name.match_indices(" > ").map(|(at, between)| (at, at + between.len()));
        let places: Vec<(usize, usize)> = places.collect();
        let before = places.iter().rev().map(|(end, _)| &name[..*end]);
        let behind = places.iter().map(|(_, start)| &name[*start..]);
        before.chain(behind).find_map(|part| {
            let part = format!("{class}::{part}");
            let found = self.find_test_named(TestName { name: &part, ..test }, sections)?;
            let mut frames = sections.iter().flat_map(|section| &section.frames);
            let holds = frames.any(|frame| {
                self.file_of_frame(frame) == Some(found.file)
                    && row_of(frame).is_some_and(|row| found.call.rows.contains(&row))
            });
            (holds && !found.call.is_suite).then_some(found)
        })
    }

    fn find_test_named<'a>(&'a self, test: TestName<'_>, sections: &[Section<'_>]) -> Option<FoundCall<'a>> {
        let class = test.name.split_once("::").map_or("", |(class, _)| class);
        let mut paths = test.file.into_iter().chain(is_path(class).then_some(class));
        // What the report states beside the name is certain; the name may begin in the folder of any member of a workspace.
        let files: Vec<FileId> = paths
            .find_map(|path| {
                let files = self.file_of(path).map_or_else(|| self.files_ending(path), |file| vec![file]);
                (!files.is_empty()).then_some(files)
            })
            .unwrap_or_default();
        let of_frames: Vec<FileId> = sections
            .iter()
            .flat_map(|section| &section.frames)
            .filter_map(|frame| self.file_of_frame(frame))
            .filter(|file| !self.tests(*file).is_empty())
            .collect();
        let has_frame = |found: &FoundCall<'_>| {
            let frames = sections.iter().flat_map(|section| &section.frames);
            frames
                .filter(|frame| self.file_of_frame(frame) == Some(found.file))
                .filter_map(row_of)
                .any(|row| found.call.rows.contains(&row))
        };
        let names = names_in(test.name);
        let in_files = |files: &[FileId]| -> Vec<FoundCall<'a>> {
            let calls = files.iter().map(|&file| (file, self.tests(file).iter()));
            calls.flat_map(|(file, calls)| calls.map(move |call| FoundCall { file, call })).collect()
        };
        let best = |calls: &[FoundCall<'a>]| best_call(calls, &names, &has_frame);
        if !files.is_empty() {
            // A function of another file of tests may declare tests for what it is given, in suites of its own.
            let is_run = |found: &FoundCall<'a>| !found.call.is_suite && has_frame(found);
            let ends_name = |found: &FoundCall<'a>| {
                let titles = format!(" {}", found.call.title_texts().join(" "));
                names.iter().any(|name| format!(" {}", name.replace(" > ", " ")).ends_with(&titles))
            };
            let of_frames = in_files(&of_frames);
            return best(&in_files(&files))
                .or_else(|| best(&of_frames).filter(is_run))
                .or_else(|| of_frames.iter().rfind(|found| is_run(found) && ends_name(found)).copied());
        }
        let best_of = |mut places: Vec<(FileId, usize)>| {
            places.sort_unstable();
            places.dedup();
            let calls =
                places.into_iter().map(|(file, place)| FoundCall { file, call: &self.tests(file)[place] });
            best(&calls.collect::<Vec<_>>())
        };
        // A test of which a name has all titles fits better than any other.
        best(&in_files(&of_frames))
            .or_else(|| best_of(names.iter().flat_map(|name| self.tests_named(name)).collect()))
            .or_else(|| best_of(names.iter().flat_map(|name| self.calls_named(name)).collect()))
    }
}

/// Returns the test whose titles fit one of some names best.
fn best_call<'i>(
    calls: &[FoundCall<'i>],
    names: &[String],
    has_frame: &dyn Fn(&FoundCall<'i>) -> bool,
) -> Option<FoundCall<'i>> {
    for is_suite in [false, true] {
        let mut best: Option<((Fit, bool), FoundCall<'i>)> = None;
        let mut is_tied = false;
        let of_kind = calls.iter().filter(|found| found.call.is_suite == is_suite);
        // Any name fits a suite whose title is not known.
        for found in of_kind.filter(|found| !is_suite || !found.call.has_any_title()) {
            let fit = names.iter().filter_map(|name| found.call.fit(name)).max();
            let Some(fit) = fit else { continue };
            let rank = (fit, has_frame(found));
            match &best {
                Some((known, _)) if known.0.rank() > rank.0.rank() => {}
                Some((known, other))
                    if known.0.rank() == rank.0.rank() && (known.1, known.0) >= (rank.1, rank.0) =>
                {
                    is_tied |= other.file != found.file && (known.1, known.0) == (rank.1, rank.0);
                }
                _ => {
                    is_tied = false;
                    best = Some((rank, *found));
                }
            }
        }
        if let Some((_, found)) = best.filter(|_| !is_tied) {
            return Some(found);
        }
    }
    None
}

/// Returns the names by which the titles of a test may be known in the name that a report gives to it.
fn names_in(test: &str) -> Vec<String> {
    let (class, name) = test.split_once("::").unwrap_or(("", test));
    let class_end = class.len();
    let mut names = vec![name.to_owned(), without_project(name).to_owned()];
    if !is_path(class) {
        names.push(format!("{class} {name}"));
        // Some tools write the whole name where others write the class. Either may have colons of its own.
        for (colons, _) in test.match_indices("::") {
            let (class, name) = (&test[..colons], &test[colons + "::".len()..]);
            names.extend((colons > class_end).then(|| format!("{class} {name}")));
            names.extend(class.ends_with(name).then(|| class.to_owned()));
        }
    }
    // Of a test outside of suites, jest-junit has the sign that joins titles alone before its title.
    let behind_sign: Vec<String> = names
        .iter()
        .filter_map(|name| {
            let title = name.trim_start_matches([' ', '-', '.', '>', '›', '/', ':', '|']);
            (title.len() < name.trim_start().len() && !title.is_empty()).then(|| title.to_owned())
        })
        .collect();
    names.extend(behind_sign);
    let of_hooks: Vec<String> = names.iter().filter_map(|name| test_of_hook(name)).collect();
    names.extend(of_hooks);
    names
}

/// Returns the name of the test for which a hook of Mocha failed: of `Pen "before each" hook: fill for "draws"` `Pen draws`.
fn test_of_hook(name: &str) -> Option<String> {
    let words = ["\"before each\" hook", "\"before all\" hook", "\"after each\" hook", "\"after all\" hook"];
    let at = words.iter().find_map(|words| name.find(words))?;
    let title = name[at..].rsplit_once(" for \"").and_then(|(_, rest)| rest.strip_suffix('"'))?;
    Some(format!("{}{title}", &name[..at]))
}

/// A statement at which a test failed, because a helper that it calls did.
struct FailedStatement<'b, 'c, 't> {
    body: &'b Body<'c, 't>,
    statement: usize,
}

impl FailedStatement<'_, '_, '_> {
    /// Returns the test before the statement.
    fn prefix(&self, start: usize, test: &str) -> String {
        let node = self.body.statements[self.statement].node;
        self.body
            .code
            .source
            .get(start..node.start_byte())
            .map_or_else(|| test.to_owned(), |prefix| prefix.trim_end().to_owned())
    }
}

/// Returns true for the path of a file of JavaScript or TypeScript.
fn is_path(class: &str) -> bool {
    is_javascript(class) && (class.contains('/') || !class.contains(' '))
}

/// Returns a name without the project of Playwright, and the number of a repetition, at its end.
fn without_project(name: &str) -> &str {
    let name = match name.rsplit_once('#') {
        Some((own, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => own,
        _ => name,
    };
    match name.strip_suffix(']').and_then(|name| name.rsplit_once(" [")) {
        Some((own, _)) => own,
        None => name,
    }
}

/// Returns the member that was read of a value that is not there: `enforce` of `Cannot read properties of undefined (reading 'enforce')`.
fn missing_member(trace: &StackTrace) -> Option<&str> {
    let (_, rest) = trace.0.split_once("Cannot read properties of undefined (reading '")?;
    rest.split_once("')").map(|(member, _)| member)
}

/// Returns what was called and is no function, as the test writes it: `jest.gone` of `jest.gone is not a function`.
fn missing_function(trace: &StackTrace) -> Option<&str> {
    let (before, _) = trace.0.split_once(" is not a function")?;
    before.rsplit(char::is_whitespace).next().filter(|_| trace.exception() == "TypeError")
}

fn row_of(frame: &Frame<'_>) -> Option<usize> {
    usize::try_from(frame.line?).ok()?.checked_sub(1)
}

/// Returns the name of the function that a call calls, of a member its own.
fn hook_name<'s>(call: Node<'_>, source: &'s str) -> &'s str {
    let Some(function) = call.child_by_field_name("function") else { return "" };
    match function.kind() {
        "identifier" => super::syntax::text(function, source),
        "member_expression" => field(function, "property", source),
        _ => "",
    }
}

/// Returns the node with these bytes: the innermost that a call or function is.
fn node_at<'t>(root: Node<'t>, bytes: &Range<usize>) -> Option<Node<'t>> {
    let found = root.descendant_for_byte_range(bytes.start, bytes.end)?;
    let mut at = found;
    while at.byte_range() == *bytes {
        if at.kind() == "call_expression" || is_function(at) {
            return Some(at);
        }
        at = at.parent()?;
    }
    None
}

/// Returns the bytes of the whole lines of a call, without the end of the last one.
fn whole_lines(text: &str, bytes: &Range<usize>) -> Range<usize> {
    let start = text[..bytes.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[bytes.end..].find('\n').map_or(text.len(), |at| bytes.end + at);
    let end = if text[..end].ends_with('\r') { end - 1 } else { end };
    start..end.max(start)
}
