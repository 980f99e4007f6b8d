//! One declaration after the other, read from the syntax tree of its file.

use std::ops::Range;
use std::sync::Arc;

use tree_sitter::Node;

use super::declarations::{Class, ClassKind, Field, Import, Method, SourceFile, TypeParameter, Visibility};
use super::implicit::{self, Component};
use super::type_ref::TypeRef;

/// What JUnit 4, JUnit 5 and TestNG run before tests.
const SETUP: [&str; 8] = [
    "@Before",
    "@BeforeClass",
    "@BeforeEach",
    "@BeforeAll",
    "@BeforeMethod",
    "@BeforeTest",
    "@BeforeGroups",
    "@BeforeSuite",
];

/// What the nodes of a file's syntax tree declare.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
}

impl<'a> Reader<'a> {
    pub(super) fn text(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    fn field(&self, node: Node<'_>, name: &str) -> &'a str {
        node.child_by_field_name(name).map_or("", |field| self.text(field))
    }

    fn type_of(&self, node: Node<'_>) -> TypeRef {
        let dimensions = self.field(node, "dimensions").matches('[').count();
        TypeRef::parse(self.field(node, "type")).array(dimensions)
    }

    /// The qualified name in a package or import declaration.
    pub(super) fn name_in(&self, node: Node<'_>) -> String {
        let mut cursor = node.walk();
        let name = node.named_children(&mut cursor).find(|child| child.kind().ends_with("identifier"));
        name.map_or_else(String::new, |name| self.text(name).split_whitespace().collect())
    }

    pub(super) fn import(&self, node: Node<'_>) -> Import {
        let mut cursor = node.walk();
        let kinds: Vec<&str> = node.children(&mut cursor).map(|child| child.kind()).collect();
        Import {
            name: self.name_in(node),
            is_static: kinds.contains(&"static"),
            on_demand: kinds.contains(&"asterisk"),
        }
    }

    pub(super) fn class(&self, node: Node<'_>, outer: Option<usize>, file: &SourceFile) -> Option<Class> {
        let kind = match node.kind() {
            "class_declaration" => ClassKind::Class,
            "interface_declaration" | "annotation_type_declaration" => ClassKind::Interface,
            "enum_declaration" => ClassKind::Enum,
            "record_declaration" => ClassKind::Record,
            _ => return None,
        };
        let simple = self.field(node, "name");
        let name = match outer.and_then(|outer| file.classes.get(outer)) {
            Some(outer) => format!("{}${simple}", outer.name),
            None if file.package.is_empty() => simple.to_owned(),
            None => format!("{}.{simple}", file.package),
        };
        let mut cursor = node.walk();
        let mut supertypes = Vec::new();
        for child in node.children(&mut cursor) {
            let list = self.text(child);
            match child.kind() {
                "superclass" | "super_interfaces" | "extends_interfaces" => {
                    let list = list.trim_start_matches("extends").trim_start_matches("implements");
                    supertypes.extend(TypeRef::parse(&format!("Of<{list}>")).arguments);
                }
                _ => {}
            }
        }
        let components = self.components(node);
        let fields = components.iter().map(|component| Field {
            name: component.name.to_owned(),
            type_ref: component.type_ref.clone(),
            made: None,
            value: None,
        });
        let mut class = Class {
            name: Arc::from(name),
            kind,
            outer,
            type_parameters: self.type_parameters(node),
            supertypes,
            fields: fields.collect(),
            methods: Vec::new(),
        };
        let written = self.modifiers(node);
        let access = ["public ", "protected ", "private "]
            .into_iter()
            .find(|access| written.split_whitespace().any(|word| word == access.trim_end()));
        if let Some(name) = node.child_by_field_name("name") {
            let place = (name.byte_range(), name.start_position().row);
            implicit::add(&mut class, access.unwrap_or(""), place, components);
        }
        Some(class)
    }

    /// Those of a record.
    fn components(&self, node: Node<'_>) -> Vec<Component<'a>> {
        let Some(list) = node.child_by_field_name("parameters") else { return Vec::new() };
        let mut cursor = list.walk();
        list.named_children(&mut cursor)
            .filter(|child| child.kind() == "formal_parameter")
            .map(|component| Component {
                name: self.field(component, "name"),
                type_ref: self.type_of(component),
                text: self.text(component),
                written_type: self.field(component, "type"),
                bytes: component.byte_range(),
                row: component.start_position().row,
            })
            .collect()
    }

    /// JUnit 3 knows such a method by its name, all others by an annotation.
    fn is_setup(&self, node: Node<'_>) -> bool {
        let mut words = self.modifiers(node).split(|c: char| !(c.is_alphanumeric() || c == '@'));
        self.field(node, "name") == "setUp" || words.any(|word| SETUP.contains(&word))
    }

    /// Annotations included.
    fn modifiers(&self, node: Node<'_>) -> &'a str {
        node.child(0).filter(|first| first.kind() == "modifiers").map_or("", |modifiers| self.text(modifiers))
    }

    fn visibility(&self, node: Node<'_>, class: ClassKind) -> Visibility {
        let is = |access: &str| self.modifiers(node).split_whitespace().any(|word| word == access);
        if is("private") {
            Visibility::Private
        } else if is("public") || is("protected") || class == ClassKind::Interface {
            Visibility::Open
        } else {
            Visibility::Package
        }
    }

    fn type_parameters(&self, node: Node<'_>) -> Vec<TypeParameter> {
        let Some(list) = node.child_by_field_name("type_parameters") else { return Vec::new() };
        let mut cursor = list.walk();
        let parameters = list.named_children(&mut cursor).filter(|child| child.kind() == "type_parameter");
        parameters
            .map(|parameter| {
                let mut cursor = parameter.walk();
                let parts: Vec<Node<'_>> = parameter.named_children(&mut cursor).collect();
                let part = |kind: &str| parts.iter().find(|part| part.kind() == kind);
                let bound = part("type_bound").map_or("", |bound| self.text(*bound));
                TypeParameter {
                    name: part("type_identifier").map_or("", |name| self.text(*name)).to_owned(),
                    bound: TypeRef::parse(bound.trim_start_matches("extends")),
                }
            })
            .collect()
    }

    pub(super) fn member(&self, node: Node<'_>, javadoc: Option<Range<usize>>, class: &mut Class) {
        match node.kind() {
            "method_declaration" | "annotation_type_element_declaration" => {
                class.methods.push(self.method(node, javadoc, false, class.kind));
                implicit::replace(class);
            }
            "constructor_declaration" => {
                class.methods.push(self.method(node, javadoc, true, class.kind));
                implicit::replace(class);
            }
            "compact_constructor_declaration" => {
                let mut method = self.method(node, javadoc, true, class.kind);
                // Its parameters are the components, which were read with the record's head.
                method.parameters = class.fields.iter().map(|field| field.type_ref.clone()).collect();
                class.methods.push(method);
                implicit::replace(class);
            }
            "field_declaration" | "constant_declaration" => {
                let mut cursor = node.walk();
                for declarator in node.children_by_field_name("declarator", &mut cursor) {
                    let dimensions = self.field(declarator, "dimensions").matches('[').count();
                    let value = declarator.child_by_field_name("value");
                    let made = value.filter(|value| value.kind() == "object_creation_expression");
                    class.fields.push(Field {
                        name: self.field(declarator, "name").to_owned(),
                        type_ref: TypeRef::parse(self.field(node, "type")).array(dimensions),
                        made: made.map(|made| TypeRef::parse(self.field(made, "type"))),
                        value: value.map(|value| value.byte_range()),
                    });
                }
            }
            "enum_constant" => class.fields.push(Field {
                name: self.field(node, "name").to_owned(),
                type_ref: TypeRef { name: class.simple_name().to_owned(), ..TypeRef::default() },
                made: None,
                value: None,
            }),
            _ => {}
        }
    }

    fn method(
        &self,
        node: Node<'_>,
        javadoc: Option<Range<usize>>,
        is_constructor: bool,
        class: ClassKind,
    ) -> Method {
        let mut parameters = Vec::new();
        let mut is_variadic = false;
        if let Some(list) = node.child_by_field_name("parameters") {
            let mut cursor = list.walk();
            for parameter in list.named_children(&mut cursor) {
                match parameter.kind() {
                    "formal_parameter" => parameters.push(self.type_of(parameter)),
                    "spread_parameter" => {
                        let written = self.text(parameter).trim_start_matches("final ");
                        parameters.push(TypeRef::parse(written).array(1));
                        is_variadic = true;
                    }
                    _ => {}
                }
            }
        }
        let start = node.start_byte();
        let line = self.text[..start].rfind('\n').map_or(0, |end| end + 1);
        let source = if self.text[line..start].trim().is_empty() { line } else { start };
        Method {
            name: self.field(node, "name").to_owned(),
            is_constructor,
            visibility: self.visibility(node, class),
            is_setup: self.is_setup(node),
            type_parameters: self.type_parameters(node),
            parameters,
            is_variadic,
            returns: self.type_of(node),
            source: source..node.end_byte(),
            implicit: None,
            javadoc,
            lines: node.start_position().row..node.end_position().row + 1,
        }
    }
}
