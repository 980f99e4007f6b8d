//! Fuzzes `fossick_fuzz::run_folder`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::run_folder(bytes));
