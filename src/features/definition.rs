//! The two definitions of the features.

use strum::{Display, EnumString, IntoStaticStr};

/// The definition by which the paper's features are computed. The definitions differ in two points: the exceptions that
/// count as assertion failures (`is_exp_trace_exception`, and through it the counts of unexpected exceptions), and
/// `focal_unexp_trace_e_count` of an expected exception.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case", parse_err_ty = String, parse_err_fn = unknown)]
pub enum Definition {
    /// The definition in the text of the paper: every assertion error of the common libraries is an assertion
    /// failure, and an expected exception counts no unexpected ones.
    #[default]
    Paper,
    /// The definition in the paper's replication package, needed to reproduce its numbers. Only an exception named
    /// `AssertionFailedError` is an assertion failure, unless its qualified name starts with `java.` or
    /// `org.evosuite`, or contains the project's name in lower case once the dots are removed. For an
    /// expected exception, too, the unexpected exceptions of the same name and focal method are counted.
    TevalPlus,
}

impl Definition {
    pub(crate) const ALL: [Definition; 2] = [Definition::Paper, Definition::TevalPlus];

    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

fn unknown(name: &str) -> String {
    format!("there is no definition `{name}` of the features: use `paper` or `teval-plus`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for definition in Definition::ALL {
            assert_eq!(definition.name().parse(), Ok(definition));
        }
        assert_eq!(Definition::default(), Definition::Paper);
    }

    #[test]
    fn an_unknown_name_is_reported_with_the_known_ones() {
        let error = "Paper".parse::<Definition>().expect_err("names are lower-case");
        assert_eq!(error, "there is no definition `Paper` of the features: use `paper` or `teval-plus`");
    }
}
