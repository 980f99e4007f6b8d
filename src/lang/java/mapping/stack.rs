//! The frames of a trace: those of the test itself, the calls that it made, and their methods in the project.

use std::ops::Range;

use crate::lang::java::index::{ClassId, Index, MethodId, marks_test};
use crate::trace::{Frame, Origin, Section};

/// Returns true if a frame belongs to a class's method, or to a lambda in it. One in a message has only a simple name.
pub(super) fn is_in(frame: &Frame<'_>, class: &str, method: &str) -> bool {
    frame.is_in_method(method) && (frame.class == class || class.rsplit('.').next() == Some(frame.class))
}

/// An object that was null, by its name, and the method that was called on it.
pub(super) struct NullObject<'a> {
    /// Its variable, if the runtime knows the name.
    pub variable: Option<&'a str>,
    /// The field that held it.
    pub field: Option<&'a str>,
    pub called: &'a str,
}

impl<'a> Section<'a> {
    pub(super) fn topmost(&self, class: &str, method: &str) -> Option<&Frame<'a>> {
        self.frames.iter().find(|frame| is_in(frame, class, method))
    }

    /// Returns a method's own frame: the topmost one on one of its rows, because overloads share a name; else
    /// the topmost.
    pub(super) fn own_frame(&self, class: &str, method: &str, rows: &Range<usize>) -> Option<usize> {
        let is_own = |frame: &Frame<'_>| is_in(frame, class, method);
        let fitting = self
            .frames
            .iter()
            .position(|frame| is_own(frame) && frame.row().is_some_and(|row| rows.contains(&row)));
        fitting.or_else(|| self.frames.iter().position(is_own))
    }

    /// Returns true if the trace's first frame of a method is on these rows: a test may call its overload,
    /// not vice versa.
    pub(super) fn starts_on(&self, class: &str, method: &str, rows: &Range<usize>) -> bool {
        let first = self.frames.iter().rfind(|frame| is_in(frame, class, method));
        first.and_then(Frame::row).is_some_and(|row| rows.contains(&row))
    }

    /// Returns the production method that gave test code null, as the runtime says it of a null pointer: `because the return
    /// value of "a.Cart.find(String)" is null`. In production code, the trace shows who asked.
    pub(super) fn returned_null(&self, index: &Index) -> Option<MethodId> {
        let (_, named) = self.null_in_tests(index)?.split_once("the return value of \"")?;
        let (path, given) = named.split_once(")\"")?.0.split_once('(')?;
        let (class, name) = path.rsplit_once('.')?;
        let given: Vec<&str> = given.split(", ").filter(|written| !written.is_empty()).collect();
        let class = *index.classes_named(class).first()?;
        let fitting = index.methods(class, &[], name).into_iter().map(|found| found.id).filter(|method| {
            index.is_production(method.class) && index.method(*method).parameters.len() == given.len()
        });
        let fitting: Vec<MethodId> = fitting.collect();
        let exact = fitting.iter().find(|method| {
            let parameters = index.method(**method).parameters.iter();
            parameters.zip(&given).all(|(parameter, given)| {
                given.rsplit(['.', '$']).next().is_some_and(|simple| parameter.simple_name() == simple)
            })
        });
        exact.or(fitting.first().filter(|_| fitting.len() == 1)).copied()
    }

    /// Returns what was null where test code called a method of it: `because "this.pen" is null`.
    pub(super) fn null_object(&self, index: &Index) -> Option<NullObject<'a>> {
        let (name, _) = self.null_in_tests(index)?.strip_prefix('"')?.split_once("\" is null")?;
        let called = self.text.split('"').nth(1)?.split('(').next()?;
        let (owner, field) = name.rsplit_once('.').unzip();
        let is_own =
            owner == Some("this") || owner.is_some_and(|owner| owner.starts_with(char::is_uppercase));
        Some(NullObject {
            // A class that was compiled without the names of its variables has only their numbers.
            variable: Some(name).filter(|_| owner.is_none() && !name.starts_with('<')),
            field: field.filter(|_| is_own),
            called: called.rsplit('.').next()?,
        })
    }

    /// Returns the runtime's words on what was null, if test code asked it for something.
    fn null_in_tests(&self, index: &Index) -> Option<&'a str> {
        let innermost = self.frames.iter().find_map(|frame| index.classes_named(frame.class).first())?;
        let (_, null) = self.text.lines().next()?.split_once(" because ")?;
        let is_of_tests =
            self.exception.ends_with("NullPointerException") && !index.is_production(*innermost);
        Some(null).filter(|_| is_of_tests)
    }

    /// Returns the position of the first call in `class`, in an ancestor of it, or else in any test class.
    pub(super) fn first_test_frame(&self, class: ClassId, index: &Index) -> Option<usize> {
        let ancestry = index.ancestry(class);
        let position = |fits: &dyn Fn(ClassId) -> bool| {
            self.frames.iter().rposition(|frame| index.classes_named(frame.class).iter().copied().any(fits))
        };
        position(&|found| ancestry.contains(&found))
            .or_else(|| position(&|found| !index.is_production(found)))
    }
}

