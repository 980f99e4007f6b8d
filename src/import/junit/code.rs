//! The code of the tests of reports, found in the sources of their project.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::super::merge::collector::TestRecord;
use super::super::sources::ProjectIndex;
use super::python::class_and_name;
use super::report::{Reported, ReportedTest};
use super::{LastExecution, ReadReport};
use crate::java::index::Index;
use crate::model::{
    Focal, Language, Located, Location, NoSourceFile, ProjectSources, SourceMethod, StackTrace, TraceLine,
    TraceLineKind, Undecided, is_class_as_a_whole, source_method,
};
use crate::parallel;
use crate::python;

pub(super) struct FoundTest<'t> {
    pub trace: Cow<'t, str>,
    pub code: Code,
}

/// The availability of a test's code.
pub(super) enum Code {
    /// The code was not looked for.
    None,
    /// The project has no source of the test.
    Missing(Missing),
    /// Several sources of the project may be that of the test.
    Ambiguous,
    /// The source of a test that passed: no oracle of it failed.
    Passed(String),
    Located(Box<LocatedCode>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    Project,
    Test,
    Class,
    Method,
    Function,
}

impl Missing {
    /// Describes the reason; `others` are the names of files in languages that are not read, and extensions.
    pub(super) fn reason(self, test: &ReportedTest, others: &HashMap<String, &'static str>) -> &'static str {
        let class = test.name.split("::").next().unwrap_or("");
        let outer = class.rsplit('.').next().and_then(|simple| simple.split('$').next()).unwrap_or("");
        match self {
            Missing::Project => {
                "the source of a failed test is not known: the report is not in a project; give the project's folder"
            }
            Missing::Test => {
                "the source of a failed test is not known: its class failed before any of its tests ran"
            }
            Missing::Class => match others.get(outer) {
                Some(&"kt") => "the source of a failed test is in a .kt file: only .java and .py are read",
                Some(&"scala") => {
                    "the source of a failed test is in a .scala file: only .java and .py are read"
                }
                Some(_) => "the source of a failed test is in a .groovy file: only .java and .py are read",
                None => {
                    "the source of a failed test is not known: no .java file of the project declares its class"
                }
            },
            Missing::Function => {
                "the source of a failed test is not known: no .py file of the project has its function; it is a doctest, was made at run time, or its file is damaged or larger than 8 MB"
            }
            Missing::Method => {
                "the source of a failed test is not known: its class declares no method of this name, and its trace shows none"
            }
        }
    }
}

pub(super) struct LocatedCode {
    located: Located,
    location: Location,
    focal_location: Option<Location>,
    /// The reason why there is no focal method; empty if there is one.
    focal_undecided: String,
}

/// The reason why the focal method is unknown if several files declare a class.
const AMBIGUOUS: &str = "several source files of the project declare a class that the test uses";

impl Code {
    fn of(located: Located, has_ambiguous_frame: bool) -> Code {
        let (focal_location, focal_undecided) = match &located.focal {
            Focal::Decided(focal) => (Some(focal.location()), String::new()),
            Focal::Undecided(Undecided::NoProductionCall) if has_ambiguous_frame => {
                (None, AMBIGUOUS.to_owned())
            }
            Focal::Undecided(reason) => (None, reason.to_string()),
        };
        Code::Located(Box::new(LocatedCode {
            location: located.location(),
            focal_location,
            focal_undecided,
            located,
        }))
    }
}

/// Finds the trace and the code of each wanted test.
pub(super) fn find_tests<'t>(
    project: Option<&(ProjectSources, ProjectIndex)>,
    tests: &[LastExecution<'t>],
    is_wanted: impl Fn(&ReportedTest) -> bool + Sync,
) -> Vec<FoundTest<'t>> {
    let python = project.and_then(|(_, index)| index.python.as_ref());
    let java = project.map(|(sources, index)| {
        let wanted = tests.iter().filter(|(_, test, _)| is_wanted(test));
        let seen = views(&index.java, sources, wanted.map(|(read, ..)| &*read.module));
        JavaCode { sources, index: &index.java, seen }
    });
    let find = |(read, test, _): &LastExecution<'t>| {
        let trace = match (&test.printed, &test.reported) {
            (Some(printed), Reported::Failed { .. }) => Cow::Owned(printed.trace(&test.name, python)),
            (_, Reported::Failed { trace, .. }) => Cow::Borrowed(trace.as_str()),
            _ => Cow::Borrowed(""),
        };
        let code = match (&java, python) {
            _ if !is_wanted(test) => Code::None,
            (_, Some(python)) if read.report.language == Language::Python => {
                python_code(python, test, &trace)
            }
            (Some(java), _) => java.code(read, test, &trace),
            (None, _) => Code::Missing(Missing::Project),
        };
        FoundTest { trace, code }
    };
    parallel::map(tests, find)
}

