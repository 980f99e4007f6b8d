//! One frame of a stack trace, `\tat module/package.Class.method(File.java:12)`, and the origin of its code.
//!
//! A line is a frame only if it has exactly the form that a JVM prints, because messages hold lines that look similar.
//!
//! The importer brings Python's traces into the same form: `\tat package.module.Class.function(package/module.py:12)`, with a path instead of a file's name, and with
//! `python/`, `library/` or `framework/` where a JVM prints the module.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use foldhash::fast::RandomState;
use memchr::{memchr, memmem};

use super::javascript::{self, is_javascript};
use super::test_code::{is_test_class, is_test_code};
use crate::model::text::has_blank;

/// One call on the stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The class loader and module with their slash, as in `java.base/` and `app//`; usually empty. In Python
    /// the kind of code that is not the project's, as in `library/`.
    pub module: &'a str,
    /// The qualified name of the class, `package.Outer$Inner`; of a function in Python that of its module.
    pub class: &'a str,
    /// The name of the method; `<init>` is a constructor, `<clinit>` a static initializer, `lambda$name$0` a
    /// lambda within `name`; `<module>`, `<lambda>`, `<listcomp>` and their like in Python.
    pub method: &'a str,
    /// The source file, if the class file names it; in Python its path.
    pub file: Option<&'a str>,
    /// The line in `file`, from 1.
    pub line: Option<u32>,
    /// The origin of the code.
    pub origin: Origin,
}

/// The origin of a frame's code. It decides which frames are shown and which may be folded away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The test's own class or one of its nested classes.
    Test,
    /// Any other code. A JVM's trace does not distinguish the project from a library: no frame of the project
    /// is ever folded away.
    Project,
    /// A framework that runs tests, or that checks or replaces values in them.
    Framework,
    /// A library: in Python's traces all code that is installed, in a JVM's the runtimes of its other
    /// languages and what applications are built with, as far as it is known by name.
    Library,
    /// The Java runtime, and Kotlin's coroutines, which run in it.
    Jdk,
    /// Python's standard library.
    Python,
    /// The runtime's machinery for calling a method by its name.
    Reflection,
}

const REFLECTION: [&str; 3] = ["java.lang.reflect", "jdk.internal.reflect", "sun.reflect"];

const JDK: [&str; 7] = ["java", "javax", "jdk", "sun", "com.sun", "kotlin.coroutines", "kotlinx.coroutines"];

/// The packages of the frameworks with which tests are written, of the tools that run tests, and of the
/// libraries that a JVM's trace of a project often has.
static PACKAGES: LazyLock<HashMap<&str, Origin, RandomState>> = LazyLock::new(|| {
    let named = |packages: &'static str, origin| packages.lines().map(move |package| (package, origin));
    let libraries = named(include_str!("libraries.txt"), Origin::Library);
    libraries.chain(named(include_str!("frameworks.txt"), Origin::Framework)).collect()
});

/// The first two parts of these packages: most classes of a project have others, and are not looked up further.
static BEGINNINGS: LazyLock<HashSet<&str, RandomState>> =
    LazyLock::new(|| PACKAGES.keys().map(|package| first_parts(package)).collect());

/// Returns the first two parts of the name of a package or a class, or all of one that has fewer.
fn first_parts(name: &str) -> &str {
    let mut dots = memchr::memchr_iter(b'.', name.as_bytes());
    dots.nth(1).map_or(name, |second| &name[..second])
}

/// The words that stand in a trace of Python or JavaScript where one of Java has the module, with the origins
/// that they tell.
const WORDS: [(&str, Origin); 4] = [
    ("python/", Origin::Python),
    ("node/", Origin::Library),
    ("library/", Origin::Library),
    ("framework/", Origin::Framework),
];

