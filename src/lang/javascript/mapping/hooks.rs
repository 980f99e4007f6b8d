//! The code that runs before or after a test and failed in its place: a hook or a fixture, in the file of the test or in one that its
//! set-up names.
//!
//! ```text
//! frames of the trace ──hook calls, fixtures, functions given to hooks──▶ FailedHook ──its statements──▶ what it checked and called
//! ```

use std::ops::Range;
use std::sync::Arc;

use tree_sitter::Node;

use super::body::Body;
use super::called::Known;
use super::code::Code;
use super::focal::{Context, Fault};
use super::oracle::FoundOracle;
use super::{hook_name, node_at, row_of, whole_lines};
use crate::lang::javascript::index::{FileId, Index, Target};
use crate::lang::javascript::syntax::{arguments, bare, descendants, field, is_function, key_name, named};
use crate::lang::javascript::titles::{HOOKS, TestCall, callback, words};
use crate::model::{Focal, FocalMethod, Located, MOST_CALLED, OracleCategory, Phase, StackTrace, Undecided};
use crate::trace::{Section, sections};

/// The hooks that run after tests.
const TEARING_DOWN: [&str; 4] = ["afterEach", "after", "afterAll", "teardown"];

/// The object in which a file that Mocha loads before the tests declares its hooks.
const HOOKS_OF_MOCHA: &str = "mochaHooks";

/// A hook or fixture in which a test failed.
pub(super) struct FailedHook {
    pub file: FileId,
    /// The row on which it failed.
    pub row: usize,
    /// The bytes of the function that ran.
    function: Range<usize>,
    /// The name of the hook, of the fixture, or of the function that the hook was given.
    name: String,
    /// The bytes of what a person reads: the call of the hook, the fixture, or the function.
    bytes: Range<usize>,
    pub phase: Phase,
}

/// A node that is run as a hook, with the name that a reader knows it by.
struct Hook<'t> {
    node: Node<'t>,
    function: Node<'t>,
    name: &'t str,
}

