//! What single cells mean: booleans as several tools write them, bug numbers, and text that is not quite UTF-8.

use std::borrow::Cow;

/// A boolean cell. `Ok(None)` is a missing value. Written as `True`/`False` in any case, as a number that is 1 or 0
/// (`1`, `0.0`), or missing (empty, `nan`, `None`, `null`); anything else is an error.
pub(super) fn boolean(cell: &str) -> Result<Option<bool>, ()> {
    let cell = cell.trim();
    if cell.eq_ignore_ascii_case("true") {
        return Ok(Some(true));
    }
    if cell.eq_ignore_ascii_case("false") {
        return Ok(Some(false));
    }
    if ["", "nan", "none", "null"].iter().any(|missing| cell.eq_ignore_ascii_case(missing)) {
        return Ok(None);
    }
    match cell.parse::<f64>() {
        Ok(1.0) => Ok(Some(true)),
        Ok(0.0) => Ok(Some(false)),
        _ => Err(()),
    }
}

/// A bug's name: `7.0` is `7`, everything else stays as it is but for blanks around it.
pub(super) fn bug_name(cell: &str) -> &str {
    let cell = cell.trim();
    match cell.split_once('.') {
        Some((whole, fraction))
            if !whole.is_empty()
                && whole.bytes().all(|byte| byte.is_ascii_digit())
                && fraction.bytes().all(|byte| byte == b'0') =>
        {
            whole
        }
        _ => cell,
    }
}

/// The bytes as text; what is not UTF-8 becomes U+FFFD, and the result is then owned.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn booleans_come_in_many_spellings() {
        for spelling in ["True", "true", "TRUE", "1", "1.0", " 1 "] {
            assert_eq!(boolean(spelling), Ok(Some(true)), "{spelling:?}");
        }
        for spelling in ["False", "false", "0", "0.0", "-0"] {
            assert_eq!(boolean(spelling), Ok(Some(false)), "{spelling:?}");
        }
        for spelling in ["", " ", "nan", "NaN", "None", "null"] {
            assert_eq!(boolean(spelling), Ok(None), "{spelling:?}");
        }
        for spelling in ["2", "yes", "Fal", "inf", "0.5", "T"] {
            assert_eq!(boolean(spelling), Err(()), "{spelling:?}");
        }
    }

    #[test]
    fn bug_numbers_lose_the_fraction_that_a_float_column_gave_them() {
        let cases = [("7", "7"), ("7.0", "7"), (" 12.00 ", "12"), ("7.", "7"), ("7.5", "7.5")];
        for (cell, name) in cases {
            assert_eq!(bug_name(cell), name);
        }
        for kept in ["", ".0", "1.2.0", "LANG-7.0", "v7.0", "-7.0"] {
            assert_eq!(bug_name(kept), kept);
        }
    }
}
