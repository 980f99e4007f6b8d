//! The code of the tests of reports, found in the sources of their project.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use strum::IntoStaticStr;

use crate::import::formats::junit::ReadReport;
use crate::import::formats::junit::matrix::CountedTest;
use crate::import::formats::junit::python::class_and_name;
use crate::import::formats::junit::report::{FailureText, ReportedFailure, ReportedTest};
use crate::import::record::{RecordedOracle, TestRecord};
use crate::lang::java::index::Index;
use crate::lang::python;
use crate::model::{
    Extent, Focal, Language, Located, Location, NoSourceFile, ProjectSources, StackTrace, Undecided,
};
use crate::parallel;
use crate::project::sources::ProjectIndex;
use crate::trace::{Origin, SourceMethod, TraceLine, TraceLineKind, is_class_as_a_whole, source_method};

pub(crate) struct FoundTest<'t> {
    pub trace: Cow<'t, str>,
    /// The traces of its further failures.
    pub further: Vec<Cow<'t, str>>,
    pub code: Code,
}

/// Lines of a file that is not parsed.
pub(crate) struct Excerpt {
    pub location: Location,
    pub text: String,
}

pub(crate) enum Code {
    None,
    Missing(Missing),
    /// The source of a test that passed: no oracle of it failed.
    Passed(String),
    /// The location of a module that could not be loaded.
    File(Location),
    Located {
        located: Box<Located>,
        has_ambiguous_frame: bool,
    },
    /// Lines around the failure, in a language that is not parsed.
    Shown(Box<Excerpt>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
pub(crate) enum Missing {
    #[strum(
        serialize = "the source of a failed test is not known: the report is not in a project; give the project's folder"
    )]
    Project,
    #[strum(
        serialize = "the source of a failed test is not known: its class failed before any of its tests ran"
    )]
    Test,
    #[strum(
        serialize = "the source of a failed test is not known: no .java file of the project declares its class"
    )]
    Class,
    #[strum(
        serialize = "several source files declare the class of a failed test, and its module does not determine which one was executed: no code is shown"
    )]
    Ambiguous,
    #[strum(
        serialize = "the source of a failed test is not known: its class declares no method of this name, and its trace shows none"
    )]
    Method,
    #[strum(
        serialize = "the source of a failed test is not known: no .py file of the project has its function; it is a doctest, was made at run time, or its file is damaged or larger than 8 MB"
    )]
    Function,
    #[strum(
        serialize = "the source of a failed test is not known: neither its failure nor its report names a line of a file of the project"
    )]
    Place,
}

impl Missing {
    /// Describes the reason; `others` are the names of files in languages that are not read, and extensions.
    pub(crate) fn reason(self, test: &ReportedTest, others: &HashMap<String, &'static str>) -> &'static str {
        let class = test.name.split("::").next().unwrap_or("");
        let outer = class.rsplit('.').next().and_then(|simple| simple.split('$').next()).unwrap_or("");
        match others.get(outer).filter(|_| self == Missing::Place) {
            Some(&"kt") => "the source of a failed test is in a .kt file, and its trace names no line of it",
            Some(&"scala") => {
                "the source of a failed test is in a .scala file, and its trace names no line of it"
            }
            Some(_) => "the source of a failed test is in a .groovy file, and its trace names no line of it",
            None => self.into(),
        }
    }
}

/// The reason why the focal method is unknown if several files declare a class.
const AMBIGUOUS: &str = "several source files of the project declare a class that the test uses";

/// Finds the trace and the code of each wanted test.
pub(crate) fn find_tests<'t>(
    project: Option<&(ProjectSources, ProjectIndex)>,
    tests: &[CountedTest<'t>],
    is_wanted: impl Fn(&ReportedTest) -> bool + Sync,
) -> Vec<FoundTest<'t>> {
    let python = project.and_then(|(_, index)| index.python.as_ref());
    let java = project.map(|(sources, index)| {
        let wanted = tests.iter().filter(|counted| is_wanted(counted.test));
        let seen = views(&index.java, sources, wanted.map(|counted| &*counted.read.place.module));
        JavaCode { sources, index: &index.java, seen }
    });
    let find = |&CountedTest { read, test, .. }: &CountedTest<'t>| {
        let trace_of = |failure: &'t ReportedFailure| match &failure.text {
            FailureText::Printed(printed) => Cow::Owned(printed.trace(&test.name, python)),
            FailureText::Trace(trace) => Cow::Borrowed(trace.as_str()),
        };
        let failed = test.failed();
        let trace = failed.map_or(Cow::Borrowed(""), |failed| trace_of(&failed.first));
        let further = failed.iter().flat_map(|failed| &failed.further).map(trace_of).collect();
        let extent = failed.map_or(Extent::Test, |failed| failed.extent);
        let code = match (&java, python) {
            _ if !is_wanted(test) => Code::None,
            (_, Some(python)) if extent == Extent::Module && read.report.language == Language::Python => {
                place_of_module(python, test)
            }
            (Some(java), _) if extent == Extent::Class => java.place_of_class(test),
            // There is no test whose code could be shown.
            _ if extent != Extent::Test => Code::None,
            (_, Some(python)) if read.report.language == Language::Python => {
                python_code(python, test, &trace)
            }
            (Some(java), _) => java.code(read, test, &trace),
            (None, _) => Code::Missing(Missing::Project),
        };
        FoundTest { trace, further, code }
    };
    parallel::map(tests, find)
}

