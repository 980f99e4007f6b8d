//! Fuzzes `fossick_fuzz::java`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::java(bytes));
