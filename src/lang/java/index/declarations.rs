//! Reads the declarations of a source file from its syntax tree.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use tree_sitter::Node;

use super::Source;
use super::type_ref::{TypeRef, dimensions_of, types_in};
use crate::lang::java::syntax::read_file;
use crate::lang::syntax::children;
use crate::trace::test_code::is_in_test_root;

pub(crate) const CLASSES: [&str; 5] = [
    "class_declaration",
    "interface_declaration",
    "annotation_type_declaration",
    "enum_declaration",
    "record_declaration",
];

/// The deepest nesting of classes that is read; more deeply nested classes are omitted.
const DEEPEST: usize = 64;

impl SourceFile {
    /// Reads a file. A broken file has the members that the parser recognized.
    pub(super) fn parse(Source { path, text }: Source) -> SourceFile {
        read_file(&text, |tree| SourceFile::read(&path, &text, tree.root_node()))
    }

    pub(super) fn read(path: &Path, text: &str, root: Node<'_>) -> SourceFile {
        let mut file = SourceFile {
            path: Arc::from(path),
            text: Arc::from(text),
            is_of_tests: false,
            package: String::new(),
            imports: Vec::new(),
            classes: Vec::new(),
        };
        let reader = Reader { text };
        let mut open = vec![(root, None, 0)];
        while let Some((node, outer, depth)) = open.pop() {
            let mut javadoc = None;
            let mut inner = Vec::new();
            for child in children(node).filter(Node::is_named) {
                match child.kind() {
                    "package_declaration" => file.package = reader.name_in(child),
                    "import_declaration" => file.imports.push(reader.import(child)),
                    "block_comment" if reader.text(child).starts_with("/**") => {
                        javadoc = Some(child.byte_range());
                        continue;
                    }
                    "block_comment" | "line_comment" => continue,
                    // The members of an enum are in a node of their own.
                    "enum_body_declarations" | "ERROR" => inner.push((child, outer, depth)),
                    _ => {
                        if let Some(class) = reader.class(child, outer, &file) {
                            file.classes.push(class);
                            if let Some(body) = child.child_by_field_name("body")
                                && depth < DEEPEST
                            {
                                inner.push((body, Some(file.classes.len() - 1), depth + 1));
                            }
                        } else if let Some(class) = outer.and_then(|class| file.classes.get_mut(class)) {
                            reader.member(child, javadoc.take(), class);
                        }
                    }
                }
                javadoc = None;
            }
            open.extend(inner.into_iter().rev());
        }
        let imports = file.imports.iter().map(|import| import.name.as_str());
        file.is_of_tests = is_in_test_root(&file.path, &file.package, imports);
        file
    }
}

struct Reader<'a> {
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn text(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// Returns the name that a declaration has; empty if it has none.
    fn name(&self, node: Node<'_>) -> String {
        node.child_by_field_name("name").map_or("", |name| self.text(name)).to_owned()
    }

    /// Returns the type that a declaration has, with the `[]` after the declared name; empty if there is none.
    fn type_of(&self, node: Node<'_>) -> TypeRef {
        let written = node.child_by_field_name("type");
        let type_ref = written.map(|written| TypeRef::of(written, &|node| self.text(node)));
        type_ref.unwrap_or_default().array(dimensions_of(node))
    }

    fn types_in(&self, node: Node<'_>) -> impl Iterator<Item = TypeRef> {
        types_in(node).into_iter().map(|written| TypeRef::of(written, &|node| self.text(node)))
    }

    /// Returns the qualified name in a package or import declaration.
    fn name_in(&self, node: Node<'_>) -> String {
        let name = children(node).find(|child| child.kind().ends_with("identifier"));
        name.map_or_else(String::new, |name| self.text(name).split_whitespace().collect())
    }

    fn import(&self, node: Node<'_>) -> Import {
        let kinds: Vec<&str> = children(node).map(|child| child.kind()).collect();
        Import {
            name: self.name_in(node),
            is_static: kinds.contains(&"static"),
            on_demand: kinds.contains(&"asterisk"),
        }
    }

    fn class(&self, node: Node<'_>, outer: Option<usize>, file: &SourceFile) -> Option<Class> {
        if !CLASSES.contains(&node.kind()) {
            return None;
        }
        let simple = self.name(node);
        let name = match outer.and_then(|outer| file.classes.get(outer)) {
            Some(outer) => format!("{}${simple}", outer.name),
            None if file.package.is_empty() => simple,
            None => format!("{}.{simple}", file.package),
        };
        let mut supertypes = Vec::new();
        for child in children(node) {
            match child.kind() {
                "superclass" => supertypes.extend(self.types_in(child)),
                "super_interfaces" | "extends_interfaces" => {
                    let lists = children(child).filter(|list| list.kind() == "type_list");
                    supertypes.extend(lists.flat_map(|list| self.types_in(list)));
                }
                _ => {}
            }
        }
        Some(Class {
            name: Arc::from(name),
            outer,
            type_parameters: self.type_parameters(node),
            supertypes,
            fields: self.components(node),
            methods: Vec::new(),
        })
    }

    fn components(&self, node: Node<'_>) -> Vec<Field> {
        let list = node.child_by_field_name("parameters").into_iter().flat_map(children);
        let components = list.filter(|child| child.kind() == "formal_parameter");
        components
            .map(|component| Field { name: self.name(component), type_ref: self.type_of(component) })
            .collect()
    }

    fn type_parameters(&self, node: Node<'_>) -> Vec<Field> {
        let list = node.child_by_field_name("type_parameters").into_iter().flat_map(children);
        list.filter(|child| child.kind() == "type_parameter")
            .map(|node| {
                let part = |kind: &str| children(node).find(|part| part.kind() == kind);
                let name = part("type_identifier").map_or("", |name| self.text(name)).to_owned();
                let bound = part("type_bound").and_then(|bound| self.types_in(bound).next());
                Field { name, type_ref: bound.unwrap_or_default() }
            })
            .collect()
    }

    fn member(&self, node: Node<'_>, javadoc: Option<Range<usize>>, class: &mut Class) {
        match node.kind() {
            "method_declaration" | "annotation_type_element_declaration" => {
                class.methods.push(self.method(node, javadoc, false));
            }
            "constructor_declaration" => class.methods.push(self.method(node, javadoc, true)),
            "compact_constructor_declaration" => {
                let mut method = self.method(node, javadoc, true);
                // Its parameters are the components, which were read with the head of the record.
                method.parameters = class.fields.iter().map(|field| field.type_ref.clone()).collect();
                class.methods.push(method);
            }
            "field_declaration" | "constant_declaration" => {
                let mut cursor = node.walk();
                for declarator in node.children_by_field_name("declarator", &mut cursor) {
                    let type_ref = self.type_of(node).array(dimensions_of(declarator));
                    class.fields.push(Field { name: self.name(declarator), type_ref });
                }
            }
            "enum_constant" => {
                let type_ref = TypeRef { name: class.simple_name().to_owned(), ..TypeRef::default() };
                class.fields.push(Field { name: self.name(node), type_ref });
            }
            _ => {}
        }
    }

    fn method(&self, node: Node<'_>, javadoc: Option<Range<usize>>, is_constructor: bool) -> Method {
        let mut parameters = Vec::new();
        let mut is_variadic = false;
        for parameter in node.child_by_field_name("parameters").into_iter().flat_map(children) {
            match parameter.kind() {
                "formal_parameter" => parameters.push(self.type_of(parameter)),
                "spread_parameter" => {
                    let element = self.types_in(parameter).next().unwrap_or_default();
                    parameters.push(element.array(1));
                    is_variadic = true;
                }
                _ => {}
            }
        }
        let start = node.start_byte();
        let line = self.text[..start].rfind('\n').map_or(0, |end| end + 1);
        let source = if self.text[line..start].trim().is_empty() { line } else { start };
        Method {
            name: self.name(node),
            is_constructor,
            is_annotated: modifies(node, |kind| kind.ends_with("annotation")),
            is_static: modifies(node, |kind| kind == "static"),
            has_body: node.child_by_field_name("body").is_some(),
            type_parameters: self.type_parameters(node),
            parameters,
            is_variadic,
            returns: self.type_of(node),
            source: source..node.end_byte(),
            javadoc,
            lines: node.start_position().row..node.end_position().row + 1,
        }
    }
}

