//! The names of tests as each runner takes them on its command line, and the arguments that they make.
//!
//! Those of pytest, Vitest, Jest, Mocha, Node, Playwright, Go, cargo-nextest, `cargo test`, Maven and `CTest`
//! were tried with the tools, those of Gradle with JUnit 4 only; those of .NET are from its documentation
//! alone.

use indexmap::IndexMap;

use super::shell::{behind_backslashes, in_pattern, quoted};
use crate::model::{Extent, Failure, Language, Phase};

/// The part of a project in which tests are that go together in a command.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// A module, a file, a package or a project of Playwright; empty for all.
    pub part: String,
    /// The part within that one, for runners that take one at a time.
    pub within: String,
}

impl Place {
    fn of(part: &str) -> Place {
        Place { part: part.to_owned(), within: String::new() }
    }
}

/// A test in the words of its runner.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Selected {
    pub place: Place,
    /// The name; empty for everything at the place.
    pub name: String,
    /// The reason for which other tests run too.
    pub runs_more: Option<&'static str>,
}

const ALL_VALUES: &str = "a runner has no names for the values of a parametrized test: all values run";
const SAME_LINE: &str = "the tests of a line run together: a loop declares several there";
const LAST_TITLE: &str =
    "Node 20 and older know a test by its last title alone: others with this title run too";
const SUBTEST_OF_NODE: &str = "Node finds no subtest by its title: the test around it runs as a whole";
const PART_OF_PATH: &str =
    "Vitest takes a part of a path: tests of these names in files whose path ends so run too";
const OTHER_BINARY: &str = "tests of the same name in other binaries of the package run too";
const WHOLE_PACKAGE: &str = "a binary that ended early has no name that `cargo test` takes: all tests run";
const WHOLE_CLASS: &str = "a test has no name that its runner takes: its class runs as a whole";

/// Returns true for a test in Java, or in another language of the JVM: its source may be unknown.
pub(super) fn is_of_jvm(failure: &Failure) -> bool {
    failure.language.answers().runs_on_jvm().unwrap_or_else(|| {
        let class = failure.test.split_once("::").map(|(class, _)| class);
        class.is_some_and(|class| class.chars().all(|c| c.is_alphanumeric() || "._$".contains(c)))
    })
}

pub(super) fn is_python(failure: &Failure) -> bool {
    failure.language == Language::Python
}

pub(super) fn is_other(failure: &Failure) -> bool {
    failure.language.answers().runs_on_jvm().is_none()
}

/// Returns true for a test whose name begins with its file, as those of JavaScript do.
pub(super) fn has_file(failure: &Failure) -> bool {
    file_and_titles(failure).is_some()
}

