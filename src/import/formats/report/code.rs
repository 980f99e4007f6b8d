//! The code of the tests of reports, found in the sources of their project.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::import::formats::report::javascript::PrintedPaths;
use crate::import::formats::report::languages::ReportLanguage;
use crate::import::formats::report::loading::{is_hook_of_test, is_of_hooks, is_script};
use crate::import::formats::report::matrix::CountedTest;
use crate::import::formats::report::tests::{FailureText, Reported, ReportedFailure, ReportedTest};
use crate::import::formats::report::trace::renamed;
use crate::import::record::{RecordedMethod, RecordedOracle, TestRecord};
use crate::lang::index::{NotLocated, SourceIndex, TestName};
use crate::model::{
    Extent, Focal, FocalMethod, Language, Located, Location, NoSourceFile, Phase, ProjectSources, StackTrace,
    Undecided,
};
use crate::parallel;
use crate::project::sources::{ModuleIndexes, ProjectIndex};
use crate::trace::{CLASS_AS_A_WHOLE, Origin, TraceLineKind, is_class_as_a_whole, trace_lines};

pub(crate) struct FoundTest<'t> {
    pub trace: Cow<'t, str>,
    /// The traces of its further failures.
    pub further: Vec<Cow<'t, str>>,
    pub code: Code,
    pub language: Language,
    /// Its name by its source, where the report has another.
    pub name: Option<String>,
    /// True if the test of that name passed, and an error that was thrown beside it is its failure.
    pub is_beside_test: bool,
}

/// Lines of a file that is not parsed.
#[derive(Clone)]
pub(crate) struct Excerpt {
    pub location: Location,
    pub text: String,
    /// The name of the function, where it is known.
    pub name: Option<String>,
    /// The phase in which the test failed there.
    pub phase: Phase,
    /// The code in which the failure happened, if that is not the test's.
    pub thrown_in: Option<Box<Excerpt>>,
}

impl Excerpt {
    /// Returns these lines where the failure was elsewhere.
    pub(crate) fn without_failing_line(mut self) -> Excerpt {
        self.location.failing_line = None;
        self
    }

    /// Returns these lines as a method that the test calls; a place in a file is all that is known of its name.
    fn as_method(&self) -> RecordedMethod<'_> {
        let Location { file, line, failing_line } = &self.location;
        let file = file.rsplit('/').next().unwrap_or(file);
        let of_place = || format!("{file}:{}", failing_line.unwrap_or(*line));
        RecordedMethod {
            name: self.name.clone().unwrap_or_else(of_place).into(),
            source: (&self.text).into(),
            place: self.location.clone(),
        }
    }
}

pub(crate) enum Code {
    None,
    Missing(Missing),
    /// The source of a test that passed: no oracle of it failed.
    Passed(String),
    /// The location of a module that could not be loaded.
    File(Box<Location>),
    /// The hook of a file that failed, and is of no test.
    Hook(Box<Located>),
    Located {
        located: Box<Located>,
        has_ambiguous_frame: bool,
    },
    /// Lines around the failure, in a language that is not parsed.
    Shown(Box<Excerpt>),
}

/// The reason why the code of a failed test is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Missing {
    /// The report is not in a project.
    Project,
    /// Several source files declare the class.
    Ambiguous,
    /// Neither the failure nor the report names a line of a file of the project.
    Place,
    /// The sources of its language do not have it.
    Code(NotLocated),
}

