//! Tests whose act is named by nothing but its place: beside what is only picked, compared with, or asked before.

use std::sync::Arc;

use super::tests::index;
use crate::model::{Focal, StackTrace};

/// A garden of beds, which a gardener waters.
const GARDEN: &str = "class Bed:
    def __init__(self, *plants):
        self.plants = list(plants)
        self.wet = 0

    def dig(self, plant):
        self.plants = sorted(own for own in self.plants if own != plant)

    def tally(self):
        return sum(len(plant) for plant in self.plants)

    def meets(self, other):
        return self.tally() + 1 == other.tally()

    def __sub__(self, other):
        return Bed(*self.plants[1:])

    def __contains__(self, plant):
        return any(own.startswith(plant) for own in self.plants)

    def __getitem__(self, at):
        return max(self.plants[at:])

    def get(self, at):
        return self[at] or None


class RaisedBed(Bed):
    def height(self):
        return 3


class Garden:
    def __init__(self):
        self._beds = {}

    def pick(self, name):
        for bed in self._beds.values():
            if name in bed.plants:
                return bed
        return None

    def plan(self):
        return ', '.join(plant for bed in self._beds.values() for plant in bed.plants)

    def lay(self, name):
        self._beds[name] = Bed(name)
        return self._beds[name]

    def water(self, bed, amount):
        if amount < 0:
            return False
        bed.wet += amount
        return True


class Tool:
    def use(self, bed):
        raise NotImplementedError


class Rake(Tool):
    def use(self, bed):
        return bed.tally() + 1


def bed_of(text):
    return Bed(*text.split())


def bare():
    return Bed()
";

/// Returns the focal function of a test of a class, which stands behind `head` and failed on the last line of its body.
fn focal_of(class: &str, head: &str, name: &str, body: &str) -> String {
    let body: String = body.lines().map(|line| format!("        {line}\n")).collect();
    let test = format!(
        "import pytest\nimport garden\nfrom garden import Bed, Garden, bed_of, bare\n\nclass {class}:\n{head}\n{body}"
    );
    let line = test.lines().count();
    let trace = format!("t\nAssertionError: x\n\tat test_garden.{class}.{name}(test_garden.py:{line})\n");
    let index = index(&[("garden.py", GARDEN), ("test_garden.py", &test)]);
    let located = index.locate(&format!("test_garden.{class}"), name, None, &StackTrace(Arc::from(trace)));
    match located.expect("the test").focal {
        Focal::Decided(focal) => focal.name.trim_start_matches("garden.").to_owned(),
        Focal::Undecided(undecided) => format!("? {undecided}"),
    }
}

fn are_found(class: &str, cases: &[(&str, &str, &str)]) {
    for (name, body, focal) in cases {
        let head = format!("    def {name}(self):");
        assert_eq!(focal_of(class, &head, name, body), *focal, "{class}.{name}: {body}");
    }
}

#[test]
fn a_name_chooses_among_what_can_be_meant() {
    are_found(
        "TestBedOf",
        &[
            ("test_bare", "assert bed_of('a') == bare()", "bed_of"),
            ("test_bare", "assert bare() == bed_of('a')", "bed_of"),
            ("test_bare", "expected = bare()\nassert bed_of('a') == expected", "bed_of"),
        ],
    );
    are_found(
        "TestBed",
        &[
            ("test_bare", "assert bare().meets(bare())", "Bed.meets"),
            ("test_bare", "bed = bare()\nassert bed.meets(Bed('b'))", "Bed.meets"),
            ("test_bed_of", "bed = bed_of('a')\nassert bed.tally() == 1", "bed_of"),
        ],
    );
}

#[test]
fn a_pick_arranges_and_a_part_is_of_the_whole() {
    are_found(
        "TestGarden",
        &[
            ("test_it", "garden = Garden()\nbed = garden.pick('a')\nassert bed.tally() == 1", "Bed.tally"),
            ("test_it", "assert Garden().pick('a').tally() == 1", "Bed.tally"),
            (
                "test_it",
                "garden = Garden()\nbed = garden.pick('a')\nbed.dig('a')\nassert garden.plan() == ''",
                "Bed.dig",
            ),
        ],
    );
}

#[test]
fn an_earlier_check_acts_if_it_changes_something() {
    are_found(
        "TestWater",
        &[
            ("test_it", "bed = Bed('a')\nassert Garden().water(bed, 2)\nassert bed.wet == 2", "Garden.water"),
            (
                "test_it",
                "garden = Garden()\nbed = garden.lay('a')\nassert not garden.water(bed, -1)\nassert bed.wet == 0",
                "Garden.water",
            ),
            // What was asked and passed did nothing.
            (
                "test_it",
                "bed = Bed('a', 'b')\nassert bed.get(0) == 'b'\nassert bed[1] == 'b'",
                "Bed.__getitem__",
            ),
            ("test_it", "bed = bed_of('a')\nassert bed.tally() == 1\nassert 'b' in bed", "Bed.__contains__"),
        ],
    );
}

#[test]
fn an_operator_is_the_call_of_its_method() {
    are_found(
        "TestGarden",
        &[
            ("test_it", "assert 'a' in bed_of('a')", "Bed.__contains__"),
            ("test_it", "bed = bed_of('a')\nassert 'a' not in bed", "Bed.__contains__"),
            ("test_it", "bed = bed_of('a')\nbed.dig('a')\nassert 'a' in bed", "Bed.dig"),
            ("test_it", "for bed in [bed_of('a'), Bed('b')]:\n    assert bed - bed == bare()", "Bed.__sub__"),
        ],
    );
    for given in ["[bed_of('a'), Bed('b')]", "[pytest.param(bed_of('a'))]", "BEDS"] {
        let head = format!("    @pytest.mark.parametrize('bed', {given})\n    def test_it(self, bed):");
        assert_eq!(
            focal_of("TestBed", &head, "test_it", "assert bed - bed == bare()"),
            "Bed.__sub__",
            "{given}"
        );
    }
    let plain = "    @pytest.mark.parametrize('a, b', [(3, bare())])\n    def test_it(self, a, b):";
    assert_eq!(focal_of("TestBed", plain, "test_it", "assert a - 1 == b.tally()"), "Bed.tally");
}

#[test]
fn a_stub_is_no_candidate() {
    let head = "    @pytest.mark.parametrize('make', garden.TOOLS)\n    def test_it(self, make):";
    assert_eq!(focal_of("TestTool", head, "test_it", "assert make().use(Bed()) == 2"), "Rake.use");
}
