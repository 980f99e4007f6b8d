//! The frames of a trace: those of the test itself, the calls that it made, and the methods of the project that they
//! belong to.

use std::ops::Range;

use crate::java::index::{ClassId, Index, MethodId, marks_test};
use crate::model::{ExceptionRole, Frame, Origin, StackTrace, TraceLineKind, is_named_like_assertion_error};

/// One exception of a trace with its frames.
pub(super) struct Section<'a> {
    pub role: ExceptionRole,
    /// The qualified exception.
    pub exception: &'a str,
    /// The frames, last call first: of a deep recursion those nearest to the test.
    pub frames: Vec<Frame<'a>>,
}

/// The maximum number of exceptions of a trace that are looked at.
const MAX_EXCEPTIONS: usize = 1_000;

/// The maximum number of exceptions whose omitted frames are added, so that they cannot multiply the size of a trace.
const MAX_COMPLETED: usize = 32;

/// The minimum number of frames that are kept of a longer section. A JVM prints 1,024 unless told otherwise; the bound
/// keeps a trace of ten million frames from taking four times its size.
const MAX_FRAMES: usize = 10_000;

/// Returns the exceptions of a trace in order.
pub(super) fn sections(trace: &StackTrace) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut depths: Vec<usize> = Vec::new();
    for line in trace.parse_on() {
        match line.kind {
            TraceLineKind::Exception(_) if sections.len() == MAX_EXCEPTIONS => break,
            TraceLineKind::Exception(exception) => {
                depths.push(line.depth);
                sections.push(Section {
                    role: exception.role,
                    exception: exception.name,
                    frames: Vec::new(),
                });
            }
            TraceLineKind::Frame(frame) => add(&mut sections, frame),
            // The checks that soft assertions collected failed before the call that reports them.
            TraceLineKind::Message => {
                if let Some(frame) = Frame::in_message(line.content()) {
                    add(&mut sections, frame);
                }
            }
            TraceLineKind::Omitted => complete(&mut sections, &depths, line.content()),
            _ => {}
        }
    }
    sections
}

/// Adds a frame to the last exception.
fn add<'a>(sections: &mut [Section<'a>], frame: Frame<'a>) {
    if let Some(section) = sections.last_mut() {
        if section.frames.len() == 2 * MAX_FRAMES {
            section.frames.drain(..MAX_FRAMES);
        }
        section.frames.push(frame);
    }
}

