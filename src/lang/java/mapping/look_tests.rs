//! Tests of looks that give a handle, of looks in helpers, of what was null, of a full stack, and of objects that the test's
//! own methods give.

use std::sync::Arc;

use crate::lang::java::index::tests::index;
use crate::model::{Focal, StackTrace};

/// A drawer of purses, which gives slips of what lies in it, and inks behind types of the library.
const SOURCES: [(&str, &str); 2] = [
    (
        "src/main/java/a/Drawer.java",
        "package a;
import java.util.*;
public class Drawer {
    private final Map<String, Purse> purses = new LinkedHashMap<>();
    private int asked;
    public static Drawer unpack(String words) { Drawer drawer = new Drawer(); drawer.read(words); return drawer; }
    private void read(String words) { for (String word : words.split(\" \")) { purses.put(word, new Purse()); } }
    public Slip get(String name) { asked++; Purse purse = purses.get(name); return purse == null ? null : new Slip(purse); }
    public Hand hand(String name) { return new Hand(purses.computeIfAbsent(name, own -> new Purse())); }
    public void tidy() { purses.values().removeIf(purse -> purse.coins < 1); }
    public void pour(Drawer other) { purses.putAll(other.purses); }
    public Iterator<String> names() { return purses.keySet().iterator(); }
    void shake(Hand hand) { hand.drop(); }
    static class Purse { int coins; }
    public static class Slip {
        private final Purse purse;
        Slip(Purse purse) { this.purse = purse; }
        public int getCoins() { return purse.coins; }
    }
    public class Hand {
        private final Purse purse;
        Hand(Purse purse) { this.purse = purse; }
        public void drop() { shake(this); }
        public void put(int coins) { purse.coins += coins; }
    }
}
",
    ),
    (
        "src/main/java/a/Inks.java",
        "package a;
import java.util.*;
public class Inks extends AbstractList<String> {
    private final List<String> inks = new ArrayList<>();
    @Override public boolean add(String ink) { return !inks.contains(ink) && inks.add(ink); }
    @Override public String get(int at) { return inks.get(at); }
    @Override public int size() { return inks.size(); }
    @Override public Object[] toArray() { Object[] all = new Object[size()]; for (int i = 1; i < all.length; i++) { all[i] = get(i); } return all; }
    public Set<String> lids() { return new Lids(); }
    class Lids extends AbstractSet<String> {
        @Override public Iterator<String> iterator() { return inks.iterator(); }
        @Override public int size() { return inks.size(); }
        @Override public boolean remove(Object lid) { inks.remove(lid); return true; }
    }
}
",
    ),
];

/// The field, the set-up and the helpers of the tests.
const HEAD: &str = "package a;
import static org.junit.jupiter.api.Assertions.*;
import java.util.*;
import org.junit.jupiter.api.*;
class DrawerTest extends BaseTest {
    private Drawer drawer;
    private List<String> inks;
    @BeforeEach void setUp() { drawer = Drawer.unpack(\"\"); inks = make(); }
    @Override List<String> make() { return new Inks(); }
    private List<String> inks() { return inks; }
    private void fill(String name) { Drawer.Hand hand = drawer.hand(name); hand.put(3); }
    private void assertGone(String name) { Drawer.Slip slip = drawer.get(name); if (slip != null) { fail(); } }
    private void assertNames(Drawer given) { Iterator<String> names = given.names(); assertEquals(\"a\", names.next()); }
";

/// The class above the tests, with a field that a method of theirs fills.
const BASE: &str = "package a;
import java.util.*;
abstract class BaseTest {
    private Collection<String> made;
    abstract List<String> make();
    void begin() { made = make(); }
    Collection<String> made() { return made; }
    @Nested class LidsTest {
        private Collection<String> lids;
        void begin() { lids = ((Inks) make()).lids(); }
        Collection<String> lids() { return lids; }
        @Test void dropsALid() {
            begin();
            assertFalse(lids().remove(\"a\"));
        }
    }
}
";

/// Returns the focal method of a test whose trace has these lines; `{last}` in them is the last line of its body.
fn focal_below(name: &str, body: &str, thrown: &str) -> String {
    let lines: String = body.lines().map(|line| format!("        {line}\n")).collect();
    let test = format!("{HEAD}    @Test void {name}() {{\n{lines}    }}\n}}\n");
    let last = format!("\tat a.DrawerTest.{name}(DrawerTest.java:{})\n", test.lines().count() - 2);
    let trace = format!("a.DrawerTest::{name}\n{}", thrown.replace("{last}", &last));
    let mut files = SOURCES.to_vec();
    files.push(("src/test/java/a/BaseTest.java", BASE));
    files.push(("src/test/java/a/DrawerTest.java", &test));
    let located = index(&files).locate("a.DrawerTest", name, &StackTrace(Arc::from(trace)));
    match located.expect("the test").focal {
        Focal::Decided(focal) => focal.name.trim_start_matches("a.").replace("Drawer$", ""),
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

fn are_found(thrown: &str, cases: &[(&str, &str, &str)]) {
    for (name, body, focal) in cases {
        assert_eq!(focal_below(name, body, thrown), *focal, "{name}: {body}");
    }
}

const CHECKED: &str = "java.lang.AssertionError: x\n{last}";

#[test]
fn a_look_by_a_key_gives_what_was_put_there() {
    let looked = "Drawer.Slip slip = drawer.get(\"a\");\nassertEquals(3, slip.getCoins());";
    let unpacked = "drawer = Drawer.unpack(\"a\");\n";
    are_found(
        CHECKED,
        &[
            ("works", &format!("{unpacked}{looked}"), "Drawer.unpack"),
            ("works", &format!("{unpacked}drawer.tidy();\n{looked}"), "Drawer.tidy"),
            ("works", &format!("{unpacked}fill(\"a\");\n{looked}"), "Hand.put"),
            ("works", &format!("Drawer drawer = Drawer.unpack(\"a\");\n{looked}"), "Drawer.unpack"),
            ("works", &format!("Drawer drawer = new Drawer();\n{looked}"), "Drawer.get"),
            ("works", looked, "Drawer.get"),
        ],
    );
}

#[test]
fn a_helper_that_only_looks_checks_what_was_done_before() {
    let in_helper = "java.lang.AssertionError\n\tat org.junit.Assert.fail(Assert.java:1)\n\tat a.DrawerTest.assertGone(DrawerTest.java:12)\n{last}";
    are_found(
        in_helper,
        &[
            ("works", "fill(\"a\");\ndrawer.tidy();\nassertGone(\"a\");", "Drawer.tidy"),
            ("works", "drawer = Drawer.unpack(\"a\");\nassertGone(\"a\");", "Drawer.unpack"),
        ],
    );
    let null = "java.lang.NullPointerException: Cannot invoke \"x\" because the return value of \"a.Drawer.get(String)\" is null\n\t\
                at a.DrawerTest.assertGone(DrawerTest.java:12)\n{last}";
    are_found(null, &[("works", "fill(\"a\");\nassertGone(\"a\");", "Drawer.get")]);
    let ended = "java.util.NoSuchElementException\n\tat java.base/java.util.Iterator.next(Iterator.java:1)\n\t\
                 at a.DrawerTest.assertNames(DrawerTest.java:13)\n{last}";
    let poured = "Drawer other = new Drawer();\nother.pour(drawer);\nassertNames(other);";
    are_found(ended, &[("works", poured, "Drawer.pour"), ("namesInOrder", poured, "Drawer.pour")]);
}

#[test]
fn what_was_null_is_what_gave_the_field_its_value() {
    let null = |name: &str, frames: &str| {
        format!(
            "java.lang.NullPointerException: Cannot invoke \"a.Drawer.hand(String)\" because \"{name}\" is null\n{frames}"
        )
    };
    let in_helper = "\tat a.DrawerTest.fill(DrawerTest.java:11)\n{last}";
    let unpacked = "drawer = Drawer.unpack(\"a\");\n";
    are_found(
        &null("this.drawer", in_helper),
        &[
            ("works", &format!("{unpacked}fill(\"b\");"), "Drawer.unpack"),
            ("works", "fill(\"b\");", "Drawer.unpack"),
        ],
    );
    let in_test = &null("this.drawer", "{last}");
    are_found(in_test, &[("works", &format!("{unpacked}drawer.hand(\"b\").put(1);"), "Drawer.unpack")]);
    let without_names = &null("<local1>", "{last}");
    let local = "Drawer own = Drawer.unpack(\"a\");\nown.hand(\"b\").put(1);";
    are_found(without_names, &[("works", local, "Drawer.unpack")]);
}

#[test]
fn a_full_stack_shows_what_the_test_called() {
    let circle = "\tat a.Drawer$Hand.drop(Drawer.java:25)\n\tat a.Drawer.shake(Drawer.java:13)\n".repeat(4);
    let full = format!("java.lang.StackOverflowError\n{circle}");
    let held = "Drawer.Hand hand = drawer.hand(\"a\");\n";
    are_found(
        &full,
        &[
            ("works", &format!("{held}hand.drop();\nassertNotNull(hand);"), "Hand.drop"),
            ("works", &format!("{held}drawer.shake(hand);"), "Drawer.shake"),
        ],
    );
    let both = focal_below("works", &format!("{held}hand.drop();\ndrawer.shake(hand);"), &full);
    assert!(both.starts_with('?'), "{both}");
}

#[test]
fn an_object_that_the_tests_own_method_gives_is_acted_on() {
    are_found(
        CHECKED,
        &[
            ("works", "inks().add(\"a\");\nassertEquals(2, inks().size());", "Inks.add"),
            ("works", "begin();\nmade().add(\"a\");\nassertEquals(2, made().size());", "Inks.add"),
            ("works", "Object[] all = inks().toArray();\nassertEquals(1, all.length);", "Inks.toArray"),
            ("works", "assertEquals(0, make().toArray().length);", "Inks.toArray"),
        ],
    );
}

#[test]
fn a_view_has_the_class_that_the_production_code_makes() {
    are_found(
        CHECKED,
        &[
            ("works", "assertFalse(new Inks().lids().remove(\"a\"));", "Inks$Lids.remove"),
            (
                "works",
                "Set<String> lids = new Inks().lids();\nassertFalse(lids.remove(\"a\"));",
                "Inks$Lids.remove",
            ),
        ],
    );
}

#[test]
fn the_only_class_that_implements_what_is_abstract_around_a_nested_one_ran() {
    let mut files = SOURCES.to_vec();
    let test = format!("{HEAD}}}\n");
    files.push(("src/test/java/a/BaseTest.java", BASE));
    files.push(("src/test/java/a/DrawerTest.java", &test));
    let trace = "a.BaseTest$LidsTest::dropsALid\njava.lang.AssertionError: x\n\tat a.BaseTest$LidsTest.dropsALid(BaseTest.java:14)\n";
    let located = index(&files).locate("a.BaseTest$LidsTest", "dropsALid", &StackTrace(Arc::from(trace)));
    let Focal::Decided(focal) = located.expect("the test").focal else { panic!("one method") };
    assert_eq!(focal.name, "a.Inks$Lids.remove");
}
