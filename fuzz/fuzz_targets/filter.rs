//! Fuzzes `fossick_fuzz::filter`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::filter(bytes));
