//! Fuzzes `fossick_fuzz::key_script`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::key_script(bytes));
