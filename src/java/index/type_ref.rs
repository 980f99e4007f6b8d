//! A type as it is written in a source: `Map<String, int[]>`.

/// How deep type arguments may be nested; deeper ones are left out.
const DEEPEST: usize = 16;

/// A type by name; what the name stands for depends on where it is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::java) struct TypeRef {
    /// `Outer.Inner`, without type arguments; empty where there is none.
    pub name: String,
    /// The arguments of the last part of the name; `?` without a bound has an empty name.
    pub arguments: Vec<TypeRef>,
    /// How many `[]` stand behind it.
    pub dimensions: usize,
}

impl TypeRef {
    /// Reads a type; of broken text, what can be read.
    pub(in crate::java) fn parse(text: &str) -> TypeRef {
        Reader { rest: text }.read(0)
    }

    /// The same type, as the element of an array of so many more dimensions.
    pub(in crate::java) fn array(mut self, dimensions: usize) -> TypeRef {
        self.dimensions += dimensions;
        self
    }

    /// The name without its qualifiers.
    pub(in crate::java) fn simple_name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or("")
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn read(&mut self, depth: usize) -> TypeRef {
        let mut read = TypeRef::default();
        self.skip_annotations();
        if self.take('?') {
            self.skip_annotations();
            if let Some(bound) = self.rest.strip_prefix("extends ") {
                self.rest = bound;
            } else if self.rest.starts_with("super ") {
                // Whatever comes out of it is an Object.
                self.skip_to_separator();
                return read;
            } else {
                return read;
            }
            self.skip_annotations();
        }
        loop {
            let end = self.rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
            let (part, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            read.name.push_str(part);
            self.rest = rest;
            self.skip_annotations();
            if self.take('<') {
                read.arguments = self.arguments(depth);
            }
            if part.is_empty() || !self.rest.starts_with('.') || self.rest.starts_with("...") {
                break;
            }
            self.take('.');
            self.skip_annotations();
            read.name.push('.');
            read.arguments.clear();
        }
        while self.take('[') {
            self.skip_annotations();
            self.take(']');
            read.dimensions += 1;
            self.skip_annotations();
        }
        read
    }

    fn arguments(&mut self, depth: usize) -> Vec<TypeRef> {
        let mut arguments = Vec::new();
        loop {
            self.skip_annotations();
            if self.rest.is_empty() || self.take('>') {
                return arguments;
            }
            if depth < DEEPEST {
                arguments.push(self.read(depth + 1));
            }
            self.skip_to_separator();
            self.take(',');
        }
    }

    /// To the comma or bracket that ends this argument.
    fn skip_to_separator(&mut self) {
        let mut open = 0_usize;
        let end = self.rest.find(|c: char| match c {
            '<' => {
                open += 1;
                false
            }
            '>' if open > 0 => {
                open -= 1;
                false
            }
            ',' | '>' => open == 0,
            _ => false,
        });
        self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
    }

    fn skip_annotations(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            let Some(annotation) = self.rest.strip_prefix('@') else { return };
            let end = annotation.find(|c: char| !(c.is_alphanumeric() || "_$.".contains(c)));
            self.rest = &annotation[end.unwrap_or(annotation.len())..];
            if self.rest.starts_with('(') {
                let close = self.rest.find(')').map_or(self.rest.len(), |close| close + 1);
                self.rest = &self.rest[close..];
            }
        }
    }

    fn take(&mut self, expected: char) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest).trim_start();
        rest.is_some()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn show(read: &TypeRef) -> String {
        let arguments: Vec<String> = read.arguments.iter().map(show).collect();
        let arguments =
            if arguments.is_empty() { String::new() } else { format!("<{}>", arguments.join(",")) };
        format!("{}{arguments}{}", read.name, "[]".repeat(read.dimensions))
    }

    #[test]
    fn types_are_read_as_they_are_written() {
        for (text, expected) in [
            ("int", "int"),
            ("java.util.List<String>", "java.util.List<String>"),
            ("Map < String , List<int[]> > [ ][]", "Map<String,List<int[]>>[][]"),
            ("Outer<A>.Inner<B>", "Outer.Inner<B>"),
            ("List<? extends Pen>", "List<Pen>"),
            ("Map<? super Pen, ?>", "Map<,>"),
            ("Map<? super List<Pen>, Ink>", "Map<,Ink>"),
            ("@Nullable @Size(max = 3) Pen @NonNull []", "Pen[]"),
            ("Größe", "Größe"),
            ("", ""),
        ] {
            assert_eq!(show(&TypeRef::parse(text)), expected, "{text}");
        }
        assert_eq!(TypeRef::parse("a.b.Pen").simple_name(), "Pen");
    }

    #[test]
    fn nesting_without_end_ends() {
        TypeRef::parse(&"A<".repeat(100_000));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[A-Za-z<>,.?@\\[\\]() ]{0,40}") {
            TypeRef::parse(&text);
        }
    }
}
