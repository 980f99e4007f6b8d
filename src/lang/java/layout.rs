//! The folders of a project that have sources: among its folders are those that a build writes.

use std::path::Path;

/// Output folders of build tools. Of the folders in them, only `generated…` contains sources that are not copies.
const BUILD_OUTPUT: [&str; 4] = ["target", "build", "out", "bin"];

/// The region of a project that contains a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Region {
    /// Above any source folder.
    Project,
    /// In a folder with sources: a package can be named `build`.
    Sources,
    /// Directly in an output folder of a build tool.
    BuildOutput,
}

/// Returns true for a folder, relative to the project, in which or below which sources may be.
pub(super) fn may_have_sources(folder: &Path) -> bool {
    region(folder).is_some()
}

/// Returns true for a file that is not directly in an output folder.
pub(super) fn is_source(file: &Path) -> bool {
    file.parent().and_then(region) != Some(Region::BuildOutput)
}

/// Returns the region of a folder, given relative to the project; none for a folder whose files are not sources.
fn region(folder: &Path) -> Option<Region> {
    folder.iter().try_fold(Region::Project, |region, name| match (region, &*name.to_string_lossy()) {
        (_, name) if name.starts_with('.') || name == "node_modules" => None,
        (Region::BuildOutput, name) => name.starts_with("generated").then_some(Region::Sources),
        (Region::Project, name) if BUILD_OUTPUT.contains(&name) => Some(Region::BuildOutput),
        (Region::Sources, _) | (Region::Project, "src" | "java" | "test" | "tests") => Some(Region::Sources),
        (Region::Project, _) => Some(Region::Project),
    })
}
