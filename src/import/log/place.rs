//! Which project, bug and version a log is about, as far as its path tells.

use std::fs;
use std::path::{Path, PathBuf};

/// The version of the program that a log's tests ran on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::import) enum Version {
    Buggy,
    Fixed,
}

/// What a log's path says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::import) struct LogPlace {
    pub project: String,
    pub bug: String,
    /// None when the file's name does not say; it is then taken for the version under test.
    pub version: Option<Version>,
}

impl LogPlace {
    /// For a log without a path.
    pub(crate) fn unknown() -> LogPlace {
        LogPlace { project: "unknown".to_owned(), bug: "unknown".to_owned(), version: None }
    }

    /// `<Project>/<generator>/<bug>b.<bug>.trigger.log` says it all; a Defects4J working folder says it in its
    /// `.defects4j.config`; of other logs the folder serves as project and the file as bug.
    pub(crate) fn of(path: &Path) -> LogPlace {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent();
        if let Some((bug, version)) = trigger_log(&path) {
            let project = folder.and_then(Path::parent).and_then(name).or_else(|| folder.and_then(name));
            return LogPlace {
                project: project.unwrap_or("unknown".to_owned()),
                bug,
                version: Some(version),
            };
        }
        if let Some((project, bug, version)) = folder.and_then(working_folder) {
            return LogPlace { project, bug, version };
        }
        let bug = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        LogPlace {
            project: folder.and_then(name).unwrap_or("unknown".to_owned()),
            bug: bug.unwrap_or("unknown".to_owned()),
            version: None,
        }
    }
}

/// Bug and version of a file `<bug>b.<bug>.trigger.log` or `<bug>f.<bug>.trigger.log`.
pub(in crate::import) fn trigger_log(path: &Path) -> Option<(String, Version)> {
    let (version, bug) = path.file_name()?.to_str()?.strip_suffix(".trigger.log")?.split_once('.')?;
    match version.strip_prefix(bug)? {
        "b" => Some((bug.to_owned(), Version::Buggy)),
        "f" => Some((bug.to_owned(), Version::Fixed)),
        _ => None,
    }
}

/// The log of the other version beside a trigger log, if it is there.
pub(in crate::import) fn partner(path: &Path) -> Option<PathBuf> {
    let (bug, version) = trigger_log(path)?;
    let other = match version {
        Version::Buggy => "f",
        Version::Fixed => "b",
    };
    let partner = path.with_file_name(format!("{bug}{other}.{bug}.trigger.log"));
    partner.is_file().then_some(partner)
}

/// Its name says that the log is of the fixed version.
pub(in crate::import) fn is_of_fixed_version(log: &Path) -> bool {
    trigger_log(log).is_some_and(|(_, version)| version == Version::Fixed)
}

/// What `defects4j checkout` notes down: `pid=Lang`, `vid=7b`.
fn working_folder(folder: &Path) -> Option<(String, String, Option<Version>)> {
    let config = fs::read_to_string(folder.join(".defects4j.config")).ok()?;
    let value =
        |key: &str| config.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('=')).map(str::trim);
    let (project, id) = (value("pid")?, value("vid")?);
    let (bug, version) = match (id.strip_suffix('b'), id.strip_suffix('f')) {
        (Some(bug), _) => (bug, Some(Version::Buggy)),
        (_, Some(bug)) => (bug, Some(Version::Fixed)),
        _ => (id, None),
    };
    (!project.is_empty() && !bug.is_empty()).then(|| (project.to_owned(), bug.to_owned(), version))
}

fn name(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(path: &str) -> (String, String, Option<Version>) {
        let LogPlace { project, bug, version } = LogPlace::of(Path::new(path));
        (project, bug, version)
    }

    #[test]
    fn a_trigger_log_says_it_in_its_path() {
        let expected = ("Csv".to_owned(), "7".to_owned(), Some(Version::Buggy));
        assert_eq!(place("/logs/Csv/naive/7b.7.trigger.log"), expected);
        assert_eq!(place("/logs/Csv/naive/7f.7.trigger.log").2, Some(Version::Fixed));
        for other in
            ["/x/y/7b.8.trigger.log", "/x/y/7.7.trigger.log", "/x/y/7bb.7.trigger.log", "/x/y/trigger.log"]
        {
            assert_eq!(place(other).2, None, "{other}");
        }
    }

    #[test]
    fn of_other_logs_the_folder_is_the_project_and_the_file_the_bug() {
        assert_eq!(
            place("/builds/lang_1/failing_tests"),
            ("lang_1".to_owned(), "failing_tests".to_owned(), None)
        );
    }

    #[test]
    fn a_working_folder_says_it_in_its_config() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(".defects4j.config"), "#made by checkout\npid=Lang\r\nvid=12f\n")
            .expect("written");
        let log = folder.path().join("failing_tests");
        let expected = LogPlace { project: "Lang".into(), bug: "12".into(), version: Some(Version::Fixed) };
        assert_eq!(LogPlace::of(&log), expected);
    }
}
