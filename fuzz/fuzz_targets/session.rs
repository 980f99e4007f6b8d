//! Fuzzes `fossick_fuzz::session`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::session(bytes));