impl Origin {
    /// Returns the origin of `class`, loaded from `module`, in the trace of a test of `test_class` (empty if
    /// unknown). The package of the test class is never a framework or the runtime: users who test Mockito
    /// want its frames.
    pub(crate) fn of(class: &str, module: &str, test_class: &str) -> Origin {
        let rest = class.strip_prefix(test_class).filter(|_| !test_class.is_empty());
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$')) {
            return Origin::Test;
        }
        // Most packages differ in their first letter: a huge trace has millions of frames.
        let first = class.as_bytes().first();
        let among = |packages: &[&str]| {
            let mut packages = packages.iter().filter(|package| package.as_bytes().first() == first);
            packages.any(|package| is_within(class, package) && !is_within(test_class, package))
        };
        if among(&REFLECTION) {
            Origin::Reflection
        } else if among(&JDK) || module.starts_with("java.") || module.starts_with("jdk.") {
            Origin::Jdk
        } else {
            // A huge trace has millions of frames: its packages are looked up, the innermost first.
            let beginning = first_parts(class);
            let first = beginning.split('.').next().unwrap_or(beginning);
            if !BEGINNINGS.contains(beginning) && !BEGINNINGS.contains(first) {
                return Origin::Project;
            }
            let packages = class.rmatch_indices('.').map(|(dot, _)| &class[..dot]);
            let mut known = packages.filter(|package| !is_within(test_class, package));
            known.find_map(|package| PACKAGES.get(package).copied()).unwrap_or(Origin::Project)
        }
    }
}

/// The language of a file that a frame names by its path in the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PathOf {
    Python,
    JavaScript,
}

impl PathOf {
    fn of(file: &str) -> Option<PathOf> {
        if is_python(file) { Some(PathOf::Python) } else { is_javascript(file).then_some(PathOf::JavaScript) }
    }
}

fn is_python(file: &str) -> bool {
    file.strip_suffix(".py").is_some()
}

/// Returns true if a file of Python contains a test class, `package.module.Class`, or is the module of that name.
fn contains_class(file: &str, class: &str) -> bool {
    let module = file.strip_suffix(".py").unwrap_or(file);
    let is_named = |name: &str| {
        let mut folders = module.rsplit('/');
        !name.is_empty() && name.rsplit('.').all(|part| folders.next() == Some(part))
    };
    is_named(class)
        || class.match_indices('.').any(|(dot, _)| {
            let (module, member) = (&class[..dot], &class[dot + 1..]);
            member.starts_with(|c: char| c.is_uppercase() || c == '_') && is_named(module)
        })
}

fn is_within(class: &str, package: &str) -> bool {
    class.strip_prefix(package).is_some_and(|rest| rest.starts_with('.'))
}

