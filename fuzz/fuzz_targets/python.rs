//! Fuzzes `fossick_fuzz::python`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::python(bytes));
