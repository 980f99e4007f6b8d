//! `fossick rank --across` over ranked lines: parts of the results, ranked on any number of machines, as one
//! list over all groups.
//!
//! ```text
//! lines of `rank --format jsonl` ──by run, project, bug──▶ lists of groups ──interleave──▶ the same lines, each with `look`
//! ```
//!
//! Groups stand in the order of their first line. A line is written as it was read, with `look` at its end.

use std::cmp::Reverse;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use serde::Deserialize;

use super::{CliError, expected};
use crate::model::PlaceInGroup;
use crate::rank::{GroupInRounds, PlaceInRound, Ranker, hash_of_name, interleave};
use crate::regular_file;

/// The field that begins the ranked part of a line, behind the names of its group.
const RANKED: &str = ",\"rank\":";

/// The field that a line of results has behind the names of its group, and a ranked one only later.
const TEST: &str = ",\"test\":";

/// The name of the group of a report in a build, of which there is only one list.
const OF_BUILD: &str = "-";

/// The fields of a ranked line that its place depends on.
#[derive(Deserialize)]
struct Fields {
    #[serde(default)]
    run: String,
    project: String,
    bug: String,
    rank: usize,
    test: String,
    ranker: String,
    group_size: usize,
    cause_size: u32,
    environment: bool,
}

/// A ranked line, with its place in a round by cause.
struct Line {
    text: String,
    rank: usize,
    place: PlaceInRound,
}

/// The list of a group.
struct Group {
    ranker: Ranker,
    size: usize,
    lines: Vec<Line>,
}

/// The lists of all groups, in the order of their first lines.
pub(super) struct Merged(IndexMap<[String; 3], Group>);

/// Returns true if all inputs, of which there is at least one, are ranked lines. Nothing is taken from standard input.
pub(super) fn are_ranked_lines(inputs: &[PathBuf]) -> bool {
    !inputs.is_empty() && inputs.iter().all(|input| is_ranked_lines(input).unwrap_or(false))
}

fn is_ranked_lines(input: &Path) -> io::Result<bool> {
    let mut bytes = Vec::new();
    if input == Path::new("-") {
        // What is in the buffer stays there for whoever reads the input.
        bytes.extend_from_slice(io::stdin().lock().fill_buf()?);
    } else if input.is_file() {
        let mut reader = BufReader::new(open(input)?);
        bytes.extend_from_slice(reader.fill_buf()?);
    }
    let start = String::from_utf8_lossy(&bytes);
    let line = start.trim_start().lines().next().unwrap_or("");
    Ok(line.starts_with('{')
        && line.find(RANKED).is_some_and(|rank| line.find(TEST).is_none_or(|test| rank < test)))
}

impl Merged {
    /// Reads the lines of all inputs.
    pub(super) fn read(inputs: &[PathBuf]) -> Result<Merged, CliError> {
        let mut merged = Merged(IndexMap::new());
        for input in inputs {
            if input == Path::new("-") {
                merged.add("standard input", io::stdin().lock())?;
            } else {
                let name = input.display().to_string();
                let file = open(input).map_err(|error| expected(format!("can't read {name}: {error}")))?;
                merged.add(&name, BufReader::new(file))?;
            }
        }
        for ([_, project, bug], group) in &mut merged.0 {
            group.lines.sort_by_key(|line| line.rank);
            let mut lines = group.lines.iter().enumerate();
            if let Some((place, line)) = lines.find(|(place, line)| line.rank != place + 1) {
                return Err(expected(format!(
                    "the lines of {project}-{bug} have rank {} in the place of {}: expected each line of `fossick rank --format jsonl` \
                     once, without --across",
                    line.rank,
                    place + 1
                )));
            }
        }
        Ok(merged)
    }

    /// Writes the first lines of the list over all groups.
    pub(super) fn write(&self, top: usize, out: &mut dyn Write) -> io::Result<()> {
        let groups = self.0.iter().map(|([_, project, bug], group)| {
            if group.ranker.is_for_whole_tests() {
                let places = group.lines.iter().map(|line| line.place).collect();
                return GroupInRounds::Causes([project.clone(), bug.clone()], places);
            }
            GroupInRounds::Rounds { size: group.size, listed: group.lines.len() }
        });
        let order = interleave(&groups.collect::<Vec<_>>());
        for (index, PlaceInGroup { group, place }) in order.into_iter().take(top).enumerate() {
            let line = &self.0[group].lines[place].text;
            let fields = line.strip_suffix('}').unwrap_or(line);
            writeln!(out, "{fields},\"look\":{}}}", index + 1)?;
        }
        out.flush()
    }

    fn add(&mut self, name: &str, lines: impl BufRead) -> Result<(), CliError> {
        for (index, line) in lines.lines().enumerate() {
            let refused = |why: String| {
                let place = format!("{name}, line {}", index + 1);
                expected(format!("{place}: {why}; expected a line of `fossick rank --format jsonl`"))
            };
            let text = line.map_err(|error| refused(error.to_string()))?;
            if text.trim().is_empty() {
                continue;
            }
            let fields: Fields = serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?;
            if fields.bug == OF_BUILD {
                return Err(refused("it is of a build, which is ranked in one run".to_owned()));
            }
            let ranker: Ranker = fields.ranker.parse().map_err(refused)?;
            let place = PlaceInRound {
                is_environment: fields.environment,
                cause_size: Reverse(fields.cause_size),
                hash: hash_of_name(&fields.test),
            };
            let group = self.0.entry([fields.run, fields.project, fields.bug]).or_insert_with(|| Group {
                ranker,
                size: fields.group_size,
                lines: Vec::new(),
            });
            group.lines.push(Line { text: text.trim().to_owned(), rank: fields.rank, place });
        }
        Ok(())
    }
}

fn open(input: &Path) -> io::Result<File> {
    regular_file::open(input, OpenOptions::new().read(true))
}
