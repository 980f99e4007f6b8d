//! What is kept of a panic: a report in the folder for temporary files, and on the terminal where it lies.
//!
//! The report says what a maintainer needs and a person may send: version, system, what failed where, and the calls that led
//! there. Of the person's results it holds nothing but what the panic's own message says, of the command line nothing.

use std::backtrace::Backtrace;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::thread;

/// Writes the report and says on standard error where it lies. What a second thread has to say comes behind the first.
pub(in crate::tui::runtime) fn report(info: &PanicHookInfo<'_>) {
    let what = what(info);
    let report = format!(
        "fossick {} on {} {}\n{what}\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        Backtrace::force_capture()
    );
    let said = match keep(&report) {
        Ok(path) => format!("{what}\nthe report lies in {}", path.display()),
        Err(error) => format!("the report can't be kept ({error}): {report}"),
    };
    // Where standard error is closed there is nobody to tell.
    drop(writeln!(io::stderr(), "{said}"));
}

fn what(info: &PanicHookInfo<'_>) -> String {
    let thread = thread::current();
    let place = info.location().map_or_else(String::new, |location| format!(" at {location}"));
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let message =
        text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    format!("thread `{}` panicked{place}: {message}", thread.name().unwrap_or("without a name"))
}

/// Never over a file that is there: somebody else may have put it there.
fn keep(report: &str) -> io::Result<PathBuf> {
    let folder = std::env::temp_dir();
    let mut number = 0;
    loop {
        let path = folder.join(format!("fossick-fault-{}-{number}.txt", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return file.write_all(report.as_bytes()).map(|()| path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => number += 1,
            Err(error) => return Err(error),
        }
    }
}