/// Returns the file of a test of JavaScript, and the titles around and of the test as one text.
fn file_and_titles(failure: &Failure) -> Option<(&str, &str)> {
    const ENDS: [&str; 8] = [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"];
    let (file, titles) = failure.test.split_once("::").or_else(|| failure.test.split_once(" > "))?;
    ENDS.iter().any(|end| file.ends_with(end)).then_some((file, titles))
}

/// Returns true if a whole file failed: it could not be loaded, or something outside of its tests failed.
fn is_of_file(failure: &Failure) -> bool {
    matches!(failure.extent, Extent::Module | Extent::Count)
}

/// The texts between the titles of a test's name.
const BETWEEN: [&str; 2] = [" > ", " › "];

/// Returns a pattern for a title. In names of tests, a line end stands as two characters; a title may have
/// these as well.
fn title_in_pattern(title: &str) -> String {
    in_pattern(title).replace(r"\\n", r"(\n|\\n)")
}

/// Returns a pattern of titles as runners join them: by blanks. A title itself may have the characters that
/// stand between titles.
fn titles_in_pattern(titles: &str) -> String {
    let (titles, is_numbered) = without_number(titles);
    let mut pattern = title_in_pattern(titles);
    for between in BETWEEN {
        pattern = pattern.replace(between, &format!(" ({} )?", between.trim()));
    }
    if is_numbered.is_empty() { pattern } else { format!("{pattern}({})?", in_pattern(is_numbered)) }
}

/// Splits the number from a name that several tests of a report have, `draws#2`; a title may end so as well.
fn without_number(name: &str) -> (&str, &str) {
    let Some(at) = name.rfind('#') else { return (name, "") };
    let is_number = name[at + 1..].parse::<u32>().is_ok_and(|number| number > 1);
    if is_number && !name[at + 1..].starts_with(['0', '+']) && !name[..at].ends_with(' ') {
        name.split_at(at)
    } else {
        (name, "")
    }
}

/// Returns the module of a build, as a group's bug names it; empty for its root, and for results that are no
/// reports of a build.
fn module_of(failure: &Failure) -> Place {
    Place::of(if failure.is_reported && &*failure.bug != "-" { &failure.bug } else { "" })
}

/// Returns the class and the method of a test, without the values of its parameters.
pub(super) fn by_class(failure: &Failure) -> Option<Selected> {
    let (class, test) = failure.test.split_once("::")?;
    let method = test.split(['(', '[', '{']).next().unwrap_or(test).trim_end();
    let (method, _) = without_number(method);
    let is_method = !method.is_empty() && method.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    // `void draws(int)` is one test, `draws(int)[2]` one of several.
    let has_values = test.contains('[') || test.contains('{');
    let name = match (is_method, has_values) {
        (true, false) => format!("{class}#{method}"),
        // The values are part of the name by which a runner of JUnit 4 chooses.
        (true, true) => format!("{class}#{method}*"),
        (false, _) => class.to_owned(),
    };
    let runs_more = match (is_method, has_values) {
        (true, false) => None,
        (true, true) => Some(ALL_VALUES),
        (false, _) => Some(WHOLE_CLASS).filter(|_| failure.extent == Extent::Test),
    };
    Some(Selected { place: module_of(failure), name, runs_more })
}

pub(super) fn of_maven(module: &Place, tests: &[&str]) -> String {
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
    if module.part.is_empty() {
        return format!("test {tests}");
    }
    // The option of Surefire 2 and that of Surefire 3.
    let may_have_none = "-DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false";
    format!("test -pl {} -am {tests} {may_have_none}", quoted(&module.part))
}

pub(super) fn of_gradle(module: &Place, tests: &[&str]) -> String {
    let task = match &*module.part {
        "" => "test".to_owned(),
        module => format!(":{}:test", module.replace('/', ":")),
    };
    let tests: String =
        tests.iter().map(|test| format!(" --tests {}", quoted(&test.replace('#', ".")))).collect();
    quoted(&task) + &tests
}

/// Returns the node id of a test: its file, its classes, its function with the values of its parameters.
pub(super) fn by_node_id(failure: &Failure) -> Option<Selected> {
    let (module, test) = failure.test.split_once("::")?;
    let place = failure.location.as_deref().map(|place| &*place.file);
    if is_of_file(failure) {
        let module = if module.is_empty() { test } else { module };
        let file = place.map_or_else(|| format!("{}.py", module.replace('.', "/")), str::to_owned);
        return Some(Selected { place: Place::default(), name: file, runs_more: None });
    }
    let function = without_subtest(test);
    let parts: Vec<&str> = module.split('.').collect();
    let (file, classes) = match place {
        Some(file) => (file.to_owned(), classes_below(&parts, file)),
        None => {
            let end = parts
                .iter()
                .position(|part| part.starts_with(|c: char| c.is_uppercase()))
                .unwrap_or(parts.len());
            (format!("{}.py", parts[..end].join("/")), &parts[end..])
        }
    };
    let names = std::iter::once(&*file).chain(classes.iter().copied()).chain([function]);
    let name = names.collect::<Vec<_>>().join("::");
    let runs_more =
        (function != test).then_some("a subtest has no name of its own: its test runs as a whole");
    Some(Selected { place: Place::default(), name, runs_more })
}

/// Returns the parts of a module's name below that of a file.
fn classes_below<'p>(parts: &'p [&'p str], file: &str) -> &'p [&'p str] {
    let path: Vec<&str> = file.trim_end_matches(".py").split('/').collect();
    let end = (1..=parts.len())
        .find(|&end| {
            let known = end.min(path.len());
            parts[end - known..end] == path[path.len() - known..]
        })
        .unwrap_or(parts.len());
    &parts[end..]
}

/// Returns the name of a test of pytest without that of a subtest: ` (i=1)` or ` [message]` behind it.
fn without_subtest(test: &str) -> &str {
    let function = test.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(test.len());
    let values = if test[function..].starts_with('[') {
        ["] (", "] ["].iter().filter_map(|end| test.find(end)).min().map_or(test.len(), |end| end + 1)
    } else {
        function
    };
    &test[..values]
}

pub(super) fn of_pytest(_: &Place, tests: &[&str]) -> String {
    tests.iter().map(|test| quoted(test)).collect::<Vec<_>>().join(" ")
}

pub(super) fn by_title(failure: &Failure) -> Option<Selected> {
    let (file, titles) = file_and_titles(failure)?;
    let titles = titles_in_pattern(titles);
    let name = match failure.phase {
        _ if is_of_file(failure) => String::new(),
        Phase::Test => format!("^{titles}$"),
        // A hook has the name of the suite whose tests it ran for.
        _ => format!("^{titles}"),
    };
    Some(Selected { place: Place::of(file), name, runs_more: None })
}

/// Returns a test of Vitest, which takes a part of a path, and up to version 1 begins the titles of a test
/// with a blank.
pub(super) fn by_part_of_path(failure: &Failure) -> Option<Selected> {
    let selected = by_title(failure)?;
    let is_short = !selected.place.part.contains('/');
    let name = match selected.name.strip_prefix('^') {
        Some(titles) => format!("^ ?{titles}"),
        None => selected.name,
    };
    Some(Selected { name, runs_more: is_short.then_some(PART_OF_PATH), ..selected })
}

/// Returns one pattern for all tests, after an option; nothing if one of them is the whole file.
fn patterns(option: &str, tests: &[&str]) -> String {
    if tests.contains(&"") { String::new() } else { format!(" {option} {}", quoted(&tests.join("|"))) }
}

pub(super) fn of_vitest(file: &Place, tests: &[&str]) -> String {
    format!("{}{}", quoted(&file.part), patterns("-t", tests))
}

pub(super) fn of_jest(file: &Place, tests: &[&str]) -> String {
    format!("--runTestsByPath {}{}", quoted(&file.part), patterns("-t", tests))
}

/// Returns a test of Mocha. A hook fails under a name that says for which test it ran.
pub(super) fn by_title_or_hook(failure: &Failure) -> Option<Selected> {
    const FOR: &str = " hook for \"";
    let (_, titles) = file_and_titles(failure)?;
    let selected = by_title(failure)?;
    let suites = BETWEEN.iter().find_map(|between| titles.rsplit_once(between));
    let (suites, last) = suites.unwrap_or(("", titles));
    if !last.starts_with('"') || !last.contains("\" hook") {
        return Some(selected);
    }
    let of_test = last.split_once(FOR).and_then(|(_, test)| test.strip_suffix('"'));
    let suites = titles_in_pattern(suites);
    let name = match of_test {
        Some(test) => format!("^{}$", format!("{suites} {}", titles_in_pattern(test)).trim_start()),
        None => format!("^{suites}"),
    };
    Some(Selected { name, ..selected })
}

pub(super) fn of_mocha(file: &Place, tests: &[&str]) -> String {
    format!("{}{}", quoted(&file.part), patterns("-g", tests))
}

/// Returns a test of Node. Newer versions compare a pattern with all titles of a test, older ones with the last.
pub(super) fn by_last_title(failure: &Failure) -> Option<Selected> {
    let (file, titles) = file_and_titles(failure)?;
    if is_of_file(failure) {
        return Some(Selected { place: Place::of(file), name: String::new(), runs_more: None });
    }
    let mut around: Vec<&str> = titles.split(BETWEEN[0]).collect();
    let is_subtest = around.len() > 1 && is_subtest_of_node(&failure.generated_test);
    let mut last = around.pop().unwrap_or(titles);
    if is_subtest {
        last = around.pop().unwrap_or(last);
    }
    let prefix =
        around.iter().map(|title| format!("({} )?(> )?", title_in_pattern(title))).collect::<String>();
    let name = format!("^{prefix}{}$", titles_in_pattern(last));
    let runs_more = match around[..] {
        _ if is_subtest => Some(SUBTEST_OF_NODE),
        [] => None,
        _ => Some(LAST_TITLE),
    };
    Some(Selected { place: Place::of(file), name, runs_more })
}

/// Returns true for a test that another one declares by its context: `await t.test('draws', …)`.
fn is_subtest_of_node(source: &str) -> bool {
    let call = source.trim_start().split('(').next().unwrap_or("");
    let called = call.strip_prefix("await ").unwrap_or(call).trim();
    let context = called.strip_suffix(".test");
    context.is_some_and(|context| {
        !context.is_empty() && context.chars().all(|c| c.is_alphanumeric() || c == '_')
    })
}

pub(super) fn of_node(file: &Place, tests: &[&str]) -> String {
    let pattern = patterns("--test-name-pattern", tests);
    format!("{} {}", pattern.trim_start(), quoted(&file.part)).trim_start().to_owned()
}

/// Returns a test of Playwright by its file and line, which its sources tell, or else by its titles.
pub(super) fn by_line(failure: &Failure) -> Option<Selected> {
    let (file, titles) = file_and_titles(failure)?;
    let (titles, project) = project_of_playwright(failure, titles);
    if is_of_file(failure) {
        return Some(Selected { place: Place::of(""), name: in_pattern(file), runs_more: None });
    }
    match failure.location.as_deref() {
        Some(place) => {
            let name = format!("{}:{}", in_pattern(&place.file), place.line);
            let is_template = failure.generated_test.lines().next().is_some_and(|line| line.contains("${"));
            let runs_more = is_template.then_some(SAME_LINE);
            Some(Selected { place: Place::of(project), name, runs_more })
        }
        None => {
            let place = Place { part: project.to_owned(), within: file.to_owned() };
            Some(Selected { place, name: format!("{}$", titles_in_pattern(titles)), runs_more: None })
        }
    }
}

/// Splits the titles of a test of Playwright from the name of the project that stands behind them in its report.
fn project_of_playwright<'f>(failure: &'f Failure, titles: &'f str) -> (&'f str, &'f str) {
    let split = |name: &'f str| name.strip_suffix(']').and_then(|name| name.rsplit_once(" ["));
    if let Some((title, project)) = split(titles)
        && !failure.generated_test.lines().next().is_some_and(|line| line.contains(&format!("[{project}]")))
    {
        return (title, project);
    }
    // A test that has the name of its sources kept that of its report.
    let former = failure.former_keys().find_map(|former| split(former.test));
    (titles, former.map_or("", |(_, project)| project))
}

