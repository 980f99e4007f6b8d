//! JUnit XML that is truncated, malformed or malicious: the readable part is kept, the rest is reported.

use std::fs;

use fossick::import::{Import, Options};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::junit::fixture;
use crate::support::{load, load_with, rejected, tests};

const STRICT: Options = Options { strict: true, rebuild: false, all_tests: false, keep_indexes: false };

/// Two failures, an error with markup in its message, a skipped and two passed tests.
const REPORT: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<testsuite name=\"a.B\" tests=\"6\">
  <testcase name=\"one\" classname=\"a.B\"/>
  <testcase name=\"two\" classname=\"a.B\">
    <failure type=\"x.E\" message=\"first &lt;m&gt;\">x.E: first &lt;m&gt;
\tat a.B.two(B.java:2)
</failure>
  </testcase>
  <testcase name=\"three\" classname=\"a.B\">
    <error type=\"x.F\"><![CDATA[x.F: größer
\tat a.B.three(B.java:3)
]]></error>
    <system-out><![CDATA[printed]]></system-out>
  </testcase>
  <testcase name=\"four\" classname=\"a.B\"><skipped/></testcase>
  <testcase name=\"five\" classname=\"a.B\"></testcase>
</testsuite>
";

/// Failed tests, and rejected records with their lines.
fn kept(report: &str) -> (Vec<String>, Vec<(u64, String)>) {
    let import = load(report).expect("something can be used");
    let owned = |(line, reason): (u64, &str)| (line, reason.to_owned());
    (
        tests(&import).into_iter().filter(|test| !test.ends_with("::<rest>")).map(str::to_owned).collect(),
        rejected(&import).into_iter().map(owned).collect(),
    )
}

#[test]
fn a_truncated_report_gives_the_tests_before_the_cut() {
    let cut = |at: &str| &REPORT[..REPORT.find(at).expect("it is there") + at.len()];
    let (failed, faults) = kept(cut("five\" classname=\"a.B\">"));
    assert_eq!(failed, ["a.B::two", "a.B::three"]);
    assert_eq!(
        faults,
        [(16, "the report ends too early: it is truncated; a.B::five is left out".to_owned())]
    );
    let (failed, faults) = kept(cut("größer"));
    assert_eq!(failed, ["a.B::two", "a.B::three"], "that it failed is certain");
    let reason = "the report breaks off: CDATA not closed: `]]>` not found before end of input; a.B::three had failed before, and is kept";
    assert_eq!(faults[0], (10, reason.to_owned()));
    let import = load(cut("größer")).expect("something can be used");
    assert_eq!(import.corpus.failures[1].trace.0.as_ref(), "a.B::three\nx.F: größer");
    let error = load_with(cut("größer"), STRICT).expect_err("strict reading stops").to_string();
    assert!(error.contains("line 10: the report breaks off"), "{error}");
}

/// Each failure of a report that was cut off anywhere is one of the whole report, the last perhaps with less of its trace.
#[test]
fn a_report_may_be_cut_off_anywhere() {
    let whole = load(REPORT).expect("the whole report is good");
    for cut in 0..REPORT.trim_end().len() {
        let Ok(import) = load(&REPORT.as_bytes()[..cut]) else { continue };
        assert!(!import.sources[0].rejected.is_empty(), "cut at {cut}");
        let begun = REPORT[..REPORT.floor(cut)].matches("<testcase ").count();
        let source = &import.sources[0];
        let tests = source.failed + source.passed + source.not_executed - source.without_test;
        assert!(tests <= begun && tests + 1 >= begun, "cut at {cut}: {tests} of {begun}");
        let failures = import.corpus.failures.iter().filter(|failure| failure.is_executed());
        for (failure, expected) in failures.zip(&whole.corpus.failures) {
            assert_eq!(failure.test, expected.test, "cut at {cut}");
            let (trace, expected) = (&failure.trace.0, &expected.trace.0);
            let is_beginning = expected.starts_with(trace.trim_end_matches(['\u{FFFD}', '&', 'l', 't', 'g']));
            let has_caption_only = trace.lines().count() == 2;
            assert!(is_beginning || has_caption_only, "cut at {cut}: {trace:?}");
        }
    }
}

trait Floor {
    fn floor(&self, place: usize) -> usize;
}

