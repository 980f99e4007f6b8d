//! Fuzzes `fossick_fuzz::table`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::table(bytes));