/// Adds to the last exception the frames that its trace omits, `... 12 more`: a cause was passed through the last
/// frames of the exception that it caused.
fn complete(sections: &mut [Section<'_>], depths: &[usize], line: &str) {
    let Some((cause, before)) = sections.split_last_mut().filter(|(_, before)| before.len() < MAX_COMPLETED)
    else {
        return;
    };
    let depth = depths.last();
    let caused = before.iter().zip(depths).rfind(|(_, own)| Some(*own) == depth).map(|(caused, _)| caused);
    let count = line.split_whitespace().nth(1).and_then(|count| count.parse::<usize>().ok());
    let (Some(caused), Some(count)) = (caused.filter(|_| cause.role == ExceptionRole::Cause), count) else {
        return;
    };
    // A made-up trace can repeat such a line.
    let has_room = cause.frames.len().saturating_add(count) <= 2 * MAX_FRAMES;
    if let Some(first) = caused.frames.len().checked_sub(count).filter(|_| has_room) {
        cause.frames.extend_from_slice(&caused.frames[first..]);
    }
}

/// Returns true if a frame belongs to a class's method, or to a lambda within it. A frame in a message has only the
/// simple name of its class.
pub(super) fn is_in(frame: &Frame<'_>, class: &str, method: &str) -> bool {
    let is_of_class = || frame.class == class || class.rsplit('.').next() == Some(frame.class);
    frame.is_in_method(method) && is_of_class()
}

/// Returns the row of the file that a frame names, from 0.
pub(super) fn row(frame: &Frame<'_>) -> Option<usize> {
    usize::try_from(frame.line?).ok()?.checked_sub(1)
}

impl<'a> Section<'a> {
    /// Returns the topmost frame of a method.
    pub(super) fn topmost(&self, class: &str, method: &str) -> Option<&Frame<'a>> {
        self.frames.iter().find(|frame| is_in(frame, class, method))
    }

    /// Returns the position of a method's own frame: the topmost one on one of its rows, because overloads share a
    /// name; otherwise the topmost one.
    pub(super) fn own_frame(&self, class: &str, method: &str, rows: &Range<usize>) -> Option<usize> {
        let is_own = |frame: &Frame<'_>| is_in(frame, class, method);
        let is_on_a_row = |frame: &Frame<'_>| row(frame).is_some_and(|row| rows.contains(&row));
        let fitting = self.frames.iter().position(|frame| is_own(frame) && is_on_a_row(frame));
        fitting.or_else(|| self.frames.iter().position(is_own))
    }

    /// Returns true if the trace's first frame of a method is on one of these rows: a test may call an overload of
    /// itself, but not vice versa.
    pub(super) fn starts_on(&self, class: &str, method: &str, rows: &Range<usize>) -> bool {
        let first = self.frames.iter().rfind(|frame| is_in(frame, class, method));
        first.and_then(row).is_some_and(|row| rows.contains(&row))
    }

    /// Returns true if the exception reports a violated assertion.
    pub(super) fn is_assertion_failure(&self) -> bool {
        is_named_like_assertion_error(self.exception)
    }

    /// Returns the position of the first call in a test class of the project: in `class`, in an ancestor of it, or in
    /// any other if none of these is in the trace. This finds set-up methods and field initializers.
    pub(super) fn first_test_frame(&self, class: ClassId, index: &Index) -> Option<usize> {
        let ancestry = index.ancestry(class);
        let of = |fits: &dyn Fn(ClassId) -> bool| {
            self.frames.iter().rposition(|frame| index.classes_named(frame.class).iter().copied().any(fits))
        };
        of(&|found| ancestry.contains(&found)).or_else(|| of(&|found| !index.is_production(found)))
    }
}

/// Returns the production method that the frame at `own` called, either directly or through the Java runtime and its
/// own anonymous classes: `list.forEach(pen::draw)` calls `Pen.draw`.
pub(super) fn production_called(section: &Section<'_>, own: usize, index: &Index) -> Option<MethodId> {
    let caller = section.frames[own].class;
    let above = section.frames[..own].iter().rev();
    for frame in above {
        let classes = index.classes_named(frame.class);
        if classes.iter().any(|class| index.is_production(*class)) {
            return production_of(frame, index);
        }
        let is_anonymous = frame.class.strip_prefix(caller).is_some_and(|rest| {
            rest.starts_with('$') && !classes.iter().any(|class| !index.is_production(*class))
        });
        if !is_anonymous && !matches!(frame.origin, Origin::Jdk | Origin::Reflection) {
            return None;
        }
    }
    None
}

/// Returns the production method that a frame belongs to.
fn production_of(frame: &Frame<'_>, index: &Index) -> Option<MethodId> {
    let mut classes = index.classes_named(frame.class).iter().filter(|class| index.is_production(**class));
    classes.find_map(|class| method_of(frame, *class, index))
}

/// Returns the method of `class` that a frame belongs to: by name, and by line if there are overloads.
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