/// Returns true if a declaration has a modifier or an annotation of such a kind.
fn modifies(declaration: Node<'_>, fits: impl Fn(&str) -> bool) -> bool {
    let modifiers = declaration.child(0).filter(|first| first.kind() == "modifiers");
    modifiers.into_iter().flat_map(children).any(|child| fits(child.kind()))
}

#[derive(Debug, PartialEq, Eq)]
pub(in crate::lang::java) struct SourceFile {
    pub path: Arc<Path>,
    pub text: Arc<str>,
    pub is_of_tests: bool,
    /// The package; empty for the unnamed package.
    pub package: String,
    pub imports: Vec<Import>,
    /// The classes; a nested class comes after the class that contains it.
    pub classes: Vec<Class>,
}

#[derive(Debug, PartialEq, Eq)]
pub(in crate::lang::java) struct Import {
    /// The imported name, without `.*`.
    pub name: String,
    pub is_static: bool,
    /// True if everything in `name` is imported.
    pub on_demand: bool,
}

/// A class, interface, enum, record or annotation.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::lang::java) struct Class {
    /// The binary name: `package.Outer$Inner`.
    pub name: Arc<str>,
    /// The index of the enclosing class in the same file.
    pub outer: Option<usize>,
    pub type_parameters: Vec<Field>,
    /// The superclass, if there is one, followed by the interfaces.
    pub supertypes: Vec<TypeRef>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
}

/// A field, an enum constant or a component of a record; or a type parameter with its bound, empty if there is none.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::lang::java) struct Field {
    pub name: String,
    pub type_ref: TypeRef,
}

#[derive(Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent property of the declaration")]
pub(in crate::lang::java) struct Method {
    /// The name; a constructor has the simple name of its class.
    pub name: String,
    pub is_constructor: bool,
    pub is_annotated: bool,
    pub is_static: bool,
    pub has_body: bool,
    pub type_parameters: Vec<Field>,
    pub parameters: Vec<TypeRef>,
    /// True if the last parameter, which is an array here, accepts any number of arguments.
    pub is_variadic: bool,
    /// The return type; empty for a constructor.
    pub returns: TypeRef,
    /// Annotations and declaration, from the start of the first line if only blanks precede them.
    pub source: Range<usize>,
    pub javadoc: Option<Range<usize>>,
    /// The lines of `source`, from 0.
    pub lines: Range<usize>,
}

impl Import {
    /// Returns the class from which this static import may import the member `name`.
    pub(in crate::lang::java) fn owner_of(&self, name: &str) -> Option<&str> {
        if self.on_demand { Some(&self.name) } else { self.name.strip_suffix(name)?.strip_suffix('.') }
    }
}

impl Class {
    pub(in crate::lang::java) fn simple_name(&self) -> &str {
        self.name.rsplit(['.', '$']).next().unwrap_or("")
    }
}