impl Index {
    /// Returns the hook or fixture in which a test of a file failed: one that a frame lies in, in that file or in another one of the
    /// tests, or else a function that the file gives to a hook by its name.
    pub(super) fn failed_hook(&self, sections: &[Section<'_>], test_file: FileId) -> Option<FailedHook> {
        let mut places = self.places(sections);
        places.retain(|(file, _)| *file == test_file || !self.is_production(*file));
        let around = places.iter().find_map(|(file, row)| self.hook_around(*file, *row));
        around.or_else(|| self.function_given_to_hook(&places, test_file))
    }

    /// Returns the hook before a test that called what threw, if the test calls none of it and the trace has no frame of either: compiled
    /// code that waits for promises loses its own frames.
    pub(super) fn hook_of_thrown(
        &self,
        code: &Code<'_>,
        test: &Body<'_, '_>,
        call: &TestCall,
        thrown: &[Target],
    ) -> Option<FailedHook> {
        let nothing = Known { focal: None, thrown: &[] };
        let leads_to = |called: &[Target]| {
            called.iter().any(|target| {
                let source = self.target_source(*target).0;
                thrown.contains(target) || thrown.iter().any(|thrown| self.is_called_in(*thrown, source))
            })
        };
        if thrown.is_empty() || leads_to(&test.functions_called(nothing, None)) {
            return None;
        }
        let calls = descendants(code.root).filter(|node| node.kind() == "call_expression");
        let hooks = calls.filter(|node| {
            let name = hook_name(*node, code.source);
            HOOKS.contains(&name) && !TEARING_DOWN.contains(&name) && self.is_around(code, *node, call)
        });
        { hooks }.find_map(|hook| {
            let function = callback(hook)?;
            let body = Body::of(code, function, function.byte_range());
            let failed = body.statements.iter().find(|statement| {
                let own = Body::of_part(code, **statement);
                leads_to(&own.functions_called(nothing, None))
            })?;
            Some(FailedHook {
                file: code.file,
                row: failed.node.start_position().row,
                function: function.byte_range(),
                name: hook_name(hook, code.source).to_owned(),
                bytes: hook.byte_range(),
                phase: Phase::SetUp,
            })
        })
    }

    /// Returns true if a source may call a function, by its name.
    fn is_called_in(&self, function: Target, source: &str) -> bool {
        let name = self.target_name(function).rsplit('.').next().unwrap_or_default();
        words(source, name).any(|at| source[at + name.len()..].starts_with('('))
    }

    /// Returns the files and rows of the frames of a trace, the innermost first.
    fn places(&self, sections: &[Section<'_>]) -> Vec<(FileId, usize)> {
        let frames = sections.iter().flat_map(|section| &section.frames);
        frames.filter_map(|frame| Some((self.file_of_frame(frame)?, row_of(frame)?))).collect()
    }

    /// Returns the innermost hook or fixture around a row of a file.
    fn hook_around(&self, file: FileId, row: usize) -> Option<FailedHook> {
        let text = &self.file(file).text;
        let may_have_hooks = HOOKS.iter().chain(&["extend"]).any(|name| words(text, name).next().is_some());
        if !may_have_hooks {
            return None;
        }
        let tree = self.tree(file);
        let root = tree.root_node();
        let hooks = descendants(root)
            .filter(|node| (node.start_position().row..=node.end_position().row).contains(&row));
        let Hook { node, function, name } = hooks.filter_map(|node| hook_of(node, text)).last()?;
        let is_fixture = !HOOKS.contains(&name);
        let tears_down = TEARING_DOWN.contains(&name) || is_fixture && is_behind_use(function, row, text);
        Some(FailedHook {
            file,
            row,
            function: function.byte_range(),
            name: name.to_owned(),
            bytes: node.byte_range(),
            phase: if tears_down { Phase::TearDown } else { Phase::SetUp },
        })
    }

    /// Returns the function of tests that a file gives to a hook by its name, `beforeEach(fill)`, if a place lies in it.
    fn function_given_to_hook(&self, places: &[(FileId, usize)], test_file: FileId) -> Option<FailedHook> {
        let tree = self.tree(test_file);
        let code = Code::of(self, test_file, &tree);
        let calls = descendants(code.root).filter(|node| node.kind() == "call_expression");
        let hooks = calls.map(|call| (call, hook_name(call, code.source)));
        hooks.filter(|(_, name)| HOOKS.contains(name)).find_map(|(call, hook)| {
            let given = arguments(call).into_iter().map(bare).find(|given| given.kind() != "string")?;
            let name = match given.kind() {
                "identifier" => code.text(given),
                "member_expression" => code.field(given, "property"),
                _ => return None,
            };
            let local = code
                .local_function(name, given.start_byte())
                .map(|function| (test_file, function.byte_range()));
            let (file, function) = local.or_else(|| {
                let helper = code.helper_called(given)?;
                Some((helper.file, self.function(helper).node.clone()))
            })?;
            let text = &self.file(file).text;
            let first = text.get(..function.start)?.matches('\n').count();
            let rows = first..=first + text.get(function.clone())?.matches('\n').count();
            let (_, row) = *places.iter().find(|(place, row)| *place == file && rows.contains(row))?;
            let phase = if TEARING_DOWN.contains(&hook) { Phase::TearDown } else { Phase::SetUp };
            let bytes = function.clone();
            Some(FailedHook { file, row, function, name: name.to_owned(), bytes, phase })
        })
    }

    /// Returns the code of a hook that failed and is of no test.
    pub(in crate::lang::javascript) fn locate_hook(&self, trace: &StackTrace) -> Option<Located> {
        let sections = sections(trace);
        let places = self.places(&sections);
        let failed = places.iter().find_map(|(file, row)| self.hook_around(*file, *row))?;
        let mut located = Located {
            file: Arc::clone(&self.file(failed.file).path),
            start_line: failed.row + 1,
            test: String::new(),
            failing_line: None,
            phase: failed.phase,
            set_up_line: Some(failed.row + 1),
            category: None,
            oracle: String::new(),
            prefix: String::new(),
            focal: Focal::Undecided(Undecided::NoFailingLine),
            called: Vec::new(),
        };
        self.fill_called_by_hook(&mut located, &failed, &sections, "");
        Some(located)
    }

    /// Fills in what a failed hook says: its own source, its own check or the first oracle of the test, and what it called.
    pub(super) fn fill_by_hook(
        &self,
        located: &mut Located,
        test: &Body<'_, '_>,
        failed: &FailedHook,
        sections: &[Section<'_>],
        titles: &str,
    ) {
        located.phase = failed.phase;
        located.set_up_line = (failed.file == test.code.file).then_some(failed.row + 1);
        let own = self.fill_called_by_hook(located, failed, sections, titles);
        if located.test.is_empty() {
            located.category = Some(OracleCategory::NoException);
            return;
        }
        let (category, oracle) = own.unwrap_or_else(|| {
            let start = whole_lines(test.code.source, &test.bytes).start;
            let first = test.first_oracle();
            located.prefix = test.prefix(&first, start, &located.test);
            (first.category, test.oracle_text(&first).to_owned())
        });
        located.category = Some(category);
        located.oracle = oracle;
    }

    /// Fills in the source of a failed hook and what it called, and returns its own check, if that failed.
    fn fill_called_by_hook(
        &self,
        located: &mut Located,
        failed: &FailedHook,
        sections: &[Section<'_>],
        titles: &str,
    ) -> Option<(OracleCategory, String)> {
        let tree = self.tree(failed.file);
        let code = Code::of(self, failed.file, &tree);
        let body = Body::of(&code, node_at(code.root, &failed.function)?, failed.function.clone());
        let statement = body.statement_at(failed.row);
        // What a hook throws is no check.
        let own = statement.and_then(|statement| body.oracle(statement));
        let own = own.filter(|own| own.category != OracleCategory::FailOnly);
        let production = self.below(sections, failed.file, failed.row);
        let alone = Context {
            titles: titles.to_owned(),
            own_title: String::new(),
            parts: Vec::new(),
            helper: None,
            hooks: Vec::new(),
            callers: Vec::new(),
            called_back: None,
            fault: Fault::Check,
            missing: None,
        };
        let nothing = FoundOracle::none(statement);
        let decision = body.focal(Some(own.as_ref().unwrap_or(&nothing)), &production, &alone);
        let known = Known { focal: decision.as_ref().ok().copied(), thrown: &production };
        let called = self.methods_of(&body.functions_called(known, own.as_ref()));
        located.called = [self.hook_as_method(failed)].into_iter().chain(called).take(MOST_CALLED).collect();
        located.focal = self.focal_of(decision, &[]);
        own.map(|own| (own.category, body.oracle_text(&own).to_owned()))
    }

    /// Returns the source of a failed hook, which is looked at first.
    fn hook_as_method(&self, failed: &FailedHook) -> FocalMethod {
        let file = self.file(failed.file);
        let lines = whole_lines(&file.text, &failed.bytes);
        FocalMethod {
            name: failed.name.clone(),
            file: Arc::clone(&file.path),
            start_line: file.text[..lines.start].matches('\n').count() + 1,
            source: file.text.get(lines).unwrap_or_default().to_owned(),
            docstring: String::new(),
        }
    }

    /// Returns the production functions that were called from a row of a file, the outermost first.
    fn below(&self, sections: &[Section<'_>], file: FileId, row: usize) -> Vec<Target> {
        let found = sections.iter().find_map(|section| {
            let at = section
                .frames
                .iter()
                .position(|frame| self.file_of_frame(frame) == Some(file) && row_of(frame) == Some(row))?;
            Some((section, at))
        });
        found.map_or_else(Vec::new, |(section, at)| self.calls_below(section, at).production)
    }
}

/// Returns the hook or fixture that a node is: a call with a function, a member of the object that `extend` is given, or one of the
/// object in which Mocha looks for hooks.
fn hook_of<'t>(node: Node<'t>, source: &'t str) -> Option<Hook<'t>> {
    if node.kind() == "call_expression" {
        let name = hook_name(node, source);
        return HOOKS.contains(&name).then_some(Hook { node, function: callback(node)?, name });
    }
    let object = node.parent().filter(|parent| parent.kind() == "object")?;
    let (key, function) = match node.kind() {
        "pair" => {
            let value = bare(node.child_by_field_name("value")?);
            // `[async ({}, use) => {…}, { auto: true }]`
            let function = [value].into_iter().chain(named(value)).map(bare).find(|part| is_function(*part));
            (node.child_by_field_name("key")?, function?)
        }
        "method_definition" => (node.child_by_field_name("name")?, node),
        _ => return None,
    };
    let name = key_name(key, source);
    let user = object.parent()?;
    let is_member = match user.kind() {
        "arguments" => user.parent().is_some_and(|call| hook_name(call, source) == "extend"),
        _ => {
            HOOKS.contains(&name)
                && ["name", "left"]
                    .into_iter()
                    .any(|side| field(user, side, source).rsplit('.').next() == Some(HOOKS_OF_MOCHA))
        }
    };
    is_member.then_some(Hook { node, function, name })
}

/// Returns true for a row of a fixture behind its `use`, where it ends what it began.
fn is_behind_use(fixture: Node<'_>, row: usize, source: &str) -> bool {
    let mut calls = descendants(fixture).filter(|call| call.kind() == "call_expression");
    calls.any(|call| field(call, "function", source) == "use" && call.end_position().row < row)
}
