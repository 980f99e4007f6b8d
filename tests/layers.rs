//! The rooms of the program keep to the table in `src/lib.rs`: who may use whom, and who may know the outside world.

#![allow(missing_docs)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Room, and the rooms it may use, in the order of the table.
fn table() -> Vec<(String, Vec<String>)> {
    let source = fs::read_to_string("src/lib.rs").expect("the library's root");
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for line in source.lines() {
        let cells: Vec<&str> = line.trim_start_matches("//! ").split('|').map(str::trim).collect();
        let [_, room, _, uses, _] = cells[..] else { continue };
        let Some(room) = room.strip_prefix("[`").and_then(|room| room.strip_suffix("`]")) else { continue };
        let above: Vec<String> = rows.iter().map(|(name, _)| name.clone()).collect();
        let allowed = match uses {
            "–" => Vec::new(),
            "all" => above,
            _ => match uses.strip_prefix("all above") {
                Some(but) => {
                    let without: Vec<&str> = but.trim_start_matches(" but ").split(" and ").collect();
                    above.into_iter().filter(|name| !without.contains(&name.as_str())).collect()
                }
                None => uses.split(", ").map(str::to_owned).collect(),
            },
        };
        rows.push((room.to_owned(), allowed));
    }
    rows
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder can be read") {
        let path = entry.expect("nor can its entries fail").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of a room outside its tests and comments, by file.
fn code(room: &str) -> BTreeMap<PathBuf, String> {
    let mut files = Vec::new();
    sources(&Path::new("src").join(room), &mut files);
    assert!(!files.is_empty(), "src/{room} has no source");
    files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a source file");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code = lines.collect::<Vec<_>>().join("\n");
            (path, code)
        })
        .collect()
}

/// The rooms that a piece of code names: `crate::room` and `crate::{room, …}`.
fn rooms_used(code: &str) -> Vec<String> {
    let mut used = Vec::new();
    for (at, found) in code.match_indices("crate::") {
        let rest = &code[at + found.len()..];
        let names = match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default(),
            None => rest,
        };
        for name in names.split(',').take(if rest.starts_with('{') { usize::MAX } else { 1 }) {
            let name: String =
                name.trim().chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
            used.push(name);
        }
    }
    used
}

#[test]
fn every_room_uses_only_what_the_table_allows() {
    let table = table();
    let rooms: Vec<&str> = table.iter().map(|(room, _)| room.as_str()).collect();
    assert_eq!(rooms.first(), Some(&"model"));
    assert_eq!(rooms.last(), Some(&"cli"));
    for (room, allowed) in &table {
        for (path, code) in code(room) {
            for used in rooms_used(&code) {
                let fine = used == *room || allowed.contains(&used) || !rooms.contains(&used.as_str());
                assert!(fine, "{} uses {used}, which {room} may not", path.display());
            }
        }
    }
}

#[test]
fn every_room_stands_in_the_table() {
    let rooms: Vec<String> = table().into_iter().map(|(room, _)| room).collect();
    for entry in fs::read_dir("src").expect("the source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned();
            assert!(rooms.contains(&name), "src/{name} does not stand in the table of src/lib.rs");
        }
    }
}

#[test]
fn the_core_knows_no_terminal_no_clock_and_no_threads() {
    let outside = ["crossterm", "ratatui", "tokio", "std::thread", "std::time", "SystemTime", "Instant::now"];
    for (room, _) in table() {
        let allowed: &[&str] = match room.as_str() {
            "runtime" | "cli" => continue,
            "ui" => &["ratatui"],
            _ => &[],
        };
        for (path, code) in code(&room) {
            for name in outside.iter().filter(|name| !allowed.contains(name)) {
                assert!(!code.contains(name), "{} names {name}", path.display());
            }
        }
    }
}
