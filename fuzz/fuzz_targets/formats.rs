//! Fuzzes `fossick_fuzz::formats`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::formats(bytes));
