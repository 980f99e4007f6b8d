//! The project and module of a report: the name of the build, and the path of the module in it.
//!
//! Every folder above a source that has a build file is a module, and so is one that has a `src`. A module
//! without a build file of Maven or Gradle is assumed to depend on its sibling modules.
//!
//! The same report has the same project and module whether the build's root, a module or the report itself is given:
//! the root is searched for upwards, from build file to build file, as long as one states that it contains the other.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::encoding::decode;
use crate::model::{Language, Modules};
use crate::project::javascript;
use crate::project::javascript::is_package;
use crate::project::python;
use crate::project::python::{is_python_project, is_unpackaged_project};
use crate::project::walk::name_of;
use crate::regular_file;

pub(crate) const ROOT_MODULE: &str = "-";

/// The number of bytes of the largest build file that is read.
const MAX_BUILD_FILE_BYTES: u64 = 8 * 1024 * 1024;

const GRADLE_SETTINGS: [&str; 2] = ["settings.gradle", "settings.gradle.kts"];
const GRADLE_BUILDS: [&str; 2] = ["build.gradle", "build.gradle.kts"];
const BAZEL_ROOTS: [&str; 3] = ["MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE"];
const BAZEL_PACKAGES: [&str; 2] = ["BUILD.bazel", "BUILD"];
const MAVEN_BUILD: &str = "pom.xml";
const ANT_BUILD: &str = "build.xml";

/// The folder of Bazel's reports of failed attempts before the last.
pub(crate) const EARLIER_ATTEMPTS: &str = "test_attempts";

/// The folder of Bazel's reports: a link to a folder outside the project.
pub(crate) const BAZEL_REPORTS: &str = "bazel-testlogs";

/// Folders that builds write to, beside those of reports. A report in one of them belongs to the module
/// around that folder.
const OUTPUT_FOLDERS: [&str; 5] = ["target", "build", "out", "dist", "results"];

/// Folders that contain only reports: any XML file in them may be one.
const REPORT_FOLDERS: &str = "surefire-reports failsafe-reports test-results test-output test-reports junitreports junit-reports junit reports test-report ctrf allure-results TestResults cucumber-reports cucumber-report karate-reports";

/// Those of them that version 1.0 did not know.
const REPORT_FOLDERS_SINCE: &str =
    "test-report ctrf allure-results TestResults cucumber-reports cucumber-report karate-reports";

pub(crate) fn is_for_reports(folder: &str) -> bool {
    folder == BAZEL_REPORTS || REPORT_FOLDERS.split(' ').any(|name| name == folder)
}

pub(crate) fn is_for_output(folder: &str) -> bool {
    OUTPUT_FOLDERS.contains(&folder) || is_for_reports(folder)
}

/// The version whose rules tell the project of a report, and its name: labels of version 1.0 are kept under its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Naming {
    Version1,
    Current,
}

impl Naming {
    fn is_project(self, folder: &Path) -> bool {
        is_build(folder) || is_python_project(folder) || self == Naming::Current && is_package(folder)
    }

    fn is_for_output(self, folder: &str) -> bool {
        let is_known =
            self == Naming::Current || !REPORT_FOLDERS_SINCE.split(' ').any(|since| since == folder);
        is_known && is_for_output(folder)
    }
}

/// The build that reports belong to, or if there is none, their folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Project {
    pub name: String,
    /// Its outermost folder, which no build deletes. Absolute, except for reports without a path.
    pub root: PathBuf,
    has_build: bool,
    naming: Naming,
    /// True if it is named after a folder, as no build states its name: another copy of it may have another name.
    pub is_named_after_folder: bool,
}

/// Returns true for the folder of a build for the JVM, or of a part of one.
pub(crate) fn is_build(folder: &Path) -> bool {
    is_module(folder) || has_any(folder, &GRADLE_SETTINGS) || has_any(folder, &BAZEL_ROOTS)
}

fn is_module(folder: &Path) -> bool {
    has_any(folder, &GRADLE_BUILDS) || has_any(folder, &[MAVEN_BUILD, ANT_BUILD])
}

