//! The methods of the project that the frames of a trace are in.

use crate::java::index::{ClassId, Index, MethodId};
use crate::model::Frame;

/// The production method that a frame is in.
pub(super) fn production_of(frame: &Frame<'_>, index: &Index) -> Option<MethodId> {
    let mut classes = index.classes_named(frame.class).iter().filter(|class| index.is_production(**class));
    classes.find_map(|class| method_of(frame, *class, index))
}

/// The method of `class` that a frame is in: by name, and by line where there are overloads.
pub(super) fn method_of(frame: &Frame<'_>, class: ClassId, index: &Index) -> Option<MethodId> {
    let name = frame.lambda_within().unwrap_or(frame.method);
    let named: Vec<_> = index
        .declared(class)
        .filter(|(_, method)| if name == "<init>" { method.is_constructor } else { method.name == name })
        .collect();
    let row = frame.line.and_then(|line| usize::try_from(line).ok()?.checked_sub(1));
    let holds = |lines: &std::ops::Range<usize>| row.is_some_and(|row| lines.contains(&row));
    match named[..] {
        [(method, _)] => Some(method),
        _ => named.iter().find(|(_, method)| holds(&method.lines)).map(|(method, _)| *method),
    }
}
