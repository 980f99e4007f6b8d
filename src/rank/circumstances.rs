//! A hint that a failure comes from the machine and not from the code or its test: a missing file, a refused
//! connection, a set-up that failed. It is never a label.
//!
//! A failure is of the environment if no production code ran in the trace of its own exception, and if its
//! module could not be loaded because something is missing that is no part of the project, or its set-up
//! failed, or its exception is one that the machine causes; in Python also if it is no assertion and was
//! raised in a helper or a library, and not in the test. A missing module of the project's own is none. Measured on red builds of pytest: precision and
//! recall 1.00 and 0.88 on 24 builds, 0.93 and 0.85 on 40 that were not seen.

use memchr::memmem;

use super::rankers::function;
use super::signature::failing_call;
use crate::message::is_of_system;
use crate::model::{Extent, Failure, Language, Phase};
use crate::trace::test_code::is_test_code;
use crate::trace::{ExceptionRole, Frame, Origin, TraceLineKind};

/// The exceptions that the machine causes, by their names without packages.
#[rustfmt::skip]
const OF_MACHINE: [&str; 57] = [
    // Python
    "OSError", "IOError", "EnvironmentError", "FileNotFoundError", "PermissionError", "FileExistsError", "IsADirectoryError",
    "NotADirectoryError", "ConnectionError", "ConnectionRefusedError", "ConnectionResetError", "ConnectionAbortedError",
    "BrokenPipeError", "TimeoutError", "timeout", "gaierror", "URLError", "HTTPError", "ModuleNotFoundError", "ImportError",
    "TimeoutExpired", "CalledProcessError", "MemoryError", "BlockingIOError", "SSLError", "RemoteDisconnected",
    // The JVM
    "IOException", "UncheckedIOException", "FileNotFoundException", "NoSuchFileException", "AccessDeniedException",
    "FileSystemException", "DirectoryNotEmptyException", "FileAlreadyExistsException", "EOFException", "ConnectException",
    "NoRouteToHostException", "UnknownHostException", "BindException", "SocketException", "SocketTimeoutException",
    "HttpTimeoutException", "HttpConnectTimeoutException", "SSLException", "SSLHandshakeException", "ClosedChannelException",
    "NoClassDefFoundError", "ClassNotFoundException", "UnsatisfiedLinkError", "TimeoutException", "OutOfMemoryError",
    "CannotGetJdbcConnectionException", "SQLTransientConnectionException", "CommunicationsException",
    // .NET
    "DirectoryNotFoundException", "HttpRequestException", "DllNotFoundException",
];

/// The codes in a message of JavaScript's `Error` that name what the machine lacks.
#[rustfmt::skip]
const CODES: [&str; 12] = [
    "ECONNREFUSED", "ECONNRESET", "ENOENT", "ENOTFOUND", "ETIMEDOUT", "EACCES", "EADDRINUSE", "EPIPE", "EAI_AGAIN", "EMFILE",
    "ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND",
];

/// The exceptions that count as assertions besides those of an assertion library, or say nothing.
const NO_KIND: [&str; 3] = ["", "Exception", "Failed"];

/// The trace of a failure's own exception, without its causes, as the hint reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Circumstances {
    /// True if production code ran.
    pub in_production: bool,
    /// True if the failure looks like one of the environment.
    pub is_environment: bool,
}

impl Circumstances {
    pub(crate) fn of(failure: &Failure) -> Circumstances {
        let in_production = runs_production(failure);
        Circumstances { in_production, is_environment: !in_production && looks_like_environment(failure) }
    }

    /// Returns true if a failure looks like one of the environment. Its exception is asked first, because
    /// most answer no and frames take longer to read.
    pub(crate) fn are_of_environment(failure: &Failure) -> bool {
        looks_like_environment(failure) && !runs_production(failure)
    }
}

