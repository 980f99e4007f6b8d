//! The values of single cells of a table: booleans as several tools write them, bug numbers, and text that may not be UTF-8.

use std::borrow::Cow;

/// Parses a boolean: `True` or `False` in any case, or a number that is 1 or 0 (`1`, `0.0`). A missing value (empty, `nan`,
/// `None`, `null`) is `Ok(None)`; anything else is an error.
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

/// Returns a bug's name: `7.0` is `7`, everything else only loses the blanks around it.
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

/// Decodes a cell. Bytes that are not UTF-8 become U+FFFD, and the result is then owned.
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
