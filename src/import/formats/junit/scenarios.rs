//! The scenarios of behave and Cucumber, whose JUnit XML gives them longer names than their JSON.

use std::collections::HashSet;

use crate::import::formats::cucumber::scenario_of_row;

/// A tool that runs the scenarios of features.
pub(super) enum Scenarios<'a> {
    /// behave, with the path of the feature's file, in which dots are between folders.
    Behave(&'a str),
    /// Cucumber, with the names of the scenarios so far: a further one of a name has its number behind that.
    Cucumber(HashSet<String>),
}

impl Scenarios<'_> {
    pub(super) fn are_of_cucumber(&self) -> bool {
        matches!(self, Scenarios::Cucumber(_))
    }

    /// Returns the feature and the scenario of a test as the JSON of its tool names them; None if they have those names.
    /// behave has the file before the feature, both have the row of an outline, and Cucumber the outline and its rule.
    pub(super) fn name_in_json(&mut self, class: &str, name: &str) -> Option<[String; 2]> {
        match self {
            Scenarios::Behave(file) => {
                let feature = class.strip_prefix(*file)?.strip_prefix('.')?;
                Some([feature.to_owned(), scenario_of_row(name).to_owned()])
            }
            Scenarios::Cucumber(known) => {
                let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == '.');
                let of_row = name.rsplit_once(" - #").and_then(|(_, row)| row.split_once(": "));
                if let Some((_, scenario)) = of_row.filter(|(number, _)| is_number(number)) {
                    return Some([class.to_owned(), scenario.to_owned()]);
                }
                let key = |name: &str| format!("{class}\n{name}");
                let numbered = name.strip_suffix(']').and_then(|name| name.rsplit_once(" ["));
                match numbered {
                    Some((first, number)) if is_number(number) && known.contains(&key(first)) => {
                        Some([class.to_owned(), first.to_owned()])
                    }
                    _ => {
                        known.insert(key(name));
                        None
                    }
                }
            }
        }
    }
}