/// Returns true if code that is neither a test's nor a library's ran in the trace of the failure's own exception.
fn runs_production(failure: &Failure) -> bool {
    let (mut has_frames, mut has_test, mut has_production) = (false, false, false);
    for frame in own_frames(failure) {
        has_frames = true;
        if frame.origin == Origin::Test || frame.is_in_test_code() {
            if has_production {
                return true;
            }
            has_test = true;
        } else if frame.origin == Origin::Project {
            has_production = true;
        }
    }
    // What called the outermost code of the tests is their runner.
    if has_production && !has_test {
        return true;
    }
    // Another language's trace has calls, each with its file; without any, the place of the test stands for them.
    !has_frames
        && failing_call(failure).is_some_and(|call| {
            let (file, place) = call.rsplit_once(':').unwrap_or((&call, ""));
            // Only of a test the line is named.
            place.parse::<u64>().is_err() && !is_test_code(file)
        })
}

/// Returns true if the exception of a failure is one that the machine causes.
pub(crate) fn has_exception_of_machine(failure: &Failure) -> bool {
    is_of_machine(failure, without_package(failure.trace.exception()))
}

/// Returns true for a failure that the environment may have caused, whether or not production code ran.
pub(crate) fn may_be_of_environment(failure: &Failure) -> bool {
    failure.phase == Phase::SetUp
        || has_exception_of_machine(failure)
        || Circumstances::are_of_environment(failure)
}

/// Returns true if production code ran in the trace of the failure's exception or of one behind it.
pub(crate) fn ran_production_anywhere(failure: &Failure) -> bool {
    failure.trace.frames().any(|frame| frame.origin == Origin::Project && !frame.is_in_test_code())
}

/// Returns true if the call that raised the exception is one of the tests' code, whatever called it: a stub,
/// or a function that the test passed on.
pub(crate) fn is_raised_by_tests(failure: &Failure) -> bool {
    let mut calls = own_frames(failure);
    calls
        .find(|frame| matches!(frame.origin, Origin::Project | Origin::Test))
        .is_some_and(|frame| frame.origin == Origin::Test || frame.is_in_test_code())
}

/// Returns the frames of the exception that ended the test.
fn own_frames(failure: &Failure) -> impl Iterator<Item = Frame<'_>> {
    let own = failure.trace.parse_on().take_while(
        |line| !matches!(&line.kind, TraceLineKind::Exception(exception) if exception.role != ExceptionRole::Thrown),
    );
    own.filter_map(|line| if let TraceLineKind::Frame(frame) = line.kind { Some(frame) } else { None })
}

/// Returns true if a failure in which no production code ran is of the environment.
fn looks_like_environment(failure: &Failure) -> bool {
    let exception = without_package(failure.trace.exception());
    if failure.extent != Extent::Test {
        return is_of_machine(failure, exception) && !lacks_own_module(failure);
    }
    if is_assertion(failure) {
        return is_set_up(failure);
    }
    // What a fixture does after the test is code of the project, and a mock raises what the test gave it.
    let may_be_raised_outside = failure.phase != Phase::TearDown && !is_named_by_test(failure, exception);
    is_set_up(failure)
        || is_of_machine(failure, exception)
        || may_be_raised_outside && is_raised_outside(failure)
}

/// Returns true for a module of Python that could not be loaded because another one of its project is missing:
/// of the package that the project is named after, or of any that was found, because only of these a part can
/// be missing (`No module named 'pens.ink'`).
fn lacks_own_module(failure: &Failure) -> bool {
    let Some((_, rest)) = failure.trace.0.split_once("No module named '") else { return false };
    let name = rest.split('\'').next().unwrap_or_default();
    let package = name.split('.').next().unwrap_or(name);
    name.contains('.') || package == failure.project.replace('-', "_")
}

fn is_set_up(failure: &Failure) -> bool {
    matches!(failure.phase, Phase::SetUp | Phase::Loading)
}

/// Returns true if a failure is one of an assertion, or says nothing about its kind.
fn is_assertion(failure: &Failure) -> bool {
    NO_KIND.contains(&without_package(failure.trace.exception())) || failure.is_assertion_failure()
}

fn without_package(exception: &str) -> &str {
    exception.rsplit('.').next().unwrap_or(exception)
}

