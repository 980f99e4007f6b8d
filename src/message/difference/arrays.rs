//! The words of numpy.testing and pandas.testing for two arrays or tables that are not equal.
//!
//! ```text
//! Arrays are not equal  [2]: 4 (ACTUAL), 5 (DESIRED)                                 ──▶  [2]: 4 ≠ 5
//! Not equal to tolerance rtol=0.1, atol=0  [2]: 4.0 (ACTUAL), 5.0 (DESIRED)          ──▶  [2]: 4.0 ≠ 5.0 ± 0.5
//! DataFrame.iloc[:, 1] (column name="ink") are different  [left]: [4]  [right]: [5]  ──▶  ["ink"][0]: 4 ≠ 5
//! ```

use super::libraries::arguments;
use super::outside;
use super::parts::{MOST_COUNTED, within};
use crate::message::differing_words::{Difference, LONG};

/// Two arrays or tables that are not equal, as their library tells it.
pub(in crate::message) struct ComparedArrays<'m> {
    /// The words of a person; empty if there are none.
    pub(in crate::message) words: &'m str,
    pub(super) differences: Vec<Difference>,
}

impl<'m> ComparedArrays<'m> {
    /// Reads a message of numpy.testing or pandas.testing; None of others, and if the message does not show what differs.
    pub(in crate::message) fn read(message: &'m str) -> Option<ComparedArrays<'m>> {
        let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let (heading, below) = lines.split_first()?;
        let mut compared = of_numpy(heading, below).or_else(|| of_pandas(heading, below))?;
        compared.differences.truncate(MOST_COUNTED);
        (!compared.differences.is_empty()).then_some(compared)
    }
}

/// The words above the places at which two arrays differ, if there are more.
pub(in crate::message) const FIRST_PLACES: &str = " mismatches are at indices:";

/// The headings of numpy, and the words behind which a person's follow in the same line.
const HEADINGS: [(&str, &str); 4] = [
    ("Arrays are not equal", "equal"),
    ("Arrays are not almost equal to ", " decimals"),
    ("Items are not equal", ":"),
    ("Not equal to tolerance ", "\n"),
];

/// The labels of the actual and of the expected array; those before numpy 2 last.
const LABELS: [[&str; 2]; 2] = [["ACTUAL: ", "DESIRED: "], ["x: ", "y: "]];

/// The beginnings of the steps to a value within a list or a dictionary, of which numpy writes the last one first.
const STEPS: [&str; 2] = ["item=", "key="];

fn of_numpy<'m>(heading: &'m str, below: &[&'m str]) -> Option<ComparedArrays<'m>> {
    let (_, end) = HEADINGS.iter().find(|(begins, _)| heading.starts_with(begins))?;
    let is_label = |line: &&str| LABELS.as_flattened().iter().any(|label| line.starts_with(label));
    let (above_values, values) = below.split_at(below.iter().position(is_label)?);
    let is_remark = |line: &&str| {
        ["Mismatch", "(shapes ", "(dtypes "].iter().any(|begins| line.starts_with(begins))
            || line.ends_with(" location mismatch:")
    };
    let remarks = above_values.iter().position(is_remark).unwrap_or(above_values.len());
    let (above, remarks) = above_values.split_at(remarks);
    let step = |line: &&'m str| STEPS.iter().find_map(|begins| line.strip_prefix(begins));
    let place: String = above.iter().rev().filter_map(step).map(|key| format!("[{key}]")).collect();
    let in_heading = heading.split_once(end).map_or("", |(_, words)| words).trim_matches([':', ' ']);
    let words = above.iter().find(|line| step(line).is_none()).copied().unwrap_or(in_heading);
    let near = Nearness::of(heading);
    let cells = remarks.iter().filter_map(|line| cell_of_numpy(line, &place, near.as_ref()));
    let mut differences: Vec<Difference> = cells.collect();
    if differences.is_empty() {
        let [actual, expected] = arrays_of_numpy(values)?;
        differences = match remarks.iter().find_map(|line| kinds(line)) {
            Some(kinds) => vec![of_kinds(&place, kinds, actual, expected)],
            None => items_of_arrays(&place, &actual, &expected, near.as_ref()),
        };
    }
    Some(ComparedArrays { words, differences })
}

/// The distance that a number may have from the expected one.
struct Nearness {
    absolute: f64,
    relative: f64,
}

impl Nearness {
    /// Reads `Not equal to tolerance rtol=1e-06, atol=0` and `Arrays are not almost equal to 3 decimals`; None of values that are to be equal.
    fn of(heading: &str) -> Option<Nearness> {
        let number = |name: &str| heading.split_once(name)?.1.split([',', ' ']).next()?.parse::<f64>().ok();
        if let (Some(relative), Some(absolute)) = (number("rtol="), number("atol=")) {
            return Some(Nearness { absolute, relative });
        }
        let decimals = number("almost equal to ")?;
        // As numpy has it.
        Some(Nearness { absolute: 1.5 * 10_f64.powf(-decimals), relative: 0.0 })
    }

    fn around(&self, expected: &str) -> Option<f64> {
        let expected: f64 = expected.parse().ok()?;
        Some(self.absolute + self.relative * expected.abs()).filter(|distance| distance.is_finite())
    }

    /// Returns an expected number with the distance from it that is allowed, `40.0 ± 0.0004`; other values as they are.
    fn told(&self, expected: &str) -> String {
        let short = self.around(expected).and_then(|distance| format!("{distance:.1e}").parse::<f64>().ok());
        short.map_or_else(|| expected.to_owned(), |distance| format!("{expected} ± {distance}"))
    }

    fn is_near(&self, actual: &str, expected: &str) -> bool {
        let distance =
            self.around(expected).zip(actual.parse::<f64>().ok()).zip(expected.parse::<f64>().ok());
        distance.is_some_and(|((most, actual), expected)| (actual - expected).abs() <= most)
    }
}

/// Reads `[1, 1]: 2.0 (ACTUAL), 2.5 (DESIRED)`.
fn cell_of_numpy(line: &str, place: &str, near: Option<&Nearness>) -> Option<Difference> {
    let (index, values) = line.strip_prefix('[')?.split_once("]: ")?;
    let (actual, expected) = values.split_once(" (ACTUAL), ")?;
    let expected = expected.strip_suffix(" (DESIRED)")?;
    let index = if index.is_empty() { String::new() } else { format!("[{index}]") };
    let expected = near.map_or_else(|| expected.to_owned(), |near| near.told(expected));
    Some(Difference { place: format!("{place}{index}"), actual: actual.to_owned(), expected })
}

/// Returns the values of two arrays, without the class and with the numbers as Python writes them: `[1.0, 2.5]` of `array([1. , 2.5])`.
fn arrays_of_numpy(values: &[&str]) -> Option<[String; 2]> {
    let [actual, expected] = LABELS.into_iter().find(|[actual, _]| values[0].starts_with(actual))?;
    let middle = values.iter().position(|line| line.starts_with(expected))?;
    let array = |lines: &[&str], label: &str| {
        let text = lines.join(" ");
        let text = text.strip_prefix(label)?.trim();
        let inner = text.strip_prefix("array(").and_then(|text| text.strip_suffix(')'));
        let items = inner.map(|inner| {
            let end = inner.rfind(']').map_or(inner.len(), |end| end + 1);
            let few = inner[..end].split_whitespace().collect::<Vec<_>>().join(" ");
            let few = few.replace("[ ", "[").replace(" ,", ",").replace(" ]", "]");
            few.replace(".,", ".0,").replace(".]", ".0]")
        });
        Some(items.unwrap_or_else(|| text.to_owned()))
    };
    Some([array(&values[..middle], actual)?, array(&values[middle..], expected)?])
}

/// Reads `(shapes (2,), (4,) mismatch)` and `(dtypes int64, float64 mismatch)`: the kind, and those of both arrays.
fn kinds<'m>(line: &'m str) -> Option<[&'m str; 3]> {
    let (kind, both) = line.strip_prefix('(')?.strip_suffix(" mismatch)")?.split_once("s ")?;
    let [actual, expected] = <[&'m str; 2]>::try_from(arguments(both)?).ok()?;
    Some([kind, actual, expected])
}

/// Returns the difference of two arrays of other shapes or types, with their values if these are short.
fn of_kinds(place: &str, [kind, one, other]: [&str; 3], actual: String, expected: String) -> Difference {
    let between = if place.is_empty() { "" } else { " " };
    let place = format!("{place}{between}{kind}");
    let are_short = [&actual, &expected].iter().all(|array| array.len() <= LONG);
    if are_short && actual != expected {
        return Difference { place: format!("{place} {one} ≠ {other}"), actual, expected };
    }
    let [actual, expected] = [one, other].map(str::to_owned);
    Difference { place, actual, expected }
}

/// Returns the items in which two arrays differ, by what they print; none of arrays that are not shown whole.
fn items_of_arrays(place: &str, actual: &str, expected: &str, near: Option<&Nearness>) -> Vec<Difference> {
    if [actual, expected].iter().any(|array| array.contains("...")) {
        return Vec::new();
    }
    let mut found = within(place, actual, expected);
    if let Some(near) = near {
        found.retain(|difference| !near.is_near(&difference.actual, &difference.expected));
        for difference in &mut found {
            difference.expected = near.told(&difference.expected);
        }
    }
    found
}

fn of_pandas<'m>(heading: &'m str, below: &[&'m str]) -> Option<ComparedArrays<'m>> {
    let object = heading.strip_suffix(" are different")?;
    let object = object.strip_prefix("Attributes of ").unwrap_or(object);
    let left = below.iter().position(|line| line.starts_with("[left]:"))?;
    let right = below.iter().position(|line| line.starts_with("[right]:"))?;
    let end = below.iter().position(|line| line.starts_with("At positional index "));
    let value = |lines: &[&str], label: &str| Some(lines.join(" ").strip_prefix(label)?.trim().to_owned());
    let actual = value(below.get(left..right)?, "[left]:")?;
    let expected = value(below.get(right..end.unwrap_or(below.len()))?, "[right]:")?;
    let (words, place) = place_of_object(object);
    let what = below.first()?;
    let differences = if let Some(attribute) = what.strip_prefix("Attribute \"") {
        let name = attribute.split('"').next()?;
        vec![Difference { place: format!("{place}.{name}"), actual, expected }]
    } else if what.contains(" values are different") {
        let values = Values { place: &place, actual: &actual, expected: &expected, below };
        values.differences(first_percentage(what))
    } else {
        let what = what.strip_prefix(object).unwrap_or(what);
        let what = [" are different", " mismatch"].iter().find_map(|end| what.strip_suffix(end))?.trim();
        // Of a length, the index follows the number.
        let of_kind = |value: &'_ str| match what {
            "length" => value.split(", ").next().unwrap_or(value).to_owned(),
            "classes" => value.split('(').next().unwrap_or(value).to_owned(),
            _ => value.to_owned(),
        };
        let between = if place.is_empty() { "" } else { " " };
        let place = format!("{place}{between}{what}");
        vec![Difference { place, actual: of_kind(&actual), expected: of_kind(&expected) }]
    };
    Some(ComparedArrays { words, differences })
}

/// Returns a person's name for what is compared, and its place in the values: `["ink"]` of `DataFrame.iloc[:, 1] (column name="ink")`,
/// `.index` of `Series.index`.
fn place_of_object(object: &str) -> (&str, String) {
    const CLASSES: [&str; 7] =
        ["Series", "DataFrame", "Index", "MultiIndex", "Categorical", "ExtensionArray", "numpy array"];
    if let Some((_, name)) = object.split_once(" (column name=") {
        return ("", format!("[{}]", name.trim_end_matches(')')));
    }
    let class = CLASSES.iter().filter(|class| object.starts_with(**class)).max_by_key(|class| class.len());
    match class {
        Some(class) => ("", object[class.len()..].trim().to_owned()),
        None => (object, String::new()),
    }
}

/// Returns `0.5` of `Series values are different (50.0 %)`.
fn first_percentage(what: &str) -> Option<f64> {
    let (number, _) = what.rsplit_once('(')?.1.split_once(" %")?;
    Some(number.parse::<f64>().ok()? / 100.0)
}

/// The values of two columns or indexes, as pandas prints them.
struct Values<'m> {
    place: &'m str,
    actual: &'m str,
    expected: &'m str,
    below: &'m [&'m str],
}

