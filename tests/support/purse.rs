//! Results made by hand, in our own JSON Lines: failed tests of a purse, whose figures are worked out on paper.

#![allow(unreachable_pub, reason = "each test file includes it as its own")]

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

/// A failed test; what it did on the fixed version may be unknown.
pub fn failed(bug: &str, number: usize, fixed: Option<&str>, assertion: &str) -> Value {
    json!({
        "project": "Shop",
        "bug": bug,
        "test": format!("shop.Purse_ESTest::test{number:02}"),
        "outcome": "failed",
        "fixed_outcome": fixed,
        "generated_test": format!("@Test\npublic void test{number:02}() {{\n  int int0 = {number};\n}}"),
        "oracle": {"expects_exception": false, "assertion": assertion},
        "trace": format!("shop.Purse_ESTest::test{number:02}\njava.lang.Error: {number}\n"),
    })
}

/// Writes results to a file of this name; returns its path.
pub fn write(folder: &TempDir, name: &str, tests: &[Value]) -> String {
    let path = folder.path().join(name);
    let lines: String = tests.iter().map(|test| format!("{test}\n")).collect();
    fs::write(&path, lines).expect("a file");
    path.to_str().expect("a plain path").to_owned()
}