/// Returns true for the folder of a project in Python, JavaScript or Go, whose tools write reports of any name into it.
pub(crate) fn has_reports_of_any_name(folder: &Path) -> bool {
    is_python_project(folder) || has_any(folder, &["package.json", "go.mod"])
}

fn is_any_module(folder: &Path) -> bool {
    is_module(folder) || has_reports_of_any_name(folder)
}

fn has_any(folder: &Path, files: &[&str]) -> bool {
    files.iter().any(|file| folder.join(file).is_file())
}

/// Returns true for the folder of a project in a language.
type IsProject = fn(&Path) -> bool;

/// The languages whose projects have marks: in other folders of a project, nobody looks for their sources.
const MARKS: [(Language, IsProject); 3] = [
    (Language::Python, is_python_project),
    (Language::Python, is_unpackaged_project),
    (Language::JavaScript, is_package),
];

impl Project {
    pub(crate) fn unknown() -> Project {
        let (name, root) = ("unknown".to_owned(), PathBuf::new());
        Project { name, root, has_build: false, naming: Naming::Current, is_named_after_folder: false }
    }

    pub(crate) fn around(folder: &Path) -> Project {
        Project::named_by(Naming::Current, folder)
    }

    /// Returns the project as version 1.0 found and named it, which knew no project of JavaScript.
    pub(crate) fn in_version_1(folder: &Path) -> Project {
        Project::named_by(Naming::Version1, folder)
    }

    fn named_by(naming: Naming, folder: &Path) -> Project {
        let folder = absolute(folder);
        let packaged = folder.ancestors().find(|folder| naming.is_project(folder));
        let nearest = packaged.or_else(|| {
            folder.ancestors().find(|folder| naming == Naming::Current && is_unpackaged_project(folder))
        });
        let Some(nearest) = nearest else {
            // Outside any build, it is the first folder that does not have the name of an output folder.
            let root = folder.ancestors().find(|folder| !is_output(naming, folder)).unwrap_or(&folder);
            let name = name_of(root).unwrap_or_else(|| "unknown".to_owned());
            let (root, is_named_after_folder) = (root.to_owned(), true);
            return Project { name, root, has_build: false, naming, is_named_after_folder };
        };
        let mut root = nearest;
        for above in nearest.ancestors().skip(1) {
            if contains(naming, above, root) {
                root = above;
            }
        }
        let stated = build_name(naming, root);
        let is_named_after_folder = stated.is_none();
        let name = stated.or_else(|| name_of(root)).unwrap_or_else(|| "unknown".to_owned());
        Project { name, root: root.to_owned(), has_build: true, naming, is_named_after_folder }
    }

    /// Returns the folder that contains the project's sources; none if no build file marks the project.
    pub(crate) fn source_folder(&self) -> Option<&Path> {
        self.has_build.then_some(&*self.root)
    }

    /// Returns true if one of these reports may have sources in a language. Of Python, a project of it is
    /// above the report, or nothing tells what is: many projects have a few scripts.
    pub(crate) fn may_have(&self, language: Language, reports: &[PathBuf]) -> bool {
        let marks: Vec<IsProject> =
            MARKS.iter().filter(|(marked, _)| *marked == language).map(|(_, marks)| *marks).collect();
        marks.is_empty()
            || !self.has_build
            || reports.iter().any(|report| {
                let within = absolute(report);
                let mut folders = within.ancestors().take_while(|folder| folder.starts_with(&self.root));
                folders.any(|folder| marks.iter().any(|is_marked| is_marked(folder)))
            })
    }

    /// Returns the name of a folder that distinguishes this project from another one of the same name.
    pub(crate) fn folder(&self) -> Option<String> {
        self.root.ancestors().filter_map(name_of).find(|name| *name != self.name)
    }

    /// Returns the path of the module that a report belongs to; `-` for the root. This is the folder around
    /// the output folder; for a report elsewhere, the nearest one with a build file, and outside any build,
    /// the report's own.
    pub(crate) fn module(&self, report: &Path) -> String {
        self.place(report).module
    }

