//! The differences between a project's sources and an earlier version, by git, and the failures whose code was changed.
//!
//! ```text
//! folder of a project ──git diff──▶ changed lines of each file ──frames, focal method, test──▶ `Failure::changes`
//! ```

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::git::{ChangedLines, ChangesError, Git};
use super::sources::read_text;
use crate::model::{
    Changed, Changes, Corpus, Failure, FocalLocation, Language, Location, Phase, ProjectSources,
};
use crate::trace::{Origin, TraceLineKind};

/// The version that a project is compared with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Base {
    /// The last commit; if nothing was changed since, the commit before it.
    #[default]
    Uncommitted,
    /// A commit, branch or tag.
    Named(String),
}

/// Finds for each failure of a project with sources how its code differs from `base`.
pub(crate) fn mark_changes(corpus: &mut Corpus, base: &Base) -> Result<(), ChangesError> {
    let mut known: HashMap<PathBuf, ProjectChanges> = HashMap::new();
    for sources in corpus.sources.iter().flatten() {
        if !known.contains_key(sources.folder()) {
            known.insert(sources.folder().to_owned(), ProjectChanges::find(sources.folder(), base)?);
        }
    }
    if known.is_empty() {
        return Err(ChangesError::NoSources);
    }
    corpus.knows_changes = true;
    let runs = corpus.runs_of_failures();
    let Corpus { failures, sources, .. } = corpus;
    failures.par_iter_mut().zip(runs).for_each(|(failure, run)| {
        let Some(sources) = sources.get(run).and_then(Option::as_ref) else { return };
        failure.changes = known.get(sources.folder()).map(|changes| Box::new(changes.of(failure, sources)));
    });
    Ok(())
}

struct ProjectChanges {
    since: Arc<str>,
    lines: ChangedLines,
    methods: HashMap<String, Vec<Range<usize>>>,
}

impl ProjectChanges {
    fn find(folder: &Path, base: &Base) -> Result<ProjectChanges, ChangesError> {
        let git = Git::in_folder(folder)?;
        let (since, lines) = match base {
            Base::Named(name) => (format!("since {name}"), git.changed_since(&git.commit(name)?)?),
            Base::Uncommitted => match git.changed_since("HEAD")? {
                lines if lines.is_empty() => {
                    let parent =
                        git.commit("HEAD~1").map_err(|_| ChangesError::NoParent { folder: git.name() })?;
                    ("in the last commit".to_owned(), git.changed_since(&parent)?)
                }
                lines => ("in your work tree".to_owned(), lines),
            },
        };
        let methods = lines.keys().filter_map(|file| {
            let language = Language::of_file(Path::new(file))?;
            let text = read_text(folder, Path::new(file)).ok()?;
            Some((file.clone(), language.answers().method_lines(&text)))
        });
        Ok(ProjectChanges { since: Arc::from(since), methods: methods.collect(), lines })
    }

    fn of(&self, failure: &Failure, sources: &ProjectSources) -> Changes {
        // A test that never ran called nothing.
        let has_run = matches!(failure.phase, Phase::Test | Phase::TearDown);
        let focal = match &failure.focal_location {
            FocalLocation::At(location) if has_run => Some(location),
            _ => None,
        };
        let frames = failure.trace.parse_on().filter_map(|line| {
            let TraceLineKind::Frame(frame) = line.kind else { return None };
            let file = (frame.origin == Origin::Project)
                .then(|| sources.file_of_frame(&frame, &failure.bug).ok())??;
            Some((Location::file_of(file), usize::try_from(frame.line?).ok()?))
        });
        let frames: Vec<(Arc<str>, usize)> = frames.collect();
        let in_trace = frames.iter().filter_map(|(file, line)| self.at(file, *line)).max();
        let places = focal.map(|location| (&location.file, location.line)).into_iter();
        let places = places.chain(frames.iter().map(|(file, line)| (file, *line)));
        let changed =
            places.filter_map(|(file, line)| Some((Arc::clone(file), self.method_at(file, line)?.start)));
        let methods = changed.collect::<BTreeSet<_>>().into_iter().collect();
        let focal_lines =
            focal.map_or_else(Vec::new, |location| self.lines_within(location, &failure.focal_method));
        let focal = focal.and_then(|location| self.of_method(location, &failure.focal_method));
        let is_test = failure.location.as_ref().is_some_and(|location| {
            let of_test = self.of_method(location, &failure.generated_test);
            of_test == Some(Changed::FocalMethod)
        });
        Changes { code: focal.max(in_trace), methods, focal_lines, is_test, since: Arc::clone(&self.since) }
    }

    fn of_method(&self, location: &Location, source: &str) -> Option<Changed> {
        let changed = self.lines.get(&*location.file)?;
        let lines = location.line..location.line + source.lines().count();
        Some(if meets(changed, &lines) { Changed::FocalMethod } else { Changed::File })
    }

    /// Returns the changed lines of a method.
    fn lines_within(&self, location: &Location, source: &str) -> Vec<Range<usize>> {
        let method = location.line..location.line + source.lines().count();
        let changed = self.lines.get(&*location.file).into_iter().flatten();
        let within = changed.filter(|lines| meets(std::slice::from_ref(lines), &method));
        within.map(|lines| lines.start.max(method.start)..lines.end.min(method.end)).collect()
    }

    /// Returns the lines of the innermost method around a line, if it was changed.
    fn method_at(&self, file: &str, line: usize) -> Option<&Range<usize>> {
        let around = self.methods.get(file)?.iter().filter(|method| method.contains(&line));
        around.min_by_key(|method| method.len()).filter(|method| meets(&self.lines[file], method))
    }

    fn at(&self, file: &str, line: usize) -> Option<Changed> {
        let changed = self.lines.get(file)?;
        Some(if changed.iter().any(|lines| lines.contains(&line)) {
            Changed::Line
        } else if self.method_at(file, line).is_some() {
            Changed::Method
        } else {
            Changed::File
        })
    }
}

/// Returns true if one of the changed lines, or the place of deleted ones between two lines, is in a method.
fn meets(changed: &[Range<usize>], method: &Range<usize>) -> bool {
    changed.iter().any(|lines| {
        // Nothing is left of deleted lines: they were between the line before the range and its start.
        let is_inside = lines.is_empty() && method.start < lines.start && lines.start < method.end;
        is_inside || (lines.start < method.end && method.start < lines.end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deleted_lines_change_the_method_that_they_were_in() {
        let method = 4..8;
        for (deleted, is_inside) in [(4, false), (5, true), (7, true), (8, false)] {
            let at = deleted..deleted;
            assert_eq!(meets(std::slice::from_ref(&at), &method), is_inside, "{deleted}");
        }
        for (changed, is_inside) in [(7..9, true), (1..5, true), (8..9, false), (1..4, false)] {
            assert_eq!(meets(std::slice::from_ref(&changed), &method), is_inside, "{changed:?}");
        }
    }
}