pub(super) fn of_playwright(place: &Place, tests: &[&str]) -> String {
    let project = match &*place.part {
        "" => String::new(),
        project => format!(" {}", quoted(&format!("--project={project}"))),
    };
    if place.within.is_empty() {
        return format!("{}{project}", of_pytest(place, tests));
    }
    format!("{}{}{project}", quoted(&in_pattern(&place.within)), patterns("-g", tests))
}

/// Returns the package of a test of Go, and its name with those of the tests around it.
pub(super) fn by_package(failure: &Failure) -> Option<Selected> {
    let (package, test) = failure.test.split_once("::")?;
    let levels: Vec<String> = test.split('/').map(in_pattern).collect();
    let (last, around) = levels.split_last()?;
    // A pattern has one test of each level: only tests of one parent go together.
    let within = around.iter().map(|level| format!("^{level}$/")).collect();
    let name = if failure.extent == Extent::Test { last.clone() } else { String::new() };
    Some(Selected { place: Place { part: package.to_owned(), within }, name, runs_more: None })
}

pub(super) fn of_go(place: &Place, tests: &[&str]) -> String {
    let package = quoted(&place.part);
    let pattern = match tests {
        tests if tests.contains(&"") => return package,
        [one] => format!("{}^{one}$", place.within),
        // A bar outside of brackets would divide the whole pattern.
        several => format!("{}^({})$", place.within, several.join("|")),
    };
    format!("{package} -run {}", quoted(&pattern))
}

