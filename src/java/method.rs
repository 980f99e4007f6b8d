//! What the features ask of a method: its name, and whether it catches.

use super::snippet::{Snippet, descendants};

/// The name of the first method or constructor in `source`; a constructor is named as its class.
///
/// Empty where there is none, and where the source as a whole doesn't parse: features.md gives all such focal methods
/// the one name `""`.
pub fn method_name(source: &str) -> String {
    let snippet = Snippet::parse(source);
    if snippet.root().has_error() {
        return String::new();
    }
    let Some(body) = snippet.body() else {
        return String::new();
    };
    let mut cursor = body.walk();
    body.named_children(&mut cursor)
        .filter(|member| {
            matches!(
                member.kind(),
                "method_declaration" | "constructor_declaration" | "compact_constructor_declaration"
            )
        })
        .find_map(|member| member.child_by_field_name("name"))
        .map_or_else(String::new, |name| snippet.text(name).to_owned())
}

/// Whether `source` has a catch clause. What precedes the place where a source breaks off still counts.
pub fn has_catch_clause(source: &str) -> bool {
    // Most prefixes don't hold the letters, and parsing is a thousand times slower than looking for them.
    source.contains("catch") && {
        let snippet = Snippet::parse(source);
        // The keyword is no identifier, no comment and no string: where the parser sees it, a clause begins.
        descendants(snippet.root()).any(|node| node.kind() == "catch")
    }
}