    /// Returns the place of a report in the project.
    pub(crate) fn place(&self, report: &Path) -> Place {
        let folder = absolute(report.parent().unwrap_or(report));
        let Ok(relative) = folder.strip_prefix(&self.root) else { return Place::default() };
        let mut folders: Vec<String> =
            relative.iter().map(|name| name.to_string_lossy().into_owned()).collect();
        if folders.first().is_some_and(|first| first == BAZEL_REPORTS) {
            folders.remove(0);
            return Place { is_certain: true, ..Place::at(bazel_package(&folders), folders) };
        }
        let nth = |count: usize| self.root.join(folders[..count].join("/"));
        // A module may have the name of an output folder: then it has a build file.
        let output = (0..folders.len())
            .find(|&index| self.naming.is_for_output(&folders[index]) && !is_any_module(&nth(index + 1)));
        let end = match output {
            Some(output) => output,
            None if self.has_build => {
                (1..=folders.len()).rev().find(|&count| is_any_module(&nth(count))).unwrap_or(0)
            }
            None => folders.len(),
        };
        let is_written_by_build = output.is_some_and(|index| OUTPUT_FOLDERS.contains(&&*folders[index]));
        Place { is_certain: self.has_build || is_written_by_build, ..Place::at(end, folders) }
    }
}

/// The place of a report in its project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// The path of its module; `-` for the root.
    pub module: String,
    /// The folders from the project's root to the report.
    pub folders: Vec<String>,
    /// The number of these folders that lead to the module.
    module_depth: usize,
    /// False if only the folder says that the reports are those of a module: they may as well be those of a
    /// job or of a run.
    pub is_certain: bool,
}

impl Default for Place {
    /// Returns the place of a report outside the project, or of one without a path.
    fn default() -> Place {
        Place::at(0, Vec::new())
    }
}

impl Place {
    fn at(module_depth: usize, folders: Vec<String>) -> Place {
        let module =
            if module_depth == 0 { ROOT_MODULE.to_owned() } else { folders[..module_depth].join("/") };
        Place { module, folders, module_depth, is_certain: false }
    }

    /// Returns the folders by which reports of one test are told apart: those in the module; all if the
    /// module is uncertain. The names that tools give to the folders of their output say nothing.
    pub(crate) fn telling_folders(&self) -> impl Iterator<Item = &str> {
        let from = if self.is_certain { self.module_depth } else { 0 };
        self.folders[from..].iter().map(String::as_str).filter(|name| !is_for_output(name))
    }
}

/// Returns the number of folders that lead to the package of `<package>/<target>`, which may contain a folder
/// for a shard, a run or an attempt.
fn bazel_package(folders: &[String]) -> usize {
    let package = folders.iter().rposition(|name| {
        let number = name.strip_prefix("shard_").or_else(|| name.strip_prefix("run_"));
        let is_numbered = number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        name != EARLIER_ATTEMPTS && !is_numbered
    });
    package.unwrap_or(0)
}

fn absolute(path: &Path) -> PathBuf {
    // The canonical form on Windows, `\\?\C:\x`, is not one that people and editors read.
    let real = if cfg!(windows) { None } else { path.canonicalize().ok() };
    real.or_else(|| std::path::absolute(path).ok()).unwrap_or_else(|| path.to_owned())
}

/// Returns true for an output folder, by its name; those in `test-results` are named after Gradle's tasks.
fn is_output(naming: Naming, folder: &Path) -> bool {
    name_of(folder).is_some_and(|name| naming.is_for_output(&name))
        || folder.parent().and_then(name_of).is_some_and(|name| name == "test-results")
}

fn contains(naming: Naming, above: &Path, root: &Path) -> bool {
    let is_gradle_part = has_any(root, &GRADLE_BUILDS) && !has_any(root, &GRADLE_SETTINGS);
    (is_gradle_part && has_any(above, &GRADLE_SETTINGS))
        || python::contains(above, root)
        || naming == Naming::Current && javascript::contains(above, root)
        || (has_any(root, &BAZEL_PACKAGES) && !has_any(root, &BAZEL_ROOTS) && has_any(above, &BAZEL_ROOTS))
        || maven_modules(above).iter().any(|module| {
            let module = absolute(&above.join(module));
            module == root || module == root.join(MAVEN_BUILD)
        })
}