/// Returns a test of cargo-nextest. The name of a binary and the path of a test are joined by the same
/// characters: of a library `ink` with a module `pens` as of the tests `ink::pens`.
pub(super) fn by_binary(failure: &Failure) -> Option<Selected> {
    let (name, _) = without_number(&failure.test);
    let (package, test) = name.split_once("::")?;
    let (kind, further) = test.split_once("::").unwrap_or((test, ""));
    let name = match further {
        _ if kind.contains('/') => format!("binary_id(={package}::{kind}) & test(={further})"),
        "" => format!("package(={package}) & test(={test})"),
        further => format!("package(={package}) & (test(={test}) + test(={further}))"),
    };
    let runs_more = (!kind.contains('/')).then_some(OTHER_BINARY);
    Some(Selected { place: Place::default(), name, runs_more })
}

pub(super) fn of_nextest(_: &Place, tests: &[&str]) -> String {
    let tests: Vec<String> = tests.iter().map(|test| format!("({test})")).collect();
    format!("-E {}", quoted(&tests.join(" + ")))
}

/// The places of `cargo test`: the tests in documentation, and all tests.
const DOC_TESTS: &str = "--doc";
const EVERY_TEST: &str = "every test";

/// Returns a test of `cargo test`, whose output seldom says of which binary.
#[expect(clippy::unnecessary_wraps, reason = "other runners have no name for some tests")]
pub(super) fn by_path(failure: &Failure) -> Option<Selected> {
    let (name, _) = without_number(&failure.test);
    let within = name.split_once("::").map(|(_, within)| within);
    if failure.extent != Extent::Test {
        return Some(Selected {
            place: Place::of(EVERY_TEST),
            name: String::new(),
            runs_more: Some(WHOLE_PACKAGE),
        });
    }
    // The tests of documentation are found by a part of their name alone: `src/lib.rs - pen (line 1)`.
    if name.contains(" - ") && name.contains("(line ") {
        let name = quoted(within.unwrap_or(name));
        return Some(Selected { place: Place::of(DOC_TESTS), name, runs_more: None });
    }
    let names: Vec<String> = [Some(name), within].into_iter().flatten().map(quoted).collect();
    Some(Selected { place: Place::default(), name: names.join(" "), runs_more: Some(OTHER_BINARY) })
}

