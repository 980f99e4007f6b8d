//! The places that a text names: `tests/pen.test.ts:6:81`, `pen_test.go:12`, `Pen.cs:line 7`, `pen.cpp(42)`.

use super::GRAMMARS;

/// A place in a file as a text names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NamedPlace<'a> {
    /// The path as it is printed.
    pub path: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The text before it in its line, such as the name of the function.
    pub before: &'a str,
}

/// The number of lines of a text, and of bytes of a line, in which places are searched for.
const LOOK: (usize, usize) = (10_000, 4_000);

/// The characters of which one stands before a path.
const BEFORE_PATH: &[char] = &['"', '\'', '`', '(', ')', '[', ']', '<', '>', ',', '=', '|'];

/// The folders of what was installed, and of what a compiler or runtime brings.
const INSTALLED: [&str; 12] = [
    "node_modules",
    "site-packages",
    "dist-packages",
    "vendor",
    "gems",
    ".yarn",
    ".pnpm",
    ".cargo",
    "rustc",
    "rustlib",
    "pkg/mod",
    "go_sdk",
];

/// Returns the places in files of languages that are not parsed and of no library, in the order of the text.
pub(crate) fn named_places(text: &str) -> impl Iterator<Item = NamedPlace<'_>> {
    text.lines().take(LOOK.0).filter(|line| line.len() <= LOOK.1).flat_map(places_in)
}

fn places_in(line: &str) -> impl Iterator<Item = NamedPlace<'_>> {
    line.match_indices([':', '(']).filter_map(|(at, _)| {
        let path_start = line[..at].rfind(|c: char| c.is_whitespace() || BEFORE_PATH.contains(&c));
        let start =
            path_start.map_or(0, |start| start + line[start..].chars().next().map_or(1, char::len_utf8));
        let path = &line[start..at];
        let ending = path.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())?.1;
        let is_known = GRAMMARS.iter().any(|(known, _)| *known == ending);
        let number = number_after(&line[at..]).filter(|_| is_known && !is_installed(path))?;
        Some(NamedPlace { path, line: number, before: line[..start].trim() })
    })
}

fn is_installed(path: &str) -> bool {
    ["/usr/", "node:", "internal/", "bun:", "deno:"].iter().any(|start| path.starts_with(start))
        || INSTALLED.iter().any(|folder| is_below(path, folder))
}

fn is_below(path: &str, folder: &str) -> bool {
    path.match_indices(folder).any(|(at, _)| {
        let (before, after) = (&path[..at], &path[at + folder.len()..]);
        (before.is_empty() || before.ends_with(['/', '\\'])) && after.starts_with(['/', '\\'])
    })
}

/// Returns the number of the line behind a path: `:12`, `(12)`, or `:line 12` in the words of any language.
fn number_after(rest: &str) -> Option<usize> {
    let digits =
        |text: &str| text.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok());
    let number: usize = match rest.strip_prefix('(') {
        Some(rest) => {
            let (inner, _) = rest.split_once(')')?;
            digits(inner).filter(|_| {
                inner
                    .split(',')
                    .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
            })?
        }
        None => {
            let rest = rest.strip_prefix(':')?;
            let word = rest.trim_start_matches(char::is_alphabetic);
            digits(if word.len() < rest.len() { word.strip_prefix(' ')? } else { rest })?
        }
    };
    (number > 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn places_are_found_as_each_tool_prints_them() {
        for (text, path, line) in [
            ("    at Object.<anonymous> (tests/pen.test.js:12:18)", "tests/pen.test.js", 12),
            ("    at /ci/shop/pen.mjs:7:11", "/ci/shop/pen.mjs", 7),
            (" ❯ test/pen.test.ts:6:81", "test/pen.test.ts", 6),
            ("    pen_test.go:12: got 3, want 2", "pen_test.go", 12),
            ("pen_test.rb:22:in `test_draws'", "pen_test.rb", 22),
            ("[test/pen_test.rb:22]:", "test/pen_test.rb", 22),
            ("/ci/PenTest.php:10", "/ci/PenTest.php", 10),
            ("   at Shop.Pen.Draw() in C:\\ci\\Pen.cs:line 7", "C:\\ci\\Pen.cs", 7),
            ("  bei Shop.Pen.Draw() in /ci/Pen.cs:Zeile 7.", "/ci/Pen.cs", 7),
            ("pen_test.cpp(42): error: draws", "pen_test.cpp", 42),
            ("\tat a.PenTest.draws(PenTest.kt:8)", "PenTest.kt", 8),
            ("thread 'draws' panicked at 'assertion failed', src/lib.rs:6:5", "src/lib.rs", 6),
            ("file:///ci/shop/pen.ts?v=1:3:4 x.ts:9", "x.ts", 9),
        ] {
            let found: Vec<_> = named_places(text).map(|place| (place.path, place.line)).collect();
            assert_eq!(found, [(path, line)], "{text}");
        }
        let kotlin = named_places("\tat a.PenTest.draws(PenTest.kt:8)").next().expect("a place");
        assert_eq!(kotlin.before, "at a.PenTest.draws(");
        for text in [
            "at x (/ci/node_modules/a/b.js:3:1)",
            "node:internal/b.js:3",
            "/usr/lib/go/src/t.go:3",
            "at 10:30 in a.ts",
            "see .ts:3",
            "Pen.java:3",
            "pen.py:3",
            "a.ts: 3",
            "pen(3)",
            "v1.2:3",
            "a.ts:0",
        ] {
            assert_eq!(named_places(text).count(), 0, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_places_with_paths_of_its_own(text in "([a.]ts?|[:(),= 1é❯]|line ){0,30}") {
            for place in named_places(&text) {
                prop_assert!(text.contains(place.path) && place.line > 0 && place.path.contains('.'));
            }
        }
    }
}