impl Missing {
    /// Describes the reason; `others` are the names of files in languages that are not read, and extensions.
    pub(crate) fn reason(&self, test: &ReportedTest, others: &HashMap<String, &'static str>) -> &'static str {
        match self {
            Missing::Project => {
                "the source of a failed test is not known: the report is not in a project; give the project's folder"
            }
            Missing::Ambiguous => {
                "several source files declare the class of a failed test, and its module does not determine which one was executed: no code is shown"
            }
            Missing::Code(missing) => missing.reason,
            Missing::Place => {
                let class = test.name.split("::").next().unwrap_or("");
                let outer =
                    class.rsplit('.').next().and_then(|simple| simple.split('$').next()).unwrap_or("");
                match others.get(outer) {
                    Some(&"kt") => {
                        "the source of a failed test is in a .kt file, and its trace names no line of it"
                    }
                    Some(&"scala") => {
                        "the source of a failed test is in a .scala file, and its trace names no line of it"
                    }
                    Some(_) => {
                        "the source of a failed test is in a .groovy file, and its trace names no line of it"
                    }
                    None => {
                        "the source of a failed test is not known: neither its failure nor its report names a line of a file of the project"
                    }
                }
            }
        }
    }
}

/// The reason why the focal method is unknown if several files declare a class.
const AMBIGUOUS: &str = "several source files of the project declare a class that the test uses";

/// Finds the trace and the code of each wanted test; None for all others, which most tests of a report are.
pub(crate) fn find_tests<'t>(
    project: Option<&(ProjectSources, ProjectIndex)>,
    tests: &[CountedTest<'t>],
    is_wanted: impl Fn(&ReportedTest) -> bool + Sync,
) -> Vec<Option<Box<FoundTest<'t>>>> {
    let code = project.map(|(sources, index)| {
        let wanted = tests.iter().filter(|counted| is_wanted(counted.test));
        let modules = wanted.map(|counted| &*counted.read.place.module);
        ProjectCode { sources, indexes: ModuleIndexes::new(index, sources, modules) }
    });
    // Tests that passed are known by their titles alone where their names have no file.
    let is_nameless = |counted: &&CountedTest<'_>| {
        is_named_by_source(counted)
            && !is_script(counted.test.name.split_once("::").map_or("", |(class, _)| class))
    };
    if let Some((_, index)) = project
        && let Some(nameless) = tests.iter().find(is_nameless)
        && let Some(index) = index.of(nameless.read.report.language)
    {
        index.read_titles();
    }
    let mut found = parallel::map(tests, |counted| {
        let &CountedTest { read, test, .. } = counted;
        let of_report = ReportLanguage::of(read.report.language);
        let is_passed = is_named_by_source(counted);
        // Of a test that passed, only sources say more than its report.
        if !is_wanted(test) && (!is_passed || project.is_none()) {
            return None;
        }
        let index_of = |language: Language| project.and_then(|(_, index)| index.of(language));
        // A project without a test in JavaScript has no sources for such a report.
        let has_sources = index_of(read.report.language).is_some_and(SourceIndex::has_tests);
        let lacks_sources = of_report.has_names_by_sources && !has_sources;
        let language = if lacks_sources { Language::default() } else { read.report.language };
        let has_names_by_sources = ReportLanguage::of(language).has_names_by_sources;
        let index = index_of(language);
        let module = &*read.place.module;
        let of_text = test_that_ran(test);
        let (own_name, suffix) = test.name_and_suffix();
        let test_named = of_text.as_deref().unwrap_or(own_name);
        let of_class = test_named.split_once("::").map(|(class, _)| class);
        let of_class = of_class.filter(|class| is_script(class));
        let paths = of_report.has_names_by_sources.then(|| {
            let index = index.filter(|_| has_names_by_sources);
            PrintedPaths::of(index, module, file_of(test).into_iter().chain(of_class))
        });
        let trace_of = |failure: &'t ReportedFailure| match (&failure.text, &paths) {
            (FailureText::Printed(printed), _) => Cow::Owned(printed.trace(&test.name, index)),
            (FailureText::JavaScript(printed), Some(paths)) => Cow::Owned(printed.trace(&test.name, paths)),
            (FailureText::JavaScript(printed), None) => Cow::Borrowed(printed.trace.as_str()),
            (FailureText::Trace(trace), _) => Cow::Borrowed(trace.as_str()),
        };
        let failed = test.failed();
        let path = paths.as_ref().and_then(|paths| paths.test_file).map(|file| file.to_string_lossy());
        let named = TestName { name: test_named, file: path.as_deref().or_else(|| file_of(test)) };
        let known_as = |trace: &str| {
            let name = index?.known_as(named, &StackTrace(Arc::from(trace)))?;
            let name = if of_text.is_some() { name } else { format!("{name}{suffix}") };
            Some(name).filter(|name| **name != *test.name)
        };
        if !is_wanted(test) {
            // Only its name is asked for: runs are compared by the names of their tests.
            let name = Some(known_as("")?);
            let (trace, further, code) = (Cow::Borrowed(""), Vec::new(), Code::None);
            return Some(Box::new(FoundTest { trace, further, code, language, name, is_beside_test: false }));
        }
        let trace = failed.map_or(Cow::Borrowed(""), |failed| trace_of(&failed.first));
        let further = failed.iter().flat_map(|failed| &failed.further).map(trace_of).collect();
        let extent = failed.map_or(Extent::Test, |failed| failed.extent);
        let phase = failed.map_or(Phase::Test, |failed| failed.first.phase);
        let mut code = match (extent, &code, index) {
            (Extent::Module, _, Some(index)) => place_of_module(index, test, paths.as_ref()),
            (Extent::Class, _, Some(index)) => place_of_class(index, test),
            (Extent::Test, Some(_), Some(index)) if is_of_hooks(&test.name, phase) => {
                hook_in(index, &trace).unwrap_or_else(|| place_of_hook(test, paths.as_ref()))
            }
            (Extent::Test, Some(code), Some(index)) if is_class_as_a_whole(&test.name) => {
                hook_in(index, &trace).unwrap_or_else(|| code.of_test(language, module, test, named, &trace))
            }
            (Extent::Test, Some(code), _) => code.of_test(language, module, test, named, &trace),
            (Extent::Test, None, _) => Code::Missing(Missing::Project),
            // There is no test whose code could be shown.
            _ => Code::None,
        };
        code = suite_of_hook(&code, phase).unwrap_or(code);
        if let Code::Located { located, .. } = &mut code
            && of_text.is_some()
        {
            located.leave_out_test();
        }
        let name = match (&code, index) {
            (Code::Located { .. }, Some(_)) => known_as(&trace),
            (Code::Passed(_), Some(_)) if has_names_by_sources => known_as(""),
            (Code::File(at), _) if has_names_by_sources => name_of_place(at, path.as_deref(), test),
            (Code::Hook(located), _) if has_names_by_sources => name_of_file(&located.location().file, test),
            _ => None,
        };
        let trace = match &name {
            Some(name) => Cow::Owned(renamed(&trace, name)),
            None => trace,
        };
        // What a failure says is told in its own language also where the project has no sources in it.
        let language = match failed {
            Some(_) => language_of(read.report.language, &code, &trace),
            None => language,
        };
        let is_beside_test = (of_text.is_some() || is_hook_of_test(&test.name)) && name.is_some();
        Some(Box::new(FoundTest { trace, further, code, language, name, is_beside_test }))
    });
    number_again(tests, &mut found);
    found
}