impl<'a> Frame<'a> {
    /// Reads one line of a trace; None if it is not a frame.
    pub(crate) fn read(line: &'a str, test_class: &str) -> Option<Frame<'a>> {
        let call = line.trim_start();
        // A JVM indents its frames.
        if call.len() == line.len() { None } else { Frame::of_call(call, test_class) }
    }

    /// Reads a call as a frame names it, without an indentation. In messages of soft assertions the class has
    /// no package.
    pub(crate) fn of_call(call: &'a str, test_class: &str) -> Option<Frame<'a>> {
        let call = without_jar(call.strip_prefix("at ")?.trim_end())?;
        let (called, place) = call.strip_suffix(')')?.rsplit_once('(')?;
        let Place { file, line, path } = read_place(place)?;
        // Most frames of a JVM name no module.
        let has_module = memchr(b'/', called.as_bytes()).is_some();
        let word = WORDS.iter().find(|(word, _)| has_module && called.starts_with(word));
        let end = match word {
            Some((word, _)) => word.len(),
            // The path of a module of JavaScript stands where a class has its package.
            None if !has_module || path == Some(PathOf::JavaScript) => 0,
            None => module_end(called),
        };
        let (module, called) = called.split_at(end);
        let (class, method) = called.rsplit_once('.')?;
        let file_name = file.unwrap_or("");
        let origin = match (word, path) {
            (Some((_, origin)), _) => Some(*origin),
            (None, Some(PathOf::JavaScript)) => Some(javascript::origin(file_name, test_class)),
            (None, Some(PathOf::Python)) if contains_class(file_name, test_class) => Some(Origin::Test),
            (None, Some(PathOf::Python)) => Some(Origin::Project),
            (None, None) => None,
        };
        // Folders and files of Python have any name, and code that was made at run time has none: `<string>`.
        let origin = origin.filter(|_| !class.is_empty());
        if !is_method(method) {
            return None;
        }
        let origin = match origin {
            Some(origin) => origin,
            None if is_class(class) => Origin::of(class, module, test_class),
            None if is_class_in_words(class, test_class) => Origin::Test,
            None => return None,
        };
        Some(Frame { module, class, method, file, line, origin })
    }

    /// Returns `class.method` without the numbers that the compiler or the JVM changes: a lambda is named
    /// after the method that holds it, a hidden class after the class that made it.
    pub(crate) fn name(&self) -> String {
        let host = memmem::find(self.class.as_bytes(), b"$$Lambda");
        let class = host.map_or(self.class, |end| &self.class[..end]);
        [class, ".", self.lambda_within().unwrap_or(self.method)].concat()
    }

    /// Returns true for the test's own call: of its class, or its function in a class that it inherits it from.
    pub(crate) fn is_of_test(&self, test: &str) -> bool {
        let function = test.rsplit("::").next().and_then(|name| name.split('[').next());
        self.origin == Origin::Test || Some(self.method) == function && self.is_in_test_code()
    }

    /// Returns true for a call in code of tests: a frame of Python or JavaScript names its file by the path
    /// in the project, one of a JVM its class, and the name of a file that may declare further classes.
    pub(crate) fn is_in_test_code(&self) -> bool {
        match self.file {
            Some(file) if PathOf::of(file).is_some() => self.module.is_empty() && is_test_code(file),
            file => {
                is_test_class(self.simple_class().split('$').next().unwrap_or(""))
                    || file.is_some_and(is_test_code)
            }
        }
    }

    /// Returns true for a call that no source has: of a class that a library makes at run time, or one of
    /// Groovy's call sites.
    pub(crate) fn is_generated(&self) -> bool {
        let is_call_site = self.class.contains('$')
            && ["call", "callCurrent", "callStatic", "callConstructor"].contains(&self.method);
        self.file.is_none() && !self.class.contains("$$Lambda") && (self.class.contains("$$") || is_call_site)
    }

    /// Returns true for a frame that version 1.0 took for the project's, as the ways of failing in labels
    /// need it: it knew no libraries of a JVM.
    pub(crate) fn was_projects_in_version_1(&self) -> bool {
        self.origin == Origin::Project || self.origin == Origin::Library && self.module != "library/"
    }

    /// Returns false for a frame that version 1.0 did not read: its class has a name in words.
    pub(crate) fn was_read_by_version_1(&self) -> bool {
        !has_blank(self.class)
    }

    /// Returns the class without its package: `Outer$Inner`; of a function of no class its file, `store.test`
    /// in `store.test.ts`.
    pub(crate) fn simple_class(&self) -> &'a str {
        let is_file =
            self.file.and_then(|file| file.rsplit_once('.')).is_some_and(|(stem, _)| stem == self.class);
        if is_file {
            return self.class.rsplit('/').next().unwrap_or(self.class);
        }
        self.class.rsplit('.').next().unwrap_or(self.class)
    }

    pub(crate) fn is_in_method(&self, method: &str) -> bool {
        self.method == method || self.lambda_within() == Some(method)
    }

    pub(crate) fn lambda_within(&self) -> Option<&'a str> {
        let (method, number) = self.method.strip_prefix("lambda$")?.rsplit_once('$')?;
        number.bytes().all(|digit| digit.is_ascii_digit()).then_some(method)
    }
}

/// Removes the text that logging libraries add after a frame: ` ~[some.jar:1.0]` or ` [classes/:?]`.
fn without_jar(call: &str) -> Option<&str> {
    if !call.ends_with(']') {
        return Some(call);
    }
    let (frame, jar) = call.split_at(call.rfind(')')? + 1);
    (jar.starts_with(" ~[") || jar.starts_with(" [")).then_some(frame)
}