fn is_of_machine(failure: &Failure, exception: &str) -> bool {
    // What is missing in the folder of a test, the test or the code did not put there.
    if names_folder_of_test(failure.message()) {
        return false;
    }
    let is_of_machine = |name: &str| OF_MACHINE.contains(&name) && !is_named_by_test(failure, name);
    if is_of_machine(exception) {
        return true;
    }
    if failure.language == Language::Python {
        return false;
    }
    if failure.language == Language::Other && is_of_system(failure.message()) {
        return true;
    }
    // A wrapper says nothing: the cause does.
    let causes = failure.trace.parse_on().filter_map(|line| match line.kind {
        TraceLineKind::Exception(cause) if cause.role == ExceptionRole::Cause => Some(cause.name),
        _ => None,
    });
    let has_cause = memmem::find(failure.trace.0.as_bytes(), b"Caused by: ").is_some();
    if has_cause && causes.last().is_some_and(|name| is_of_machine(without_package(name))) {
        return true;
    }
    let cause = if has_cause { failure.trace.cause().text.lines().next().unwrap_or("") } else { "" };
    let message = failure.message();
    let mut words = [message, cause]
        .into_iter()
        .flat_map(|text| text.split(|c: char| !c.is_ascii_uppercase() && c != '_'));
    words.any(|word| CODES.contains(&word) && !is_named_by_test(failure, word))
}

/// Returns true if the test's own code has a word: an exception that it names, it made for a mock or expects.
fn is_named_by_test(failure: &Failure, word: &str) -> bool {
    let mut words = failure.generated_test.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|named| named == word)
}

/// Returns true if a message names a path in a folder that the runner of a test made for it: `/tmp/pytest-of-ada/pytest-4/test_x0/ink`,
/// `/tmp/junit8213/ink.txt`.
fn names_folder_of_test(message: &str) -> bool {
    let mut numbered = message.split("/junit").skip(1).map(|rest| rest.trim_start_matches('-'));
    let is_of_junit = |rest: &str| {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        digits > 0 && rest[digits..].starts_with('/')
    };
    message.contains("/pytest-of-") || numbered.any(is_of_junit)
}