/// Returns the test that ran when an error was thrown outside of tests, as its text tells.
fn test_that_ran(test: &ReportedTest) -> Option<String> {
    match &test.failed()?.first.text {
        FailureText::JavaScript(printed) => printed.test_in_text(),
        FailureText::Printed(_) | FailureText::Trace(_) => None,
    }
}

/// Numbers the tests of one name anew where their sources give them names: in the report, tests of several
/// files may have had one.
fn number_again(tests: &[CountedTest<'_>], found: &mut [Option<Box<FoundTest<'_>>>]) {
    if !tests.iter().zip(&*found).any(|(counted, found)| {
        counted.test.is_numbered() && found.as_ref().is_some_and(|found| found.name.is_some())
    }) {
        return;
    }
    let mut counts: HashMap<(&str, String), usize> = HashMap::new();
    for (counted, found) in tests.iter().zip(found) {
        let name = found.as_ref().and_then(|found| found.name.as_deref());
        let (is_named, name) = (name.is_some(), name.unwrap_or(&counted.test.name));
        let is_numbered = counted.test.is_numbered();
        let single =
            name.rsplit_once('#').filter(|_| is_numbered).map_or(name, |(single, _)| single).to_owned();
        let count = counts.entry((&counted.read.file, single.clone())).or_default();
        *count += 1;
        if let Some(found) = found.as_mut().filter(|_| is_named && is_numbered) {
            let name = if *count > 1 { format!("{single}#{count}") } else { single };
            found.trace = Cow::Owned(renamed(&found.trace, &name));
            found.name = Some(name);
        }
    }
}

/// Returns true for a test that passed and has a name by its source.
fn is_named_by_source(counted: &CountedTest<'_>) -> bool {
    let language = ReportLanguage::of(counted.read.report.language);
    counted.test.reported == Reported::Passed && language.has_names_by_sources
}

