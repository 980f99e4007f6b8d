//! Addresses of objects, which pytest writes into the messages of assertions: with them no two messages would be equal.

use std::borrow::Cow;

/// The number of digits from which a hexadecimal number is an address.
const FEWEST_DIGITS: usize = 4;

/// Returns a message in which all addresses, such as `0x7f21a7a11410`, are equal.
pub(super) fn masked_addresses(message: &str) -> Cow<'_, str> {
    let mut masked = String::new();
    let mut rest = message;
    while let Some(start) = rest.find("0x") {
        let (before, number) = rest.split_at(start + 2);
        let digits = number.bytes().take_while(u8::is_ascii_hexdigit).count();
        masked.push_str(before);
        rest = &number[if digits < FEWEST_DIGITS { 0 } else { digits }..];
    }
    if rest.len() == message.len() {
        return Cow::Borrowed(message);
    }
    masked.push_str(rest);
    Cow::Owned(masked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_equal_and_other_numbers_are_not() {
        for (message, masked) in [
            ("<Purse at 0x7f21A7a11410> == <Pen at 0x7f21>", "<Purse at 0x> == <Pen at 0x>"),
            ("0x7f2 is 0xg", "0x7f2 is 0xg"),
            ("größe 0x", "größe 0x"),
            ("", ""),
        ] {
            assert_eq!(masked_addresses(message), masked);
        }
    }
}
