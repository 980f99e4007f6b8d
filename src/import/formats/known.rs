//! Files that fossick recognizes and does not read: reports of other tools, with the command that writes what
//! it reads, and what only looks like a report.

use std::path::Path;

use super::head::Head;
use super::json::Json;
use crate::import::error::{ImportError, Result};

/// A kind of file that is not read.
struct Known {
    /// The words for such a file, with an article: `a report of Catch2`.
    name: &'static str,
    recognizes: fn(&Head<'_>) -> bool,
    /// The command or the file that gives what is read; None for what has no results of tests.
    remedy: Option<&'static str>,
}

const TABLE: [Known; 32] = [
    Known {
        name: "TestNG's own format",
        recognizes: |head| head.root() == Some("testng-results"),
        remedy: Some("give the folder junitreports next to it"),
    },
    Known {
        name: "JSON of GoogleTest",
        recognizes: |head| has(head, &["testsuites", "tests", "failures"]),
        remedy: Some("run the tests with `--gtest_output=xml:junit.xml`, and give that file"),
    },
    Known {
        name: "a report of Catch2",
        recognizes: |head| matches!(head.root(), Some("Catch" | "Catch2TestRun")),
        remedy: Some("run the tests with `--reporter junit --out junit.xml`, and give that file"),
    },
    Known {
        name: "a report of CTest",
        recognizes: |head| head.root() == Some("Site") && head.text.contains("<Testing"),
        remedy: Some("run `ctest --output-junit junit.xml`, and give that file"),
    },
    Known {
        name: "a report of CTest on a build or on coverage",
        recognizes: |head| head.root() == Some("Site"),
        remedy: None,
    },
    Known {
        name: "a report of Boost.Test",
        recognizes: |head| matches!(head.root(), Some("TestLog" | "TestResult")),
        remedy: Some("run the tests with `--logger=JUNIT,all,junit.xml`, and give that file"),
    },
    Known {
        name: "a report of Qt Test",
        recognizes: |head| {
            head.root() == Some("TestCase")
                && (head.text.contains("<TestFunction") || head.text.contains("QtVersion"))
        },
        remedy: Some("run the tests with `-o junit.xml,junitxml` (Qt 5: `xunitxml`), and give that file"),
    },
    Known {
        name: "Open Test Reporting of the JUnit Platform",
        recognizes: |head| head.root().is_some() && head.text.contains("schemas.opentest4j.org/reporting"),
        remedy: Some(
            "give the JUnit XML that Maven or Gradle writes beside it, in target/surefire-reports or build/test-results",
        ),
    },
    Known {
        name: "a report of jasmine-reporters in the format of NUnit 2",
        recognizes: |head| head.root() == Some("test-results") && head.text.contains("Jasmine"),
        remedy: Some("use its JUnitXmlReporter in place of the NUnitXmlReporter, and give that file"),
    },
    Known {
        name: "a report of NUnit 2",
        recognizes: |head| head.root() == Some("test-results") && head.text.contains("<test-suite"),
        remedy: Some("run `dotnet test --logger trx`, and give the .trx file"),
    },
    Known {
        name: "TestDox of PHPUnit",
        recognizes: |head| {
            head.root() == Some("tests")
                && (head.text.contains("prettifiedClassName") || head.text.contains("prettifiedMethodName"))
        },
        remedy: Some("run `phpunit --log-junit junit.xml`, and give that file"),
    },
    Known {
        name: "messages of TeamCity",
        recognizes: |head| {
            head.text.lines().take(20).any(|line| line.trim_start().starts_with("##teamcity["))
        },
        remedy: Some(
            "run the tests with an option for JUnit XML, such as `phpunit --log-junit junit.xml`, and give that file",
        ),
    },
    Known {
        name: "a stream of subunit",
        recognizes: |head| head.is_subunit,
        remedy: Some("run `subunit2junitxml < FILE > junit.xml`, and give that file"),
    },
    Known {
        name: "messages of Cucumber",
        recognizes: |head| {
            first_line(head).is_some_and(|json| {
                json.fields().object("meta").has(&["protocolVersion"])
                    || json.fields().object("source").has(&["uri", "data"])
            })
        },
        remedy: Some("run Cucumber with `--format junit:junit.xml`, and give that file"),
    },
    Known {
        name: "a report of mochawesome",
        recognizes: |head| has(head, &["stats", "results"]) && head.text.contains("\"testsRegistered\""),
        remedy: Some("run `mocha --reporter json --reporter-option output=mocha.json`, and give that file"),
    },
    Known {
        name: "a stream of Mocha's reporter json-stream",
        recognizes: |head| {
            head.text.starts_with("[\"start\",")
                || head.text.starts_with("[\"pass\",")
                || head.text.starts_with("[\"fail\",")
        },
        remedy: Some("run `mocha --reporter json --reporter-option output=mocha.json`, and give that file"),
    },
    Known {
        name: "JSON of WebdriverIO",
        recognizes: |head| has(head, &["capabilities", "suites", "framework"]),
        remedy: Some("add the reporter `junit` of @wdio/junit-reporter to wdio.conf.js, and give its files"),
    },
    Known {
        name: "JSON of Karma",
        recognizes: |head| has(head, &["browsers", "result"]),
        remedy: Some("add the reporter `junit` of karma-junit-reporter to karma.conf.js, and give its files"),
    },
    Known {
        name: "the results of a run of Cypress",
        recognizes: |head| has(head, &["startedTestsAt", "runs"]),
        remedy: Some(
            "run `cypress run --reporter junit --reporter-options mochaFile=results/junit-[hash].xml`, and give these files",
        ),
    },
    Known {
        name: "Robot Framework's output.json",
        recognizes: |head| {
            head.json().is_some_and(|json| json.fields().text("generator").starts_with("Robot"))
        },
        remedy: Some("run `rebot --output output.xml output.json`, and give that file"),
    },
    Known {
        name: "JSON of Rust's test harness",
        recognizes: |head| {
            first_line(head).is_some_and(|json| {
                json.fields().has(&["type", "event"])
                    && matches!(&*json.fields().text("type"), "suite" | "test")
            })
        },
        remedy: Some(
            "run `cargo nextest run` with a path for [profile.default.junit] in .config/nextest.toml, and give that file",
        ),
    },
    Known {
        name: "SARIF, the findings of an analysis",
        recognizes: |head| has(head, &["version", "runs"]) || has(head, &["$schema", "runs"]),
        remedy: None,
    },
    Known {
        name: "JSON of Semgrep",
        recognizes: |head| {
            head.json().is_some_and(|json| {
                json.fields().items("results").next().is_some_and(|first| first.fields().has(&["check_id"]))
            })
        },
        remedy: None,
    },
    Known {
        name: "JSON of Trivy",
        recognizes: |head| has(head, &["SchemaVersion", "ArtifactName"]),
        remedy: None,
    },
    Known {
        name: "JSON of ESLint",
        recognizes: |head| {
            first_item(head).is_some_and(|first| first.fields().has(&["filePath", "messages"]))
        },
        remedy: None,
    },
    Known {
        name: "messages of a build by Cargo",
        recognizes: |head| {
            first_line(head).is_some_and(|json| {
                json.fields().text("reason").starts_with("compiler-")
                    || json.fields().text("reason") == "build-finished"
                    || json.fields().text("reason") == "build-script-executed"
            })
        },
        remedy: None,
    },
    Known {
        name: "events of Docker",
        recognizes: |head| first_line(head).is_some_and(|json| json.fields().has(&["Action", "Type"])),
        remedy: None,
    },
    Known {
        name: "the description of a robot (URDF)",
        recognizes: |head| head.root() == Some("robot") && !head.text.contains("generator="),
        remedy: None,
    },
    Known {
        name: "a report of coverage",
        recognizes: |head| head.root() == Some("coverage") || has(head, &["meta", "files", "totals"]),
        remedy: None,
    },
    Known {
        name: "a report of Checkstyle",
        recognizes: |head| head.root() == Some("checkstyle"),
        remedy: None,
    },
    Known {
        name: "the build file of Maven",
        recognizes: |head| head.root() == Some("project") && head.text.contains("maven.apache.org"),
        remedy: None,
    },
    Known {
        name: "a package of npm",
        recognizes: |head| {
            has(head, &["name", "version", "scripts"])
                || has(head, &["name", "lockfileVersion"])
                || has(head, &["name", "dependencies"])
        },
        remedy: None,
    },
];

/// Returns an error that names the input and says what to do, if it is one of these.
pub(crate) fn refuse(head: &Head<'_>) -> Result<()> {
    let Some(known) = TABLE.iter().find(|known| (known.recognizes)(head)) else { return Ok(()) };
    let (name, what) = (head.name.to_owned(), known.name);
    Err(match known.remedy {
        Some(remedy) => ImportError::OtherReport { name, what, remedy },
        None => ImportError::NoReport { name, what },
    })
}

/// Returns an error for a folder that is such a report as a whole.
pub(crate) fn refuse_folder(folder: &Path) -> Result<()> {
    let name = || folder.display().to_string();
    if folder.extension().is_some_and(|extension| extension == "xcresult")
        || folder.join("Info.plist").is_file() && folder.join("Data").is_dir()
    {
        let remedy = "run `xcresultparser --output-format junit PATH > junit.xml`, and give that file";
        return Err(ImportError::OtherReport { name: name(), what: "a bundle of results of Xcode", remedy });
    }
    if folder.join("widgets").is_dir() && folder.join("data").is_dir() && folder.join("index.html").is_file()
    {
        let remedy = "give the folder allure-results that it was made from";
        return Err(ImportError::OtherReport {
            name: name(),
            what: "a report that Allure generated",
            remedy,
        });
    }
    Ok(())
}

fn has(head: &Head<'_>, fields: &[&str]) -> bool {
    head.json().is_some_and(|json| json.fields().has(fields))
}

/// Returns the object on the first line, for formats with one a line.
fn first_line<'h>(head: &'h Head<'_>) -> Option<Json<'h>> {
    head.text.starts_with('{').then(|| Json::at_start(&head.text))
}

fn first_item<'h>(head: &'h Head<'_>) -> Option<Json<'h>> {
    head.json().filter(|json| json.is_array())?.items().next()
}
