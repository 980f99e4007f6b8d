//! The files that mark a Python project, and its name in them.

use std::path::Path;

use globset::Glob;
use toml::Table;

use crate::regular_file;

const PYPROJECT: &str = "pyproject.toml";

/// The number of bytes of the largest of these files that is read.
const MAX_SETTINGS_BYTES: u64 = 8 * 1024 * 1024;

/// The files that mark the folder of a project.
const MARKS: [&str; 6] = [PYPROJECT, "setup.py", "setup.cfg", "tox.ini", "noxfile.py", "pytest.ini"];

/// Files that mark a project where nothing around them does: many programs are no packages.
const WEAK_MARKS: [&str; 3] = ["requirements.txt", "Pipfile", "manage.py"];

/// Folders in which a weak mark says what only a part of a project needs.
const PARTS: [&str; 5] = ["test", "tests", "testing", "docs", "doc"];

/// Returns true for the folder of a program that is no package: it counts only outside any project.
pub(crate) fn is_unpackaged_project(folder: &Path) -> bool {
    let is_part = folder.file_name().is_some_and(|name| PARTS.iter().any(|part| name == *part));
    !is_part && WEAK_MARKS.iter().any(|file| folder.join(file).is_file())
}

/// Returns true for the folder of a project, or of a member of a workspace.
pub(crate) fn is_python_project(folder: &Path) -> bool {
    MARKS.iter().any(|file| folder.join(file).is_file())
}

/// Returns the name of the project in a folder, as its files state it.
pub(crate) fn name(folder: &Path) -> Option<String> {
    let read = |file: &str| regular_file::read_to_string(&folder.join(file), MAX_SETTINGS_BYTES).ok();
    let name = table(folder)
        .and_then(|table| name_in_table(&table))
        .or_else(|| name_in_cfg(&read("setup.cfg")?))
        .or_else(|| name_in_code(&read("setup.py")?));
    name.filter(|name| !name.trim().is_empty())
}

fn name_in_table(table: &Table) -> Option<String> {
    let places: [&[&str]; 2] = [&["project", "name"], &["tool", "poetry", "name"]];
    places.iter().find_map(|place| Some(value(table, place)?.as_str()?.to_owned()))
}

/// Returns true if the workspace of uv in `above` contains the project in `folder`.
pub(crate) fn contains(above: &Path, folder: &Path) -> bool {
    let Some(table) = table(above) else { return false };
    let Ok(member) = folder.strip_prefix(above) else { return false };
    let is_listed = |key: &str| {
        let patterns = value(&table, &["tool", "uv", "workspace", key]).and_then(|list| list.as_array());
        let mut patterns = patterns.into_iter().flatten().filter_map(|pattern| pattern.as_str());
        patterns.any(|pattern| {
            let glob = Glob::new(pattern.trim_start_matches("./").trim_end_matches('/'));
            glob.is_ok_and(|glob| glob.compile_matcher().is_match(member))
        })
    };
    is_listed("members") && !is_listed("exclude")
}

fn table(folder: &Path) -> Option<Table> {
    regular_file::read_to_string(&folder.join(PYPROJECT), MAX_SETTINGS_BYTES).ok()?.parse().ok()
}

fn value<'t>(table: &'t Table, path: &[&str]) -> Option<&'t toml::Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(table.get(*first)?, |value, key| value.get(key))
}

/// Returns `name` of the section `[metadata]`.
fn name_in_cfg(text: &str) -> Option<String> {
    let metadata = text.lines().skip_while(|line| line.trim() != "[metadata]").skip(1);
    metadata.take_while(|line| !line.starts_with('[')).find_map(|line| {
        let (key, value) = line.split_once('=')?;
        (key.trim() == "name").then(|| value.trim().to_owned())
    })
}

/// Returns the value of an argument `name="…"`, if it is a literal.
fn name_in_code(code: &str) -> Option<String> {
    code.match_indices("name").find_map(|(start, word)| {
        let is_word = !code[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let value = code[start + word.len()..].trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|quote| is_word && ['"', '\''].contains(quote))?;
        let (name, _) = value[1..].split_once(quote)?;
        (!name.contains(['\n', '{'])).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::walk::tests::folder_with;

    #[test]
    fn a_project_is_named_in_its_files() {
        for (file, content, expected) in [
            ("pyproject.toml", "[project]\nname = \"ink\"\n[tool.poetry]\nname = \"no\"", Some("ink")),
            ("pyproject.toml", "[tool.poetry]\nname = 'ink'", Some("ink")),
            ("pyproject.toml", "[project]\ndynamic = [\"name\"]", None),
            ("pyproject.toml", "[project", None),
            ("setup.cfg", "[options]\nname = no\n[metadata]\nversion = 1\nname = ink\n", Some("ink")),
            ("setup.cfg", "[metadata]\nversion = 1\n[x]\nname = no", None),
            ("setup.py", "setup(\n    package_name='no',\n    name = 'ink',\n)", Some("ink")),
            ("setup.py", "setup(name=NAME)", None),
            ("tox.ini", "[tox]\nname = no", None),
        ] {
            let folder = folder_with([(file, content)]);
            assert!(is_python_project(folder.path()));
            assert_eq!(name(folder.path()).as_deref(), expected, "{content}");
        }
        assert!(!is_python_project(folder_with([("conftest.py", "")]).path()));
    }

    #[test]
    fn a_workspace_contains_its_members() {
        let folder = folder_with([(
            "pyproject.toml",
            "[tool.uv.workspace]\nmembers = [\"packages/*\", \"tools/\"]\nexclude = [\"packages/old\"]",
        )]);
        let is_member = |member: &str| contains(folder.path(), &folder.path().join(member));
        assert_eq!(
            ["packages/pen", "tools", "packages/old", "docs"].map(is_member),
            [true, true, false, false]
        );
    }
}
