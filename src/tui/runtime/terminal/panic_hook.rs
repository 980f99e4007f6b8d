//! The report of a panic: a file in the temporary folder, and a message on the terminal that names it.
//!
//! The report contains the information that a maintainer needs and a user can share: version, system, the panic's
//! message and location, and the backtrace. It contains nothing of the user's results except in that message, and
//! nothing of the command line.

use std::backtrace::Backtrace;
use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::thread;

use crate::regular_file;

/// Writes the report and prints its path on standard error. The report of a second thread gets another file.
pub(in crate::tui::runtime) fn report(info: &PanicHookInfo<'_>) {
    let description = described(info);
    let report = format!(
        "fossick {} on {} {}\n{description}\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        Backtrace::force_capture()
    );
    let notice = match keep(&report) {
        Ok(path) => format!("{description}\nthe report is in {}", path.display()),
        Err(error) => format!("the report can't be saved ({error}): {report}"),
    };
    // If standard error is closed, nothing can be reported.
    drop(writeln!(io::stderr(), "{notice}"));
}

/// Describes a panic: its thread, its place and its message.
fn described(info: &PanicHookInfo<'_>) -> String {
    let thread = thread::current();
    let place = info.location().map_or_else(String::new, |location| format!(" at {location}"));
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let message =
        text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    format!("thread `{}` panicked{place}: {message}", thread.name().unwrap_or("without a name"))
}

fn keep(report: &str) -> io::Result<PathBuf> {
    let (folder, id) = (std::env::temp_dir(), std::process::id());
    let names = (0..100).map(|number| folder.join(format!("fossick-fault-{id}-{number}.txt")));
    let (mut file, path) = regular_file::create_new(names, true)?;
    file.write_all(report.as_bytes()).map(|()| path)
}
