//! Fuzzes `fossick_fuzz::junit`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::junit(bytes));
