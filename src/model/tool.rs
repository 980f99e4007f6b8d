//! The tools that run tests and write reports of them.

use serde::{Deserialize, Serialize};

/// A tool that runs tests, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum Tool {
    /// Maven, by Surefire or Failsafe.
    Maven,
    /// Gradle.
    Gradle,
    /// pytest.
    #[serde(rename = "pytest")]
    #[strum(serialize = "pytest")]
    Pytest,
    /// Vitest.
    Vitest,
    /// Jest.
    Jest,
    /// Mocha.
    Mocha,
    /// The test runner of Node.
    #[serde(rename = "node --test")]
    #[strum(serialize = "node --test")]
    Node,
    /// Playwright.
    Playwright,
    /// Go.
    #[serde(rename = "go test")]
    #[strum(serialize = "go test")]
    Go,
    /// The test harness of Rust.
    #[serde(rename = "cargo test")]
    #[strum(serialize = "cargo test")]
    CargoTest,
    /// cargo-nextest.
    #[serde(rename = "cargo-nextest")]
    #[strum(serialize = "cargo-nextest")]
    Nextest,
    /// The runner of `CMake`.
    CTest,
    /// The test platform of .NET.
    #[serde(rename = "dotnet test")]
    #[strum(serialize = "dotnet test")]
    DotNet,
}

impl Tool {
    /// Returns its name, as people write it.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
