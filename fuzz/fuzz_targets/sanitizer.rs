//! Fuzzes `fossick_fuzz::sanitizer`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::sanitizer(bytes));