impl Floor for str {
    /// The last place up to this one that is not within a character.
    fn floor(&self, place: usize) -> usize {
        (0..=place).rev().find(|&place| self.is_char_boundary(place)).unwrap_or(0)
    }
}

#[test]
fn after_a_break_the_next_tests_are_read() {
    let broken = REPORT.replace("]]></error>", "</error>").replace("<![CDATA[printed]]>", "printed");
    let (failed, faults) = kept(&broken);
    assert_eq!(failed, ["a.B::two", "a.B::three"]);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(load(&broken).expect("most can be used").sources[0].passed, 2, "`five` comes after the break");
    let unclosed = REPORT.replacen("  </testcase>\n", "", 1);
    let (failed, faults) = kept(&unclosed);
    assert_eq!(failed, ["a.B::two", "a.B::three"]);
    assert_eq!(
        faults,
        [(4, "the test never ends: another <testcase> begins within it; a.B::two had failed before, and is kept".to_owned())]
    );
    let doubled = format!("{REPORT}{}", REPORT.replace("a.B", "a.C"));
    assert_eq!(
        kept(&doubled),
        (["a.B::two", "a.B::three", "a.C::two", "a.C::three"].map(str::to_owned).to_vec(), vec![])
    );
}

#[test]
fn unescaped_messages_are_text() {
    let report = "<testsuite name='a.B'><testcase name='c'><failure type='x.E' message='expected:<1> & more'>x.E: expected:<1> & <b>bold</b> but was:<2>\n\tat a.B.c(B.java:1)</failure></testcase>\n<testcase name='d'/></testsuite>";
    let import = load(report).expect("it can be used");
    assert_eq!(import.corpus.failures[0].trace.message(), "expected:<1> & <b>bold</b> but was:<2>");
    assert_eq!((import.sources[0].passed, rejected(&import).len()), (1, 0));
    assert_eq!(import.sources[0].repaired.len(), 1);
}

#[test]
fn files_that_are_not_reports_are_rejected() {
    for (report, expected) in
        [("<testsuites>", "it is truncated"), ("<testsuite name='a", "value not closed")]
    {
        match load(report) {
            Err(error) => assert!(error.to_string().contains(expected), "{report}: {error}"),
            Ok(import) => panic!("{report}: {import:?}"),
        }
    }
}

#[test]
fn entities_are_never_resolved() {
    let folder = tempfile::tempdir().expect("a folder");
    let secret = folder.path().join("secret");
    fs::write(&secret, "the secret").expect("written");
    let mut entities = String::from("<!ENTITY l0 'lol'>");
    for level in 1..30 {
        let below = format!("&l{};", level - 1).repeat(10);
        entities.push_str(&format!("<!ENTITY l{level} '{below}'>"));
    }
    let report = format!(
        "<?xml version='1.0'?>\n<!DOCTYPE testsuite [{entities}<!ENTITY x SYSTEM 'file://{}'><!ENTITY % p SYSTEM 'http://localhost/'> %p;]>\n<testsuite name='a.B'><testcase name='&l29;' classname='a.B'><failure type='x.E' message='m'>x.E: &x; &l29;</failure></testcase></testsuite>",
        secret.display()
    );
    let import = load(&report).expect("the rest can be used");
    let failure = &import.corpus.failures[0];
    assert_eq!(&*failure.trace.0, "a.B::&l29;\nx.E: &x; &l29;");
    let repaired: Vec<&str> = import.sources[0].repaired.iter().map(|repaired| &*repaired.reason).collect();
    assert!(repaired[0].contains("declares entities") && repaired[1].contains("&l29;"), "{repaired:?}");
}

#[test]
fn deep_nesting_is_rejected_without_overflow() {
    let deep = |element: &str, times: usize| {
        let open = format!("<{element}>").repeat(times);
        let close = format!("</{element}>").repeat(times);
        format!("<testsuite name='a.B'><testcase name='c'/>{open}{close}</testsuite>\n")
    };
    let import = load(deep("property", 200_000)).expect("it can be used");
    assert_eq!((import.sources[0].passed, rejected(&import).len()), (1, 0));
    let (_, faults) = kept(&deep("testsuite", 200_000));
    assert!(faults[0].1.contains("64 deep"), "{faults:?}");
    let within = format!(
        "<testsuite><testcase name='c' classname='a.B'><failure>{}</failure></testcase></testsuite>",
        "<a>".repeat(100_000)
    );
    assert_eq!(load(within).expect("it can be used").sources[0].failed, 1);
    // Each of these never ends, and is looked at to the end.
    let many: String = (0..20_000).map(|_| "<testcase name='c' classname='a.B'>\n<![CDATA[\n").collect();
    let error = load(format!("<testsuite>\n<testcase name='b' classname='a.B'/>\n{many}"))
        .map(|import| rejected(&import).len());
    assert!(error.is_ok_and(|faults| faults < 500));
}

