//! The subject of an assertion that failed without any call of the project: what stands for its place.
//!
//! ```text
//! it failed in the test itself  ──▶ the focal method, else the statement, else the test
//! it failed in a helper         ──▶ the statement, else the focal method, else the test
//! a hook of JavaScript failed   ──▶ the hook
//! ```
//!
//! An error of a loader that names only the test's own module has the module that the test imports.
//!
//! The statement tells what a test is about only if it names more than variables; the calls that gave these
//! their values are read from the test. A helper is called by many tests, whose focal method is often the
//! same. In tables of generated tests, whose assertions are all alike, the class of the test stands for all
//! of its tests.

use super::focal_name_of;
use super::own_names::OwnNames;
use crate::lang::MethodNames;
use crate::message::mask::mask;
use crate::message::printed_test;
use crate::model::{Failure, Language, Phase};
use crate::trace::javascript::is_javascript;
use crate::trace::test_code::is_test_code;

/// Returns the subject of an assertion that failed in the test itself, or in a helper that it called.
pub(super) fn subject<'a>(
    failure: &'a Failure,
    names: &MethodNames<'a>,
    own: &OwnNames<'_>,
    is_in_helper: bool,
) -> String {
    let method = names.get(failure);
    let focal = || (!method.is_empty()).then(|| focal_with_class(failure, &method));
    if !failure.is_reported {
        let focal = (!method.is_empty()).then(|| focal_name_of(failure, &method));
        return focal.unwrap_or_else(|| failure.test.split("::").next().unwrap_or("").to_owned());
    }
    let statement =
        || statement(failure).map(|statement| mask(&own.hidden(&statement)).replace("'…'", "\"…\""));
    if let Some(hook) = hook(failure) {
        return hook;
    }
    let of_code = if is_in_helper { statement().or_else(focal) } else { focal().or_else(statement) };
    of_code.unwrap_or_else(|| test_itself(&failure.test))
}

/// Returns the name of the focal method with its file and its class: methods of one name of two classes in a file are two places.
fn focal_with_class(failure: &Failure, method: &str) -> String {
    let name = if failure.focal_name.is_empty() { method } else { &*failure.focal_name };
    focal_name_of(failure, name)
}

/// Returns the hook of JavaScript whose own check failed, as its file and its name: it runs for many tests,
/// and says the same of each.
fn hook(failure: &Failure) -> Option<String> {
    let is_hook =
        failure.language == Language::JavaScript && matches!(failure.phase, Phase::SetUp | Phase::TearDown);
    let first = failure.called().first().filter(|_| is_hook)?;
    let hook = Some(first).filter(|hook| is_test_code(&hook.location.file))?;
    Some(format!("{}:{}", hook.location.file, hook.name))
}

/// Returns the module whose import failed, if the failed statement of the test is one: a loader says no more
/// than the name of the test's own module.
pub(super) fn imported(failure: &Failure) -> Option<String> {
    let printed = printed_test(failure)?;
    let statement = printed.lines.get(printed.failed)?.trim();
    let module = statement.strip_prefix("from ").or_else(|| statement.strip_prefix("import "))?;
    let module = module.split([' ', '.', ',']).next().filter(|module| !module.is_empty())?;
    Some(format!("import {module}"))
}

fn statement(failure: &Failure) -> Option<String> {
    let printed = printed_test(failure);
    let printed = printed.as_ref().map(|test| (&*test.lines, test.failed));
    failure.language.answers().checked_statement(failure, printed)
}

/// Returns the name of a test without its package and its parameters.
fn test_itself(test: &str) -> String {
    let (class, method) = test.split_once("::").unwrap_or(("", test));
    let method = method.split(['[', '(']).next().unwrap_or(method).trim_end();
    if is_javascript(class) {
        return format!("{} > {method}", class.rsplit('/').next().unwrap_or(class));
    }
    match class.rsplit(['.', '/']).next().unwrap_or(class) {
        "" => method.to_owned(),
        class => format!("{class}.{method}"),
    }
}