pub(super) fn of_cargo_test(place: &Place, tests: &[&str]) -> String {
    let tests = tests.join(" ");
    match &*place.part {
        EVERY_TEST => "--no-fail-fast".to_owned(),
        DOC_TESTS => format!("--no-fail-fast --doc -- {tests}"),
        _ => format!("--no-fail-fast -- --exact {tests}"),
    }
}

pub(super) fn by_name(failure: &Failure) -> Option<Selected> {
    let name = failure.name_once();
    let name = if name.len() == failure.test.len() { name.rsplit("::").next().unwrap_or(name) } else { name };
    let name = (!name.is_empty()).then(|| format!("^{}$", in_pattern(name)))?;
    Some(Selected { place: Place::default(), name, runs_more: None })
}

pub(super) fn of_ctest(_: &Place, tests: &[&str]) -> String {
    format!("-R {}", quoted(&tests.join("|")))
}

/// Returns a test of .NET by its class and method.
pub(super) fn by_full_name(failure: &Failure) -> Option<Selected> {
    let (class, test) = failure.test.split_once("::")?;
    let method = test.split('(').next().unwrap_or(test);
    let is_method = !method.is_empty() && method.chars().all(|c| c.is_alphanumeric() || c == '_');
    let escaped = |text: &str| behind_backslashes(text, r"\()&|=!~");
    let (name, runs_more) = if is_method {
        (format!("FullyQualifiedName={}.{method}", escaped(class)), (method != test).then_some(ALL_VALUES))
    } else {
        (format!("FullyQualifiedName~{}.", escaped(class)), Some(WHOLE_CLASS))
    };
    Some(Selected { place: Place::default(), name, runs_more })
}

pub(super) fn of_dotnet(_: &Place, tests: &[&str]) -> String {
    format!("--filter {}", quoted(&tests.join("|")))
}