fn build_name(naming: Naming, root: &Path) -> Option<String> {
    read(&root.join(MAVEN_BUILD))
        .and_then(|build| maven_artifact(&build))
        .or_else(|| GRADLE_SETTINGS.iter().find_map(|file| gradle_name(&read(&root.join(file))?)))
        .or_else(|| python::name(root))
        .or_else(|| javascript::name(root).filter(|_| naming == Naming::Current))
}

fn read(file: &Path) -> Option<String> {
    Some(decode(&regular_file::read(file, MAX_BUILD_FILE_BYTES).ok()?).text.into_owned())
}

/// Returns the texts of the elements of a POM on a path from the root.
fn pom_texts(pom: &str, wanted: &[&str]) -> Vec<String> {
    let mut reader = Reader::from_str(pom);
    let mut path: Vec<String> = Vec::new();
    let mut texts = Vec::new();
    loop {
        match reader.read_event() {
            Ok(Event::Start(start)) => path.push(start.local_name().as_ref().to_owned()),
            Ok(Event::End(_)) => {
                path.pop();
            }
            Ok(Event::Text(text)) if path == wanted => texts.push((*text).trim().to_owned()),
            Ok(Event::Eof) | Err(_) => return texts,
            Ok(_) => {}
        }
    }
}

/// Returns the module's own `artifactId`, not its parent's. Properties in it need Maven.
fn maven_artifact(pom: &str) -> Option<String> {
    let mut names = pom_texts(pom, &["project", "artifactId"]).into_iter();
    names.find(|name| !name.is_empty() && !name.contains("${"))
}

fn maven_modules(folder: &Path) -> Vec<String> {
    let Some(pom) = read(&folder.join(MAVEN_BUILD)) else { return Vec::new() };
    let mut modules = pom_texts(&pom, &["project", "modules", "module"]);
    modules.extend(pom_texts(&pom, &["project", "profiles", "profile", "modules", "module"]));
    modules
}

/// Returns the value of `rootProject.name = 'name'` in Gradle's settings, as Groovy or Kotlin.
fn gradle_name(settings: &str) -> Option<String> {
    let code = without_comments(settings);
    code.match_indices("rootProject").find_map(|(index, found)| {
        let rest = code[index + found.len()..].trim_start().strip_prefix('.')?.trim_start();
        let value = rest.strip_prefix("name")?.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        let (name, _) = value[1..].split_once(quote)?;
        (!name.is_empty() && !name.contains('$')).then(|| name.to_owned())
    })
}

/// Removes the comments of Groovy or Kotlin; `//` in a string, as in an address, is not a comment.
fn without_comments(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(index) = rest.find(['/', '"', '\'']) {
        kept.push_str(&rest[..index]);
        rest = &rest[index..];
        let end = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            // All three are one byte long.
            let (opening, after) = rest.split_at(1);
            let end = if opening == "/" { 1 } else { after.find(opening).map_or(rest.len(), |end| end + 2) };
            kept.push_str(&rest[..end]);
            end
        };
        rest = &rest[end..];
    }
    kept.push_str(rest);
    kept
}

/// Finds the modules that contain these sources, which are given relative to the project's folder.
pub(crate) fn read_modules<'a>(project: &Path, sources: impl Iterator<Item = &'a Path>) -> Modules {
    let folders = module_folders(project, sources);
    let poms: BTreeMap<&str, String> = folders
        .iter()
        .filter_map(|folder| Some((&**folder, read(&project.join(folder).join(MAVEN_BUILD))?)))
        .collect();
    let of_artifact: BTreeMap<String, &str> =
        poms.iter().filter_map(|(folder, pom)| Some((maven_artifact(pom)?, *folder))).collect();
    let mut modules = Modules::default();
    for folder in &folders {
        let gradle = GRADLE_BUILDS.iter().find_map(|file| read(&project.join(folder).join(file)));
        let dependencies: Vec<String> = match (poms.get(&**folder), gradle) {
            (Some(pom), _) => pom_texts(pom, &["project", "dependencies", "dependency", "artifactId"])
                .iter()
                .filter_map(|artifact| of_artifact.get(artifact).map(|folder| (*folder).to_owned()))
                .collect(),
            (None, Some(build)) => gradle_projects(&build),
            (None, None) => siblings(folder, &folders),
        };
        modules.add(folder.clone(), dependencies);
    }
    modules
}