/// Returns the place of a suite of which a hook failed that no call names: nothing else is known of it. None for other code.
fn suite_of_hook(code: &Code, phase: Phase) -> Option<Code> {
    let Code::Located { located, .. } = code else { return None };
    let is_of_suite = matches!(phase, Phase::SetUp | Phase::TearDown)
        && located.test.is_empty()
        && located.called.is_empty();
    is_of_suite.then(|| Code::File(Box::new(located.location())))
}

/// Returns the name of what failed at a place beside its tests: a module has that of its own file, wherever its error is, and a suite keeps its own.
fn name_of_place(place: &Location, own: Option<&str>, test: &ReportedTest) -> Option<String> {
    let failed = test.failed()?;
    if failed.extent == Extent::Module {
        return name_of_file(own.unwrap_or(&place.file), test);
    }
    name_of_file(&place.file, test).filter(|_| is_of_hooks(&test.name, failed.first.phase))
}

/// Returns the name of what failed in a file beside its tests, unless the test has it already.
fn name_of_file(file: &str, test: &ReportedTest) -> Option<String> {
    Some(format!("{file}::{CLASS_AS_A_WHOLE}")).filter(|name| **name != *test.name)
}

/// Returns the file of a failed test, if its report names it.
fn file_of(test: &ReportedTest) -> Option<&str> {
    match &test.failed()?.first.text {
        FailureText::Printed(printed) => printed.file.as_deref(),
        FailureText::JavaScript(printed) => printed.file.as_deref(),
        FailureText::Trace(_) => None,
    }
}

/// Finds the file of a module that could not be loaded, and the line in it at which that failed.
fn place_of_module(index: &dyn SourceIndex, test: &ReportedTest, paths: Option<&PrintedPaths<'_>>) -> Code {
    let place = match test.failed().map(|failed| &failed.first.text) {
        Some(FailureText::Printed(printed)) => printed.place_of_loading(&test.name, index),
        Some(FailureText::JavaScript(printed)) => {
            paths.and_then(|paths| printed.place_of_loading(&test.name, paths))
        }
        _ => None,
    };
    place.map_or(Code::None, |location| Code::File(Box::new(location)))
}

/// Finds the code of a hook that failed and is of no test.
fn hook_in(index: &dyn SourceIndex, trace: &str) -> Option<Code> {
    Some(Code::Hook(Box::new(index.locate_hook(&StackTrace(Arc::from(trace)))?)))
}

/// Finds the line of such a hook where its code is not known.
fn place_of_hook(test: &ReportedTest, paths: Option<&PrintedPaths<'_>>) -> Code {
    let place = match test.failed().map(|failed| &failed.first.text) {
        Some(FailureText::JavaScript(printed)) => paths.and_then(|paths| printed.place_of_hook(paths)),
        _ => None,
    };
    place.map_or(Code::None, |location| Code::File(Box::new(location)))
}

/// Finds the file of a class of tests that was not executed.
fn place_of_class(index: &dyn SourceIndex, test: &ReportedTest) -> Code {
    let class = test.name.split("::").next().unwrap_or("");
    let Some(file) = index.file_of_class(class) else { return Code::None };
    Code::File(Box::new(Location { file: Location::file_of(file), line: 1, failing_line: None }))
}

/// The code of tests, as the modules of their reports see the sources of the project.
struct ProjectCode<'a> {
    sources: &'a ProjectSources,
    indexes: ModuleIndexes<'a>,
}

impl ProjectCode<'_> {
    /// Finds the code of a test that is known by a name, as a module sees the sources of a language.
    fn of_test(
        &self,
        language: Language,
        module: &str,
        test: &ReportedTest,
        named: TestName<'_>,
        trace: &str,
    ) -> Code {
        let Some(index) = self.indexes.of(language, module) else { return Code::None };
        if test.failed().is_none() {
            return index.source_of(test.name_and_suffix().0).map_or(Code::None, Code::Passed);
        }
        let trace = StackTrace(Arc::from(trace));
        match index.locate(named, &trace) {
            Ok(located) => {
                let has_ambiguous_frame = trace.parse_on().any(|line| {
                    let TraceLineKind::Frame(frame) = &line.kind else { return false };
                    self.sources.file_of_frame(frame, module) == Err(NoSourceFile::Ambiguous)
                });
                Code::Located { located: Box::new(located), has_ambiguous_frame }
            }
            Err(missing) => {
                let is_ambiguous = |class: &String| {
                    self.sources.file_of_class(class, module) == Err(NoSourceFile::Ambiguous)
                };
                let is_ambiguous = missing.class.as_ref().is_some_and(is_ambiguous);
                Code::Missing(if is_ambiguous { Missing::Ambiguous } else { Missing::Code(missing) })
            }
        }
    }
}

