//! Fuzzes `fossick_fuzz::build_log`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::build_log(bytes));
