//! The layers of `src/lib.rs`: each module uses only modules above it, no files depend on each other in a circle, and only
//! the edges know a terminal, a clock or threads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers in the order of the table in `src/lib.rs`, as paths of modules (`tui::runtime`).
fn layers() -> Vec<String> {
    let root = fs::read_to_string("src/lib.rs").expect("the library's root");
    let rows = root.lines().filter_map(|line| line.strip_prefix("//! | [`"));
    let layers: Vec<String> = rows.filter_map(|row| Some(row.split_once("`]")?.0.to_owned())).collect();
    assert_eq!(layers.first().map(String::as_str), Some("model"));
    assert_eq!(layers.last().map(String::as_str), Some("cli"));
    layers
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A module path as its segments below the crate.
type Module = Vec<String>;

/// Every source file with the module it is, and its code without comments.
fn sources() -> Vec<(PathBuf, Module, String)> {
    let mut files = Vec::new();
    rust_files(Path::new("src"), &mut files);
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let below = path.strip_prefix("src").expect("below src").with_extension("");
            let mut module: Module =
                below.iter().map(|part| part.to_str().expect("a plain name").to_owned()).collect();
            if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
                module.pop();
            }
            let text = fs::read_to_string(&path).expect("a source file");
            let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
            (path, module, code.join("\n"))
        })
        .collect()
}

/// The paths of a braced list such as `a, b::{c, d}`, each with a prefix.
fn expand(prefix: &[String], list: &str, found: &mut Vec<Module>) {
    let (mut depth, mut start) = (0_usize, 0_usize);
    let mut parts = Vec::new();
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    for part in parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()) {
        let (path, inner) = match part.split_once("::{") {
            Some((path, inner)) => (path, inner.strip_suffix('}')),
            None => (part, None),
        };
        let mut whole = prefix.to_vec();
        whole.extend(path.split("::").map(|name| name.split_whitespace().next().unwrap_or("").to_owned()));
        match inner {
            Some(inner) => expand(&whole, inner, found),
            None => found.push(whole),
        }
    }
}

/// Every path that begins with `crate`, `super` or `self`, as a path from the crate's root.
///
/// `super` inside an inline module (a file's own tests) counts from the file: a level too high at most, which finds the
/// file itself or its parent.
fn paths(own: &Module, code: &str) -> Vec<Module> {
    let mut found = Vec::new();
    for first in ["crate", "super", "self"] {
        for (at, _) in code.match_indices(first) {
            let before = code[..at].chars().next_back();
            let rest = &code[at + first.len()..];
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') || !rest.starts_with("::")
            {
                continue;
            }
            let end =
                rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(rest.len());
            let names: Vec<String> =
                rest[..end].split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
            let mut path: Module = if first == "crate" { Vec::new() } else { own.clone() };
            if first == "super" {
                path.pop();
            }
            for name in names {
                match name.as_str() {
                    "super" => drop(path.pop()),
                    _ => path.push(name),
                }
            }
            match rest[end..].strip_prefix('{').filter(|_| rest[..end].ends_with("::")) {
                Some(list) => {
                    let mut depth = 1_usize;
                    let close = list.find(|c| {
                        depth = match c {
                            '{' => depth + 1,
                            '}' => depth - 1,
                            _ => depth,
                        };
                        depth == 0
                    });
                    expand(&path, &list[..close.unwrap_or(list.len())], &mut found);
                }
                None => found.push(path),
            }
        }
    }
    found
}

/// The layer of a module, by its position in the list: the innermost one, as `tui::runtime` is within `tui`.
fn layer_of(layers: &[String], module: &[String]) -> Option<usize> {
    let around = layers.iter().enumerate().filter_map(|(position, layer)| {
        let layer: Vec<&str> = layer.split("::").collect();
        let is_around = module.len() >= layer.len() && layer.iter().zip(module).all(|(a, b)| a == b);
        is_around.then_some((layer.len(), position))
    });
    around.max().map(|(_, position)| position)
}

