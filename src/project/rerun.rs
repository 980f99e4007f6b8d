//! The command that runs failed tests again, by the test runner of their project. It is printed, and never run.
//!
//! ```text
//! failures ──project, module──▶ the runner's name for each test ──▶ a command line, with what it can't say
//! ```
//!
//! The names are those of each runner's documentation: pytest's node ids, `-Dtest=` of Maven Surefire, `--tests` of Gradle, `-t` of
//! Vitest and Jest, `-run` of Go, filter expressions of cargo-nextest, `-R` of `CTest`.

use std::collections::HashMap;
use std::path::Path;

use indexmap::IndexMap;

use super::test_runner::{RecognizedProject, recognized_projects};
use crate::model::{Corpus, Failure, FailureId, Language};

/// A command that runs tests again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RerunCommand {
    /// The line for a shell, to be run in the project's folder.
    pub line: String,
    /// True if it also runs other tests: the runner has no name for the values of a parametrized test.
    pub runs_more: bool,
}

/// A test in the words of its runner.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Selected {
    /// The part of the project in which it is: a module, a file or a package; empty for the whole project.
    place: String,
    name: String,
    runs_more: bool,
}

/// A test runner that can run single tests. The first that fits a test runs it.
struct Runner {
    /// Its name in the list of test runners.
    name: &'static str,
    runs: fn(&Failure) -> bool,
    select: fn(&Failure) -> Option<Selected>,
    /// Returns the arguments for tests of one place.
    arguments: fn(&str, &[&str]) -> String,
    /// The command before the arguments; that of a wrapper script takes its place.
    program: &'static str,
}

#[rustfmt::skip]
const RUNNERS: [Runner; 8] = [
    Runner { name: "Vitest", runs: has_file, select: by_title, arguments: of_titles, program: "npx vitest run" },
    Runner { name: "Jest", runs: has_file, select: by_title, arguments: of_titles, program: "npx jest" },
    Runner { name: "pytest", runs: is_python, select: by_node_id, arguments: of_pytest, program: "pytest" },
    Runner { name: "Maven", runs: is_of_jvm, select: by_class, arguments: of_maven, program: "mvn" },
    Runner { name: "Gradle", runs: is_of_jvm, select: by_class, arguments: of_gradle, program: "gradle" },
    Runner { name: "Go", runs: is_other, select: by_package, arguments: of_go, program: "go test" },
    Runner { name: "Cargo", runs: is_other, select: by_binary, arguments: of_nextest, program: "cargo nextest run" },
    Runner { name: "CTest", runs: is_other, select: by_name, arguments: of_ctest, program: "ctest --test-dir build" },
];

/// The test runners of the projects of a corpus, by run.
#[derive(Debug, Default)]
pub struct ProjectRunners(Vec<Vec<RecognizedProject>>);

impl ProjectRunners {
    /// Looks for the test runners of each run's project. Without sources, the project is that of the folder `here`.
    pub(crate) fn of(corpus: &Corpus, here: &Path) -> ProjectRunners {
        let mut known: HashMap<&Path, Vec<RecognizedProject>> = HashMap::new();
        let of_run = |run: usize| {
            let folder = corpus.sources_of(run).map_or(here, |sources| sources.folder());
            known.entry(folder).or_insert_with(|| recognized_projects(folder)).clone()
        };
        ProjectRunners((0..corpus.runs.len()).map(of_run).collect())
    }

