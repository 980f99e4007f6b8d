//! `fossick rank --before … --only healed`: tests that pass because they were edited.

use std::path::Path;

use super::args::{InputArgs, load, tell_losses};
use super::before::BeforeArgs;
use super::format::Format;
use super::{CliError, expected, labels};
use crate::import::{Import, Options};
use crate::model::text::plural;
use crate::model::{Failure, FocalLocation, ProjectSources};
use crate::project::sources::read_text;
use crate::report::healed::{self, Answers, FixedBy, FixedTest};
use crate::trace::TraceLineKind;

pub(super) fn run(input: &InputArgs, before: &BeforeArgs, format: Format) -> Result<(), CliError> {
    if !matches!(format, Format::Table | Format::Json | Format::Jsonl) {
        return Err(expected("healed tests are a table, json or jsonl: choose one of them with --format"));
    }
    let mut reading = input.reading()?;
    reading.options = Options { all_tests: true, ..reading.options };
    let now = load(&reading)?;
    before.are_apart_from(&reading)?;
    let earlier = before.imports(reading.options)?;
    let mut fixed: Vec<FixedTest<'_>> = Vec::new();
    for before in &earlier {
        let (judgements, _) = labels::read(before, None, None)?;
        let events = judgements.last_events(&before.corpus);
        let judged = |id: crate::model::FailureId| {
            let event = events[id.index()]?;
            let verdict = before.corpus.verdicts().name(event.judgement.verdict()?).to_owned();
            Some(format!("judged {verdict} on {}", event.time.split('T').next().unwrap_or_default()))
        };
        let code_changed = |run: usize, failure: &Failure| has_changed_code(before, run, failure, &now);
        fixed.extend(healed::fixed_tests(
            before,
            &now,
            &Answers { code_changed: &code_changed, judged: &judged },
        ));
    }
    fixed.sort_by_key(|test| test.fixed_by);
    Format::print(|out| match format {
        Format::Json => healed::write_json(&fixed, out),
        Format::Jsonl => healed::write_json_lines(&fixed, out),
        _ => healed::write_table(&fixed, out),
    })?;
    tell_losses(&now);
    let healed = fixed.iter().filter(|test| test.fixed_by == FixedBy::Test).count();
    if healed == 0 {
        return Ok(());
    }
    Err(CliError::CheckFailed(vec![format!("{} repaired by editing the test alone", plural(healed, "test"))]))
}

/// Returns true if a file of the project that the failure names, but for that of the test, has another text now.
fn has_changed_code(before: &Import, run: usize, failure: &Failure, now: &Import) -> bool {
    let Some(old) = before.corpus.sources_of(run) else { return false };
    let current: Vec<&ProjectSources> =
        now.corpus.sources.iter().flatten().map(|sources| &**sources).collect();
    let lines = failure.trace.parse_on();
    let frames = lines.filter_map(|line| match line.kind {
        TraceLineKind::Frame(frame) => {
            old.file_of_frame(&frame, &failure.bug).ok().map(|file| file.to_path_buf())
        }
        _ => None,
    });
    let focal = match &failure.focal_location {
        FocalLocation::At(place) => Some(Path::new(&*place.file).to_path_buf()),
        FocalLocation::Unknown | FocalLocation::Undecided(_) => None,
    };
    let test = failure.location.as_deref().map(|place| Path::new(&*place.file));
    frames.chain(focal).filter(|file| Some(&**file) != test).any(|file| {
        let Ok(before) = read_text(old.folder(), &file) else { return false };
        !current.iter().any(|sources| read_text(sources.folder(), &file).is_ok_and(|today| today == before))
    })
}