#[test]
fn every_module_uses_only_layers_above_its_own() {
    let layers = layers();
    let mut wrong = Vec::new();
    for (path, module, code) in sources() {
        let Some(own) = layer_of(&layers, &module) else { continue };
        for used in paths(&module, &code) {
            if layer_of(&layers, &used).is_some_and(|used| used > own) {
                wrong.push(format!("{} uses {}", path.display(), used.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "against the layers of src/lib.rs:\n{}", wrong.join("\n"));
}

#[test]
fn every_module_is_a_layer() {
    let layers = layers();
    for (path, module, _) in sources() {
        let is_root = module.is_empty()
            || [
                "tui",
                "parallel",
                "split_mix",
                "regular_file",
                "written_file",
                "ignored_signals",
                "encoding",
            ]
            .iter()
            .any(|name| module == [*name]);
        assert!(is_root || layer_of(&layers, &module).is_some(), "{} is in no layer", path.display());
    }
}

#[test]
fn nothing_in_one_language_uses_another() {
    let entries =
        fs::read_dir("src/lang").expect("the languages").map(|entry| entry.expect("an entry").path());
    let folders = entries.filter(|path| path.is_dir()).map(|path| path.file_name().map(ToOwned::to_owned));
    let languages: Vec<String> = folders.flatten().filter_map(|name| name.into_string().ok()).collect();
    assert!(languages.len() >= 3, "{languages:?}");
    let mut wrong = Vec::new();
    for (path, module, code) in sources() {
        let [lang, own, ..] = &module[..] else { continue };
        if lang != "lang" || !languages.contains(own) {
            continue;
        }
        for used in paths(&module, &code) {
            let other =
                used.get(1).filter(|other| used[0] == "lang" && *other != own && languages.contains(other));
            wrong.extend(other.map(|_| format!("{} uses {}", path.display(), used.join("::"))));
        }
    }
    assert!(wrong.is_empty(), "what languages share belongs to lang itself:\n{}", wrong.join("\n"));
}

#[test]
fn no_files_depend_on_each_other_in_a_circle() {
    let sources = sources();
    let by_module: BTreeMap<&Module, usize> =
        sources.iter().enumerate().map(|(number, (_, module, _))| (module, number)).collect();
    let uses: Vec<BTreeSet<usize>> = sources
        .iter()
        .enumerate()
        .map(|(number, (_, module, code))| {
            let targets = paths(module, code).into_iter().filter_map(|used| {
                // The longest part of the path that is a file; a parent is no neighbour, for what it re-exports is
                // reached through it.
                let file = (1..=used.len()).rev().find_map(|length| {
                    let part: Module = used[..length].to_vec();
                    Some((by_module.get(&part)?, length))
                });
                let (&target, length) = file?;
                (target != number && !module.starts_with(&used[..length])).then_some(target)
            });
            targets.collect()
        })
        .collect();
    let mut circles = Vec::new();
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    for start in 0..sources.len() {
        if seen.contains(&start) {
            continue;
        }
        let ahead: BTreeSet<usize> = reached_from(&uses, start);
        let circle: Vec<usize> =
            ahead.into_iter().filter(|&other| reached_from(&uses, other).contains(&start)).collect();
        if circle.len() > 1 {
            seen.extend(circle.iter().copied());
            let names: Vec<String> =
                circle.iter().map(|&file| sources[file].0.display().to_string()).collect();
            circles.push(names.join(" "));
        }
    }
    assert!(circles.is_empty(), "circles of files:\n{}", circles.join("\n"));
}

/// Every file that a file depends on, directly or through others; itself among them where that leads back to it.
fn reached_from(uses: &[BTreeSet<usize>], start: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<usize> = uses[start].iter().copied().collect();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(&uses[file]);
        }
    }
    reached
}

#[test]
fn the_core_knows_no_terminal_no_clock_and_no_threads() {
    let outside = [
        "crossterm",
        "ratatui",
        "tokio",
        "std::thread",
        "std::time",
        "SystemTime",
        "Instant::now",
        "clap",
        "Command::new(",
    ];
    for (path, module, code) in sources() {
        let module = module.join("::");
        let is_under = |layer: &str| module == layer || module.starts_with(&format!("{layer}::"));
        if ["tui::runtime", "judge", "cli"].into_iter().any(is_under) {
            continue;
        }
        // Tests may draw what they look at.
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        // Git finds what was changed, only where a user asks for that.
        let starts_git = module == "project::git";
        for name in outside.iter().filter(|name| code.contains(**name)) {
            // State may use ratatui's geometry; what draws, all of ratatui.
            let draws = path.file_name().is_some_and(|file| file.to_string_lossy().starts_with("draw"));
            let is_allowed = *name == "ratatui"
                && is_under("tui")
                && (is_under("tui::frame")
                    || draws
                    || !code.replace("ratatui::layout", "").contains("ratatui"));
            let is_allowed = is_allowed || (*name == "Command::new(" && starts_git);
            assert!(is_allowed, "{} names {name}", path.display());
        }
    }
}