    /// Returns the commands that run these failures again, one for each project and place, and the number of failures for which none
    /// is known.
    pub(crate) fn commands(&self, corpus: &Corpus, failures: &[FailureId]) -> (Vec<RerunCommand>, usize) {
        let mut selected: IndexMap<(usize, usize, String), Vec<Selected>> = IndexMap::new();
        let mut unknown = 0;
        for group in &corpus.groups {
            let recognized = self.0.get(group.run).map_or(&[][..], Vec::as_slice);
            for id in failures.iter().filter(|id| group.row_of(**id).is_some()) {
                let failure = &corpus.failures[*id];
                let runner = RUNNERS.iter().position(|runner| {
                    (runner.runs)(failure) && recognized.iter().any(|project| project.runner == runner.name)
                });
                match runner.and_then(|runner| Some((runner, (RUNNERS[runner].select)(failure)?))) {
                    Some((runner, test)) => {
                        let tests = selected.entry((group.run, runner, test.place.clone())).or_default();
                        if !tests.contains(&test) {
                            tests.push(test);
                        }
                    }
                    None => unknown += 1,
                }
            }
        }
        let commands = selected.into_iter().map(|((run, runner, place), tests)| {
            let Runner { name, arguments, program, .. } = &RUNNERS[runner];
            let project = self.0[run].iter().find(|project| project.runner == *name);
            let wrapper =
                project.and_then(|project| project.command.split_once(' ')).map(|(program, _)| program);
            let program = wrapper.filter(|wrapper| wrapper.starts_with("./")).unwrap_or(program);
            let names: Vec<&str> = tests.iter().map(|test| &*test.name).collect();
            RerunCommand {
                line: format!("{program} {}", arguments(&place, &names)),
                runs_more: tests.iter().any(|test| test.runs_more),
            }
        });
        (commands.collect(), unknown)
    }
}

/// Returns true for a test in Java, or in another language of the JVM: its source may be unknown.
fn is_of_jvm(failure: &Failure) -> bool {
    let is_class = |class: &str| class.chars().all(|c| c.is_alphanumeric() || "._$".contains(c));
    match failure.language {
        Language::Java => true,
        Language::Python => false,
        _ => failure.test.split_once("::").is_some_and(|(class, _)| is_class(class)),
    }
}

fn is_python(failure: &Failure) -> bool {
    failure.language == Language::Python
}

fn is_other(failure: &Failure) -> bool {
    failure.language != Language::Java && !is_python(failure)
}

/// Returns true for a test whose name begins with its file, as those of JavaScript do.
fn has_file(failure: &Failure) -> bool {
    file_and_titles(failure).is_some()
}

