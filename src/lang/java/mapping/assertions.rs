//! The assertions of JUnit 3, 4 and 5, TestNG, Hamcrest, AssertJ and Truth, recognized by their names.

use tree_sitter::Node;

use super::DEEPEST;
use super::code::{Code, ancestors, arguments, root};
use crate::lang::java::index::Type;
use crate::lang::syntax::named;

pub(super) enum Check<'a> {
    Fail,
    Throws {
        guarded: Vec<Node<'a>>,
        /// True if more than the type of the exception is checked.
        with_properties: bool,
    },
    DoesNotThrow {
        guarded: Vec<Node<'a>>,
    },
    /// The actual value is checked, in one or several expressions.
    Values(Vec<Node<'a>>),
    All(Vec<Node<'a>>),
}

/// Calls of AssertJ that check only the type of an exception, or only describe how to report a failure.
const TYPE_ONLY: &str = "isInstanceOf isExactlyInstanceOf isInstanceOfAny isThrownBy isNotNull as describedAs withFailMessage \
    overridingErrorMessage asInstanceOf isNotInstanceOf extracting";

/// The names of the calls whose code should throw.
const THROWS: &str = "assertThrows assertThrowsExactly expectThrows catchThrowable catchThrowableOfType catchException \
    catchThrowableException catchRuntimeException assertThatThrownBy";

/// The names of the assertions of AssertJ and Truth, and of Hamcrest's matchers, that ask `compareTo`.
const ORDERING: &str = "isGreaterThan isGreaterThanOrEqualTo isLessThan isLessThanOrEqualTo isBetween isStrictlyBetween isEqualByComparingTo \
    isNotEqualByComparingTo isAtLeast isAtMost isEquivalentAccordingToCompareTo greaterThan greaterThanOrEqualTo lessThan lessThanOrEqualTo \
    comparesEqualTo";

/// The assertions of AssertJ, and the matchers of Hamcrest, that call a method of the value, and that method.
const ASKING: [(&str, &str); 4] = [
    ("hasSameHashCodeAs", "hashCode"),
    ("doesNotHaveSameHashCodeAs", "hashCode"),
    ("hasToString", "toString"),
    ("doesNotHaveToString", "toString"),
];

/// The beginnings of the names of AssertJ's calls that go on with the same value.
const SAME_VALUE: [&str; 9] =
    ["is", "has", "does", "as", "described", "contains", "with", "overriding", "using"];

impl<'a> Code<'a> {
    /// Returns the check made by a statement; none if it makes no check.
    pub(super) fn check(&self, statement: Node<'a>) -> Option<Check<'a>> {
        match statement.kind() {
            "expression_statement" => {
                let expression = statement.named_child(0)?;
                match expression.kind() {
                    "assignment_expression" => self.kept_check(expression.child_by_field_name("right")?),
                    _ => self.check_in(expression),
                }
            }
            "local_variable_declaration" => {
                self.kept_check(statement.child_by_field_name("declarator")?.child_by_field_name("value")?)
            }
            "assert_statement" => Some(Check::Values(vec![statement.named_child(0)?])),
            "throw_statement" => {
                let thrown = statement.named_child(0)?;
                let class = self.field(thrown, "type");
                (class.contains("AssertionError") || class.contains("AssertionFailedError"))
                    .then_some(Check::Fail)
            }
            // The body of a lambda.
            "method_invocation" => self.check_in(statement),
            _ => None,
        }
    }

    /// Returns the objects that a statement compares with `equals`, and further arguments; none for another check.
    pub(super) fn compared(&self, statement: Node<'a>) -> Vec<Node<'a>> {
        let Some(call) = called_by(statement) else { return Vec::new() };
        let chain = Chain::of(call, self);
        if let (["assertThat"], [.., actual, matcher]) = (&*chain.names, &*arguments(call)) {
            let expected = self.equal_to(*matcher);
            return expected.into_iter().flat_map(|expected| [*actual, expected]).collect();
        }
        let is_equality = chain.names.last().is_some_and(|name| is_equality(name));
        chain.calls.iter().filter(|_| is_equality).flat_map(|call| arguments(*call)).collect()
    }

    /// Returns true for a statement that checks that two objects are not equal.
    pub(super) fn is_inequality(&self, statement: Node<'a>) -> bool {
        let last = called_by(statement).and_then(|call| Chain::of(call, self).names.pop());
        matches!(last, Some("assertNotEquals" | "isNotEqualTo"))
    }

    /// Returns the objects whose order a statement checks, which it finds out by `compareTo`; none for another check.
    pub(super) fn ordered(&self, statement: Node<'a>) -> Vec<Node<'a>> {
        let is_order = |name: &str| ORDERING.split_whitespace().any(|known| known == name);
        let Some(call) = called_by(statement) else { return Vec::new() };
        let chain = Chain::of(call, self);
        if let (["assertThat"], [.., actual, matcher]) = (&*chain.names, &*arguments(call)) {
            let expected = arguments(*matcher).into_iter().filter(|_| is_order(self.field(*matcher, "name")));
            return std::iter::once(*actual).chain(expected).collect();
        }
        let is_checked = chain.names.last().is_some_and(|name| is_order(name));
        chain.calls.iter().filter(|_| is_checked).flat_map(|call| arguments(*call)).collect()
    }

    /// Returns the methods of a value that a statement checks by assertions which call them themselves, each with the value.
    pub(super) fn asked_by(&self, statement: Node<'a>) -> Vec<(&'static str, Node<'a>)> {
        let asked = |name: &str| ASKING.iter().find(|(asking, _)| *asking == name).map(|(_, asked)| *asked);
        let Some(call) = called_by(statement) else { return Vec::new() };
        let chain = Chain::of(call, self);
        match (&*chain.names, &*arguments(chain.root)) {
            (["assertThat"], [.., actual, matcher]) => {
                asked(self.field(*matcher, "name")).map(|asked| (asked, *actual)).into_iter().collect()
            }
            ([root, links @ ..], [actual]) if root.starts_with("assertThat") => {
                let links =
                    links.iter().take_while(|name| SAME_VALUE.iter().any(|start| name.starts_with(start)));
                links.filter_map(|link| Some((asked(link)?, *actual))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the object with which a matcher of Hamcrest compares: `is(equalTo(pen))`, `not(pen)`.
    fn equal_to(&self, matcher: Node<'a>) -> Option<Node<'a>> {
        let is_matcher = |node: &Node<'a>| {
            node.kind() == "method_invocation"
                && matches!(self.field(*node, "name"), "is" | "not" | "equalTo")
                && self.project_call(*node).is_none()
        };
        std::iter::successors(Some(matcher).filter(is_matcher), |node| {
            arguments(*node).first().copied().filter(|_| is_matcher(node))
        })
        .last()
        .filter(|value| !is_matcher(value))
    }

    /// Returns a check whose result, the thrown exception or the object of a class, is assigned to a variable.
    fn kept_check(&self, value: Node<'a>) -> Option<Check<'a>> {
        let check = self.check_in(value)?;
        let is_kept = matches!(check, Check::Throws { .. } | Check::DoesNotThrow { .. });
        (is_kept || self.field(value, "name") == "assertInstanceOf").then_some(check)
    }

    pub(super) fn check_in(&self, expression: Node<'a>) -> Option<Check<'a>> {
        if expression.kind() != "method_invocation" {
            return None;
        }
        let chain = Chain::of(expression, self);
        if self.project_call(chain.root).is_some_and(|call| self.is_production_call(&call)) {
            return None;
        }
        let root = chain.names[0];
        let with_properties =
            || chain.names.iter().skip(1).any(|name| !TYPE_ONLY.split(' ').any(|known| known == *name));
        let throws =
            || Check::Throws { guarded: executables(chain.root), with_properties: with_properties() };
        let thrown_by = || chain.named("isThrownBy").map(executables).unwrap_or_default();
        let name = root.strip_prefix("then").filter(|rest| rest.starts_with(char::is_uppercase));
        // The two styles of AssertJ differ only in their names: `thenThrownBy` is `assertThatThrownBy`.
        let root_name = name.map_or(root.to_owned(), |rest| format!("assertThat{rest}"));
        Some(match root_name.as_str() {
            name if is_fail(name) => Check::Fail,
            name if THROWS.split(' ').any(|throwing| throwing == name) => throws(),
            "assertThatNoException" => Check::DoesNotThrow { guarded: thrown_by() },
            name if name == "assertDoesNotThrow" || chain.named("doesNotThrowAnyException").is_some() => {
                Check::DoesNotThrow { guarded: executables(chain.root) }
            }
            "assertThatCode" => throws(),
            name if name.starts_with("assertThat") && chain.named("isThrownBy").is_some() => {
                Check::Throws { guarded: thrown_by(), with_properties: with_properties() }
            }
            "assertAll" | "assertSoftly" if !executables(chain.root).is_empty() => {
                Check::All(executables(chain.root))
            }
            // Soft assertions report all failed checks at the end.
            "assertAll" => Check::Values(Vec::new()),
            name if name.starts_with("assertTimeout") => Check::Values(executables(chain.root)),
            // A helper that is given the class of an exception and code to run expects that the code throws it.
            name if is_given_exception_and_code(chain.root, self)
                && (self.project_call(chain.root).is_some() || name.starts_with("assert")) =>
            {
                Check::Throws {
                    guarded: executables(chain.root),
                    with_properties: arguments(chain.root).len() > 2,
                }
            }
            _ if chain.named("that").is_some() => {
                Check::Values(chain.named("that").map(arguments).unwrap_or_default())
            }
            "checkThat" | "then" => {
                Check::Values(self.actual(&arguments(chain.root), "assertThat", expression))
            }
            name if name.starts_with("assert") => {
                Check::Values(self.actual(&arguments(chain.root), name, expression))
            }
            "verify" | "verifyNoMoreInteractions" | "verifyNoInteractions" => {
                Check::Values(arguments(chain.root))
            }
            _ => return None,
        })
    }

    /// Returns the actual value of an assertion's arguments, or all arguments if its name does not identify it.
    fn actual(&self, arguments: &[Node<'a>], name: &str, at: Node<'a>) -> Vec<Node<'a>> {
        let count = arguments.len();
        let framework = self.framework(at);
        let begins_with_text =
            || arguments.first().is_some_and(|node| self.type_of(*node) == Type::other("String"));
        // JUnit 3 and 4 take the message first, JUnit 5 and TestNG last.
        let message_first = framework == Framework::JUnit4;
        let actual = if name == "assertThat" {
            // Hamcrest: assertThat([reason,] actual, matcher), or a reason and a truth value.
            usize::from(count >= 3 || (count == 2 && arguments[0].kind() == "string_literal"))
        } else if is_comparison(name) {
            let first = usize::from(message_first && count >= 3 && begins_with_text());
            let (expected, actual) =
                if framework == Framework::TestNg { (first + 1, first) } else { (first, first + 1) };
            // A constant is the expected value, whichever side it is on; and arithmetic without the code
            // under test computes what its result should be.
            let is_given = |at: usize| {
                arguments.get(at).is_some_and(|value| {
                    self.is_constant(*value)
                        || value.kind() == "binary_expression" && self.production_calls(*value).is_empty()
                })
            };
            let is_given_side = expected < count && is_given(actual) && !is_given(expected);
            let is_arranged_side =
                arguments.get(actual).zip(arguments.get(expected)).is_some_and(|(actual, expected)| {
                    self.is_arranged(*actual, at) && self.is_made_of(*expected, *actual, at)
                });
            if is_given_side || is_arranged_side { expected } else { actual }
        } else if matches!(name, "assertTrue" | "assertFalse" | "assertNull" | "assertNotNull") {
            usize::from(message_first && count >= 2 && begins_with_text())
        } else {
            return arguments.to_vec();
        };
        arguments.get(actual).or_else(|| arguments.last()).copied().into_iter().collect()
    }

    /// Returns true for a variable that holds what a constructor, or a function that stands for one, made.
    fn is_arranged(&self, value: Node<'a>, at: Node<'a>) -> bool {
        let made = Some(value).filter(|value| value.kind() == "identifier");
        let made =
            made.and_then(|value| self.value_before(value, at)).and_then(|made| self.project_call(made));
        made.is_some_and(|made| {
            self.is_production_call(&made) && made.target().is_some_and(|method| self.index.creates(method))
        })
    }

    /// Returns true if the value of one expression is made of another one, a variable, by a call of production code.
    fn is_made_of(&self, value: Node<'a>, other: Node<'a>, at: Node<'a>) -> bool {
        let name = self.text(other);
        std::iter::successors(Some(value), |part| {
            let begin =
                root(*part).filter(|begin| begin.kind() == "identifier" && self.text(*begin) != name)?;
            self.value_before(begin, at)
        })
        .take(DEEPEST)
        .any(|part| {
            part.kind() != "identifier"
                && !self.production_calls(part).is_empty()
                && root(part).is_some_and(|begin| self.text(begin) == name)
        })
    }

    /// Returns true for a literal, and for a name written like a constant.
    fn is_constant(&self, value: Node<'a>) -> bool {
        let is_upper = |name: &str| name.contains(char::is_uppercase) && !name.contains(char::is_lowercase);
        match value.kind() {
            "identifier" => is_upper(self.text(value)),
            "field_access" => is_upper(self.field(value, "field")),
            "unary_expression" => {
                value.child_by_field_name("operand").is_some_and(|operand| self.is_constant(operand))
            }
            "true" | "false" | "text_block" => true,
            kind => kind.ends_with("_literal"),
        }
    }

    fn framework(&self, call: Node<'a>) -> Framework {
        let imports = &self.index.file(self.class).imports;
        let has = |package: &str| imports.iter().any(|import| import.name.starts_with(package));
        // `org.testng.AssertJUnit` uses JUnit's order.
        let mut statics = imports.iter().filter(|import| import.is_static);
        let is_junit_order = self.text(call).starts_with("AssertJUnit")
            || statics.any(|import| import.name.starts_with("org.testng.AssertJUnit"));
        if has("org.testng") && !is_junit_order {
            Framework::TestNg
        } else if has("org.junit.jupiter") {
            Framework::JUnit5
        } else {
            Framework::JUnit4
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Framework {
    /// Also an unknown one.
    JUnit4,
    JUnit5,
    TestNg,
}

/// Returns the call that a statement, or the body of a lambda, is.
fn called_by(statement: Node<'_>) -> Option<Node<'_>> {
    let is_body = statement.kind() == "method_invocation";
    let expression = if is_body { Some(statement) } else { statement.named_child(0) };
    expression.filter(|node| node.kind() == "method_invocation")
}

/// Returns true for `fail`, `failNotEquals`, `failBecauseExceptionWasNotThrown`, `shouldHaveThrown`.
fn is_fail(name: &str) -> bool {
    let rest = name.strip_prefix("fail");
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_uppercase))
        || name == "shouldHaveThrown"
}

/// Returns true if an assertion takes an expected and an actual value.
fn is_comparison(name: &str) -> bool {
    ["Equals", "Same", "Match", "InstanceOf", "EqualsNoOrder", "EqualsDeep"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

fn is_equality(name: &str) -> bool {
    matches!(name, "assertEquals" | "assertNotEquals" | "isEqualTo" | "isNotEqualTo")
}

/// Returns the lambdas and method references among the arguments of a call, or its new objects if it has none.
fn executables(call: Node<'_>) -> Vec<Node<'_>> {
    let all = arguments(call);
    let is_code = |node: &Node<'_>| matches!(node.kind(), "lambda_expression" | "method_reference");
    if all.iter().any(is_code) {
        return all.into_iter().filter(is_code).collect();
    }
    all.into_iter().filter(|node| node.kind() == "object_creation_expression").collect()
}

/// Returns true for a call that is given the class of an exception, and a lambda, a method reference or an object of an
/// anonymous class.
fn is_given_exception_and_code(call: Node<'_>, code: &Code<'_>) -> bool {
    let all = arguments(call);
    let mut classes = all.iter().filter(|node| node.kind() == "class_literal").map(|node| code.text(*node));
    let has_exception = classes.any(|class| {
        ["Exception.class", "Error.class", "Throwable.class"].iter().any(|end| class.ends_with(end))
    });
    let has_code = all.iter().any(|node| match node.kind() {
        "lambda_expression" | "method_reference" => true,
        "object_creation_expression" => named(*node).any(|part| part.kind() == "class_body"),
        _ => false,
    });
    has_exception && has_code
}

/// Calls on one another's result: `assertThat(x).as("y").isEqualTo(z)`.
struct Chain<'a> {
    root: Node<'a>,
    calls: Vec<Node<'a>>,
    names: Vec<&'a str>,
}

impl<'a> Chain<'a> {
    fn of(last: Node<'a>, code: &Code<'a>) -> Chain<'a> {
        let mut calls: Vec<Node<'a>> = std::iter::successors(Some(last), |node| {
            node.child_by_field_name("object").filter(|node| node.kind() == "method_invocation")
        })
        .collect();
        calls.reverse();
        let names = calls.iter().map(|call| code.field(*call, "name")).collect();
        Chain { root: calls[0], calls, names }
    }

    fn named(&self, name: &str) -> Option<Node<'a>> {
        self.names.iter().position(|own| *own == name).map(|at| self.calls[at])
    }
}

pub(super) fn lambdas_around(statement: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    ancestors(statement).filter(|node| node.kind() == "lambda_expression")
}
