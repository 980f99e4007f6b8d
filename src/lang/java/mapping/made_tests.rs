//! Tests of what is checked: the comparison, what is given something to work on, what a helper is given, the iterator that
//! was handed out, and what the library sorted.

use std::sync::Arc;

use crate::lang::java::index::tests::index;
use crate::model::{Focal, StackTrace};

/// Stamps of a press, its rolls behind an interface, and the pages that it prints.
const SOURCES: [(&str, &str); 4] = [
    (
        "src/main/java/a/Stamp.java",
        "package a;
import java.util.*;
public class Stamp implements Comparable<Stamp> {
    private final int size;
    private final String ink;
    Stamp(int size, String ink) { this.size = size; this.ink = ink; }
    public static Stamp of(int size) { return new Stamp(size, null); }
    public Draft draft() { return new Draft(this); }
    public Stamp wider() { return new Stamp(size + 1, ink); }
    public boolean fits(Stamp other) { return size * 2 < other.size; }
    public String code() { StringBuilder all = new StringBuilder(); for (int i = 0; i < size; i++) { all.append(i); } return all.toString(); }
    public String format(Object... marks) { StringBuilder all = new StringBuilder(); for (Object mark : marks) { all.append(mark); } return all.toString(); }
    @Override public int compareTo(Stamp other) { return Integer.compare(size, other.size); }
    @Override public boolean equals(Object other) { return other instanceof Stamp && ((Stamp) other).size == size; }
    @Override public String toString() { return \"stamp \" + size; }
    public static class Draft {
        private int size;
        private String ink;
        Draft(Stamp from) { size = from.size; }
        public Draft ink(String given) { ink = given.trim(); return this; }
        public Stamp build() { return new Stamp(size, ink); }
    }
}
",
    ),
    ("src/main/java/a/Store.java", "package a;\nimport java.util.*;\npublic interface Store { List<Stamp> getStamps(); boolean contains(Stamp stamp); }\n"),
    (
        "src/main/java/a/Box.java",
        "package a;
import java.util.*;
public class Box implements Store {
    private final List<Stamp> stamps = new ArrayList<>();
    public Box(int from, int to) { for (int i = from; i < to; i++) { stamps.add(Stamp.of(i)); } }
    @Override public List<Stamp> getStamps() { return stamps; }
    @Override public boolean contains(Stamp stamp) { for (Stamp own : stamps) { if (own == stamp) { return true; } } return false; }
}
",
    ),
    (
        "src/main/java/a/Pages.java",
        "package a;
import java.io.*;
import java.util.*;
public class Pages implements Iterable<String> {
    private final List<String> pages = new ArrayList<>();
    private final Turns turns = new Turns();
    private Pages() { }
    public static Pages of(Reader from) { Pages pages = new Pages(); pages.pages.add(\"\" + from); return pages; }
    public static Pages of(String from) { Pages pages = new Pages(); pages.pages.add(from.trim()); return pages; }
    public Pages cut(String mark) { if (mark.isEmpty()) { throw new IllegalArgumentException(); } return of(mark); }
    public List<String> names() { return pages; }
    public List<String> titles() { return new ArrayList<>(pages); }
    public int getCount() { return pages.size(); }
    @Override public Iterator<String> iterator() { return turns; }
    class Turns implements Iterator<String> {
        private int at;
        @Override public boolean hasNext() { return at + 1 < pages.size(); }
        @Override public String next() { return pages.get(at++); }
    }
}
",
    ),
];

/// The helpers of the tests.
const HELPERS: &str = "    private void assertFits(Stamp one, Stamp other) { assertTrue(one + \" should fit \" + other, one.fits(other)); }
    private void assertHas(Store store, Stamp stamp) { assertTrue(store.contains(stamp)); }
    private void assertFew(Store store) { int size = store.getStamps().size(); assertTrue(size > 0 && size < 3); }
    private void every(Stamp stamp, Object[] marks) { assertEquals(\"ab\", stamp.format(marks)); }
";

/// Returns the focal method of a test that failed on the last line of its body, maybe in a helper.
fn focal_of(name: &str, body: &str, message: &str) -> String {
    let head = format!(
        "package a;\nimport static org.junit.Assert.*;\nimport java.io.*;\nimport java.util.*;\nimport org.junit.Test;\npublic class StampTest {{\n{HELPERS}    @Test public void {name}() {{\n"
    );
    let lines: String = body.lines().map(|line| format!("        {line}\n")).collect();
    let test = format!("{head}{lines}    }}\n}}\n");
    let line = head.lines().count() + body.lines().count();
    let failed = body.lines().last().unwrap_or("");
    let helper = HELPERS.lines().enumerate().find_map(|(at, helper)| {
        let name = helper.split('(').next()?.rsplit(' ').next()?;
        failed
            .starts_with(&format!("{name}("))
            .then(|| format!("\tat a.StampTest.{name}(StampTest.java:{})\n", at + 7))
    });
    let trace = format!(
        "a.StampTest::{name}\njava.lang.AssertionError: {message}\n\tat org.junit.Assert.fail(Assert.java:89)\n{}\tat a.StampTest.{name}(StampTest.java:{line})\n",
        helper.unwrap_or_default()
    );
    let mut files = SOURCES.to_vec();
    files.push(("src/test/java/a/StampTest.java", &test));
    let located = index(&files).locate("a.StampTest", name, &StackTrace(Arc::from(trace)));
    match located.expect("the test").focal {
        Focal::Decided(focal) => focal.name.trim_start_matches("a.").to_owned(),
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

fn are_found(cases: &[(&str, &str)]) {
    for (body, focal) in cases {
        assert_eq!(focal_of("works", body, "x"), *focal, "{body}");
    }
}

#[test]
fn a_comparison_fails_if_what_differs_counts_as_equal_or_prints_alike() {
    let told = "Stamp one = Stamp.of(1).draft().ink(\"red\").build();\n";
    let same = format!("{told}Stamp two = one.draft().ink(\"red\").build();\nassertEquals(one, two);");
    assert_eq!(focal_of("works", &same, "expected:<stamp 1> but was:<stamp 1>"), "Stamp.equals");
    assert_ne!(focal_of("works", &same, "expected:<stamp 1> but was:<stamp 2>"), "Stamp.equals");
    let other = format!("{told}Stamp two = Stamp.of(2);\nassertNotEquals(one, two);");
    let wider = format!("{told}Stamp two = one.wider();\nassertNotEquals(one, two);");
    are_found(&[(&other, "Stamp.equals"), (&wider, "Stamp.wider")]);
}

#[test]
fn what_is_given_something_to_work_on_does_not_only_show_its_object() {
    are_found(&[
        (
            "Stamp stamp = Stamp.of(1).draft().ink(\"red\").build();\nassertEquals(\"ab\", stamp.format(\"a\", \"b\"));",
            "Stamp.format",
        ),
        ("every(Stamp.of(1).draft().ink(\"red\").build(), new Object[] {\"a\"});", "Stamp.format"),
        ("assertEquals(\"01\", Stamp.of(1).wider().code());", "Stamp.wider"),
        ("assertEquals(\"0\", Stamp.of(1).code());", "Stamp.code"),
    ]);
}

#[test]
fn a_message_is_no_checked_value() {
    are_found(&[
        ("Stamp one = Stamp.of(1);\nassertTrue(one + \" fits\", one.fits(Stamp.of(3)));", "Stamp.fits"),
        ("Stamp one = Stamp.of(1);\nassertFits(one, Stamp.of(3));", "Stamp.fits"),
    ]);
}

#[test]
fn a_helper_asks_the_object_that_it_is_given() {
    are_found(&[
        ("Store box = new Box(1, 3);\nassertHas(box, Stamp.of(1));", "Box.contains"),
        ("Store box = new Box(1, 3);\nassertFew(box);", "Box.Box"),
        ("assertFew(new Box(1, 9));", "Box.Box"),
    ]);
}

#[test]
fn what_should_throw_is_no_look_at_what_was_made() {
    let throws = "assertThrows(RuntimeException.class, () -> ";
    let pages = "Pages pages = Pages.of(\"a\");\n";
    let looked = format!("{pages}{throws}pages.cut(\"\").iterator());");
    let done = format!("{pages}{throws}pages.cut(\"a\").cut(\"\"));");
    let held = format!("{pages}List<String> titles = pages.titles();\n{throws}titles.add(\"b\"));");
    let alone = format!("{pages}{throws}pages.names().add(\"b\"));");
    are_found(&[
        (&looked, "Pages.cut"),
        (&done, "Pages.cut"),
        (&held, "Pages.titles"),
        (&alone, "Pages.names"),
    ]);
}

#[test]
fn an_iterator_is_of_the_class_that_the_production_code_made() {
    let pages = "Pages pages = Pages.of(\"a\");\n";
    let kept = format!("{pages}Iterator<String> turns = pages.iterator();\nassertFalse(turns.hasNext());");
    let late =
        format!("{pages}Iterator<String> turns;\nturns = pages.iterator();\nassertFalse(turns.hasNext());");
    let inline = format!("{pages}assertEquals(\"b\", pages.iterator().next());");
    let of_library = format!("{pages}assertEquals(\"b\", pages.titles().iterator().next());");
    are_found(&[
        (&kept, "Pages$Turns.hasNext"),
        (&late, "Pages$Turns.hasNext"),
        (&inline, "Pages$Turns.next"),
        (&of_library, "Pages.of"),
    ]);
}

#[test]
fn the_order_of_what_the_library_sorted_is_that_of_compare_to() {
    let made =
        "Stamp a = Stamp.of(1), b = Stamp.of(2);\nList<Stamp> all = new ArrayList<>(Arrays.asList(b, a));\n";
    let sorted = format!("{made}Collections.sort(all);\nassertSame(a, all.get(0));");
    let natural = format!("{made}all.sort(null);\nassertEquals(1, all.get(0).code().length());");
    let by_ink = format!("{made}all.sort((x, y) -> 0);\nassertTrue(all.get(0).fits(a));");
    let kept = "Stamp a = Stamp.of(1);\nSortedSet<Stamp> all = new TreeSet<>(Arrays.asList(a));\nassertSame(a, all.first());";
    are_found(&[
        (&sorted, "Stamp.compareTo"),
        (&natural, "Stamp.compareTo"),
        (&by_ink, "Stamp.fits"),
        (kept, "Stamp.compareTo"),
    ]);
}

#[test]
fn a_text_put_together_and_a_class_named_after_its_base_choose_the_overload() {
    let expected = "Pages.of";
    are_found(&[
        ("Pages pages = Pages.of(\"a\" + 1 + \"b\");\nassertEquals(2, pages.getCount());", expected),
        ("Pages pages = Pages.of(new StringReader(\"a\"));\nassertEquals(2, pages.getCount());", expected),
    ]);
}