/// Returns the folders of modules, relative to the project; empty for the root.
fn module_folders<'a>(project: &Path, sources: impl Iterator<Item = &'a Path>) -> HashSet<String> {
    let mut folders = HashSet::new();
    let mut seen = HashSet::new();
    for source in sources {
        // The outermost `src`: another project used by the tests may be below it.
        let module = source
            .ancestors()
            .filter(|folder| folder.file_name().is_some_and(|name| name == "src"))
            .last()
            .and_then(Path::parent);
        folders.extend(module.and_then(Path::to_str).map(str::to_owned));
        for folder in source.ancestors().skip(1).take_while(|folder| seen.insert(folder.to_path_buf())) {
            if is_module(&project.join(folder)) {
                folders.extend(folder.to_str().map(str::to_owned));
            }
        }
    }
    folders
}

fn siblings(folder: &str, folders: &HashSet<String>) -> Vec<String> {
    let parent = |folder: &str| Path::new(folder).parent().map(Path::to_owned);
    folders.iter().filter(|other| *other != folder && parent(other) == parent(folder)).cloned().collect()
}

/// Returns the folders of the projects that a Gradle build depends on: `project(':libs:pen')`, `project(path: ":libs:pen")`.
fn gradle_projects(build: &str) -> Vec<String> {
    let code = without_comments(build);
    let projects = code.match_indices("project(").filter_map(|(index, found)| {
        let arguments = code[index + found.len()..].trim_start();
        let path =
            arguments.strip_prefix("path").map_or(arguments, |rest| rest.trim_start_matches([' ', ':', '=']));
        let quote = path.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        let (path, _) = path[1..].split_once(quote)?;
        Some(path.trim_matches(':').replace(':', "/"))
    });
    projects.collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in files {
            let path = folder.path().join("proj").join(name);
            fs::create_dir_all(path.parent().expect("it has a parent")).expect("a folder");
            fs::write(path, content).expect("written");
        }
        folder
    }

    /// Returns the name of the project, and the module of a report, as seen from some folders of the project.
    fn seen(files: &[(&str, &str)], from: &[&str], report: &str) -> Vec<(String, String)> {
        let folder = project(files);
        let root = folder.path().join("proj");
        fs::create_dir_all(root.join(report).parent().expect("it has a parent")).expect("a folder");
        let from = from.iter().map(|from| Project::around(&root.join(from)));
        from.map(|project| (project.name.clone(), project.module(&root.join(report)))).collect()
    }

    fn same(name: &str, module: &str, times: usize) -> Vec<(String, String)> {
        vec![(name.to_owned(), module.to_owned()); times]
    }

    #[test]
    fn a_maven_module_is_seen_the_same_from_everywhere() {
        let files = [
            (
                "pom.xml",
                "<project xmlns='x'><parent><artifactId>corporate</artifactId></parent><!-- no --><artifactId> inkwell\n</artifactId><modules><module>libs</module></modules></project>",
            ),
            (
                "libs/pom.xml",
                "<project><artifactId>libs</artifactId><profiles><profile><modules><module>pen/pom.xml</module></modules></profile></profiles></project>",
            ),
            ("libs/pen/pom.xml", "<project><artifactId>pen</artifactId></project>"),
        ];
        let report = "libs/pen/target/surefire-reports/TEST-a.B.xml";
        let from = ["", "libs", "libs/pen", "libs/pen/target/surefire-reports"];
        assert_eq!(seen(&files, &from, report), same("inkwell", "libs/pen", 4));
        assert_eq!(seen(&files, &[""], "target/surefire-reports/TEST-a.B.xml"), same("inkwell", "-", 1));
        let stranger = [files[0], files[2]];
        assert_eq!(seen(&stranger, &["libs/pen"], report), same("pen", "-", 1), "no module above it");
    }

    #[test]
    fn a_gradle_build_is_named_in_its_settings() {
        let settings = "// rootProject.name = 'no'\n/* rootProject.name = 'nor this' */\nval url = \"https://x\"\nrootProject . name=\"ink-well\"\n";
        let files = [("settings.gradle.kts", settings), ("app/build.gradle.kts", "")];
        let report = "app/build/test-results/test/TEST-a.B.xml";
        assert_eq!(
            seen(&files, &["", "app", "app/build/test-results/test"], report),
            same("ink-well", "app", 3)
        );
        let without_build_file = [("settings.gradle", "rootProject.name = 'pots'")];
        assert_eq!(seen(&without_build_file, &[""], report), same("pots", "app", 1));
        assert_eq!(seen(&[("build.gradle", "")], &[""], report), same("proj", "app", 1));
        assert_eq!(gradle_name("rootProject.name = \"$x\"\nrootProject.buildFileName = 'y'"), None);
        assert_eq!(gradle_name("rootProject.name = 'it"), None);
    }

    #[test]
    fn an_unnamed_build_has_the_name_of_its_folder() {
        let report = "modules/pen/build/reports/junit/TEST-a.B.xml";
        let ant = [("build.xml", "<project name='x'/>")];
        assert_eq!(seen(&ant, &[""], report), same("proj", "modules/pen", 1));
        assert_eq!(seen(&ant, &[""], "build/reports/pen/TEST-a.B.xml"), same("proj", "-", 1));
        let elsewhere = [("build.xml", ""), ("pen/build.xml", "")];
        assert_eq!(seen(&elsewhere, &[""], "pen/junit-out/x/TEST-a.B.xml"), same("proj", "pen", 1));
        let computed = [("pom.xml", "<project><artifactId>${name}</artifactId></project>")];
        assert_eq!(seen(&computed, &[""], "TEST-a.B.xml"), same("proj", "-", 1));
        assert_eq!(seen(&[("pom.xml", "<project><artif")], &[""], "TEST-a.B.xml"), same("proj", "-", 1));
    }

    #[test]
    fn a_module_may_have_the_name_of_an_output_folder() {
        let files = [("pom.xml", "<project/>"), ("reports/pom.xml", "<project/>")];
        assert_eq!(
            seen(&files, &[""], "reports/target/surefire-reports/TEST-a.B.xml"),
            same("proj", "reports", 1)
        );
    }

    #[test]
    fn a_bazel_package_is_a_module() {
        let files = [("MODULE.bazel", ""), ("lib/pen/BUILD.bazel", "")];
        for (report, module) in [
            ("bazel-testlogs/lib/pen/PenTest/test.xml", "lib/pen"),
            ("bazel-testlogs/lib/pen/PenTest/shard_1_of_2/test.xml", "lib/pen"),
            ("bazel-testlogs/lib/pen/PenTest/shard_1_of_2_run_1_of_3/test_attempts/attempt_1.xml", "lib/pen"),
            ("bazel-testlogs/PenTest/test.xml", "-"),
        ] {
            assert_eq!(seen(&files, &["", "lib/pen"], report), same("proj", module, 2), "{report}");
        }
    }

    #[test]
    fn a_program_that_is_no_package_has_sources() {
        let source_folder = |files: &[(&str, &str)], report: &str| {
            let folder = project(files);
            fs::create_dir_all(folder.path().join("proj").join(report)).expect("a folder");
            let project = Project::around(&folder.path().join("proj").join(report));
            let reports = [folder.path().join("proj").join(report).join("junit.xml")];
            let has_python = project.may_have(Language::Python, &reports);
            let root = project.source_folder().and_then(name_of);
            (root, has_python)
        };
        let requirements = [("requirements.txt", ""), ("tests/requirements.txt", "")];
        for report in ["", "tests", "out/reports"] {
            assert_eq!(source_folder(&requirements, report), (Some("proj".to_owned()), true), "{report}");
        }
        assert_eq!(source_folder(&[("shop/manage.py", "")], "shop"), (Some("shop".to_owned()), true));
        // A part of a project needs some packages of its own.
        let part = [("pyproject.toml", ""), ("tools/requirements.txt", "")];
        assert_eq!(source_folder(&part, "tools"), (Some("proj".to_owned()), true));
        assert_eq!(source_folder(&[("notes.txt", "")], "").0, None);
    }

    #[test]
    fn outside_any_build_the_nearest_named_folder_is_the_project() {
        let nothing = [("notes.txt", "")];
        let report = "core/target/surefire-reports/TEST-a.B.xml";
        assert_eq!(seen(&nothing, &[""], report), same("proj", "core", 1));
        assert_eq!(
            seen(&nothing, &["core/target/surefire-reports", "core/target"], report),
            same("core", "-", 2)
        );
        assert_eq!(
            seen(&nothing, &["build/test-results/unit"], "build/test-results/unit/TEST-a.B.xml"),
            same("proj", "-", 1)
        );
        assert_eq!(seen(&nothing, &[""], "linux/jdk17/all.xml"), same("proj", "linux/jdk17", 1));
        assert_eq!(seen(&nothing, &["linux/jdk17"], "linux/jdk17/all.xml"), same("jdk17", "-", 1));
    }
}