/// Returns the production method that the frame at `own` called, even through the Java runtime, an assertion or a proxy:
/// `list.forEach(pen::draw)`, or `equals` of `assertEquals(pen, other)`.
pub(super) fn production_called(section: &Section<'_>, own: usize, index: &Index) -> Option<MethodId> {
    let caller = section.frames[own].class;
    for frame in section.frames[..own].iter().rev() {
        let classes = index.classes_named(frame.class).iter();
        let mut production = classes.clone().filter(|class| index.is_production(**class)).peekable();
        if production.peek().is_some() {
            return production.find_map(|class| method_of(frame, *class, index));
        }
        let is_nested = frame.class.strip_prefix(caller).is_some_and(|rest| rest.starts_with('$'));
        let is_anonymous = is_nested && classes.len() == 0;
        // The proxy of an interface that is not public lies in its package.
        let is_proxy = frame.class.rsplit('.').next().is_some_and(|simple| simple.starts_with("$Proxy"));
        let is_passed = matches!(frame.origin, Origin::Jdk | Origin::Reflection | Origin::Framework);
        if !is_anonymous && !is_proxy && !is_passed {
            return None;
        }
    }
    None
}

/// Returns the method of `class` that a frame belongs to: by name, and by line if there are overloads.
pub(super) fn method_of(frame: &Frame<'_>, class: ClassId, index: &Index) -> Option<MethodId> {
    let name = frame.lambda_within().unwrap_or(frame.method);
    let named: Vec<_> = index
        .declared(class)
        .filter(|(_, method)| if name == "<init>" { method.is_constructor } else { method.name == name })
        .collect();
    if let [(method, _)] = named[..] {
        return Some(method);
    }
    let row = frame.row()?;
    named.iter().find(|(_, method)| method.lines.contains(&row)).map(|(method, _)| *method)
}

impl Index {
    /// Returns the class that a report names, and the method of it or of an ancestor that is the test: of
    /// several of the name, one that matches the trace's lines, or else one that is marked as a test.
    pub(super) fn test_method(
        &self,
        class: &str,
        method: &str,
        sections: &[Section<'_>],
    ) -> Option<(ClassId, MethodId)> {
        let classes = self.test_classes(class);
        let ancestry = classes.iter().flat_map(|class| {
            let above = self.ancestry(*class).into_iter();
            above.map(move |above| (*class, above))
        });
        let candidates = ancestry
            .flat_map(|(class, above)| self.declared(above).map(move |(id, declared)| (class, id, declared)));
        let mut found: Vec<_> = candidates.filter(|(.., declared)| declared.name == method).collect();
        found.sort_by_key(|(_, id, declared)| {
            let class = &*self.class(id.class).name;
            let fits = sections.iter().any(|section| section.starts_on(class, method, &declared.lines));
            (!declared.has_body, !fits, !declared.is_annotated)
        });
        found.first().map(|(class, id, _)| (*class, *id))
    }

    /// Returns a trace's first method of a test class whose name is in the test's name, or else one marked as a test.
    pub(super) fn test_in_trace(&self, name: &str, section: &Section<'_>) -> Option<MethodId> {
        let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').collect();
        let frames = section.frames.iter().rev();
        let named = frames.filter(|frame| !matches!(frame.method, "<init>" | "<clinit>"));
        let of_tests = named.filter_map(|frame| {
            let mut classes = self.classes_named(frame.class).iter();
            method_of(frame, *classes.find(|class| !self.is_production(**class))?, self)
        });
        let methods: Vec<MethodId> = of_tests.collect();
        let named = methods.iter().find(|method| words.contains(&self.method(**method).name.as_str()));
        let method = named.or_else(|| {
            methods.iter().find(|method| {
                marks_test(self.source(**method)) || self.method(**method).name.starts_with("test")
            })
        });
        method.copied()
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