/// Returns the end of class loader and module: after the last slash, except a hidden class's, `Class$$Lambda/0x00007f`.
fn module_end(called: &str) -> usize {
    let mut ends = called.rmatch_indices('/').map(|(slash, _)| slash + 1);
    ends.find(|&end| !called[end..].starts_with(|next: char| next.is_ascii_digit())).unwrap_or(0)
}

/// True for the characters of ASCII that are in no name of a class.
const NOT_IN_CLASSES: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b" \t\n\x0b\x0c\r()[]{}<>,;:=\"'";
    let mut at = 0;
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
};

/// Returns true for a possible name of a class. A huge trace has millions of frames: bytes decide.
fn is_class(class: &str) -> bool {
    let mut before = b'.';
    for byte in class.bytes() {
        if NOT_IN_CLASSES[usize::from(byte)] || byte == b'.' && before == b'.' {
            return false;
        }
        before = byte;
    }
    before != b'.' && (class.is_ascii() || !has_blank(class))
}

/// Returns true for the test's own class, `a.Purse tests$draws$1`, which in Kotlin may have a name in words;
/// in a test's name the words are joined.
fn is_class_in_words(class: &str, test_class: &str) -> bool {
    if test_class.is_empty() || !has_blank(class) {
        return false;
    }
    let joined: String = class.chars().map(|c| if c.is_whitespace() { '_' } else { c }).collect();
    joined.strip_prefix(test_class).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}

/// The names that the JVM and Python give to code that has none.
const NOT_NAMED: [&str; 9] = [
    "<init>",
    "<clinit>",
    "<module>",
    "<lambda>",
    "<genexpr>",
    "<listcomp>",
    "<dictcomp>",
    "<setcomp>",
    "<anonymous>",
];

/// Returns true for a possible method name: nearly any text, because Kotlin and Scala allow sentences in backticks.
fn is_method(method: &str) -> bool {
    if method.starts_with('<') {
        return NOT_NAMED.contains(&method);
    }
    !method.is_empty()
        && method.trim() == method
        && !method.bytes().any(|byte| matches!(byte, b'/' | b';' | b'[' | b'<' | b'>' | b'\t'))
}

/// The place that a frame names in its parentheses.
struct Place<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    /// The language of the file if it is named by its path.
    path: Option<PathOf>,
}

