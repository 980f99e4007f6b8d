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

/// Tunes that nothing changes, the sheets that build them, and a band that asks its players.
const STAGE: [(&str, &str); 5] = [
    (
        "src/main/java/a/Tune.java",
        "package a;
import java.util.*;
public class Tune implements Comparable<Tune> {
    private final int bars;
    private final String[] marks;
    Tune(int bars, String... marks) { this.bars = bars; this.marks = marks; }
    public static Tune of(int bars, String... marks) { if (bars < 0) { throw new IllegalArgumentException(); } return new Tune(bars, marks); }
    private static String joined(String... marks) { return marks.length == 0 ? null : String.join(\" \", marks); }
    public int barCount() { return bars; }
    public Optional<String> marks() { return Optional.ofNullable(joined(marks)); }
    public Tune nextPart(String... marks) { if (bars == 9) { throw new IllegalStateException(); } return new Tune(bars + 1, marks); }
    public Tune quiet() { return marks.length == 0 ? this : new Tune(bars); }
    public boolean isShorter(Tune other) { return compareTo(other) < 0; }
    @Override public int compareTo(Tune other) { return Integer.compare(bars, other.bars); }
    @Override public boolean equals(Object other) { return other instanceof Tune && compareTo((Tune) other) == 0; }
    @Override public String toString() { StringBuilder all = new StringBuilder(); all.append(bars); marks().ifPresent(m -> all.append(m)); return all.toString(); }
    public static class Sheet {
        private int bars;
        private String[] marks = {};
        public Sheet setMarks(String... given) { marks = given.clone(); return this; }
        public Sheet dropMarks() { marks = new String[0]; return this; }
        public Tune build() { return new Tune(bars, marks); }
    }
}
",
    ),
    (
        "src/main/java/a/Band.java",
        "package a;
import java.util.*;
public class Band {
    private final Map<String, Player> players = new HashMap<>();
    private String lead;
    public Band(String lead) { this.lead = lead; players.put(lead, new Player(lead)); }
    Player leader() { Player leader = players.get(lead); return leader == null ? new Player(lead) : leader; }
    public boolean isUnder(String name) { return leader().isUnder(name); }
    public boolean hasPlayer(String name) { return players.containsKey(name); }
}
",
    ),
    (
        "src/main/java/a/Player.java",
        "package a;
public class Player {
    final String name;
    Player above;
    Player(String name) { this.name = name; }
    public boolean isUnder(String other) { return name.equals(other) || above != null && above.isUnder(other); }
}
",
    ),
    (
        "src/main/java/a/Reel.java",
        "package a;
public class Reel {
    private final int[] frames;
    private int at;
    public Reel(int[] frames) { this.frames = frames; }
    public int step() { return at < frames.length ? frames[at++] : 0; }
    public void turnBack() { if (at > 0) { at--; } }
}
",
    ),
    (
        "src/main/java/a/Show.java",
        "package a;
public class Show {
    private String day;
    private int seats;
    private static String checked(String day) { if (day.isEmpty()) { throw new IllegalArgumentException(); } return day; }
    public Show on(String name) { day = checked(name); return this; }
    public Show seating(int most) { if (most > 0) { seats += most; } return this; }
    public String getDay() { return day; }
    public int getSeats() { return seats; }
}
",
    ),
];

/// Returns the focal method of a test of the stage with this name and body, which failed on its last line.
fn focal_on_stage(name: &str, body: &str) -> String {
    let test = format!(
        "package a;\nimport static org.junit.jupiter.api.Assertions.*;\nclass StageTest {{\nTune tune = Tune.of(2);\n\
         Tune continued() {{ return Tune.of(1).nextPart(\"x\"); }}\n@Test void {name}() {{\n{body}\n}} }}"
    );
    let line = 6 + body.lines().count();
    focal_in(&STAGE, "StageTest", name, &test, line)
}

fn are_found_on_stage(cases: &[(&str, &str, &str)]) {
    for (name, body, focal) in cases {
        assert_eq!(focal_on_stage(name, body), *focal, "{name}: {body}");
    }
}

/// Returns the focal method of a test with this name and body, which failed on its last line.
fn focal_of(name: &str, body: &str) -> String {
    let test = format!(
        "package a;\nimport static org.junit.jupiter.api.Assertions.*;\nclass YardTest {{\n\
         Bed sown(Sower sower, Seed seed) {{ if (seed == null) {{ return null; }} return ((Sower) sower).sow(seed, \"x\"); }}\n\
         @Test void {name}() {{\n{body}\n}} }}"
    );
    let line = 5 + body.lines().count();
    focal_in(&SOURCES, "YardTest", name, &test, line)
}

/// Returns the focal method of a test among these sources, which failed on this line of its file.
fn focal_in(sources: &[(&str, &str)], class: &str, name: &str, test: &str, line: usize) -> String {
    let file = format!("src/test/java/a/{class}.java");
    let mut sources = sources.to_vec();
    sources.push((&file, test));
    let trace = format!(
        "a.{class}::{name}\norg.opentest4j.AssertionFailedError: x\n\tat org.junit.jupiter.api.Assertions.fail(Assertions.java:1)\n\
         \tat a.{class}.{name}({class}.java:{line})\n"
    );
    let class = format!("a.{class}");
    match index(&sources).locate(&class, name, &StackTrace(Arc::from(trace))).expect("the test").focal {
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

#[test]
fn a_look_shows_what_made_the_object() {
    are_found_on_stage(&[
        (
            "works",
            "Tune next = Tune.of(1).nextPart(\"b\");\nassertEquals(\"a\", next.marks().get());",
            "Tune.nextPart",
        ),
        ("marksStay", "assertEquals(\"a\", tune.quiet().marks().get());", "Tune.quiet"),
        ("works", "Tune next = tune.nextPart();\nassertEquals(\"2\", next.toString());", "Tune.nextPart"),
        ("works", "assertEquals(\"2\", tune.nextPart().toString());", "Tune.nextPart"),
        ("works", "assertEquals(2, continued().barCount());", "Tune.nextPart"),
        ("works", "assertEquals(\"2\", tune.toString());", "Tune.toString"),
        ("works", "assertEquals(\"2\", tune.marks().get());", "Tune.marks"),
    ]);
}

#[test]
fn a_getter_is_not_chosen_by_its_name_over_what_made_its_object() {
    let next = "Tune one = Tune.of(1);\nTune two = one.nextPart(\"a\");\nassertEquals(2, two.barCount());";
    are_found_on_stage(&[
        ("shouldResetTheBarCountOfAPart", next, "Tune.nextPart"),
        ("barCountOfNextParts", next, "Tune.barCount"),
    ]);
}

#[test]
fn what_a_builder_was_told_is_looked_at_through_build() {
    let told = "Tune.Sheet sheet = new Tune.Sheet();\nsheet.setMarks(\"a\");\nsheet.dropMarks();\n";
    let built = format!("{told}Tune made = sheet.build();\nassertFalse(made.marks().isPresent());");
    let text = format!("{told}assertEquals(\"0\", sheet.build().toString());");
    are_found_on_stage(&[
        ("works", &built, "Tune$Sheet.dropMarks"),
        ("works", &text, "Tune$Sheet.dropMarks"),
        (
            "works",
            "Tune made = new Tune.Sheet().dropMarks().setMarks(\"b\").build();\nassertThat(made.marks()).hasValue(\"b\");",
            "Tune$Sheet.setMarks",
        ),
    ]);
}

#[test]
fn a_word_that_joins_others_names_no_method() {
    are_found_on_stage(&[
        (
            "shorterWithASmallerSetOfMarks",
            "Tune one = Tune.of(1);\nTune two = Tune.of(2);\nassertTrue(0 < one.compareTo(two));",
            "Tune.compareTo",
        ),
        ("lengthOfOthers", "Tune one = Tune.of(1);\nassertTrue(one.isShorter(one));", "Tune.isShorter"),
    ]);
}

#[test]
fn the_side_that_was_made_of_the_other_one_is_checked() {
    let one = "Tune one = Tune.of(1, \"a\");\n";
    let swapped = format!("{one}assertEquals(one.quiet(), one);");
    let in_order = format!("{one}assertEquals(one, one.quiet());");
    let kept = format!("{one}Tune two = one.quiet();\nassertEquals(two, one);");
    are_found_on_stage(&[
        ("works", &swapped, "Tune.quiet"),
        ("works", &in_order, "Tune.quiet"),
        ("works", &kept, "Tune.quiet"),
    ]);
}

#[test]
fn a_look_that_hands_on_to_what_computes_is_meant() {
    let band = "Band band = new Band(\"a\");\n";
    let under = format!("{band}assertTrue(band.isUnder(\"b\"));");
    let found = format!("{band}assertTrue(band.hasPlayer(\"b\"));");
    are_found_on_stage(&[("included", &under, "Band.isUnder"), ("included", &found, "Band.Band")]);
}

#[test]
fn an_order_that_is_asserted_is_that_of_compare_to() {
    are_found_on_stage(&[
        ("works", "assertThat(Tune.of(2)).isGreaterThan(Tune.of(1));", "Tune.compareTo"),
        ("works", "Tune one = Tune.of(2);\nassertThat(one, lessThan(Tune.of(1)));", "Tune.compareTo"),
        ("works", "assertThat(tune).isEqualByComparingTo(Tune.of(1));", "Tune.compareTo"),
        ("works", "assertThat(tune.quiet()).isLessThan(Tune.of(1));", "Tune.quiet"),
    ]);
}

#[test]
fn a_test_names_a_method_as_a_thing_that_is_done() {
    let turned = "Reel reel = new Reel(new int[] {1, 2});\nassertEquals(1, reel.step());\nreel.turnBack();\nassertEquals(1, reel.step());";
    are_found_on_stage(&[
        ("stopsTurningBack", turned, "Reel.turnBack"),
        ("turnedBackTwice", turned, "Reel.turnBack"),
    ]);
}

#[test]
fn the_only_step_that_sets_a_field_is_what_its_value_shows() {
    let chain = "Show show = new Show().on(\"Monday\").seating(2);\n";
    let day = format!("{chain}assertEquals(\"Monday\", show.getDay());");
    let seats = format!("{chain}assertEquals(2, show.getSeats());");
    let twice =
        "Show show = new Show();\nshow.seating(1);\nshow.on(\"Monday\");\nassertEquals(2, show.getSeats());";
    are_found_on_stage(&[
        ("works", &day, "Show.on"),
        ("works", &seats, "Show.seating"),
        ("works", twice, "Show.seating"),
    ]);
}

#[test]
fn of_several_statements_on_a_line_the_check_failed() {
    are_found_on_stage(&[(
        "works",
        "Tune one = Tune.of(1); Tune two = one.nextPart(\"a\"); assertEquals(3, two.barCount());",
        "Tune.nextPart",
    )]);
}

#[test]
fn what_was_done_to_the_whole_shows_in_a_part() {
    let looked = "Garden garden = new Garden();\nBed bed = garden.pick(\"a\");\n";
    are_found(&[
        ("works", &format!("{looked}garden.lay(\"b\");\nassertEquals(1, bed.getWet());"), "Garden.lay"),
        ("works", &format!("{looked}assertEquals(1, bed.getWet());"), "Garden.pick"),
    ]);
}

#[test]
fn a_step_before_a_text_arranges() {
    let chain = "String text = new Bed().dig(\"a\").dig(\"b\").drawn();\nassertEquals(\"b\", text);";
    are_found(&[("works", chain, "Bed.drawn"), ("digTakesThePlant", chain, "Bed.dig")]);
}

#[test]
fn a_helper_and_a_set_up_act_on_what_a_getter_reads() {
    let head = "package a;\nclass WetTest {\nBed bed = new Bed();\n@BeforeEach void begin() { bed.dig(\"a\"); }\n\
                void wet(int times) { new Garden(); for (int at = 0; at < times; at++) { bed.soak(at); } }\n";
    let bed = SOURCES[0].1.replace(
        "public Bed dig(",
        "public void soak(int at) { if (at > 0) { wet = at; } }\n    public Bed dig(",
    );
    let sources = [("src/main/java/a/Bed.java", &*bed), SOURCES[1]];
    for (name, body, focal) in [
        ("works", "wet(3);\nassertEquals(2, bed.getWet());", "Bed.soak"),
        ("works", "assertEquals(2, bed.getWet());", "Bed.dig"),
        ("getWetIsZero", "assertEquals(2, bed.getWet());", "Bed.getWet"),
    ] {
        let test = format!("{head}@Test void {name}() {{\n{body}\n}} }}");
        let line = 6 + body.lines().count();
        assert_eq!(focal_in(&sources, "WetTest", name, &test, line), focal, "{name}: {body}");
    }
}
