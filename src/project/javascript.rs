//! The files that mark a project of JavaScript, its name in them, and the members of its workspace.

use std::path::Path;

use globset::GlobBuilder;
use serde_json::Value;

use crate::regular_file;

const PACKAGE: &str = "package.json";

/// The number of bytes of the largest of these files that is read.
const MAX_SETTINGS_BYTES: u64 = 8 * 1024 * 1024;

/// Returns true for the folder of a package, or of a member of a workspace.
pub(crate) fn is_package(folder: &Path) -> bool {
    folder.join(PACKAGE).is_file()
}

/// Returns the name of the package in a folder, with its scope.
pub(crate) fn name(folder: &Path) -> Option<String> {
    let name = json(&folder.join(PACKAGE))?.get("name")?.as_str()?.trim().to_owned();
    Some(name).filter(|name| !name.is_empty())
}

/// Returns true if the workspace in `above` contains the package in `folder`.
pub(crate) fn contains(above: &Path, folder: &Path) -> bool {
    let Ok(member) = folder.strip_prefix(above) else { return false };
    if !is_package(folder) || !is_package(above) && !above.join("pnpm-workspace.yaml").is_file() {
        return false;
    }
    let member = member.to_string_lossy().replace('\\', "/");
    let mut is_member = false;
    for pattern in patterns(above) {
        let (pattern, is_listed) = match pattern.strip_prefix('!') {
            Some(pattern) => (pattern.to_owned(), false),
            None => (pattern, true),
        };
        let pattern = pattern.trim_start_matches("./").trim_end_matches('/').to_owned();
        let glob = GlobBuilder::new(&pattern).literal_separator(true).build();
        if glob.is_ok_and(|glob| glob.compile_matcher().is_match(&member)) {
            is_member = is_listed;
        }
    }
    is_member
}

/// Returns the patterns of the members of a workspace, as its tools list them; `!` before one leaves out what it fits.
fn patterns(folder: &Path) -> Vec<String> {
    let mut patterns = Vec::new();
    let texts = |value: &Value| {
        let texts: Vec<String> =
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
        texts
    };
    if let Some(package) = json(&folder.join(PACKAGE)) {
        match package.get("workspaces") {
            Some(Value::Object(workspaces)) => {
                patterns.extend(workspaces.get("packages").map(texts).unwrap_or_default());
            }
            Some(list) => patterns.extend(texts(list)),
            None => {}
        }
    }
    if let Ok(text) = regular_file::read_to_string(&folder.join("pnpm-workspace.yaml"), MAX_SETTINGS_BYTES) {
        patterns.extend(packages_in_yaml(&text));
    }
    if let Some(lerna) = json(&folder.join("lerna.json")) {
        patterns.extend(lerna.get("packages").map(texts).unwrap_or_default());
    }
    patterns
}

/// Returns the list `packages` of a file of pnpm.
fn packages_in_yaml(text: &str) -> Vec<String> {
    let plain = |item: &str| {
        let item = item.trim();
        let quoted = ['"', '\''].iter().find_map(|quote| item.strip_prefix(*quote)?.split(*quote).next());
        quoted.unwrap_or_else(|| item.split(" #").next().unwrap_or(item).trim()).to_owned()
    };
    let mut lines = text.lines().skip_while(|line| !line.starts_with("packages:"));
    let Some(first) = lines.next() else { return Vec::new() };
    let inline = first["packages:".len()..].trim();
    if let Some(list) = inline.strip_prefix('[') {
        return list.trim_end_matches(']').split(',').map(plain).filter(|item| !item.is_empty()).collect();
    }
    let of_list = lines.take_while(|line| line.trim().is_empty() || line.starts_with([' ', '-', '#', '\t']));
    of_list
        .filter_map(|line| line.trim().strip_prefix("- "))
        .map(plain)
        .filter(|item| !item.is_empty())
        .collect()
}

fn json(file: &Path) -> Option<Value> {
    let text = regular_file::read_to_string(file, MAX_SETTINGS_BYTES).ok()?;
    serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::walk::tests::folder_with;

    #[test]
    fn a_package_has_a_name() {
        for (content, expected) in [
            ("{\"name\": \"@ink/pen\"}", Some("@ink/pen")),
            ("{\"name\": \" \"}", None),
            ("{\"name\": 1}", None),
            ("{", None),
        ] {
            let folder = folder_with([("package.json", content)]);
            assert!(is_package(folder.path()));
            assert_eq!(name(folder.path()).as_deref(), expected, "{content}");
        }
    }

    #[test]
    fn a_workspace_contains_its_members() {
        for (file, content) in [
            ("package.json", "{\"workspaces\": [\"packages/*\", \"!packages/old\", \"./tools/\"]}"),
            (
                "package.json",
                "{\"workspaces\": {\"packages\": [\"packages/*\", \"!packages/old\", \"tools\"]}}",
            ),
            (
                "pnpm-workspace.yaml",
                "# all\npackages:\n  - 'packages/*' # of\n  - \"!packages/old\"\n  - tools\ncatalog:\n  - no\n",
            ),
            ("pnpm-workspace.yaml", "packages: ['packages/*', '!packages/old', tools]"),
            ("lerna.json", "{\"packages\": [\"packages/*\", \"!packages/old\", \"tools\"]}"),
        ] {
            let package = if file == "package.json" { content } else { "{}" };
            let folder = folder_with([
                ("package.json", package),
                (file, content),
                ("packages/pen/package.json", "{}"),
                ("packages/old/package.json", "{}"),
                ("packages/pen/deep/package.json", "{}"),
                ("tools/package.json", "{}"),
                ("packages/none/a.js", ""),
            ]);
            let is_member = |member: &str| contains(folder.path(), &folder.path().join(member));
            assert_eq!(
                ["packages/pen", "tools", "packages/old", "packages/pen/deep", "packages/none"]
                    .map(is_member),
                [true, true, false, false, false],
                "{file}"
            );
        }
    }
}
