//! The modules of a project and their dependencies on each other, by its build files, or else by its folders.
//!
//! Every folder above a source that has a build file is a module, and so is one that has a `src`. Maven's dependencies are
//! compared by `artifactId`; of a Gradle build, `project(':path')` is understood. Where no build file says what a module
//! depends on, it is taken to depend on the modules beside it.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use super::project::{
    GRADLE_BUILDS, MAVEN_BUILD, is_module, maven_artifact, pom_texts, read, without_comments,
};
use crate::model::Modules;

/// Finds the modules that hold these sources, which are given relative to the project's folder.
pub(super) fn read_modules<'a>(project: &Path, sources: impl Iterator<Item = &'a Path>) -> Modules {
    let folders = module_folders(project, sources);
    let poms: BTreeMap<&str, String> = folders
        .iter()
        .filter_map(|folder| Some((&**folder, read(&project.join(folder).join(MAVEN_BUILD))?)))
        .collect();
    let of_artifact: BTreeMap<String, &str> =
        poms.iter().filter_map(|(folder, pom)| Some((maven_artifact(pom)?, *folder))).collect();
    let mut modules = Modules::default();
    for folder in &folders {
        let dependencies: Vec<String> = match (poms.get(&**folder), gradle_build(&project.join(folder))) {
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
        let is_src = |folder: &&Path| folder.file_name().is_some_and(|name| name == "src");
        // The outermost `src`: what lies below may be another project that the tests work on.
        let module = source.ancestors().filter(is_src).last().and_then(Path::parent);
        folders.extend(module.and_then(Path::to_str).map(str::to_owned));
        for folder in source.ancestors().skip(1).take_while(|folder| seen.insert(folder.to_path_buf())) {
            if is_module(&project.join(folder)) {
                folders.extend(folder.to_str().map(str::to_owned));
            }
        }
    }
    folders
}

/// Returns the modules of the same parent folder.
fn siblings(folder: &str, folders: &HashSet<String>) -> Vec<String> {
    let parent = |folder: &str| Path::new(folder).parent().map(Path::to_owned);
    let are_siblings = |other: &&String| *other != folder && parent(other) == parent(folder);
    folders.iter().filter(are_siblings).cloned().collect()
}

fn gradle_build(module: &Path) -> Option<String> {
    GRADLE_BUILDS.iter().find_map(|file| read(&module.join(file)))
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
    use crate::model::Distance;

    /// The distance from a module to the sources of the module `core`, in a project with these build files.
    fn distance(files: &[(&str, &str)], module: &str) -> Distance {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has a parent")).expect("a folder");
            fs::write(path, content).expect("written");
        }
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
    fn without_a_build_the_modules_beside_it_count() {
        assert_eq!(distance(&[], "libs/shop"), Distance::Dependency);
        assert_eq!(distance(&[], "till"), Distance::Elsewhere);
        assert_eq!(distance(&[], "libs/core"), Distance::Own);
    }
}
