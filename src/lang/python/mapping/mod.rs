//! From a failed test to its code: its source, the oracle that failed, the prefix before it, and the focal function.
//!
//! ```text
//! class, name, trace ──calls of the trace──▶ source and failing line ──oracle──▶ the oracle that failed, and the prefix before it
//!                                                                                       └──focal──▶ the focal function
//! ```
//!
//! `code` reads a function as statements and recognizes checks by their names, `calls` finds the production
//! functions that are called.

mod act;
#[cfg(test)]
mod act_tests;
mod called;
mod calls;
#[cfg(test)]
mod chain_tests;
#[cfg(test)]
mod clue_tests;
mod code;
mod focal;
#[cfg(test)]
mod look_tests;
#[cfg(test)]
mod made_tests;
mod observe;
mod oracle;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::index::{FileId, FunctionId, Index};
use super::syntax::{children, parse};
use crate::lang::alike::print_alike;
use crate::lang::located::Source;
use crate::model::{
    Focal, FocalMethod, Located, MOST_CALLED, OracleCategory, Phase, StackTrace, TestKind, Undecided,
    assertion_of,
};
use crate::trace::{Frame, Section, sections};
use calls::{SET_UPS, TEAR_DOWNS};
use code::Code;
use focal::Decision;
use oracle::FoundOracle;

/// The calls of a trace as a test sees them.
#[derive(Default)]
struct Calls {
    /// The row of the file on which the test failed.
    row: Option<usize>,
    /// The production functions below the test, the one that it called first.
    production: Vec<FunctionId>,
    /// The last function of the tests' own that was called before them, and the row on which it failed.
    helper: Option<(FunctionId, usize)>,
}

/// A fixture, or a method for set-up or tear-down, in which a test failed.
#[derive(Clone, Copy)]
struct FailedAround {
    function: FunctionId,
    /// The row of its file that failed, from 0.
    row: usize,
    phase: Phase,
}

impl Index {
    /// Returns the code of a failed test that a report names, if the project has it. The trace is in its
    /// canonical form.
    pub fn locate(
        &self,
        classname: &str,
        name: &str,
        file: Option<&str>,
        trace: &StackTrace,
    ) -> Option<Located> {
        let sections = sections(trace);
        let (candidates, own) = self.tests(classname, function_name(name), file);
        let test = *candidates
            .iter()
            .rfind(|test| sections.iter().any(|section| self.own_frame(section, **test).is_some()))
            .or(candidates.last())?;
        let mut calls = self.calls_of(&sections, test);
        let first = self.function(test).rows.start;
        let mut located = Located {
            file: self.path(test.file).clone(),
            start_line: first + 1,
            test: self.source(test).to_owned(),
            failing_line: calls.row.map(|row| row - first),
            set_up_line: None,
            phase: Phase::Test,
            category: None,
            oracle: String::new(),
            prefix: self.source(test).to_owned(),
            focal: Focal::Undecided(Undecided::NoFailingLine),
            called: Vec::new(),
        };
        let tree = parse(self.source(test));
        let Some(mut code) = Code::of(self, test, &tree, own, run_of(name)) else { return Some(located) };
        let around = self.failed_around(&sections, test).filter(|_| calls.row.is_none());
        if let Some(around) = around.filter(|around| around.function.file == test.file) {
            (located.set_up_line, located.phase) = (Some(around.row + 1), around.phase);
        }
        let message = sections.first().map_or("", |section| section.text);
        let message = message.split("\n\tat ").next().unwrap_or("");
        code.last_operand = last_operand(message);
        code.prints_alike = print_alike(message);
        let should_fail = trace.exception() == "XPASS(strict)" || trace.message() == "Unexpected success";
        let statement = located.failing_line.and_then(|row| code.statement_at(row));
        let mut oracle = if should_fail { code.expected_failure() } else { code.failed_oracle(statement) };
        let mut focal: Option<FunctionId> = None;
        if let Some(oracle) =
            oracle.as_mut().filter(|oracle| statement.is_some() && code.check(oracle.statement).is_none())
            && let Some((category, found)) = self.failed_in_helper(&calls, &code, oracle.statement)
        {
            *oracle = FoundOracle::new(category, oracle.statement);
            focal = found.ok();
        }
        // A context manager of the project that expects an exception is a check, not what is tested.
        if let Some(expecting) = oracle.as_ref().and_then(|oracle| code.expecting(oracle.statement)) {
            calls.production.retain(|function| *function != expecting);
        }
        if let Some(oracle) = &oracle {
            located.category = Some(oracle.category);
            code.oracle_text(oracle).clone_into(&mut located.oracle);
            located.prefix = code.prefix(oracle);
        }
        let absent = absent_attribute(trace).filter(|_| calls.production.is_empty());
        let focal = statement
            .zip(absent)
            .and_then(|(statement, absent)| self.maker_of_none(&calls, &code, statement, absent))
            .or(focal)
            .map_or_else(|| code.focal(oracle.as_ref(), &calls.production), Ok);
        let focal = match around {
            // Of a set-up that called production code the test's own calls say what it is about (the reference for Python); a test
            // whose tear-down failed is over.
            Some(around) if calls.production.is_empty() == (around.phase == Phase::SetUp) => {
                self.focal_around(around, &calls.production, &code).or(focal)
            }
            _ => focal,
        };
        // The trace says where, but of code around the test.
        let focal = focal.map_err(|undecided| match undecided {
            Undecided::NoFailingLine if around.is_some() => Undecided::OwnCode,
            _ => undecided,
        });
        let called = code.functions_called(focal.clone().ok(), statement, &calls.production);
        located.focal = match focal {
            Ok(focal) => Focal::Decided(self.focal_function(focal)),
            Err(Undecided::NoProductionCall) if !called.is_empty() => {
                Focal::unclear(called.iter().map(|function| &*self.function(*function).qualified))
            }
            Err(undecided) => Focal::Undecided(undecided),
        };
        // What failed before or after the test is looked at first.
        let functions = around.map(|around| around.function).into_iter().chain(called).take(MOST_CALLED);
        located.called = functions.map(|function| self.focal_function(function)).collect();
        Some(located)
    }