impl Values<'_> {
    /// Returns the items that differ, at the names that the index has for them. `share` is the part of them that is not near
    /// enough.
    fn differences(&self, share: Option<f64>) -> Vec<Difference> {
        let lists = [self.actual, self.expected].map(items);
        let [Some(actual), Some(expected)] = lists else { return self.first().into_iter().collect() };
        let differing: Vec<usize> =
            (0..actual.len().min(expected.len())).filter(|&at| actual[at] != expected[at]).collect();
        let is_cut = [self.actual, self.expected].iter().any(|values| values.contains("..."));
        #[expect(clippy::cast_precision_loss, reason = "as many as a message shows")]
        let told_share = differing.len() as f64 / actual.len() as f64;
        // Some of them may be near enough.
        let are_others = share.is_some_and(|share| (told_share - share).abs() > 0.001);
        if is_cut || actual.len() != expected.len() || are_others {
            return self.first().into_iter().collect();
        }
        let names = self.below.iter().find_map(|line| items(line.strip_prefix("[index]:")?.trim()));
        let names = names.filter(|names| names.len() == actual.len());
        let place = |at: usize| match names.as_ref().map(|names| names[at]) {
            Some(name) if name.parse::<f64>().is_err() && !name.starts_with(['\'', '"', '(']) => {
                format!("{}[\"{name}\"]", self.place)
            }
            Some(name) => format!("{}[{name}]", self.place),
            None => format!("{}[{at}]", self.place),
        };
        differing.into_iter().flat_map(|at| within(&place(at), actual[at], expected[at])).collect()
    }

    /// Reads `At positional index 0, first diff: -4.0 != -5.0`.
    fn first(&self) -> Option<Difference> {
        let mut lines = self.below.iter();
        let (index, values) =
            lines.find_map(|line| line.strip_prefix("At positional index ")?.split_once(", first diff: "))?;
        let (actual, expected) = values.split_once(" != ")?;
        let [actual, expected] = [actual, expected].map(str::to_owned);
        Some(Difference { place: format!("{}[{index}]", self.place), actual, expected })
    }
}