#[test]
fn other_encodings_are_read() {
    let report = |encoding: &str| REPORT.replace("UTF-8", encoding);
    let utf_16: Vec<u8> = report("UTF-16").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let latin: Vec<u8> = report("ISO-8859-1").chars().map(|c| u8::try_from(c).expect("Latin")).collect();
    let marked = [b"\xEF\xBB\xBF", REPORT.as_bytes()].concat();
    let marked_16 = [b"\xFF\xFE".to_vec(), utf_16.clone()].concat();
    for bytes in [utf_16, marked_16, latin.clone(), marked] {
        let import = load_with(bytes, STRICT).expect("the encoding is declared");
        assert_eq!(import.corpus.failures[1].trace.message(), "größer");
        assert_eq!(import.sources[0].repaired, []);
    }
    let body = latin.iter().position(|&byte| byte == b'\n').expect("a first line");
    let undeclared = [b"<?xml version='1.0'?>", &latin[body..]].concat();
    let import = load(undeclared).expect("the rest can be used");
    assert_eq!(import.corpus.failures[1].trace.message(), "gr\u{FFFD}\u{FFFD}er");
    assert_eq!(import.sources[0].repaired[0].line, 10, "the first odd byte");
}

/// Pieces that mean something in a report.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let pieces: [&[u8]; 26] = [
        b"<",
        b">",
        b"</",
        b"/>",
        b"'",
        b"\"",
        b"&",
        b";",
        b"&#",
        b"<![CDATA[",
        b"]]>",
        b"<!--",
        b"-->",
        b"<?",
        b"<!DOCTYPE x [",
        b"\n<testcase name='n'>",
        b"</testcase>",
        b"<testsuite name='s'>",
        b"</testsuite>",
        b"<failure message='m'>",
        b"</failure>",
        b"<rerunFailure>",
        b"<flakyFailure/>",
        b"<system-out>",
        b"\xFF",
        b"\0",
    ];
    let piece = prop_oneof![
        4 => prop::sample::select(pieces.to_vec()).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// No test is counted twice, none has an empty name, and every failure has a trace of the usual form.
fn is_sound(import: &Import) {
    for failure in &import.corpus.failures {
        assert!(failure.trace.0.split('\n').count() >= 2 && failure.test.contains("::"), "{failure:?}");
    }
    let mut names = tests(import);
    names.extend(import.others.iter().map(|other| &*other.test));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "every name is unique");
    let source = &import.sources[0];
    let counts = source.reports.expect("reports were read");
    let tests = source.failed + source.passed + source.not_executed;
    assert_eq!(source.records, tests + counts.retries + counts.superseded);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_in_a_report(places in prop::collection::vec((any::<Index>(), 0_usize..30, noise()), 1..4)) {
        let mut bytes = REPORT.as_bytes().to_vec();
        for (place, length, content) in places {
            let start = place.index(bytes.len());
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, content);
        }
        if let Ok(import) = load(&bytes) && import.sources[0].reports.is_some() {
            is_sound(&import);
        }
        if let Ok(import) = load_with(&bytes, STRICT) {
            prop_assert_eq!(import.sources[0].rejected.len(), 0);
        }
    }

    #[test]
    fn any_piece_of_a_real_report(start: Index, length: Index, twice: bool) {
        let whole = fs::read(fixture("maven/pen/target/surefire-reports/TEST-org.inkwell.pen.PenTest.xml")).expect("it is there");
        let start = start.index(whole.len());
        let piece = &whole[start..start + length.index(whole.len() - start)];
        let bytes = [b"<testsuite name='a.B'>".as_slice(), piece, if twice { piece } else { b"" }].concat();
        if let Ok(import) = load(&bytes) && import.sources[0].reports.is_some() {
            is_sound(&import);
        }
    }
}