impl Index {
    /// Returns the class that a report names, and the method of it or of an ancestor that is the test.
    ///
    /// Of several methods with the same name, the one that matches the lines of the trace is preferred, then one that
    /// is marked as a test.
    pub(super) fn test_method(
        &self,
        class: &str,
        method: &str,
        sections: &[Section<'_>],
    ) -> Option<(ClassId, MethodId)> {
        let classes = self.test_classes(class);
        let mut candidates = classes.iter().flat_map(|class| {
            let inherited = self.ancestry(*class).into_iter();
            inherited
                .flat_map(move |above| self.declared(above).map(move |(id, declared)| (*class, id, declared)))
        });
        let mut found: Vec<_> =
            candidates.by_ref().filter(|(_, _, declared)| declared.name == method).collect();
        found.sort_by_key(|(_, id, declared)| {
            let class = &*self.class(id.class).name;
            let fits = sections.iter().any(|section| section.starts_on(class, method, &declared.lines));
            (!declared.has_body, !fits, !declared.is_annotated)
        });
        found.first().map(|(class, id, _)| (*class, *id))
    }

    /// Returns the first method of a test class in a trace whose name occurs in the test's name, or else one that is
    /// marked as a test.
    pub(super) fn test_in_trace(&self, name: &str, section: &Section<'_>) -> Option<MethodId> {
        let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').collect();
        let methods: Vec<MethodId> = section
            .frames
            .iter()
            .rev()
            .filter(|frame| !matches!(frame.method, "<init>" | "<clinit>"))
            .filter_map(|frame| {
                let mut classes = self.classes_named(frame.class).iter();
                method_of(frame, *classes.find(|class| !self.is_production(**class))?, self)
            })
            .collect();
        let is_named = |method: &&MethodId| words.contains(&self.method(**method).name.as_str());
        let is_test = |method: &&MethodId| {
            let source = self.source(**method);
            source.trim_start().starts_with('@') && source.split('(').next().is_some_and(marks_test)
                || self.method(**method).name.starts_with("test")
        };
        methods.iter().find(is_named).or_else(|| methods.iter().find(is_test)).copied()
    }

    /// Returns the classes of this name; reports write nested classes with a dollar or with a dot.
    fn test_classes(&self, class: &str) -> Vec<ClassId> {
        let mut name = class.to_owned();
        loop {
            let found = self.classes_named(&name);
            if !found.is_empty() {
                return found.to_vec();
            }
            let Some(dot) = name.rfind('.') else { return Vec::new() };
            name.replace_range(dot..=dot, "$");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_deep_recursion_keeps_the_calls_nearest_to_the_test() {
        let recursion = "\tat a.Tree.depth(Tree.java:7)\n".repeat(100_000);
        let trace = format!("a.B::c\njava.lang.StackOverflowError\n{recursion}\tat a.B.c(B.java:3)\n");
        let trace = StackTrace(Arc::from(trace));
        let sections = sections(&trace);
        let frames = &sections[0].frames;
        assert!((MAX_FRAMES..=2 * MAX_FRAMES).contains(&frames.len()), "{}", frames.len());
        assert!(is_in(&frames[frames.len() - 1], "a.B", "c"));
    }

    #[test]
    fn a_chain_of_causes_has_a_bound() {
        let trace = format!("a.B::c\nx.E: m\n{}", "Caused by: x.E: m\n\tat a.B.c(B.java:3)\n".repeat(5_000));
        let trace = StackTrace(Arc::from(trace));
        let sections = sections(&trace);
        assert_eq!(sections.len(), MAX_EXCEPTIONS);
        assert!(
            sections[MAX_EXCEPTIONS - 1].frames.len() <= 1,
            "the frames of later exceptions are not its own"
        );
    }

    #[test]
    fn omitted_frames_that_are_counted_again_and_again_have_a_bound() {
        let thrown = "\tat a.B.c(B.java:3)\n".repeat(1_000);
        let omitted = "\t... 1000 more\n".repeat(5_000);
        let trace = StackTrace(Arc::from(format!("a.B::c\nx.E: m\n{thrown}Caused by: x.E: m\n{omitted}")));
        let sections = sections(&trace);
        assert_eq!(sections[1].frames.len(), 2 * MAX_FRAMES);
    }
}
