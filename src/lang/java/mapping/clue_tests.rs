//! Tests of what the words of a failure or of a test, a dropped result and what implements a method tell of what failed.

use std::sync::Arc;

use crate::lang::java::index::tests::index;
use crate::model::{Focal, Located, Phase, StackTrace};

/// A stall that keeps purses, the scales that weigh them, and a ledger that is written and read.
const SOURCES: [(&str, &str); 5] = [
    (
        "src/main/java/a/Purse.java",
        "package a;
import java.util.*;
public class Purse {
    private final List<Integer> coins = new ArrayList<>();
    private String owner;
    public static Purse of(int coin) { Purse purse = new Purse(); purse.coins.add(coin); return purse; }
    public String getOwner() { return owner; }
    public int worth() { int all = 1; for (int coin : coins) { all += coin; } return all; }
    void lose() { coins.clear(); }
    public int put(int coin) { coins.add(coin); return coins.size(); }
    public int coinsKept() { return coins.stream().mapToInt(coin -> 1).sum(); }
    public Purse tied(String owner, int knots) { this.owner = owner; return this; }
    public Purse tied(String owner, Purse other) { this.owner = owner; return this; }
    @Override public boolean equals(Object other) { return other instanceof Purse; }
    @Override public int hashCode() { return coins.size(); }
    @Override public String toString() { return \"purse of \" + owner; }
}
",
    ),
    (
        "src/main/java/a/Stall.java",
        "package a;
import java.util.*;
public class Stall {
    private final Map<String, Purse> purses = new HashMap<>();
    public Purse sell(String name) { Purse purse = Purse.of(1); purses.put(name, purse); return purse; }
    public void keep(Purse purse) { if (purses.containsValue(purse)) { throw new IllegalStateException(); } purses.put(\"\", purse); }
    public void move(Purse purse) { if (purses.isEmpty()) { purses.put(\"\", purse); } else { purses.clear(); } }
    public int drop(String name) { Purse purse = find(name); return purse.worth(); }
    public int spill(String name) { Purse purse = purses.get(name); purse.lose(); return 1; }
    public int spillFound(String name) { find(name).lose(); return 1; }
    public Purse find(String name) { Purse purse = purses.get(name); if (purse == null) { throw new IllegalStateException(); } return purse; }
    public int total() { int all = 0; for (Purse purse : purses.values()) { all += purse.worth(); } return all; }
}
",
    ),
    (
        "src/main/java/a/Scale.java",
        "package a;
public interface Scale {
    static Scale up(int most) { if (most > 9) { return new Rough(); } return new Fine(most); }
    boolean isFull(int grams);
    int getMost(int from);
}
",
    ),
    (
        "src/main/java/a/Fine.java",
        "package a;
class Fine implements Scale {
    private final int most;
    Fine(int most) { this.most = most; }
    @Override public boolean isFull(int grams) { for (int i = 0; i <= most; i++) { if (i == grams) { return false; } } return true; }
    @Override public int getMost(int from) { return most; }
}
class Rough implements Scale {
    @Override public boolean isFull(int grams) { return false; }
    @Override public int getMost(int from) { return 0; }
}
",
    ),
    (
        "src/main/java/a/Ledger.java",
        "package a;
import java.util.*;
public class Ledger {
    public static List<String> parse(String text) { List<String> all = new ArrayList<>(); for (String line : text.split(\";\")) { all.add(line); } return all; }
    public String joined(List<String> lines) { StringBuilder all = new StringBuilder(); for (String line : lines) { all.append(line); } return all.toString(); }
}
",
    ),
];

const CHECKED: &str = "java.lang.AssertionError: x";

/// Locates a test that failed on the last line of its body with this exception.
fn located(name: &str, body: &str, exception: &str) -> Located {
    let head = format!(
        "package a;\nimport static org.assertj.core.api.Assertions.*;\nclass StallTest {{\n    @Test void {name}() {{\n"
    );
    let test = format!("{head}{body}\n    }}\n}}\n");
    let line = head.lines().count() + body.lines().count();
    in_class(&test, name, exception, &format!("\tat a.StallTest.{name}(StallTest.java:{line})\n"))
}

/// Locates a test of a class by these frames.
fn in_class(test: &str, name: &str, exception: &str, frames: &str) -> Located {
    let mut files = SOURCES.to_vec();
    files.push(("src/test/java/a/StallTest.java", test));
    let trace = format!("a.StallTest::{name}\n{exception}\n{frames}");
    index(&files).locate("a.StallTest", name, &StackTrace(Arc::from(trace))).expect("the test")
}

fn focal(located: &Located) -> String {
    match &located.focal {
        Focal::Decided(focal) => focal.name.trim_start_matches("a.").to_owned(),
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

fn are_found(exception: &str, cases: &[(&str, &str, &str)]) {
    for (name, body, expected) in cases {
        assert_eq!(focal(&located(name, body, exception)), *expected, "{name}: {body}");
    }
}

#[test]
fn a_call_whose_result_is_dropped_is_an_act_whatever_it_returns() {
    let sold = "Stall stall = new Stall();\nPurse purse = stall.sell(\"a\");\n";
    let looked = "assertThat(stall.find(\"a\").worth()).isEqualTo(0);";
    are_found(
        CHECKED,
        &[
            ("works", &format!("{sold}stall.drop(\"a\");\n{looked}"), "Stall.drop"),
            (
                "works",
                &format!("{sold}stall.drop(\"a\");\nassertThat(stall.find(\"a\").getOwner()).isNull();"),
                "Stall.drop",
            ),
            (
                "works",
                &format!("{sold}int dropped = stall.drop(\"a\");\nassertThat(stall.total()).isEqualTo(0);"),
                "Stall.sell",
            ),
        ],
    );
}

#[test]
fn what_changes_a_part_that_it_looked_up_is_an_act() {
    let sold = "Stall stall = new Stall();\nstall.sell(\"a\");\n";
    let kept =
        |act: &str| format!("{sold}int kept = stall.{act}(\"a\");\nassertThat(stall.total()).isEqualTo(0);");
    are_found(
        CHECKED,
        &[
            ("works", &kept("spill"), "Stall.spill"),
            ("works", &kept("spillFound"), "Stall.spillFound"),
            ("works", &kept("drop"), "Stall.sell"),
        ],
    );
}

#[test]
fn what_only_puts_in_what_it_does_not_refuse_arranges() {
    let total = |act: &str| {
        format!(
            "Stall stall = new Stall();\nstall.{act}(Purse.of(1));\nassertThat(stall.total()).isEqualTo(0);"
        )
    };
    are_found(
        CHECKED,
        &[
            ("works", &total("keep"), "Stall.total"),
            ("keepsAPurse", &total("keep"), "Stall.keep"),
            ("works", &total("move"), "Stall.move"),
        ],
    );
}

#[test]
fn the_message_names_the_method_that_gave_the_test_null() {
    let null = |method: &str| {
        format!(
            "java.lang.NullPointerException: Cannot invoke \"x\" because the return value of \"{method}\" is null"
        )
    };
    let sold = "Stall stall = new Stall();\n";
    let chain = format!("{sold}int worth = stall.find(\"a\").worth();");
    are_found(&null("a.Stall.find(String)"), &[("worth", &chain, "Stall.find")]);
    let tied = "new Purse().tied(\"a\", new Purse()).worth();";
    are_found(&null("a.Purse.tied(String, a.Purse)"), &[("works", tied, "Purse.tied")]);
    let second = located("works", tied, &null("a.Purse.tied(String, a.Purse)"));
    let Focal::Decided(second) = second.focal else { panic!("one method") };
    assert!(second.source.contains("Purse other"), "the overload of the message");
    are_found(&null("java.util.Map.get(Object)"), &[("works", &chain, "Purse.worth")]);
    let held = format!("{sold}Purse purse = stall.find(\"a\");\npurse.put(1);");
    let by_variable =
        "java.lang.NullPointerException: Cannot invoke \"a.Purse.put(int)\" because \"purse\" is null";
    are_found(by_variable, &[("puts", &held, "Stall.find")]);
}

#[test]
fn what_threw_around_a_test_is_decided_there() {
    let field = "package a;\nclass StallTest {\n    Purse purse = new Purse()\n        .tied(\"a\", 1);\n    @Test void works() {\n        assertEquals(1, purse.worth());\n    }\n}\n";
    let frames = "\tat a.StallTest.<init>(StallTest.java:4)\n";
    let null = "java.lang.NullPointerException: Cannot invoke \"x\" because the return value of \"a.Purse.of(int)\" is null";
    let threw = in_class(field, "works", null, frames);
    assert_eq!(
        (focal(&threw), threw.phase, threw.set_up_line),
        ("Purse.of".to_owned(), Phase::SetUp, Some(4))
    );
    let other = in_class(field, "works", "java.lang.IllegalStateException: x", frames);
    assert!(focal(&other).contains("of the tests or of a library"), "{}", focal(&other));
    let set_up = "package a;\nclass StallTest {\n    @BeforeEach void fill() {\n        Purse.of(1).tied(\"a\", 1).worth();\n    }\n    @Test void works() {\n        fail();\n    }\n}\n";
    assert_eq!(
        focal(&in_class(set_up, "works", null, "\tat a.StallTest.fill(StallTest.java:4)\n")),
        "Purse.of"
    );
}

#[test]
fn an_assertion_that_asks_a_value_itself_is_about_what_it_asks() {
    let both = "Purse one = Purse.of(1);\nPurse two = Purse.of(2);\n";
    let hash = format!("{both}assertThat(one).isEqualTo(two).hasSameHashCodeAs(two);");
    let text = format!("{both}assertThat(one).isNotNull().hasToString(\"a\");");
    let matched = format!("{both}assertThat(one, hasToString(\"a\"));");
    are_found(
        "java.lang.AssertionError: Expecting <1> to have the same hash code as: <2>",
        &[("works", &hash, "Purse.hashCode")],
    );
    are_found("java.lang.AssertionError: Expecting <1> to be equal to <2>", &[("works", &hash, "Purse.of")]);
    let printed = "java.lang.AssertionError: Expecting actual's toString() to return: \"a\"";
    let changed = "Purse one = Purse.of(1);\none.put(3);\nassertThat(one).hasToString(\"a\");";
    are_found(
        printed,
        &[
            ("works", &text, "Purse.toString"),
            ("works", &matched, "Purse.toString"),
            ("works", changed, "Purse.put"),
            ("works", "assertThat(Purse.of(1).getOwner()).hasToString(\"a\");", "Purse.of"),
        ],
    );
}

#[test]
fn a_method_without_a_body_is_what_its_implementations_are() {
    are_found(
        CHECKED,
        &[
            ("works", "assertThat(Scale.up(3).isFull(2)).isFalse();", "Scale.isFull"),
            (
                "works",
                "Scale scale = Scale.up(3);\nboolean full = scale.isFull(2);\nassertThat(full).isFalse();",
                "Scale.isFull",
            ),
            ("works", "assertThat(Scale.up(3).getMost(2)).isEqualTo(3);", "Scale.up"),
        ],
    );
}

#[test]
fn a_sum_that_the_test_is_named_for_is_tested() {
    let put = "Purse purse = new Purse();\npurse.put(4);\nassertThat(purse.coinsKept()).isEqualTo(4);";
    are_found(CHECKED, &[("countsKeptCoins", put, "Purse.coinsKept"), ("putKeepsCoins", put, "Purse.put")]);
}

#[test]
fn what_is_behind_the_failed_line_was_not_called() {
    let names = |body: &str, line: &str| {
        let head = "package a;\nclass StallTest {\n    @Test void works() {\n";
        let test = format!("{head}{body}\n    }}\n}}\n");
        let at = head.lines().count() + 1 + body.lines().position(|own| own == line).expect("a line");
        let found =
            in_class(&test, "works", CHECKED, &format!("\tat a.StallTest.works(StallTest.java:{at})\n"));
        let called =
            found.called.iter().map(|method| method.name.rsplit('.').next().unwrap_or("").to_owned());
        called.collect::<Vec<_>>()
    };
    let failed = "assertEquals(3, stall.total());";
    let before = "Stall stall = new Stall();\nstall.sell(\"a\");";
    assert_eq!(names(&format!("{before}\n{failed}\nstall.drop(\"a\");"), failed), ["sell", "total"]);
    let again = format!("{before}\nfor (int i = 0; i < 2; i++) {{\n{failed}\nstall.drop(\"a\");\n}}");
    assert_eq!(names(&again, failed), ["sell", "drop", "total"]);
    let at_last =
        format!("{before}\ntry {{\n{failed}\nstall.find(\"a\");\n}} finally {{\nstall.drop(\"a\");\n}}");
    assert_eq!(names(&at_last, failed), ["sell", "drop", "total"]);
}

#[test]
fn what_is_read_back_is_what_the_test_speaks_of() {
    let kept = "String text = new Ledger().joined(List.of(\"a\"));\nList<String> read = Ledger.parse(text);\nassertThat(read.size()).isEqualTo(1);";
    are_found(
        CHECKED,
        &[
            ("joinedLinesAreKept", kept, "Ledger.joined"),
            ("parseOfJoinedLines", kept, "Ledger.parse"),
            ("linesAreKept", kept, "Ledger.parse"),
        ],
    );
}

#[test]
fn a_proxy_and_an_assertion_are_passed_in_a_trace() {
    let test = "package a;\nclass StallTest {\n    @Test void works() {\n        Purse one = Purse.of(1);\n        assertEquals(one, Purse.of(1));\n    }\n}\n";
    let frames = |proxy: &str| {
        format!(
            "\tat a.Purse.put(Purse.java:4)\n\tat {proxy}.equals(Unknown Source)\n\tat org.junit.jupiter.api.AssertionUtils.objectsAreEqual(AssertionUtils.java:1)\n\
             \tat org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:1)\n\tat a.StallTest.works(StallTest.java:5)\n"
        )
    };
    for proxy in ["jdk.proxy2.$Proxy9", "a.$Proxy9"] {
        let found = in_class(test, "works", "java.lang.IndexOutOfBoundsException: x", &frames(proxy));
        assert_eq!(focal(&found), "Purse.put", "{proxy}");
    }
}
