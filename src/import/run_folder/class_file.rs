//! The test methods of an aggregated class file, in which a generator's tests of one class stand together.
//!
//! The sources are machine-made and some don't compile, so this is no parser: the braces among the tokens are matched, and
//! a line that begins with `@Test` begins a new method whatever was open before it.

use std::collections::HashMap;
use std::ops::Range;

use crate::java::{Token, located_tokens};

/// A class file and where its test methods stand.
#[derive(Debug)]
pub(in crate::import) struct ClassFile {
    source: String,
    methods: HashMap<String, Range<usize>>,
}

impl ClassFile {
    pub(super) fn new(source: String) -> ClassFile {
        let mut methods = HashMap::new();
        for range in members(&source) {
            if let Some(name) = declared_method(&source[range.clone()]) {
                methods
                    .entry(source[name.start + range.start..name.end + range.start].to_owned())
                    .or_insert(range);
            }
        }
        ClassFile { source, methods }
    }

    /// A method's source, from its annotation to its closing brace. With `original`, the name it had before the tests
    /// of a class were numbered: only under that name can equal tests be recognized.
    pub(super) fn method(&self, name: &str, original: Option<&str>) -> Option<String> {
        let source = &self.source[self.methods.get(name)?.clone()];
        let declared = declared_method(source)?;
        let name = original.unwrap_or(name);
        Some(format!("{}{name}{}", &source[..declared.start], &source[declared.end..]))
    }
}

/// Returns the bytes of the name of the first method that returns nothing, as every test does.
pub(in crate::import) fn declared_method(source: &str) -> Option<Range<usize>> {
    let tokens: Vec<_> = located_tokens(source).collect();
    tokens.windows(3).find_map(|three| match three {
        [(Token::Word("void"), _), (Token::Word(_), name), (Token::Symbol('('), _)] => Some(name.clone()),
        _ => None,
    })
}

/// Returns the bytes of the members of the outermost class, without blanks around them.
fn members(source: &str) -> Vec<Range<usize>> {
    let mut members = Vec::new();
    let mut depth = 0_usize;
    let mut start = None;
    let mut close = |start: &mut Option<usize>, end: usize| {
        if let Some(begin) = start.take() {
            let text = &source[begin..end];
            let begin = begin + text.len() - text.trim_start().len();
            members.push(begin..begin + text.trim().len());
        }
    };
    let mut tokens = located_tokens(source).peekable();
    while let Some((token, at)) = tokens.next() {
        match token {
            Token::Symbol('@')
                if tokens.peek().is_some_and(|(next, _)| *next == Token::Word("Test"))
                    && source[..at.start].trim_end_matches([' ', '\t']).ends_with('\n') =>
            {
                close(&mut start, at.start);
                depth = 1;
                start = Some(at.start);
            }
            Token::Symbol('{') => {
                depth += 1;
                if depth == 1 {
                    start = Some(at.end);
                }
            }
            Token::Symbol('}') => {
                depth = depth.saturating_sub(1);
                if depth == 1 {
                    close(&mut start, at.end);
                    start = Some(at.end);
                } else if depth == 0 {
                    start = None;
                }
            }
            Token::Symbol(';') if depth == 1 => start = Some(at.end),
            _ => {}
        }
    }
    close(&mut start, source.len());
    members
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CLASS: &str = r#"package a;
import org.junit.Test;
@RunWith(EvoRunner.class) @EvoRunnerParameters(mockJVMNonDeterminism = true)
public class B_ESTest extends B_ESTest_scaffolding {
  private int field = 1;

@Test
  public void test01()  throws Throwable  {
      String string0 = "}{ \" // no comment";
      char char0 = '}';  /* } */ // }
      if (true) { field = 2; }
    }

@Test(timeout = 4000)
  public void test012() throws Throwable {
      other.test01();
  }

@Test
  public void broken()  {
      int int0 = "never closed;
      if ( {

@Test
  public void after() {
}

  private void helper() { }
}
"#;

    #[test]
    fn a_method_is_found_whole_by_its_name() {
        let class = ClassFile::new(CLASS.to_owned());
        let test = class.method("test01", None).expect("test01 is there");
        assert!(test.starts_with("@Test\n  public void test01()  throws"), "{test}");
        assert!(test.ends_with("field = 2; }\n    }"), "{test}");
        assert_eq!(
            class.method("test012", Some("test01")).as_deref(),
            Some(
                "@Test(timeout = 4000)\n  public void test01() throws Throwable {\n      other.test01();\n  }"
            )
        );
        assert_eq!(class.method("test0", None), None);
    }

    #[test]
    fn a_broken_method_does_not_swallow_the_next() {
        let class = ClassFile::new(CLASS.to_owned());
        assert!(class.method("broken", None).is_some_and(|test| test.ends_with("if ( {")));
        assert_eq!(class.method("after", None).as_deref(), Some("@Test\n  public void after() {\n}"));
        assert_eq!(class.method("helper", None).as_deref(), Some("private void helper() { }"));
    }

    #[test]
    fn names_are_read_from_any_declaration() {
        let name = |source: &str| declared_method(source).map(|range| source[range].to_owned());
        assert_eq!(name("@Test(timeout = 1)\npublic void  test7 () {").as_deref(), Some("test7"));
        assert_eq!(name("Avoid x(); void été() {").as_deref(), Some("été"));
        for none in ["", "void", "void ", "void x", "voidx()", "int size() {"] {
            assert_eq!(name(none), None, "{none:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_survived(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40)) {
            let class = ClassFile::new(pieces.concat());
            for source in class.methods.keys().filter_map(|name| class.method(name, Some("é"))) {
                prop_assert!(source.contains("void"));
            }
        }
    }

    const PIECES: [&str; 18] = [
        "@Test", "\n", " ", "void ", "test", "(", ")", "{", "}", "\"", "'", "\\", "//", "/*", "*/", "\"\"\"",
        ";", "é",
    ];
}
