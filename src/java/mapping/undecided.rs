//! Why a focal method could not be told.

use std::fmt;

use crate::java::index::{Index, MethodId};

/// Why a focal method could not be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undecided {
    /// The test calls nothing of the project's production code.
    NoProductionCall,
    /// Several methods are checked at once: `Class.method`, in their order.
    Several(Vec<String>),
    /// The arguments don't tell which of several methods of one name is called: `Class.method(Parameter, …)`.
    Overloads(Vec<String>),
    /// Neither the trace nor the test says which of the test's oracles failed.
    NoFailingLine,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::NoProductionCall => {
                f.write_str("no call of this project's production code is seen in the test")
            }
            Undecided::Several(methods) => {
                write!(f, "several methods are checked at once: {}", methods.join(", "))
            }
            Undecided::Overloads(methods) => {
                write!(f, "the arguments don't tell overloads apart: {}", methods.join(", "))
            }
            Undecided::NoFailingLine => f.write_str("the trace does not say where the test failed"),
        }
    }
}

/// `Class.method`.
pub(super) fn name(method: MethodId, index: &Index) -> String {
    format!("{}.{}", index.class(method.class).simple_name(), index.method(method).name)
}

pub(super) fn overloads<'m>(methods: impl Iterator<Item = &'m MethodId>, index: &Index) -> Undecided {
    let signature = |method: &MethodId| {
        let parameters: Vec<String> = index
            .method(*method)
            .parameters
            .iter()
            .map(|written| format!("{}{}", written.simple_name(), "[]".repeat(written.dimensions)))
            .collect();
        format!("{}({})", name(*method, index), parameters.join(", "))
    };
    Undecided::Overloads(methods.map(signature).collect())
}