/// Reads the text in a frame's parentheses; None if no JVM would print it there.
fn read_place(place: &str) -> Option<Place<'_>> {
    let is_generated = place.starts_with('<') && place.ends_with('>');
    if is_generated || matches!(place, "Native Method" | "Unknown Source") {
        return Some(Place { file: None, line: None, path: None });
    }
    let (file, line) = match place.rsplit_once(':') {
        Some((file, line)) => (file, Some(line.parse().ok()?)),
        None => (place.contains('.').then_some(place)?, None),
    };
    if matches!(file, "" | "Unknown Source") {
        return Some(Place { file: None, line, path: None });
    }
    let path = PathOf::of(file);
    let is_name = path.is_some() || !file.contains(':') && !has_blank(file);
    is_name.then_some(Place { file: Some(file), line, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Frame<'_>> {
        Frame::read(line, "org.acme.Pen_ESTest")
    }

    #[test]
    fn frames_printed_by_jvms_are_read() {
        for (line, module, class, method, file, number) in [
            ("\tat org.acme.Pen.draw(Pen.java:12)", "", "org.acme.Pen", "draw", Some("Pen.java"), Some(12)),
            ("\tat Main.main(Main.java)", "", "Main", "main", Some("Main.java"), None),
            (
                "\tat java.base/java.lang.Integer.parse(Native Method)",
                "java.base/",
                "java.lang.Integer",
                "parse",
                None,
                None,
            ),
            ("\tat app//a.B.<init>(Unknown Source)", "app//", "a.B", "<init>", None, None),
            (
                "\tat loader/mod@9.0/a.B.<clinit>(B.java:1)",
                "loader/mod@9.0/",
                "a.B",
                "<clinit>",
                Some("B.java"),
                Some(1),
            ),
            ("    at a.B$1.lambda$run$0(B.java:7)\r", "", "a.B$1", "lambda$run$0", Some("B.java"), Some(7)),
            (
                "\tat a.B$$Lambda$14/0x0000000800c8.run(Unknown Source)",
                "",
                "a.B$$Lambda$14/0x0000000800c8",
                "run",
                None,
                None,
            ),
            (
                "\tat java.base/a.B$$Lambda/12.run(Unknown Source)",
                "java.base/",
                "a.B$$Lambda/12",
                "run",
                None,
                None,
            ),
            (
                "\tat a.PenTest.it draws (twice) a line(PenTest.kt:3)",
                "",
                "a.PenTest",
                "it draws (twice) a line",
                Some("PenTest.kt"),
                Some(3),
            ),
            ("\tat a.Pen$.$plus$eq(Pen.scala:9)", "", "a.Pen$", "$plus$eq", Some("Pen.scala"), Some(9)),
            ("\tat a.Größe.café(Größe.java:2)", "", "a.Größe", "café", Some("Größe.java"), Some(2)),
            (
                "\tat a.B$$FastClassByCGLIB$$1.invoke(<generated>)",
                "",
                "a.B$$FastClassByCGLIB$$1",
                "invoke",
                None,
                None,
            ),
            ("\tat a.a.b(SourceFile:4)", "", "a.a", "b", Some("SourceFile"), Some(4)),
            ("\tat a.a.b(Unknown Source:4)", "", "a.a", "b", None, Some(4)),
            ("\tat a.B.c(B.java:1) ~[lib-1.0.jar:?]", "", "a.B", "c", Some("B.java"), Some(1)),
        ] {
            let frame = read(line).unwrap_or_else(|| panic!("a frame: {line}"));
            assert_eq!((frame.module, frame.class, frame.method), (module, class, method), "{line}");
            assert_eq!((frame.file, frame.line), (file, number), "{line}");
        }
    }

    #[test]
    fn frames_of_python_are_read() {
        for (line, module, class, method, file, origin) in [
            (
                "shop.purse.Purse.take(src/shop/purse.py:3)",
                "",
                "shop.purse.Purse",
                "take",
                "src/shop/purse.py",
                Origin::Project,
            ),
            (
                "t.unit.test_pen.<lambda>(t/unit/test_pen.py:3)",
                "",
                "t.unit.test_pen",
                "<lambda>",
                "t/unit/test_pen.py",
                Origin::Test,
            ),
            (
                "unit.test_pen.TestPen.test(my unit/test_pen.py:3)",
                "",
                "unit.test_pen.TestPen",
                "test",
                "my unit/test_pen.py",
                Origin::Project,
            ),
            (
                "python/json.dumps(json/__init__.py:3)",
                "python/",
                "json",
                "dumps",
                "json/__init__.py",
                Origin::Python,
            ),
            (
                "library/<string>.<module>(<string>:1)",
                "library/",
                "<string>",
                "<module>",
                "<string>",
                Origin::Library,
            ),
            (
                "framework/_pytest.python.?(_pytest/python.py:1)",
                "framework/",
                "_pytest.python",
                "?",
                "_pytest/python.py",
                Origin::Framework,
            ),
        ] {
            let line = format!("\tat {line}");
            let frame =
                Frame::read(&line, "unit.test_pen.TestPen").unwrap_or_else(|| panic!("a frame: {line}"));
            assert_eq!((frame.module, frame.class, frame.method), (module, class, method), "{line}");
            assert_eq!((frame.file, frame.origin), (Some(file), origin), "{line}");
        }
    }

    #[test]
    fn lines_similar_to_a_frame_are_not_frames() {
        for line in [
            "at a.B.c(B.java:1)",
            "\tat position 3.5 (see the manual)",
            "\tat a.B.c(B.java:x)",
            "\tat a.B.c(B.java:1",
            "\tat a.B.c",
            "\tat nowhere(B.java:1)",
            "\tat .c(B.java:1)",
            "\tat a..b(B.java:1)",
            "\tat a.B.c (B.java:1)",
            "\tat a.B.(B.java:1)",
            "\tat a.B.c(some text)",
            "\tat a.B.c()",
            "\tat a b.c(B.java:1)",
            "\tat ",
            "\tat )(",
            "\tat a.B.c]",
            "\t...",
            "",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn origins() {
        for (class, origin) in [
            ("org.acme.Pen_ESTest", Origin::Test),
            ("org.acme.Pen_ESTest$1", Origin::Test),
            ("org.acme.Pen_ESTestHelper", Origin::Project),
            ("org.acme.Pen", Origin::Project),
            ("com.other.Library", Origin::Project),
            ("javassist.ClassPool", Origin::Project),
            ("junit.framework.TestCase", Origin::Framework),
            ("org.junit.jupiter.api.Assertions", Origin::Framework),
            ("org.evosuite.runtime.EvoRunner", Origin::Framework),
            ("worker.org.gradle.process.Worker", Origin::Framework),
            ("java.util.ArrayList", Origin::Jdk),
            ("kotlin.coroutines.jvm.internal.BaseContinuationImpl", Origin::Jdk),
            ("kotlinx.coroutines.DispatchedTask", Origin::Jdk),
            ("kotlin.collections.CollectionsKt", Origin::Library),
            ("org.codehaus.groovy.runtime.InvokerHelper", Origin::Library),
            ("com.sun.proxy.$Proxy4", Origin::Jdk),
            ("java.lang.reflect.Method", Origin::Reflection),
            ("jdk.internal.reflect.NativeMethodAccessorImpl", Origin::Reflection),
        ] {
            assert_eq!(Origin::of(class, "", "org.acme.Pen_ESTest"), origin, "{class}");
        }
        assert_eq!(Origin::of("org.xml.sax.Parser", "java.xml/", ""), Origin::Jdk);
    }

    #[test]
    fn a_framework_under_test_is_the_project() {
        assert_eq!(Origin::of("org.mockito.Mockito", "", "org.mockito.MockitoTest"), Origin::Project);
        assert_eq!(Origin::of("org.junit.Assert", "", "org.mockito.MockitoTest"), Origin::Framework);
        assert_eq!(Origin::of("javax.money.Money", "", "javax.money.MoneyTest"), Origin::Project);
    }

    #[test]
    fn a_test_class_in_words_is_recognized() {
        let frame = |line| Frame::read(line, "a.Purse_tests").expect("a frame");
        assert_eq!(frame("\tat a.Purse tests$seq$1.invoke(P.kt:3)").origin, Origin::Test);
        assert_eq!(frame("\tat a.Purse tests.pays (twice), ok(P.kt:3)").method, "pays (twice), ok");
        assert_eq!(Frame::read("\tat a.Other tests.pays(P.kt:3)", "a.Purse_tests"), None);
    }

    #[test]
    fn calls_that_no_source_has_are_recognized() {
        for (line, is_generated) in [
            ("\tat a.Pen$draw.call(Unknown Source)", true),
            ("\tat a.Pen$$EnhancerBySpringCGLIB$$1.draw(<generated>)", true),
            ("\tat a.Pen$$Lambda$14/0x1.call(Unknown Source)", false),
            ("\tat a.Pen$Ink.call(Pen.java:3)", false),
            ("\tat a.Pen.draw(Unknown Source)", false),
        ] {
            assert_eq!(read(line).expect("a frame").is_generated(), is_generated, "{line}");
        }
    }

    #[test]
    fn lambdas_name_their_method() {
        let frame = read("\tat a.B.lambda$dr$aw$12(B.java:7)").expect("a frame");
        assert_eq!(frame.lambda_within(), Some("dr$aw"));
        assert_eq!(read("\tat a.B.lambda$x$y(B.java:7)").expect("a frame").lambda_within(), None);
        assert_eq!(read("\tat a.B$C.draw(B.java:7)").expect("a frame").simple_class(), "B$C");
        let of_file = read("\tat tests/pen.test.<anonymous>(tests/pen.test.ts:7)").expect("a frame");
        assert_eq!(of_file.simple_class(), "pen.test");
    }
}
