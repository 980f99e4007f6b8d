//! From a failed test to its code: its source, the oracle that failed, the prefix before it, and the focal method.
//!
//! ```text
//! class, method, trace ──stack──▶ source and failing line ──oracle──▶ the oracle that failed, and the prefix before it
//!                                                                            └──focal──▶ the focal method
//! ```
//!
//! If the trace leads into a helper, a method that the tests declare themselves, the same is done there.
//! Every rule that selects a focal method improves accuracy; the book's page on benchmarks has the figures.

mod act;
#[cfg(test)]
mod act_tests;
mod assertions;
mod called;
mod calls;
#[cfg(test)]
mod clue_tests;
mod code;
mod focal;
mod given;
#[cfg(test)]
mod look_tests;
#[cfg(test)]
mod made_tests;
mod observe;
mod oracle;
mod stack;

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::index::{ClassId, Index, MethodId};
use super::syntax::Snippet;
use crate::lang::alike::print_alike;
use crate::lang::syntax::named;
use crate::model::{
    Focal, FocalMethod, Located, MOST_CALLED, OracleCategory, Phase, StackTrace, TestKind, Undecided,
    assertion_of,
};
use crate::trace::{ExceptionRole, Frame, Section, sections};
use code::Code;
use focal::{Decision, FocalSearch, Tested};
use oracle::FoundOracle;

/// The longest chain of helpers, methods declared by the tests, through which a trace is followed.
const DEEPEST: usize = 8;

struct Examined {
    row: Option<usize>,
    /// The code that failed before or after the test.
    outside: Option<Outside>,
    category: Option<OracleCategory>,
    oracle: String,
    prefix: String,
    focal: Result<MethodId, Undecided>,
    /// True for code that makes a check.
    checks: bool,
    /// True if the trace or the message shows which production code failed.
    is_shown: bool,
    /// The variable or field of which it only looks something up by a key.
    looks_up_in: Option<String>,
}

/// Code that runs before or after a test, and failed.
#[derive(Clone, Copy)]
struct Outside {
    phase: Phase,
    /// The row at which it failed, if it is in the test's file.
    row: Option<usize>,
    /// The method; None for a field's initializer.
    method: Option<MethodId>,
}

/// Returns the kinds of the oracles of a test without its class, in order. Empty if there is no test.
pub(crate) fn oracle_kinds(test: &Snippet) -> Vec<OracleCategory> {
    let index = Index::of_snippet(test);
    let class = index.classes_named("Snippet").first();
    let Some((method, _)) = class.and_then(|class| index.declared(*class).next()) else { return Vec::new() };
    // In a broken text, the method alone may be whole.
    let alone = test.root().has_error().then(|| Snippet::parse(index.source(method)));
    let Some(code) = Code::of(&index, method, alone.as_ref().unwrap_or(test)) else { return Vec::new() };
    let announced = code.annotated().or_else(|| Some(code.rule()?.1));
    let mut kinds: Vec<OracleCategory> = announced.into_iter().collect();
    if kinds.is_empty() {
        kinds.extend(code.counted_oracles().iter().map(|oracle| oracle.category));
    }
    if kinds.is_empty() { vec![OracleCategory::NoException] } else { kinds }
}

impl Index {
    /// Returns the code of a failed test. `class` is a binary name, `package.Outer$Inner` (or with a dot),
    /// `method` a name without parameters. None if the project has no such test.
    pub fn locate(&self, class: &str, method: &str, trace: &StackTrace) -> Option<Located> {
        self.locate_by_name(class, method, &sections(trace))
    }