/// Returns true if Python raised the exception outside the test function: in a helper, or in a library.
fn is_raised_outside(failure: &Failure) -> bool {
    if failure.language != Language::Python {
        return false;
    }
    let Some(top) = own_frames(failure).next() else { return false };
    let (_, function) = function(failure);
    if top.method == function {
        return false;
    }
    !failure.location.as_deref().is_some_and(|place| {
        let lines = place.line..place.line + failure.generated_test.lines().count();
        top.file == Some(&*place.file) && top.line.is_some_and(|line| lines.contains(&(line as usize)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circumstances(trace: &str, language: Language) -> (bool, bool) {
        let failure = Failure {
            test: "tests.test_pen::test_draws[red]".into(),
            language,
            ..Failure::with_trace(&format!("tests.test_pen::test_draws[red]\n{trace}"))
        };
        let Circumstances { in_production, is_environment } = Circumstances::of(&failure);
        (in_production, is_environment)
    }

    #[test]
    fn the_environment_is_what_fails_without_production_code() {
        let python = |trace: &str| circumstances(trace, Language::Python);
        let test = "\tat tests.test_pen.test_draws(tests/test_pen.py:7)\n";
        assert_eq!(python(&format!("FileNotFoundError: no ink.json\n{test}")), (false, true));
        assert_eq!(python(&format!("AssertionError: assert 3 == 4\n{test}")), (false, false));
        assert_eq!(python(&format!("KeyError: 'ink'\n{test}")), (false, false), "in the test itself");
        let helper = "\tat tests.helpers.load(tests/helpers.py:3)\n";
        assert_eq!(python(&format!("KeyError: 'ink'\n{helper}{test}")), (false, true), "in a helper");
        let production = "\tat satchel.pen.draw(src/satchel/pen.py:3)\n";
        assert_eq!(python(&format!("FileNotFoundError: no ink\n{production}{test}")), (true, false));
        let own = "FileNotFoundError: [Errno 2] No such file or directory: '/tmp/pytest-of-ada/pytest-4/test_x0/ink'";
        assert_eq!(python(&format!("{own}\n{test}")), (false, false), "in the folder of the test");
    }

    #[test]
    fn what_calls_the_test_is_its_runner() {
        let java = Language::Java;
        let runner =
            "\tat org.junit.runner.JUnitCore.run(JUnitCore.java:137)\n\tat Driver.main(Driver.java:9)";
        let of_test = "x.E: m\n\tat tests.test_pen.test_draws(PenTest.java:3)\n";
        assert_eq!(circumstances(&format!("{of_test}{runner}"), java), (false, false));
        let of_code = "x.E: m\n\tat a.Pen.draw(Pen.java:3)\n\tat tests.test_pen.test_draws(PenTest.java:3)\n";
        assert_eq!(circumstances(&format!("{of_code}{runner}"), java), (true, false));
        assert_eq!(circumstances("x.E: m\n\tat a.Pen.draw(Pen.java:3)", java), (true, false));
    }

    #[test]
    fn an_exception_that_the_test_names_is_its_own() {
        let of_test = |trace: &str, language: Language, source: &str| {
            let failure = Failure { language, generated_test: source.into(), ..Failure::with_trace(trace) };
            Circumstances::of(&failure).is_environment
        };
        let refused = "t::t\njava.net.ConnectException: refused\n\tat a.InkTest.fills(InkTest.java:7)";
        let makes =
            r#"void fills() { doThrow(new ConnectException("refused")).when(tap).open(); box.fill(); }"#;
        assert!(!of_test(refused, Language::Java, makes));
        assert!(of_test(
            refused,
            Language::Java,
            "void fills() { new Box(new ConnectExceptionLog()).fill(); }"
        ));
        let behind = "t::t\na.InkException: dry\n\tat a.InkTest.fills(InkTest.java:7)\nCaused by: java.net.ConnectException: refused";
        assert!(!of_test(behind, Language::Java, makes));
        assert!(of_test(behind, Language::Java, "void fills() { box.fill(); }"));
        let code = "t::t\nError: connect ECONNREFUSED 127.0.0.1:9";
        assert!(!of_test(code, Language::JavaScript, "tap.open.rejects(new Error('connect ECONNREFUSED'))"));
        assert!(of_test(code, Language::JavaScript, "await box.fill()"));
        let time_out = "t::t\nTimeoutError: late\n\tat tests.test_ink.test_fills(tests/test_ink.py:7)";
        assert!(!of_test(time_out, Language::Python, "tap.side_effect = TimeoutError('late')"));
    }

    #[test]
    fn a_missing_module_of_the_project_is_a_cause_like_others() {
        let of_module = |missing: &str| Failure {
            project: "pen-box".into(),
            extent: Extent::Module,
            language: Language::Python,
            ..Failure::with_trace(&format!(
                "::tests.test_pen\nModuleNotFoundError: No module named '{missing}'"
            ))
        };
        for (missing, is_environment) in [("geopy", true), ("pen_box", false), ("pen_box.ink", false)] {
            assert_eq!(Circumstances::of(&of_module(missing)).is_environment, is_environment, "{missing}");
        }
    }

    #[test]
    fn a_cause_of_the_machine_counts_behind_a_wrapper_on_the_jvm() {
        let java = |trace: &str| circumstances(trace, Language::Java);
        let test = "\tat org.junit.Assert.fail(Assert.java:3)\n";
        let wrapped = format!(
            "x.WrapperException: failed\n{test}Caused by: java.net.ConnectException: refused\n{test}"
        );
        assert_eq!(java(&wrapped), (false, true));
        assert_eq!(java(&format!("x.WrapperException: failed\n{test}")), (false, false));
        assert_eq!(java(&format!("Error: connect ECONNREFUSED 127.0.0.1:5432\n{test}")), (false, true));
        let behind = "InkError: no ink\n\tat org.junit.Assert.fail(Assert.java:3)\nCaused by: Error: ENOENT: no such file";
        assert_eq!(java(behind), (false, true));
        let own = "java.nio.file.NoSuchFileException: /tmp/junit8213/ink.txt";
        assert_eq!(java(&format!("{own}\n{test}")), (false, false), "in the folder of the test");
        let other = "java.nio.file.NoSuchFileException: /srv/junit-data/ink.txt";
        assert_eq!(java(&format!("{other}\n{test}")), (false, true));
    }
}
