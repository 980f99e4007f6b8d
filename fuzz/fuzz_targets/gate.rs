//! Fuzzes `fossick_fuzz::gate`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fossick_fuzz::gate(bytes));
