//! Helpful `NullPointerException` messages (JEP 358, since Java 14), which name the call that failed and the null.
//!
//! ```text
//! Cannot invoke "java.util.List.isEmpty()" because "list1" is null
//! ```
//!
//! A variable has its name there only if the test was compiled with it; else it is `<local4>`.

use tree_sitter::Node;

use super::test_code::TestCode;

/// A call on a null, as the message has it.
pub(super) struct CallOnNull<'a> {
    method: &'a str,
    /// The name of the variable that is null; None where it is no plain name.
    variable: Option<&'a str>,
}

impl<'a> CallOnNull<'a> {
    /// Reads the message of an exception; None if it is of another kind.
    pub(super) fn read(exception: &str, message: &'a str) -> Option<CallOnNull<'a>> {
        if exception != "java.lang.NullPointerException" {
            return None;
        }
        let (call, because) = message.strip_prefix("Cannot invoke \"")?.split_once('"')?;
        let method = call.split('(').next()?.rsplit('.').next()?;
        let variable = because
            .strip_prefix(" because \"")
            .and_then(|rest| rest.split_once('"'))
            .map(|(name, _)| name)
            .filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$'));
        Some(CallOnNull { method, variable })
    }

    /// Returns true if `node` makes this call.
    pub(super) fn is(&self, node: Node<'_>, code: &TestCode<'_>) -> bool {
        node.kind() == "method_invocation"
            && code.field(node, "name") == self.method
            && self.variable.is_none_or(|name| code.field(node, "object") == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_and_variable_are_read() {
        let read = |message| {
            CallOnNull::read("java.lang.NullPointerException", message)
                .map(|call| (call.method, call.variable))
        };
        assert_eq!(
            read("Cannot invoke \"java.util.List.isEmpty()\" because \"list1\" is null"),
            Some(("isEmpty", Some("list1")))
        );
        assert_eq!(
            read("Cannot invoke \"String.charAt(int)\" because \"<local4>\" is null"),
            Some(("charAt", None))
        );
        assert_eq!(
            read("Cannot invoke \"a.B.c()\" because the return value of \"a.B.d()\" is null"),
            Some(("c", None))
        );
        assert_eq!(read("Cannot invoke \"a.B.c()\""), Some(("c", None)));
        assert_eq!(read("Cannot read field \"x\" because \"pen\" is null"), None);
        assert_eq!(read("pen"), None);
        assert!(CallOnNull::read("a.E", "Cannot invoke \"a.B.c()\"").is_none());
    }
}
