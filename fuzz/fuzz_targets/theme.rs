//! Fuzzes `fossick_fuzz::theme`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::theme(bytes));
