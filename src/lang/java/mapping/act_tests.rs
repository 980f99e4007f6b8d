//! Tests whose act is named by nothing but its place: beside what is only picked, built, compared with, or asked before.

use std::sync::Arc;

use crate::lang::java::index::tests::index;
use crate::model::{Focal, StackTrace};

/// A garden of beds, which are made of seeds.
const SOURCES: [(&str, &str); 4] = [
    (
        "src/main/java/a/Bed.java",
        "package a;
import java.util.*;
public class Bed {
    int wet;
    private List<String> plants;
    public Bed dig(String plant) { if (plant != null) { plants.remove(plant); } return this; }
    public String drawn() { StringBuilder all = new StringBuilder(); for (String p : plants) { all.append(p); } return all.toString(); }
    public int getWet() { return wet; }
    private List<String> ensurePlants() { if (plants == null) { plants = new ArrayList<>(); } return plants; }
    public String plant(int at) { return ensurePlants().get(at); }
    public Bed copyOf(int part) { Bed bed = new Bed(); bed.plants = plants.subList(0, part); return bed; }
    public List<String> notes() { if (plants == null) { plants = new ArrayList<>(); } return plants; }
}
",
    ),
    (
        "src/main/java/a/Garden.java",
        "package a;
import java.util.*;
public class Garden {
    private final List<Bed> beds = new ArrayList<>();
    public Bed pick(String plant) { for (Bed bed : beds) { if (bed.drawn().equals(plant)) { return bed; } } return null; }
    public String plan() { StringBuilder all = new StringBuilder(); for (Bed bed : beds) { all.append(bed.drawn()); } return all.toString(); }
    public Bed lay(String plant) { Bed bed = new Bed(); beds.add(bed); return bed; }
    public boolean water(Bed bed, int amount) { if (amount < 0) { return false; } bed.wet += amount; return true; }
}
",
    ),
    (
        "src/main/java/a/Seed.java",
        "package a;
public class Seed {
    private Seed(Builder from) { }
    public static Builder builder() { return new Builder(); }
    public static class Builder {
        private String kind;
        public Builder kind(String name) { kind = checked(name); return this; }
        private static String checked(String name) { if (name.isEmpty()) { throw new IllegalArgumentException(); } return name; }
        public Seed get() { return new Seed(this); }
    }
}
",
    ),
    (
        "src/main/java/a/Sower.java",
        "package a;
public class Sower {
    public Bed sow(Seed seed, String where) { Bed bed = new Bed(); bed.dig(where); return bed; }
    public static Bed parse(String text) { Bed bed = new Bed(); bed.dig(text); return bed; }
}
",
    ),
];

/// Returns the focal method of a test with this name and body, which failed on its last line.
fn focal_of(name: &str, body: &str) -> String {
    let test = format!(
        "package a;\nimport static org.junit.jupiter.api.Assertions.*;\nclass YardTest {{\n\
         Bed sown(Sower sower, Seed seed) {{ if (seed == null) {{ return null; }} return ((Sower) sower).sow(seed, \"x\"); }}\n\
         @Test void {name}() {{\n{body}\n}} }}"
    );
    let mut sources = SOURCES.to_vec();
    sources.push(("src/test/java/a/YardTest.java", &test));
    let line = 5 + body.lines().count();
    let trace = format!(
        "a.YardTest::{name}\norg.opentest4j.AssertionFailedError: x\n\tat org.junit.jupiter.api.Assertions.fail(Assertions.java:1)\n\
         \tat a.YardTest.{name}(YardTest.java:{line})\n"
    );
    match index(&sources).locate("a.YardTest", name, &StackTrace(Arc::from(trace))).expect("the test").focal {
        Focal::Decided(focal) => focal.name.trim_start_matches("a.").to_owned(),
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

fn are_found(cases: &[(&str, &str, &str)]) {
    for (name, body, focal) in cases {
        assert_eq!(focal_of(name, body), *focal, "{name}: {body}");
    }
}

#[test]
fn a_name_chooses_among_what_can_be_meant() {
    let sown = "Seed seed = Seed.builder().kind(\"a\").get();\nBed bed = new Sower().sow(seed, \"b\");\n";
    are_found(&[
        ("kindOfSeed", &format!("{sown}assertEquals(1, bed.getWet());"), "Sower.sow"),
        (
            "pickOfNothing",
            "Garden garden = new Garden();\nassertEquals(garden.pick(\"a\"), Sower.parse(\"b\"));",
            "Sower.parse",
        ),
        (
            "copyOfGetsOwnNotes",
            "Bed one = new Bed();\nBed two = one.copyOf(1);\nassertNotSame(two.notes(), one.notes());",
            "Bed.copyOf",
        ),
    ]);
}

#[test]
fn a_pick_arranges_and_a_part_is_of_the_whole() {
    let picked = "Garden garden = new Garden();\nBed bed = garden.pick(\"a\");\n";
    are_found(&[
        ("works", &format!("{picked}assertEquals(\"a\", bed.drawn());"), "Bed.drawn"),
        ("works", "assertEquals(\"a\", new Garden().pick(\"a\").drawn());", "Bed.drawn"),
        ("works", &format!("{picked}bed.dig(\"a\");\nassertEquals(\"\", garden.plan());"), "Bed.dig"),
        ("works", &format!("{picked}assertNull(bed);"), "Garden.pick"),
    ]);
}

#[test]
fn an_earlier_check_acts_if_it_changes_something() {
    are_found(&[
        (
            "works",
            "Garden garden = new Garden();\nBed bed = garden.lay(\"a\");\nassertTrue(garden.water(bed, 2));\nassertEquals(2, bed.getWet());",
            "Garden.water",
        ),
        (
            "works",
            "Garden garden = new Garden();\nBed bed = garden.lay(\"a\");\nassertEquals(\"a\", bed.drawn());\nassertEquals(2, bed.getWet());",
            "Garden.lay",
        ),
    ]);
}

#[test]
fn an_accessor_may_create_what_it_reads() {
    are_found(&[("works", "Bed bed = Sower.parse(\"a\");\nassertNull(bed.plant(0));", "Sower.parse")]);
}

#[test]
fn what_should_throw_is_the_last_call_of_its_chain() {
    let threw = "assertThrows(IllegalArgumentException.class, () -> Seed.builder().kind(\"\"));";
    are_found(&[("builder", threw, "Seed$Builder.kind"), ("works", threw, "Seed$Builder.kind")]);
}

#[test]
fn a_helper_of_the_tests_makes_what_it_returns() {
    are_found(&[(
        "works",
        "Bed bed = sown(new Sower(), null);\nassertEquals(2, bed.getWet());",
        "Sower.sow",
    )]);
}