/// Finds the file of a module that could not be loaded, and the line in it at which that failed.
fn place_of_module(index: &python::Index, test: &ReportedTest) -> Code {
    let Some(FailureText::Printed(printed)) = test.failed().map(|failed| &failed.first.text) else {
        return Code::None;
    };
    printed.place_of_loading(&test.name, index).map_or(Code::None, Code::File)
}

fn python_code(index: &python::Index, test: &ReportedTest, trace: &str) -> Code {
    let (class, name) = class_and_name(&test.name);
    let Some(failed) = test.failed() else {
        let located = index.locate(class, name, None, &StackTrace::default());
        return located.map_or(Code::None, |located| Code::Passed(located.test));
    };
    let file = match &failed.first.text {
        FailureText::Printed(printed) => printed.file.as_deref(),
        FailureText::Trace(_) => None,
    };
    let located = index.locate(class, name, file, &StackTrace(Arc::from(trace)));
    let found = |located| Code::Located { located: Box::new(located), has_ambiguous_frame: false };
    located.map_or(Code::Missing(Missing::Function), found)
}

/// The code of tests in Java, as the modules of their reports see the sources of the project.
struct JavaCode<'a> {
    sources: &'a ProjectSources,
    index: &'a Index,
    /// The index as seen by each module, if several modules declare one class.
    seen: HashMap<&'a str, Index>,
}

impl JavaCode<'_> {
    /// Finds the file of a class of tests that was not executed.
    fn place_of_class(&self, test: &ReportedTest) -> Code {
        let class = test.name.split("::").next().unwrap_or("");
        let file = self.index.file_of(class);
        let location = |file| Location { file: Location::file_of(file), line: 1, failing_line: None };
        file.map_or(Code::None, |file| Code::File(location(file)))
    }

    fn code(&self, read: &ReadReport, test: &ReportedTest, trace: &str) -> Code {
        let index = self.seen.get(&*read.place.module).unwrap_or(self.index);
        if !test.has_failed() {
            let SourceMethod { class, method } = source_method(&test.name, &StackTrace::default());
            let source = method.and_then(|method| index.source_of(&class, &method));
            return source.map_or(Code::None, |source| Code::Passed(source.to_owned()));
        }
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
                let is_ambiguous = |line: TraceLine<'_>| {
                    let TraceLineKind::Frame(frame) = &line.kind else { return false };
                    self.sources.file_of_frame(frame, &read.place.module) == Err(NoSourceFile::Ambiguous)
                };
                let has_ambiguous_frame = trace.parse_on().any(is_ambiguous);
                Code::Located { located: Box::new(located), has_ambiguous_frame }
            }
            None if self.sources.file_of_class(&source.class, &read.place.module)
                == Err(NoSourceFile::Ambiguous) =>
            {
                Code::Missing(Missing::Ambiguous)
            }
            None if fails_as_a_whole => Code::Missing(Missing::Test),
            None if index.file_of(&source.class).is_some() => Code::Missing(Missing::Method),
            None => Code::Missing(Missing::Class),
        }
    }
}

/// Returns the language of a failed test: that of its report if it is known, or else that of its code, or of the file that its own
/// call names.
pub(crate) fn language_of(read: &ReadReport, code: &Code, trace: &str) -> Language {
    let is_open = match code {
        Code::Shown(_) => return Language::Other,
        Code::Missing(missing) => !matches!(missing, Missing::Ambiguous | Missing::Method),
        _ => false,
    };
    if read.report.language == Language::Python || !is_open {
        return read.report.language;
    }
    let trace = StackTrace(Arc::from(trace));
    let mut own = trace.parse_on().filter_map(|line| match line.kind {
        TraceLineKind::Frame(frame) if matches!(frame.origin, Origin::Test | Origin::Project) => frame.file,
        _ => None,
    });
    own.next().and_then(|file| Language::of_file(Path::new(file))).unwrap_or(Language::Other)
}

/// Returns the index as seen by each module, if several modules declare one class.
pub(crate) fn views<'m>(
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

pub(crate) fn with_code<'a>(record: TestRecord<'a>, code: &'a Code) -> TestRecord<'a> {
    let (located, has_ambiguous_frame) = match code {
        Code::File(location) => return TestRecord { place: Some(location.clone()), ..record },
        Code::Passed(source) => return TestRecord { generated_test: source.into(), ..record },
        Code::Missing(Missing::Ambiguous) => {
            return TestRecord { focal_undecided: AMBIGUOUS.into(), ..record };
        }
        Code::None | Code::Missing(_) => return record,
        Code::Shown(excerpt) => {
            return TestRecord {
                generated_test: (&excerpt.text).into(),
                place: Some(excerpt.location.clone()),
                ..record
            };
        }
        Code::Located { located, has_ambiguous_frame } => (located, *has_ambiguous_frame),
    };
    let record = TestRecord {
        test_prefix: (&located.prefix).into(),
        generated_test: (&located.test).into(),
        oracle: located
            .category
            .map(|category| RecordedOracle::new(category.expects_exception(), located.assertion())),
        place: Some(located.location()),
        category: located.category,
        ..record
    };
    match &located.focal {
        Focal::Decided(focal) => TestRecord {
            focal_method: (&focal.source).into(),
            docstring: (&focal.docstring).into(),
            focal_place: Some(focal.location()),
            ..record
        },
        Focal::Undecided(Undecided::NoProductionCall) if has_ambiguous_frame => {
            TestRecord { focal_undecided: AMBIGUOUS.into(), ..record }
        }
        Focal::Undecided(reason) => TestRecord { focal_undecided: reason.to_string().into(), ..record },
    }
}