#[cfg(test)]
mod module_tests {
    use super::*;
    use crate::model::Distance;
    use crate::project::walk::tests::folder_with;

    /// Returns the distance from a module to the sources of the module `core`, in a project with these build files.
    fn distance(files: &[(&str, &str)], module: &str) -> Distance {
        let folder = folder_with(files.iter().copied());
        let core = Path::new("libs/core/src/main/java/a/Pen.java");
        let sources = [core, Path::new("libs/shop/src/main/java/a/Shop.java"), Path::new("till/src/T.java")];
        read_modules(folder.path(), sources.into_iter()).distance(module, core)
    }

    #[test]
    fn a_maven_module_depends_on_the_artifacts_of_others() {
        let pom = |artifact: &str, dependency: &str| {
            format!(
                "<project><artifactId>{artifact}</artifactId><dependencies><dependency>\
                 <artifactId>{dependency}</artifactId></dependency></dependencies></project>"
            )
        };
        let [core, shop, till] = [pom("pens-core", "junit"), pom("shop", "pens-core"), pom("till", "shop")];
        let files = [("libs/core/pom.xml", &*core), ("libs/shop/pom.xml", &shop), ("till/pom.xml", &till)];
        assert_eq!(distance(&files, "libs/core"), Distance::Own);
        assert_eq!(distance(&files, "libs/shop"), Distance::Dependency);
        assert_eq!(distance(&files, "till"), Distance::Dependency, "through another module");
        assert_eq!(distance(&files[..2], "till"), Distance::Elsewhere);
        assert_eq!(distance(&files, "-"), Distance::Elsewhere);
    }

    #[test]
    fn a_gradle_module_depends_on_the_projects_that_its_build_names() {
        let files = [
            (
                "libs/shop/build.gradle",
                "dependencies { // project(':till')\n api project(path: ':libs:core') }",
            ),
            ("till/build.gradle.kts", "dependencies { implementation(project(\":libs:shop\")) }"),
        ];
        assert_eq!(distance(&files, "libs/shop"), Distance::Dependency);
        assert_eq!(distance(&files, "till"), Distance::Dependency);
        assert_eq!(
            distance(&files[1..], "till"),
            Distance::Dependency,
            "a module without a build: its neighbours"
        );
    }

    #[test]
    fn without_a_build_sibling_modules_count() {
        assert_eq!(distance(&[], "libs/shop"), Distance::Dependency);
        assert_eq!(distance(&[], "till"), Distance::Elsewhere);
        assert_eq!(distance(&[], "libs/core"), Distance::Own);
    }
}
