//! Fuzzes `fossick_fuzz::failing_tests`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::failing_tests(bytes));
