//! Every other language: its files are shown and coloured, and not parsed.
//!
//! ```text
//! trace, message ──places──▶ file and line ──excerpt──▶ the lines around
//! ```

mod excerpt;
mod places;

use std::borrow::Cow;
use std::path::Path;

use super::answers::Answers;
use crate::model::text;

pub(crate) use excerpt::lines_around;
pub(crate) use places::named_places;

/// The endings of files with sources, each with the grammar that colours them: that of the language itself,
/// or of one that is near, where syntect knows none.
const GRAMMARS: [(&str, &str); 56] = [
    ("js", "js"),
    ("jsx", "js"),
    ("mjs", "js"),
    ("cjs", "js"),
    ("ts", "js"),
    ("tsx", "js"),
    ("mts", "js"),
    ("cts", "js"),
    ("vue", "html"),
    ("svelte", "html"),
    ("go", "go"),
    ("rs", "rs"),
    ("c", "c"),
    ("h", "cpp"),
    ("cc", "cpp"),
    ("cpp", "cpp"),
    ("cxx", "cpp"),
    ("hh", "cpp"),
    ("hpp", "cpp"),
    ("hxx", "cpp"),
    ("m", "m"),
    ("mm", "mm"),
    ("cs", "cs"),
    ("fs", "ml"),
    ("vb", "cs"),
    ("kt", "scala"),
    ("kts", "scala"),
    ("scala", "scala"),
    ("groovy", "groovy"),
    ("gradle", "groovy"),
    ("clj", "clj"),
    ("swift", "scala"),
    ("dart", "cs"),
    ("rb", "rb"),
    ("php", "php"),
    ("pl", "pl"),
    ("pm", "pl"),
    ("t", "pl"),
    ("lua", "lua"),
    ("r", "r"),
    ("R", "r"),
    ("jl", "rb"),
    ("ex", "rb"),
    ("exs", "rb"),
    ("erl", "erl"),
    ("hs", "hs"),
    ("ml", "ml"),
    ("d", "d"),
    ("zig", "rs"),
    ("nim", "py"),
    ("cr", "rb"),
    ("sh", "sh"),
    ("bats", "sh"),
    ("sql", "sql"),
    ("robot", "txt"),
    ("feature", "txt"),
];

/// The number of endings at the front that belong to a language that is parsed: lines of their files are
/// shown where no test is found in them.
const PARSED: usize = 8;

const ENDINGS: [&str; GRAMMARS.len() - PARSED] = {
    let mut endings = [""; GRAMMARS.len() - PARSED];
    let mut at = 0;
    while at < endings.len() {
        endings[at] = GRAMMARS[at + PARSED].0;
        at += 1;
    }
    endings
};

/// The words of Java for what other languages have too, each with a word for any of them.
const WORDS: [(&str, &str); 1] = [("Javadoc", "documentation")];

/// Every other language.
pub(super) struct Plain;

impl Answers for Plain {
    fn name(&self) -> &'static str {
        ""
    }

    fn endings(&self) -> &'static [&'static str] {
        &ENDINGS
    }

    fn comment(&self, grammar: &str) -> &'static str {
        match grammar {
            "rb" | "sh" | "pl" | "r" | "py" | "txt" => "#",
            "lua" | "hs" | "sql" => "--",
            "clj" => ";",
            "erl" => "%",
            _ => "//",
        }
    }

    fn in_its_words<'s>(&self, sentence: &'s str) -> Cow<'s, str> {
        Cow::Owned(text::with_words(sentence, &WORDS))
    }

    fn may_have_sources(&self, folder: &Path) -> bool {
        !folder.iter().any(|name| {
            let name = name.to_string_lossy();
            name.starts_with('.')
                || ["node_modules", "vendor", "target", "__pycache__", "site-packages"].contains(&&*name)
        })
    }

    fn grammar(&self, file: &Path) -> &'static str {
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        GRAMMARS.iter().find(|(known, _)| *known == ending).map_or("", |(_, grammar)| grammar)
    }
}