/// Returns the file of a test of JavaScript, and the titles around and of the test.
fn file_and_titles(failure: &Failure) -> Option<(&str, Vec<&str>)> {
    const ENDS: [&str; 8] = [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"];
    let (file, titles) = failure.test.split_once("::").or_else(|| failure.test.split_once(" > "))?;
    ENDS.iter().any(|end| file.ends_with(end)).then(|| (file, titles.split(" > ").collect()))
}

/// Returns the module of a build, as a group's bug names it; empty for its root.
fn module_of(failure: &Failure) -> String {
    if &*failure.bug == "-" { String::new() } else { failure.bug.to_string() }
}

/// Returns the class and the method of a test, without the values of its parameters.
fn by_class(failure: &Failure) -> Option<Selected> {
    let (class, test) = failure.test.split_once("::")?;
    let method = test.split(['(', '[', '{']).next().unwrap_or(test).trim_end();
    let is_method = !method.is_empty() && method.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let name = if is_method { format!("{class}#{method}") } else { class.to_owned() };
    // `void draws(int)` is one test, `draws(int)[2]` one of several.
    let runs_more = !is_method || test.contains('[') || test.contains('{');
    Some(Selected { place: module_of(failure), name, runs_more })
}

fn of_maven(module: &str, tests: &[&str]) -> String {
    let mut classes: IndexMap<&str, Vec<&str>> = IndexMap::new();
    for test in tests {
        let (class, method) = test.split_once('#').unwrap_or((test, ""));
        classes.entry(class).or_default().extend(Some(method).filter(|method| !method.is_empty()));
    }
    let tests: Vec<String> = classes
        .into_iter()
        .map(|(class, methods)| match methods.join("+") {
            methods if methods.is_empty() => class.to_owned(),
            methods => format!("{class}#{methods}"),
        })
        .collect();
    let tests = quoted(&format!("-Dtest={}", tests.join(",")));
    if module.is_empty() {
        return format!("test {tests}");
    }
    format!("test -pl {} -am {tests} -Dsurefire.failIfNoSpecifiedTests=false", quoted(module))
}

fn of_gradle(module: &str, tests: &[&str]) -> String {
    let task =
        if module.is_empty() { "test".to_owned() } else { format!(":{}:test", module.replace('/', ":")) };
    let tests: String =
        tests.iter().map(|test| format!(" --tests {}", quoted(&test.replace('#', ".")))).collect();
    quoted(&task) + &tests
}

/// Returns the node id of a test: its file, its classes, its function with the values of its parameters.
fn by_node_id(failure: &Failure) -> Option<Selected> {
    let (module, test) = failure.test.split_once("::")?;
    // A subtest has no node id of its own.
    let function = test.split(" (").next().unwrap_or(test);
    let function = function.split(" [").next().unwrap_or(function);
    let parts: Vec<&str> = module.split('.').collect();
    let (file, classes) = match failure.location.as_deref() {
        Some(place) => {
            let path = place.file.trim_end_matches(".py").replace('/', ".");
            let below = module.find(path.rsplit('.').next().unwrap_or(&path)).map_or("", |at| &module[at..]);
            let classes: Vec<&str> = below.split('.').skip(1).collect();
            (place.file.to_string(), classes)
        }
        None => {
            let end = parts
                .iter()
                .position(|part| part.starts_with(|c: char| c.is_uppercase()))
                .unwrap_or(parts.len());
            (format!("{}.py", parts[..end].join("/")), parts[end..].to_vec())
        }
    };
    let names = std::iter::once(&*file).chain(classes).chain([function]);
    let name = names.collect::<Vec<_>>().join("::");
    Some(Selected { place: String::new(), name, runs_more: function != test })
}

fn of_pytest(_: &str, tests: &[&str]) -> String {
    tests.iter().map(|test| quoted(test)).collect::<Vec<_>>().join(" ")
}

fn by_title(failure: &Failure) -> Option<Selected> {
    let (file, titles) = file_and_titles(failure)?;
    Some(Selected { place: file.to_owned(), name: titles.join(" "), runs_more: false })
}

fn of_titles(file: &str, tests: &[&str]) -> String {
    let patterns: Vec<String> = tests.iter().map(|test| format!("^{}$", in_pattern(test))).collect();
    format!("{} -t {}", quoted(file), quoted(&patterns.join("|")))
}

/// Returns the package of a test of Go, and its name with those of the tests around it.
fn by_package(failure: &Failure) -> Option<Selected> {
    let (package, test) = failure.test.split_once("::")?;
    let levels: Vec<String> = test.split('/').map(|level| format!("^{}$", in_pattern(level))).collect();
    // A pattern has one test of each level: only tests of the first level go together.
    let place = if levels.len() > 1 { format!("{package} {}", levels.join("/")) } else { package.to_owned() };
    Some(Selected { place, name: levels.join("/"), runs_more: false })
}

fn of_go(package: &str, tests: &[&str]) -> String {
    let package = package.split(' ').next().unwrap_or(package);
    format!("{} -run {}", quoted(package), quoted(&tests.join("|")))
}

fn by_binary(failure: &Failure) -> Option<Selected> {
    let (binary, test) = failure.test.split_once("::")?;
    let name = format!("binary_id(={binary}) & test(={test})");
    Some(Selected { place: String::new(), name, runs_more: false })
}

fn of_nextest(_: &str, tests: &[&str]) -> String {
    let tests: Vec<String> = tests.iter().map(|test| format!("({test})")).collect();
    format!("-E {}", quoted(&tests.join(" + ")))
}

fn by_name(failure: &Failure) -> Option<Selected> {
    let name = failure.test.rsplit("::").next().unwrap_or(&failure.test);
    let selected =
        Selected { place: String::new(), name: format!("^{}$", in_pattern(name)), runs_more: false };
    (!name.is_empty()).then_some(selected)
}

fn of_ctest(_: &str, tests: &[&str]) -> String {
    format!("-R {}", quoted(&tests.join("|")))
}

/// Returns a text with its characters that mean something in a pattern behind backslashes.
fn in_pattern(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\^$.|?*+()[]{}".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// Returns a word for a POSIX shell. Control characters of foreign names don't reach a terminal.
fn quoted(word: &str) -> String {
    let word: String = word.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=,@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word;
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Location;

    fn failure(test: &str, language: Language) -> Failure {
        Failure { bug: "-".into(), test: test.into(), language, ..Failure::default() }
    }

    fn line(runner: &str, failures: &[Failure]) -> String {
        let runner = RUNNERS.iter().find(|other| other.name == runner).expect("a runner");
        let tests: Vec<Selected> = failures.iter().filter_map(|failure| (runner.select)(failure)).collect();
        let names: Vec<&str> = tests.iter().map(|test| &*test.name).collect();
        format!("{} {}", runner.program, (runner.arguments)(&tests[0].place, &names))
    }

    #[test]
    fn each_runner_has_its_own_names_of_tests() {
        let java = |test: &str| failure(test, Language::Java);
        let pens = [
            java("ink.PenTest$Red::draws"),
            java("ink.PenTest$Red::fills(int)[2]"),
            java("ink.CapTest::fits"),
        ];
        assert_eq!(line("Maven", &pens), "mvn test '-Dtest=ink.PenTest$Red#draws+fills,ink.CapTest#fits'");
        let of_module = Failure { bug: "core/ink".into(), ..java("ink.CapTest::fits") };
        assert_eq!(
            line("Maven", std::slice::from_ref(&of_module)),
            "mvn test -pl core/ink -am '-Dtest=ink.CapTest#fits' -Dsurefire.failIfNoSpecifiedTests=false"
        );
        assert_eq!(line("Gradle", &[of_module]), "gradle :core:ink:test --tests ink.CapTest.fits");
        let other = |test: &str| failure(test, Language::Other);
        assert_eq!(
            line("Vitest", &[other("tests/pen.test.ts::pen > draws (red)")]),
            r"npx vitest run tests/pen.test.ts -t '^pen draws \(red\)$'"
        );
        assert_eq!(
            line("Go", &[other("example.com/ink::TestPen/red_ink")]),
            "go test example.com/ink -run '^TestPen$/^red_ink$'"
        );
        assert_eq!(
            line("Cargo", &[other("ink::pens::draws")]),
            "cargo nextest run -E '(binary_id(=ink) & test(=pens::draws))'"
        );
        assert_eq!(line("CTest", &[other("ink::it's")]), r"ctest --test-dir build -R '^it'\''s$'");
    }

    #[test]
    fn node_ids_have_files_classes_and_values() {
        let python = |test: &str, file: Option<&str>| Failure {
            location: file.map(|file| Box::new(Location { file: file.into(), line: 3, failing_line: None })),
            ..failure(test, Language::Python)
        };
        for (test, file, expected) in [
            ("tests.test_pen::test_draws[red ink]", None, "pytest 'tests/test_pen.py::test_draws[red ink]'"),
            ("tests.test_pen.TestInk::test_dry", None, "pytest tests/test_pen.py::TestInk::test_dry"),
            (
                "test_pen.TestInk::test_dry (i=1)",
                Some("lib/tests/test_pen.py"),
                "pytest lib/tests/test_pen.py::TestInk::test_dry",
            ),
        ] {
            assert_eq!(line("pytest", &[python(test, file)]), expected);
        }
    }
}