/// Returns the language of a failed test: that of its report if it is known, or else that of its code, or of
/// the file that its own call names.
fn language_of(language: Language, code: &Code, trace: &str) -> Language {
    let is_open = match code {
        Code::Missing(Missing::Code(missing)) => missing.may_be_elsewhere,
        Code::Missing(Missing::Project) => true,
        _ => false,
    };
    if language != Language::default() || !is_open {
        return language;
    }
    let mut own = trace_lines(trace).filter_map(|line| match line.kind {
        TraceLineKind::Frame(frame) if matches!(frame.origin, Origin::Test | Origin::Project) => frame.file,
        _ => None,
    });
    let of_file = own.next().and_then(|file| Language::of_file(Path::new(file)));
    of_file.filter(|language| *language != Language::JavaScript).unwrap_or(Language::Other)
}

pub(crate) fn with_code<'a>(record: TestRecord<'a>, code: &'a Code) -> TestRecord<'a> {
    let (located, has_ambiguous_frame) = match code {
        Code::File(location) => return TestRecord { place: Some((**location).clone()), ..record },
        Code::Passed(source) => return TestRecord { generated_test: source.into(), ..record },
        Code::Missing(Missing::Ambiguous) => {
            return TestRecord { focal_undecided: AMBIGUOUS.into(), ..record };
        }
        Code::None | Code::Missing(_) => return record,
        Code::Shown(excerpt) => {
            return TestRecord {
                generated_test: (&excerpt.text).into(),
                place: Some(excerpt.location.clone()),
                phase: excerpt.phase,
                called: excerpt.thrown_in.iter().map(|thrown_in| thrown_in.as_method()).collect(),
                ..record
            };
        }
        Code::Hook(located) => (located, false),
        Code::Located { located, has_ambiguous_frame } => (located, *has_ambiguous_frame),
    };
    let others = located.called.iter().filter(|method| match &located.focal {
        Focal::Decided(focal) => focal.location() != method.location(),
        Focal::Undecided(_) => true,
    });
    let record = TestRecord {
        test_prefix: (&located.prefix).into(),
        generated_test: (&located.test).into(),
        oracle: located
            .category
            .map(|category| RecordedOracle::new(category.expects_exception(), located.assertion())),
        place: Some(located.location()),
        category: located.category,
        phase: located.phase,
        called: others.map(RecordedMethod::from).collect(),
        ..record
    };
    match &located.focal {
        Focal::Decided(focal) => TestRecord {
            focal_method: (&focal.source).into(),
            docstring: (&focal.docstring).into(),
            focal_place: Some(focal.location()),
            focal_name: name_in_class(focal).into(),
            ..record
        },
        // A hook is no test that checks something.
        Focal::Undecided(_) if matches!(code, Code::Hook(_)) => record,
        Focal::Undecided(Undecided::NoProductionCall) if has_ambiguous_frame => {
            TestRecord { focal_undecided: AMBIGUOUS.into(), ..record }
        }
        Focal::Undecided(reason) => TestRecord { focal_undecided: reason.to_string().into(), ..record },
    }
}

/// Returns `Desk.price` for a method of a class that its file does not name; empty for another one.
fn name_in_class(focal: &FocalMethod) -> &str {
    let name = focal.short_name();
    let stem = focal.file.file_stem().unwrap_or_default().to_string_lossy();
    let class = name.split_once('.').map_or("", |(class, _)| class);
    let is_module = stem.rsplit('.').next() == Some(class);
    let language = Language::of_file(&focal.file).unwrap_or_default();
    let is_of_jvm = language.answers().runs_on_jvm() == Some(true);
    if class.is_empty() || is_of_jvm || is_module { "" } else { name }
}