/// Returns the items of a list, also of one within the words for its class: `Index(['a', 'b'], dtype='object')`.
fn items(list: &str) -> Option<Vec<&str>> {
    let (_, list) = list.split_once('[')?;
    let mut ends = list.match_indices(']').map(|(end, _)| &list[..end]);
    arguments(ends.find(|items| outside(items, ',').is_some())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(message: &str) -> String {
        let Some(compared) = ComparedArrays::read(message) else { return String::new() };
        let differences = compared.differences.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        if compared.words.is_empty() { differences } else { format!("{}: {differences}", compared.words) }
    }

    #[test]
    fn arrays_of_numpy_differ_in_their_items() {
        for (kind, message, expected) in [
            (
                "places and a person's words",
                "\nArrays are not equal\npens of a week\nMismatched elements: 2 / 3 (66.7%)\nMismatch at indices:\n [0]: 2 (ACTUAL), 3 (DESIRED)\n [2]: 4 (ACTUAL), 1 (DESIRED)\nMax absolute difference among violations: 3\n ACTUAL: array([2, 7, 4])\n DESIRED: array([3, 7, 1])",
                "pens of a week: [0]: 2 ≠ 3, [2]: 4 ≠ 1",
            ),
            (
                "a tolerance",
                "\nNot equal to tolerance rtol=0.001, atol=0\n\nMismatched elements: 1 / 1 (100%)\nMismatch at index:\n [0]: 11.25 (ACTUAL), 10.0 (DESIRED)\n ACTUAL: array([11.25])\n DESIRED: array([10.])",
                "[0]: 11.25 ≠ 10.0 ± 0.01",
            ),
            (
                "a tolerance of nothing",
                "\nNot equal to tolerance rtol=0.001, atol=0\n\nMismatched elements: 1 / 1 (100%)\nMismatch at index:\n [0]: 1.25 (ACTUAL), 0.0 (DESIRED)\n ACTUAL: array([1.25])\n DESIRED: array([0.])",
                "[0]: 1.25 ≠ 0.0 ± 0",
            ),
            (
                "decimals",
                "\nArrays are not almost equal to 2 decimals\n\nMismatched elements: 1 / 4 (25%)\nMismatch at index:\n [1, 0]: 2.0 (ACTUAL), 2.5 (DESIRED)\n ACTUAL: array([[1., 1.],\n       [2., 1.]])\n DESIRED: array([[1. , 1. ],\n       [2.5, 1. ]])",
                "[1, 0]: 2.0 ≠ 2.5 ± 0.015",
            ),
            (
                "a number",
                "\nArrays are not almost equal to 2 decimals too dry\n ACTUAL: 3.5\n DESIRED: 3.25",
                "too dry: 3.5 ≠ 3.25 ± 0.015",
            ),
            (
                "an older version",
                "\nArrays are not equal\n\nMismatched elements: 1 / 3 (33.3%)\nMax absolute difference: 4.\n x: array([1., 2., 7.])\n y: array([1., 2., 3.])",
                "[2]: 7.0 ≠ 3.0",
            ),
            (
                "an older version with a tolerance",
                "\nNot equal to tolerance rtol=0.1, atol=0\n\nMismatched elements: 1 / 2 (50%)\n x: array([1.01, 7.  ])\n y: array([1., 3.])",
                "[1]: 7.0 ≠ 3.0 ± 0.3",
            ),
            (
                "shapes",
                "\nArrays are not equal\n\n(shapes (2,), (3,) mismatch)\n ACTUAL: array([2., 3.])\n DESIRED: array([1.5, 2. , 3. ])",
                "shape (2,) ≠ (3,): [2.0, 3.0] ≠ [1.5, 2.0, 3.0]",
            ),
            (
                "types",
                "\nArrays are not equal\n\n(dtypes int64, int32 mismatch)\n ACTUAL: array([2])\n DESIRED: array([2], dtype=int32)",
                "dtype: int64 ≠ int32",
            ),
            (
                "what is no number",
                "\nArrays are not equal\n\nx and y nan location mismatch:\n x: array([nan,  2.])\n y: array([1., 2.])",
                "[0]: nan ≠ 1.0",
            ),
            (
                "a value in a dictionary",
                "\nItems are not equal:\nitem=1\nkey='ink'\n\n ACTUAL: 2\n DESIRED: 3",
                "['ink'][1]: 2 ≠ 3",
            ),
            ("an order", "\nArrays are not strictly ordered `x < y`\n\n x: array([2])\n y: array([1])", ""),
            ("long arrays", "\nArrays are not equal\n\n x: array([1, ..., 4])\n y: array([2, ..., 4])", ""),
        ] {
            assert_eq!(told(message), expected, "{kind}");
        }
    }

    #[test]
    fn tables_of_pandas_differ_in_their_parts() {
        for (kind, message, expected) in [
            (
                "values by the names of an index",
                "Series are different\n\nSeries values are different (50.0 %)\n[index]: [blue ink, nib]\n[left]:  [4.0, 2.0]\n[right]: [5.0, 2.0]\nAt positional index 0, first diff: 4.0 != 5.0",
                "[\"blue ink\"]: 4.0 ≠ 5.0",
            ),
            (
                "values of a column",
                "DataFrame.iloc[:, 1] (column name=\"ink\") are different\n\nDataFrame.iloc[:, 1] (column name=\"ink\") values are different (50.0 %)\n[index]: [0, 1]\n[left]:  [7, 1]\n[right]: [7, 2]",
                "[\"ink\"][1]: 1 ≠ 2",
            ),
            (
                "values of which one is near enough",
                "Series are different\n\nSeries values are different (50.0 %)\n[index]: [0, 1]\n[left]:  [4.0000001, 2.0]\n[right]: [4.0, 3.0]\nAt positional index 1, first diff: 2.0 != 3.0",
                "[1]: 2.0 ≠ 3.0",
            ),
            (
                "an attribute",
                "Attributes of DataFrame.iloc[:, 1] (column name=\"ink\") are different\n\nAttribute \"dtype\" are different\n[left]:  int64\n[right]: float64",
                "[\"ink\"].dtype: int64 ≠ float64",
            ),
            (
                "an attribute of a series",
                "Attributes of Series are different\n\nAttribute \"names\" are different\n[left]:  [ink]\n[right]: [None]",
                ".names: [ink] ≠ [None]",
            ),
            (
                "names of columns",
                "DataFrame.columns are different\n\nDataFrame.columns values are different (50.0 %)\n[left]:  Index(['nib', 'ink'], dtype='object')\n[right]: Index(['nib', 'cap'], dtype='object')\nAt positional index 1, first diff: ink != cap",
                ".columns[1]: 'ink' ≠ 'cap'",
            ),
            (
                "a shape",
                "DataFrame are different\n\nDataFrame shape mismatch\n[left]:  (2, 2)\n[right]: (2, 3)",
                "shape: (2, 2) ≠ (2, 3)",
            ),
            (
                "a length",
                "Series are different\n\nSeries length are different\n[left]:  2, RangeIndex(start=0, stop=2, step=1)\n[right]: 3, RangeIndex(start=0, stop=3, step=1)",
                "length: 2 ≠ 3",
            ),
            (
                "the class of an index",
                "DataFrame.index are different\n\nDataFrame.index classes are different\n[left]:  Index([1, 2], dtype='int64')\n[right]: RangeIndex(start=0, stop=2, step=1)",
                ".index classes: Index ≠ RangeIndex",
            ),
            (
                "what a person calls the values",
                "pens of Ada are different\n\npens of Ada values are different (100.0 %)\n[left]:  [1]\n[right]: [2]",
                "pens of Ada: [0]: 1 ≠ 2",
            ),
            ("other words", "the pens are different", ""),
        ] {
            assert_eq!(told(message), expected, "{kind}");
        }
    }
}