    /// Does the same with the exceptions of the trace, which are read once for all ways of searching.
    pub(crate) fn locate_by_name(
        &self,
        class: &str,
        method: &str,
        sections: &[Section<'_>],
    ) -> Option<Located> {
        let (tested, test) = self.test_method(class, method, sections)?;
        Some(self.located(tested, test, sections))
    }

    /// Returns the code of a failed test whose class does not declare it, or whose name contains no method:
    /// `name` is the rest of its name. The trace shows the first method called in a test class: one whose
    /// name occurs in `name`, or else one that is marked as a test. This finds suites of abstract tests, and
    /// tests with display names.
    pub(crate) fn locate_by_trace(
        &self,
        class: &str,
        name: &str,
        sections: &[Section<'_>],
    ) -> Option<Located> {
        let test = self.test_in_trace(name, sections.first()?)?;
        let tested = self.classes_named(class).first().copied().unwrap_or(test.class);
        Some(self.located(tested, test, sections))
    }

    /// Returns the code of a failure around all tests of a class: the method for set-up or tear-down that the trace
    /// shows. None if it shows none.
    pub(crate) fn locate_hook(&self, sections: &[Section<'_>]) -> Option<Located> {
        let (section, at, hook, phase) = sections.iter().find_map(|section| {
            section.frames.iter().enumerate().find_map(|(at, frame)| {
                let mut classes =
                    self.classes_named(frame.class).iter().filter(|class| !self.is_production(**class));
                let hook = classes.find_map(|class| stack::method_of(frame, *class, self))?;
                Some((section, at, hook, self.phase_of(hook)?))
            })
        })?;
        let first = self.method(hook).lines.start;
        let line = section.frames[at].row().unwrap_or(first) + 1;
        let called = stack::production_called(section, at, self);
        Some(Located {
            file: self.file(hook.class).path.clone(),
            start_line: line,
            test: String::new(),
            failing_line: None,
            phase,
            set_up_line: Some(line),
            category: None,
            oracle: String::new(),
            prefix: String::new(),
            focal: Focal::Undecided(Undecided::NoFailingLine),
            called: std::iter::once(hook).chain(called).map(|method| self.focal_method(method)).collect(),
        })
    }

    fn located(&self, tested: ClassId, test: MethodId, sections: &[Section<'_>]) -> Located {
        let examined = self.examine_test(test, tested, sections);
        let hook = examined.outside.and_then(|outside| outside.method);
        let called = self.methods_called(hook.unwrap_or(test), &examined, sections);
        let first_row = self.method(test).lines.start;
        Located {
            file: self.file(test.class).path.clone(),
            start_line: first_row + 1,
            test: self.source(test).to_owned(),
            failing_line: examined.row.map(|row| row - first_row),
            phase: examined.outside.map_or(Phase::Test, |outside| outside.phase),
            set_up_line: examined.outside.and_then(|outside| outside.row).map(|row| row + 1),
            category: examined.category,
            oracle: examined.oracle,
            prefix: examined.prefix,
            focal: match examined.focal {
                Ok(focal) => Focal::Decided(self.focal_method(focal)),
                Err(Undecided::NoProductionCall) if !called.is_empty() => {
                    Focal::unclear(called.iter().map(|method| {
                        format!("{}.{}", self.class(method.class).simple_name(), self.method(*method).name)
                    }))
                }
                Err(reason) => Focal::Undecided(reason),
            },
            called: hook
                .into_iter()
                .chain(called)
                .take(MOST_CALLED)
                .map(|method| self.focal_method(method))
                .collect(),
        }
    }

    fn focal_method(&self, focal: MethodId) -> FocalMethod {
        let method = self.method(focal);
        FocalMethod {
            name: format!("{}.{}", self.class(focal.class).name, method.name),
            file: self.file(focal.class).path.clone(),
            start_line: method.lines.start + 1,
            source: self.source(focal).to_owned(),
            docstring: self.javadoc(focal).to_owned(),
        }
    }

    /// Returns true for a constructor, and for a static method that returns an object of its own class.
    fn creates(&self, method: MethodId) -> bool {
        let declared = self.method(method);
        declared.is_constructor
            || declared.is_static
                && self.type_in(method.class, &declared.returns).class() == Some(method.class)
    }

    fn about(&self, ran: ClassId, test: MethodId) -> Tested {
        let class = self.class_under_test(ran).or_else(|| self.class_under_test(test.class));
        Tested { ran, class, is_about_hash: false, is_about_text: false, prints_alike: false }
    }

    fn examine_test(&self, test: MethodId, tested: ClassId, sections: &[Section<'_>]) -> Examined {
        let message =
            sections.first().map_or("", |section| section.text.split("\n\tat ").next().unwrap_or(""));
        let about = Tested {
            is_about_hash: ["hashCode", "hash code"].iter().any(|words| message.contains(words)),
            is_about_text: message.contains("toString()"),
            prints_alike: print_alike(message),
            ..self.about(tested, test)
        };
        let name = (&*self.class(test.class).name, self.method(test).name.as_str());
        let in_test = |section: &&Section<'_>| section.topmost(name.0, name.1).is_some();
        let thrown =
            sections.iter().find(|section| section.role != ExceptionRole::Suppressed && in_test(section));
        // The failures that `assertAll` or a rule reports together are suppressed exceptions.
        let bundles = |section: &&Section<'_>| section.exception.contains("Multiple");
        let reported_together = sections.first().filter(bundles).and_then(|_| {
            let mut suppressed = sections.iter().filter(|one| one.role == ExceptionRole::Suppressed);
            suppressed.find(|section| !bundles(section) && in_test(section))
        });
        let section = reported_together.or(thrown);
        let mut examined = self.examine(test, section, about, DEEPEST);
        // The exception thrown by guarded code is the cause of the one thrown by the assertion.
        let guards = examined.category == Some(OracleCategory::MustNotThrow)
            || examined.category.is_some_and(OracleCategory::expects_exception);
        let cause = sections.iter().find(|section| section.role == ExceptionRole::Cause && in_test(section));
        if let Some(cause) = cause.filter(|_| guards)
            && section.is_some_and(|section| {
                section.role == ExceptionRole::Thrown && section.is_assertion_failure()
            })
            && let Ok(focal) = self.examine(test, Some(cause), about, DEEPEST).focal
        {
            examined.focal = Ok(focal);
        }
        // The test itself threw an exception that wraps another one: it failed where that one was thrown.
        let wraps = section.is_some_and(|section| {
            !section.is_assertion_failure()
                && section.frames.first().is_some_and(|frame| stack::is_in(frame, name.0, name.1))
        });
        if let Some(cause) = cause.filter(|_| wraps) {
            return self.examine(test, Some(cause), about, DEEPEST);
        }
        if sections.is_empty() || section.is_some() {
            return examined;
        }
        self.class_set_up(test, tested, sections)
            .unwrap_or_else(|| self.set_up(examined, test, tested, sections))
    }

    /// Returns the only production method of a trace that the test calls itself, if the trace is too long to show the test:
    /// that of a stack which is full.
    fn called_in_cut_trace(&self, test: MethodId, sections: &[Section<'_>]) -> Option<MethodId> {
        let frames = sections.iter().flat_map(|section| &section.frames);
        let in_trace: BTreeSet<MethodId> = frames
            .filter_map(|frame| {
                let mut classes = self.classes_named(frame.class).iter();
                stack::method_of(frame, *classes.find(|class| self.is_production(**class))?, self)
            })
            .collect();
        let called: BTreeSet<MethodId> = self.called_in(test).into_iter().collect();
        let mut shown = called.intersection(&in_trace);
        shown.next().copied().filter(|_| shown.next().is_none())
    }

    /// Returns the result for a test that never ran because the static initializer of its class failed: the focal method
    /// is the one called there, and no oracle was meant. None if no initializer did.
    fn class_set_up(&self, test: MethodId, tested: ClassId, sections: &[Section<'_>]) -> Option<Examined> {
        let ancestry = self.ancestry(tested);
        let (section, at) = sections.iter().rev().find_map(|section| {
            let at = section.frames.iter().rposition(|frame| {
                frame.method == "<clinit>"
                    && self.classes_named(frame.class).iter().any(|class| ancestry.contains(class))
            })?;
            Some((section, at))
        })?;
        let frame = &section.frames[at];
        let mut classes = self.classes_named(frame.class).iter();
        let is_in_file = classes.any(|class| self.file(*class).path == self.file(test.class).path);
        let row = frame.row().filter(|_| is_in_file);
        Some(Examined {
            row: None,
            outside: Some(Outside { phase: Phase::SetUp, row, method: None }),
            category: None,
            oracle: String::new(),
            prefix: self.source(test).to_owned(),
            focal: stack::production_called(section, at, self)
                .or_else(|| section.returned_null(self))
                .ok_or(Undecided::OwnCode),
            checks: false,
            is_shown: true,
            looks_up_in: None,
        })
    }

    /// Completes the result for a test that never began because its set-up or a field initializer failed: the
    /// focal method is the one called there, the oracle the first one of the test.
    fn set_up(
        &self,
        examined: Examined,
        test: MethodId,
        tested: ClassId,
        sections: &[Section<'_>],
    ) -> Examined {
        let section = &sections[0];
        let Some(at) = section.first_test_frame(tested, self) else {
            let threw = !section.is_assertion_failure();
            let focal = if threw { Err(Undecided::NoFailingLine) } else { examined.focal };
            let focal = self.called_in_cut_trace(test, sections).map_or(focal, Ok);
            return Examined { focal, ..examined };
        };
        let frame = &section.frames[at];
        let classes = self.classes_named(frame.class);
        let method = classes.iter().find_map(|class| stack::method_of(frame, *class, self));
        // A field's initializer is no part of the constructor that runs it.
        let method = method.filter(|method| {
            frame.method != "<init>"
                || frame.row().is_some_and(|row| self.method(*method).lines.contains(&row))
        });
        let set_up =
            method.map(|method| self.examine(method, Some(section), self.about(tested, test), DEEPEST));
        let called = stack::production_called(section, at, self).or_else(|| section.returned_null(self));
        let focal = called.map(Ok).or_else(|| set_up.as_ref().map(|set_up| set_up.focal.clone()));
        // A field's initializer that threw by itself: nothing of the test ran.
        let threw = method.is_none() && !section.is_assertion_failure();
        let focal = focal.or(threw.then_some(Err(Undecided::OwnCode)));
        let failed = set_up.filter(|_| section.is_assertion_failure()).and_then(|set_up| set_up.category);
        let snippet = Snippet::parse(self.source(test));
        let first = Code::of(self, test, &snippet).and_then(|code| {
            let first = code.all_checks().into_iter().next();
            only_oracle(&code).or(first).map(|found| found.category)
        });
        let is_in_file = classes.iter().any(|class| self.file(*class).path == self.file(test.class).path);
        let row = frame.row().filter(|_| is_in_file);
        let phase = method.and_then(|method| self.phase_of(method)).or(row.map(|_| Phase::SetUp));
        Examined {
            outside: phase.map(|phase| Outside { phase, row, method }),
            category: failed.or(examined.category).or(first),
            focal: focal.unwrap_or(examined.focal),
            ..examined
        }
    }

    fn examine(
        &self,
        method: MethodId,
        section: Option<&Section<'_>>,
        tested: Tested,
        fuel: usize,
    ) -> Examined {
        let mut examined = Examined {
            row: None,
            outside: None,
            category: None,
            oracle: String::new(),
            prefix: self.source(method).to_owned(),
            focal: Err(Undecided::NoFailingLine),
            checks: false,
            is_shown: false,
            looks_up_in: None,
        };
        let snippet = Snippet::parse(self.source(method));
        let Some(code) = Code::of_run(self, method, &snippet, tested.ran) else { return examined };
        examined.checks = !code.all_checks().is_empty();
        let rows = &self.method(method).lines;
        let own = section.and_then(|section| {
            let own = section.own_frame(&self.class(method.class).name, &self.method(method).name, rows)?;
            Some((section, own))
        });
        let frame = own.map(|(section, own)| &section.frames[own]);
        let called = own.and_then(|(section, own)| Some(&section.frames[own.checked_sub(1)?]));
        let in_lambda = frame.is_some_and(|frame| frame.lambda_within().is_some());
        examined.row = frame.and_then(Frame::row).filter(|row| rows.contains(row));
        let statement = examined.row.and_then(|row| code.statement_at(row, in_lambda));
        let Some(mut found) = statement
            .map(|statement| code.oracle(statement, code.check(statement)))
            .or_else(|| only_oracle(&code))
        else {
            return examined;
        };
        let helper = called.and_then(|called| {
            let mut classes = self.classes_named(called.class).iter();
            let class = *classes.find(|class| !self.is_production(**class))?;
            let helper = stack::method_of(called, class, self)?;
            let (section, own) = own?;
            let above = Section { frames: section.frames[..own].to_vec(), ..*section };
            Some(self.examine(helper, Some(&above), tested, fuel.checked_sub(1)?))
        });
        let traced = own.and_then(|(section, own)| stack::production_called(section, own, self));
        let is_assertion_failure = section.is_some_and(Section::is_assertion_failure);
        let is_prefix = found.category == OracleCategory::NoException
            && helper.as_ref().is_none_or(|helper| helper.category == Some(OracleCategory::NoException))
            // This may be a check that no name identifies; the exception itself is the evidence.
            && (traced.is_some() || !is_assertion_failure || own.is_none());
        let closes = called.is_some_and(|called| called.method == "close");
        let reached = if is_prefix && helper.is_none() && found.statement.kind() == "expression_statement" {
            // The statement may call a checking helper, and have thrown in an argument.
            found.statement.start_byte()
        } else if is_prefix && !closes {
            code.reached(&mut found, examined.row)
        } else {
            found.statement.end_byte()
        };
        let next = is_prefix.then(|| code.oracle_after(found.statement, reached)).flatten();
        let seen = RefCell::default();
        let search = FocalSearch { code: &code, oracle: &found, tested, seen: &seen };
        let is_test = fuel == DEEPEST;
        let gave_null = section.and_then(|section| {
            section.returned_null(self).or_else(|| {
                let null = section.null_object(self)?;
                match null.field {
                    Some(field) => search.maker_of_field(field, is_test),
                    None => search.maker_of_null(&null).filter(|_| helper.is_none()),
                }
            })
        });
        examined.is_shown =
            traced.is_some() || gave_null.is_some() || helper.as_ref().is_some_and(|helper| helper.is_shown);
        examined.looks_up_in = search.only_looks_up_in().map(str::to_owned);
        let focal = gave_null
            .map(Ok)
            .or_else(|| self.focal_of_failed(&search, traced, helper.as_ref(), is_assertion_failure));
        let found = next.as_ref().unwrap_or(&found);
        let seen = RefCell::default();
        let search = FocalSearch { code: &code, oracle: found, tested, seen: &seen };
        examined.category = Some(if next.is_some() {
            found.category
        } else {
            category(found, helper.as_ref(), is_assertion_failure && !is_prefix)
        });
        examined.oracle = oracle_text(&code, found, examined.category);
        examined.prefix = code.prefix(found);
        examined.focal = focal.unwrap_or_else(|| {
            let of_next =
                if next.is_some() { search.inside().or_else(|| search.inside_helpers()) } else { None };
            let decision = search.act(of_next.unwrap_or_else(|| search.before()));
            if next.is_some() { decision } else { search.named_in_full(decision) }
        });
        examined
    }

    /// Returns the focal method of the statement that failed; None if that can't be told from it.
    fn focal_of_failed(
        &self,
        search: &FocalSearch<'_, '_>,
        traced: Option<MethodId>,
        helper: Option<&Examined>,
        is_assertion_failure: bool,
    ) -> Option<Result<MethodId, Undecided>> {
        let inner = || {
            let decision = helper.map(|helper| helper.focal.clone().map(|method| search.in_given(method)));
            decision.filter(|decision| matches!(decision, Ok(_) | Err(Undecided::OwnCode)))
        };
        // A helper that checks what it is given only reads it.
        let read = traced.filter(|traced| self.observation(*traced).is_some());
        if let Some((read, helper)) = read.zip(helper) {
            let given = helper.focal.clone().ok().filter(|focal| *focal != read);
            let decision =
                given.map(Ok).or_else(|| Some(search.act_of_check(Ok(read))).filter(|_| helper.checks));
            if let Some(Ok(focal)) = decision {
                return Some(Ok(focal));
            }
        }
        // What a helper of the tests only looks up shows what was done before it.
        let checking = helper.filter(|helper| helper.checks && !helper.is_shown);
        let looked_up_in = checking.and_then(|helper| helper.looks_up_in.as_deref());
        let before_look = looked_up_in.and_then(|name| search.last_act_on(name, search.oracle.statement));
        if let Some(before_look) = before_look {
            return Some(search.named_in_full(before_look));
        }
        // The failure is about the call that threw, whether or not the oracle was reached.
        let at_failure = traced.map(Ok).or_else(|| {
            let inner = inner().filter(|inner| !is_assertion_failure && inner.is_ok())?;
            // What the library threw in a helper that checks, it threw because of what the helper is given.
            Some(if checking.is_some() { search.act_of_check(inner) } else { inner })
        });
        if at_failure.is_some() {
            return at_failure;
        }
        let inside = search.inside();
        let on_line = match (&inside, inner()) {
            (Some(Ok(made)), Some(inner))
                if (self.creates(*made) || self.builds(*made))
                    && !inner.as_ref().is_ok_and(|method| self.creates(*method)) =>
            {
                Some(inner)
            }
            (None, inner) => inner,
            _ => inside,
        };
        // If the trace leads into a helper, no other statement of the helper failed.
        let decision = on_line.or_else(|| if helper.is_none() { search.inside_helpers() } else { None });
        let is_checked_in_helper = is_assertion_failure
            && helper.is_some_and(|helper| helper.category == Some(OracleCategory::AssertionOnly));
        let act = decision.map(|decision| {
            if is_checked_in_helper { search.act_of_check(decision) } else { search.act(decision) }
        });
        let decision = match act {
            Some(Ok(method)) if search.declares_tested(method) => Some(Ok(method)),
            // A check that is given the result of the class under test is about the method that returned it.
            other => {
                let result = search.result_under_test().map(Ok);
                let is_act_meant = !search.is_of_generator();
                result.map(|result| if is_act_meant { search.act(result) } else { result }).or(other)
            }
        };
        decision.map(|decision| search.named_in_full(decision))
    }
}

/// Returns the oracle of a method that no frame points into: the annotation or rule not met, or its only oracle.
fn only_oracle<'a>(code: &Code<'a>) -> Option<FoundOracle<'a>> {
    let mut oracles = oracles(code);
    if oracles.len() == 1 { oracles.pop() } else { None }
}

/// Returns the oracles of a method: what an annotation or a rule requires, or its checks, or that nothing is thrown.
fn oracles<'a>(code: &Code<'a>) -> Vec<FoundOracle<'a>> {
    let Some(last) = named(code.body).last() else { return Vec::new() };
    if let Some(category) = code.annotated() {
        return vec![FoundOracle { category, guarded: vec![code.body], ..FoundOracle::none(last) }];
    }
    if let Some((first, category)) = code.rule() {
        let oracle = FoundOracle { category, node: Some(first), ..FoundOracle::none(last) };
        return vec![FoundOracle { guarded: vec![code.body], ..oracle }];
    }
    let checks = code.all_checks();
    if checks.is_empty() { vec![FoundOracle::none(last)] } else { checks }
}

/// Returns the category of an oracle, or that of the oracle in a helper if the test itself has none.
fn category(found: &FoundOracle<'_>, helper: Option<&Examined>, is_unnamed_check: bool) -> OracleCategory {
    let inner =
        helper.and_then(|helper| helper.category).filter(|inner| *inner != OracleCategory::NoException);
    match (found.category, inner) {
        (OracleCategory::NoException | OracleCategory::AssertionOnly, Some(inner)) => inner,
        (OracleCategory::NoException, None) if is_unnamed_check => OracleCategory::AssertionOnly,
        (own, _) => own,
    }
}

fn oracle_text(code: &Code<'_>, found: &FoundOracle<'_>, category: Option<OracleCategory>) -> String {
    match found.node {
        Some(node) => code.text(node).to_owned(),
        None if category.is_some_and(|category| category != found.category) => {
            code.text(found.statement).to_owned()
        }
        None => String::new(),
    }
}

impl Index {
    /// Returns the kinds of a passed test; none if it is not in the project. `class` and `method` are as in
    /// [`Index::locate`].
    pub(crate) fn passed_kinds(&self, class: &str, method: &str) -> BTreeSet<TestKind> {
        let Some((tested, test)) = self.test_method(class, method, &[]) else { return BTreeSet::new() };
        let about = self.about(tested, test);
        let snippet = Snippet::parse(self.source(test));
        let Some(code) = Code::of_run(self, test, &snippet, tested) else { return BTreeSet::new() };
        oracles(&code)
            .into_iter()
            .map(|oracle| {
                let focal = decision(&code, &oracle, about);
                let category = Some(oracle.category);
                let statement = oracle_text(&code, &oracle, category);
                let source = focal.map_or("", |focal| self.source(focal));
                TestKind::new(oracle.category.expects_exception(), assertion_of(category, &statement), source)
            })
            .collect()
    }

    pub(crate) fn source_of(&self, class: &str, method: &str) -> Option<&str> {
        self.test_method(class, method, &[]).map(|(_, test)| self.source(test))
    }

    /// Returns true if no oracle of a test checks or follows a call of production code; None if the test is
    /// not in the project.
    pub(crate) fn calls_nothing(&self, class: &str, method: &str) -> Option<bool> {
        let (tested, test) = self.test_method(class, method, &[])?;
        if self.creates_production_object(test) {
            return Some(false);
        }
        let about = self.about(tested, test);
        let snippet = Snippet::parse(self.source(test));
        let code = Code::of_run(self, test, &snippet, tested)?;
        Some(
            oracles(&code)
                .into_iter()
                .all(|oracle| decision(&code, &oracle, about) == Err(Undecided::NoProductionCall)),
        )
    }

    /// Returns true if the text of a test names a class of production code behind `new`. Most tests do, and
    /// need not be parsed.
    fn creates_production_object(&self, test: MethodId) -> bool {
        let words = self.source(test).split(|c: char| !c.is_alphanumeric() && c != '_');
        let mut words = words.filter(|word| !word.is_empty());
        std::iter::from_fn(|| words.find(|word| *word == "new").and_then(|_| words.next()))
            .any(|name| self.resolve(name, test.class).is_some_and(|class| self.is_production(class)))
    }
}

/// Decides by all calls in and before an oracle, without a trace.
fn decision<'a>(code: &Code<'a>, oracle: &FoundOracle<'a>, tested: Tested) -> Decision {
    let search = FocalSearch { code, oracle, tested, seen: &RefCell::default() };
    let inside = search.inside().or_else(|| search.inside_helpers());
    search.named_in_full(search.act(inside.unwrap_or_else(|| search.before())))
}

#[cfg(test)]
mod tests;