fn python_code(index: &python::Index, test: &ReportedTest, trace: &str) -> Code {
    let (class, name) = class_and_name(&test.name);
    let Reported::Failed { .. } = &test.reported else {
        let located = index.locate(class, name, None, &StackTrace::default());
        return located.map_or(Code::None, |located| Code::Passed(located.test));
    };
    let file = test.printed.as_ref().and_then(|printed| printed.file.as_deref());
    let located = index.locate(class, name, file, &StackTrace(Arc::from(trace)));
    located.map_or(Code::Missing(Missing::Function), |located| Code::of(located, false))
}

/// The code of tests in Java, as the modules of their reports see the sources of the project.
struct JavaCode<'a> {
    sources: &'a ProjectSources,
    index: &'a Index,
    /// The index as seen by each module, if several modules declare one class.
    seen: HashMap<&'a str, Index>,
}

impl JavaCode<'_> {
    fn code(&self, read: &ReadReport, test: &ReportedTest, trace: &str) -> Code {
        let index = self.seen.get(&*read.module).unwrap_or(self.index);
        let Reported::Failed { .. } = &test.reported else {
            let SourceMethod { class, method } = source_method(&test.name, &StackTrace::default());
            let source = method.and_then(|method| index.source_of(&class, &method));
            return source.map_or(Code::None, |source| Code::Passed(source.to_owned()));
        };
        let trace = StackTrace(Arc::from(trace));
        let source = source_method(&test.name, &trace);
        let fails_as_a_whole = is_class_as_a_whole(&test.name);
        let located = source.method.and_then(|method| index.locate(&source.class, &method, &trace));
        let located = located.or_else(|| {
            let (_, name) = test.name.split_once("::").filter(|_| !fails_as_a_whole)?;
            index.locate_by_trace(&source.class, name, &trace)
        });
        match located {
            Some(located) => {
                let is_ambiguous = |line: &TraceLine<'_>| match &line.kind {
                    TraceLineKind::Frame(frame) => {
                        self.sources.file_of_frame(frame, &read.module) == Err(NoSourceFile::Ambiguous)
                    }
                    _ => false,
                };
                let has_ambiguous_frame = trace.parse_on().any(|line| is_ambiguous(&line));
                Code::of(located, has_ambiguous_frame)
            }
            None if self.sources.file_of_class(&source.class, &read.module)
                == Err(NoSourceFile::Ambiguous) =>
            {
                Code::Ambiguous
            }
            None if fails_as_a_whole => Code::Missing(Missing::Test),
            None if index.file_of(&source.class).is_some() => Code::Missing(Missing::Method),
            None => Code::Missing(Missing::Class),
        }
    }
}

/// Returns the index as seen by each module, if several modules declare one class.
pub(super) fn views<'m>(
    index: &Index,
    sources: &ProjectSources,
    modules: impl Iterator<Item = &'m str>,
) -> HashMap<&'m str, Index> {
    let mut seen = HashMap::new();
    for module in modules.filter(|_| index.repeats_classes()) {
        seen.entry(module).or_insert_with(|| index.seen_from(|file| sources.distance(module, file)));
    }
    seen
}

pub(super) fn with_code<'a>(record: &TestRecord<'a>, code: &'a Code) -> TestRecord<'a> {
    let LocatedCode { located, location, focal_location, focal_undecided } = match code {
        Code::None | Code::Missing(_) => return *record,
        Code::Passed(source) => return TestRecord { generated_test: source, ..*record },
        Code::Ambiguous => return TestRecord { focal_undecided: AMBIGUOUS, ..*record },
        Code::Located(code) => &**code,
    };
    let (focal_method, docstring) = match &located.focal {
        Focal::Decided(focal) => (focal.source.as_str(), focal.docstring.as_str()),
        Focal::Undecided(_) => ("", ""),
    };
    TestRecord {
        focal_method,
        docstring,
        test_prefix: &located.prefix,
        generated_test: &located.test,
        oracle: located.category.map(|category| (category.expects_exception(), located.assertion())),
        location: Some(location),
        focal_location: focal_location.as_ref(),
        focal_undecided,
        category: located.category,
        ..*record
    }
}