    /// Returns the fixture or method around a test in which a trace shows that it failed.
    fn failed_around(&self, sections: &[Section<'_>], test: FunctionId) -> Option<FailedAround> {
        let frames = sections.iter().flat_map(|section| &section.frames);
        let mut found = frames.filter_map(|frame| {
            let (file, row) = (self.file_of_frame(frame)?, frame.row()?);
            let function = self.outer_function_at(file, row).filter(|_| self.is_test_code(file))?;
            let declared = self.function(function);
            // Behind its `yield`, a fixture ends what it began.
            let before = row.checked_sub(declared.rows.start)?;
            let is_end =
                self.source(function).lines().take(before).any(|line| line.trim_start().starts_with("yield"));
            let phase = match &*declared.name {
                _ if declared.is_fixture && is_end => Phase::TearDown,
                name if declared.is_fixture || SET_UPS.contains(&name) => Phase::SetUp,
                name if TEAR_DOWNS.contains(&name) => Phase::TearDown,
                _ => return None,
            };
            (function != test).then_some(FailedAround { function, row, phase })
        });
        found.next()
    }

    /// Returns the production function that gave a test, or the helper that it called, the None which was asked for an attribute.
    fn maker_of_none(
        &self,
        calls: &Calls,
        test: &Code<'_>,
        statement: usize,
        attribute: &str,
    ) -> Option<FunctionId> {
        let tree = calls.helper.map(|(helper, _)| parse(self.source(helper)));
        let helper = calls.helper.zip(tree.as_ref()).and_then(|((helper, row), tree)| {
            let code =
                test.of_helper(helper, self.class_of(helper), test.call_to(statement, helper), tree)?;
            let row = row.checked_sub(self.function(helper).rows.start)?;
            Some((code.statement_at(row)?, code))
        });
        let (asks, code) = helper.as_ref().map_or((statement, test), |(asks, code)| (*asks, code));
        let Some(own) = code.own_asked_for(asks, attribute) else {
            return code.maker_of_none(asks, attribute);
        };
        let start_of = |code: &Code<'_>, statement: usize| code.statements[statement].node.start_byte();
        let in_set_ups = || {
            let mut set_ups = SET_UPS.iter().rev().filter_map(|name| self.method(test.own?, name));
            set_ups.find_map(|set_up| {
                let tree = parse(self.source(set_up));
                test.of_helper(set_up, test.own, None, &tree)?.maker_of_own(own, usize::MAX)
            })
        };
        code.maker_of_own(own, start_of(code, asks))
            .or_else(|| test.maker_of_own(own, start_of(test, statement)))
            .or_else(in_set_ups)
    }

    /// Decides by the statement of a set-up or tear-down that failed, and the production functions below it.
    fn focal_around(&self, around: FailedAround, called: &[FunctionId], test: &Code<'_>) -> Decision {
        let tree = parse(self.source(around.function));
        let code = test.of_helper(around.function, test.own, None, &tree);
        let found = code.and_then(|code| {
            let row = around.row.checked_sub(self.function(around.function).rows.start)?;
            let statement = code.statement_at(row)?;
            Some(code.focal(code.failed_oracle(Some(statement)).as_ref(), called))
        });
        found.unwrap_or_else(|| called.first().copied().ok_or(Undecided::NoFailingLine))
    }

    /// Returns the kinds of a test that passed, named as in [`Index::locate`]; none if the test is not in the project.
    pub(crate) fn passed_kinds(&self, classname: &str, name: &str) -> BTreeSet<TestKind> {
        let (mut tests, own) = self.tests(classname, function_name(name), None);
        let Some(test) = tests.pop() else { return BTreeSet::new() };
        let tree = parse(self.source(test));
        let Some(code) = Code::of(self, test, &tree, own, run_of(name)) else { return BTreeSet::new() };
        let mut oracles: Vec<_> = code.all_oracles().collect();
        if oracles.is_empty() {
            let last = code.block(None).last().copied();
            oracles.extend(last.and_then(|last| code.failed_oracle(Some(last))));
        }
        oracles
            .into_iter()
            .map(|oracle| {
                let assertion = assertion_of(Some(oracle.category), code.oracle_text(&oracle));
                let focal = code.named_in_full(code.focal_by_code(&oracle, &[]), &oracle);
                let source = focal.map_or("", |focal| self.source(focal));
                TestKind::new(oracle.category.expects_exception(), assertion, source)
            })
            .collect()
    }

    /// Returns the category of the oracle that failed in a helper of the tests, and the focal function that it shows.
    fn failed_in_helper(
        &self,
        calls: &Calls,
        test: &Code<'_>,
        statement: usize,
    ) -> Option<(OracleCategory, Decision)> {
        let (helper, row) = calls.helper?;
        let tree = parse(self.source(helper));
        let (own_statement, call) = (statement, test.call_to(statement, helper));
        let code = test.of_helper(helper, self.class_of(helper), call, &tree)?;
        let statement =
            row.checked_sub(self.function(helper).rows.start).and_then(|row| code.statement_at(row));
        let oracle = code.failed_oracle(statement).filter(|oracle| oracle.node.is_some())?;
        let focal = code.focal(Some(&oracle), &calls.production);
        // What the helper asks shows what was done to the object before.
        let look = focal.as_ref().ok().copied().filter(|_| calls.production.is_empty());
        let act = look.zip(call).and_then(|(look, call)| {
            test.act_on_given(look, call, &FoundOracle::new(oracle.category, own_statement))
        });
        Some((oracle.category, act.map_or(focal, Ok)))
    }

    fn focal_function(&self, focal: FunctionId) -> FocalMethod {
        let declared = self.function(focal);
        FocalMethod {
            name: format!("{}.{}", self.module_name(focal.file), declared.qualified),
            file: self.path(focal.file).clone(),
            start_line: declared.rows.start + 1,
            source: self.source(focal).to_owned(),
            docstring: self.docstring(focal).to_owned(),
        }
    }

    /// Returns the position of the innermost frame in the lines of a test.
    fn own_frame(&self, section: &Section<'_>, test: FunctionId) -> Option<usize> {
        let rows = &self.function(test).rows;
        section.frames.iter().position(|frame| {
            frame.row().is_some_and(|row| rows.contains(&row)) && self.file_of_frame(frame) == Some(test.file)
        })
    }

    /// Returns the calls of a test by the latest exception that has a frame of it, or else of the test code
    /// that failed instead.
    fn calls_of(&self, sections: &[Section<'_>], test: FunctionId) -> Calls {
        let own = sections.iter().find_map(|section| Some((section, self.own_frame(section, test)?)));
        // The production functions that test code called by the first section that shows any.
        let of_any = || {
            let mut called = sections.iter().filter_map(|section| {
                let at = section.frames.iter().position(|frame| {
                    self.file_of_frame(frame).is_some_and(|file| self.is_test_code(file))
                })?;
                Some(self.calls_below(section, at).production)
            });
            called.find(|called| !called.is_empty()).unwrap_or_default()
        };
        let Some((section, own)) = own else { return Calls { production: of_any(), ..Calls::default() } };
        let mut calls = Calls { row: section.frames[own].row(), ..self.calls_below(section, own) };
        // A helper raised its exception from the one of the production code.
        if calls.production.is_empty() && calls.helper.is_some() {
            calls.production = of_any();
        }
        calls
    }

    /// Returns the project's functions that a frame called, up to one that returns into test code.
    fn calls_below(&self, section: &Section<'_>, at: usize) -> Calls {
        let mut calls = Calls::default();
        for frame in section.frames[..at].iter().rev() {
            let (Some(file), Some(row)) = (self.file_of_frame(frame), frame.row()) else { continue };
            let function = self.outer_function_at(file, row);
            if !self.is_test_code(file) {
                calls.production.extend(function);
            } else if calls.production.is_empty() {
                calls.helper = function.map(|function| (function, row)).or(calls.helper);
            } else {
                break;
            }
        }
        // Making an object of a class passes through what made the class.
        let is_passed = |function: &FunctionId| {
            let class = self.class_of(*function).filter(|_| self.function(*function).name == "__call__");
            class.is_some_and(|class| self.is_metaclass(class))
        };
        if calls.production.iter().any(|function| !is_passed(function)) {
            calls.production.retain(|function| !is_passed(function));
        }
        calls
    }

    /// Returns the file of a frame of the project.
    fn file_of_frame(&self, frame: &Frame<'_>) -> Option<FileId> {
        self.file_named(frame.file.filter(|_| frame.module.is_empty())?)
    }
}

/// Returns the kinds of the oracles of a test without its module, in order; a test without any oracle expects
/// that nothing is thrown. None for a text that does not begin with a function.
pub(crate) fn oracle_kinds(test: &str) -> Option<Vec<OracleCategory>> {
    // Most texts in other languages need not be parsed.
    let tree = test.contains("def ").then(|| parse(test))?;
    children(tree.root_node())
        .next()
        .filter(|first| first.kind().ends_with("_definition") && !first.has_error())?;
    let index = Index::build(&[test], |text| {
        Some(Source { path: "test_snippet.py".into(), text: (*text).to_owned() })
    });
    let function = index.first_function()?;
    let tree = parse(index.source(function));
    let code = Code::of(&index, function, &tree, None, "")?;
    let kinds: Vec<OracleCategory> = code.counted_oracles().map(|oracle| oracle.category).collect();
    Some(if kinds.is_empty() { vec![OracleCategory::NoException] } else { kinds })
}

/// Returns the number of operands before the last one that pytest shows of a check with `and` or `or`: it
/// evaluated no more.
fn last_operand(message: &str) -> Option<usize> {
    let shown = message.lines().find_map(|line| {
        let checked = line.strip_prefix("AssertionError: ").unwrap_or(line).strip_prefix("assert ")?;
        checked.strip_prefix("not ").unwrap_or(checked).strip_prefix('(')
    })?;
    let (mut depth, mut quote, mut count) = (0_usize, None, 0);
    for (at, letter) in shown.char_indices() {
        if let Some(open) = quote {
            if letter == open && !shown[..at].ends_with('\\') {
                quote = None;
            }
            continue;
        }
        match letter {
            '\'' | '"' => quote = Some(letter),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ' ' if depth == 0 => {
                let is_next = [" and ", " or "].iter().any(|operator| shown[at..].starts_with(operator));
                count += usize::from(is_next);
            }
            _ => {}
        }
    }
    Some(count)
}

/// Returns the attribute that was asked of None: the function that should have returned an object returned nothing.
fn absent_attribute(trace: &StackTrace) -> Option<&str> {
    let asked = trace.message().strip_prefix("'NoneType' object has no attribute '")?;
    asked.split('\'').next().filter(|_| trace.exception() == "AttributeError")
}

/// Returns the text by which the name of a test tells its runs: `True-5` of `test_take[True-5]`.
fn run_of(test: &str) -> &str {
    test.split_once('[').and_then(|(_, run)| run.strip_suffix(']')).unwrap_or("")
}

/// Returns the name of the function in that of a test: `test_take` of `test_take[True-5]`.
fn function_name(test: &str) -> &str {
    test.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}
