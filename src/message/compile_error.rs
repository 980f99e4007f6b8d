//! The error of a compiler in the message of a file that could not be loaded: its place, and what it says.
//!
//! ```text
//! test/pen.test.ts:2:47 - error TS2322: Type …            TypeScript     test/pen.test.ts(2,47): error TS2322: Type …
//! Transform failed with 1 error: /lab/pen.ts:4:20: ERROR: Unexpected ";"                                      esbuild
//! /lab/pen.js: Unexpected token (4:20)                                                                          Babel
//! Parse failure: Expected ';'   File: /lab/pen.js:4:20                                                    Vite, Rollup
//! ```

use crate::message::lines::whole_message;
use crate::trace::javascript::is_javascript;

/// The number of lines in which an error is looked for.
const MOST_LINES: usize = 40;

/// The error of a compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CompileError<'m> {
    /// The path of the file, as the compiler writes it.
    pub file: &'m str,
    /// The line, from 1.
    pub line: usize,
    pub words: &'m str,
}

impl<'m> CompileError<'m> {
    /// Reads the first error in the text of an exception, which begins with its name.
    pub(crate) fn in_text(text: &'m str) -> Option<CompileError<'m>> {
        CompileError::in_message(whole_message(text))
    }

    /// Reads the first error in a message.
    pub(crate) fn in_message(message: &'m str) -> Option<CompileError<'m>> {
        let lines = || message.lines().take(MOST_LINES).map(str::trim);
        lines().find_map(CompileError::in_line).or_else(|| {
            let place = lines()
                .find_map(|line| ["File: ", "At file: "].iter().find_map(|words| line.strip_prefix(words)))?;
            let words = lines().find(|line| !line.is_empty())?;
            let words = words.strip_prefix("Parse failure: ").unwrap_or(words);
            CompileError::at(place, words)
        })
    }

    fn in_line(line: &'m str) -> Option<CompileError<'m>> {
        if let Some((place, error)) = line.split_once(" - error TS") {
            let place = place.rsplit_once(' ').map_or(place, |(_, place)| place);
            return CompileError::at(place, error.split_once(": ")?.1);
        }
        if let Some((place, error)) = line.split_once("): error TS") {
            let (file, position) = place.rsplit_once('(')?;
            let line = position.split(',').next()?.parse().ok()?;
            return CompileError::of(file, line, error.split_once(": ")?.1);
        }
        if let Some((place, words)) = line.split_once(": ERROR: ") {
            let behind = ["error: ", "errors: "].iter().find_map(|words| place.split_once(words));
            return CompileError::at(behind.map_or(place, |(_, place)| place), words);
        }
        // Jest names the exception of Babel below its own advice.
        let (file, error) = line.strip_prefix("SyntaxError: ").unwrap_or(line).split_once(": ")?;
        let (words, position) = error.strip_suffix(')')?.rsplit_once(" (")?;
        let (line, column) = position.split_once(':')?;
        column.parse::<usize>().ok()?;
        CompileError::of(file, line.parse().ok()?, words)
    }

    /// Returns the error at a place, `test/pen.ts:4:20`.
    fn at(place: &'m str, words: &'m str) -> Option<CompileError<'m>> {
        let (place, column) = place.trim().rsplit_once(':')?;
        let (file, line) = place.rsplit_once(':')?;
        column.parse::<usize>().ok()?;
        CompileError::of(file, line.parse().ok()?, words)
    }

    fn of(file: &'m str, line: usize, words: &'m str) -> Option<CompileError<'m>> {
        let is_told = is_javascript(file) && line > 0 && !words.is_empty();
        is_told.then_some(CompileError { file, line, words })
    }

    /// Returns it as a row tells it, beside the file that could not be loaded: `line 4: Unexpected ";"`, of another file with its path.
    pub(crate) fn beside(&self, loaded: &str) -> String {
        let CompileError { file, line, words } = self;
        let is_own = *file == loaded || file.ends_with(&format!("/{loaded}"));
        if is_own { format!("line {line}: {words}") } else { format!("{}:{line}: {words}", last_parts(file)) }
    }
}

/// Returns the end of a path from the root, which is the same for all files of a project: `src/pen.ts`.
fn last_parts(path: &str) -> &str {
    if !path.starts_with('/') && !path.contains(":/") {
        return path;
    }
    path.rmatch_indices('/').nth(1).map_or(path, |(slash, _)| &path[slash + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_and_the_words_of_each_compiler_are_read() {
        for (message, beside) in [
            (
                "test/pen.test.ts:2:47 - error TS2322: Type 'number' is not assignable to type 'string'.",
                "line 2: Type 'number' is not assignable to type 'string'.",
            ),
            ("src/pen.ts(34,5): error TS1109: Expression expected.", "src/pen.ts:34: Expression expected."),
            (
                "Transform failed with 1 error:\n/lab/test/pen.test.ts:4:20: ERROR: Unexpected \";\"\n  Plugin: vite:esbuild",
                "line 4: Unexpected \";\"",
            ),
            (
                "Transform failed with 1 error: /my lab/src/pen.ts:46:19: ERROR: Unexpected \")\"",
                "src/pen.ts:46: Unexpected \")\"",
            ),
            (
                "/lab/test/pen.test.ts: Unexpected token, expected \",\" (4:20)",
                "line 4: Unexpected token, expected \",\"",
            ),
            (
                "Jest encountered an unexpected token\n\nJest failed to parse a file.\n\nDetails:\n\nSyntaxError: /lab/src/pen.js: Unexpected keyword 'return'. (2:2)\n\n  1 | function half( {\n> 2 |   return 1;",
                "src/pen.js:2: Unexpected keyword 'return'.",
            ),
            (
                "Parse failure: Expected ';', '}' or <eof>\nAt file: /lab/src/pen.js:4:20",
                "src/pen.js:4: Expected ';', '}' or <eof>",
            ),
        ] {
            let error = CompileError::in_message(message).expect("it has a place");
            assert_eq!(error.beside("test/pen.test.ts"), beside, "{message}");
        }
        for message in ["Cannot find module '../src/pen'", "dry: no ink (3:4)", "pen.ts: no ink (all)", ""] {
            assert_eq!(CompileError::in_message(message), None, "{message}");
        }
    }
}
