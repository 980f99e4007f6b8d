//! Ends the commands of a judge when fossick ends without being able to: by kill -9, out of memory, by a fault.
//!
//! A guard is a second process of this program, outside its process group, that reads which groups of
//! processes run. Its input ends with fossick, however that ends; then it kills the groups that are left,
//! with everything that they started.
//!
//! On Linux the system can kill a process when its parent ends (`PR_SET_PDEATHSIG`). That reaches the command
//! but not what it has started, such as the processes of a script, and it must be asked for between fork and
//! exec, which is unsafe code. The guard needs neither, and works on every Unix.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process_group};

use super::JudgeError;

/// The argument that makes this program a guard; it is the only one.
const ARGUMENT: &str = "--guard-commands-of-judge";

/// The guard of the commands that run.
pub(super) struct Guard(RefCell<ChildStdin>);

impl Guard {
    pub(super) fn start() -> Result<Guard, JudgeError> {
        let fails = |error| JudgeError::Start { program: "the guard of the commands".to_owned(), error };
        // The file of the program may have been replaced since it was started.
        let program = if cfg!(target_os = "linux") {
            Ok(PathBuf::from("/proc/self/exe"))
        } else {
            std::env::current_exe()
        };
        let mut guard = Command::new(program.map_err(fails)?);
        guard.arg(ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-c and ctrl-\ in the terminal go to the group of fossick.
        guard.process_group(0);
        let mut started = guard.spawn().map_err(fails)?;
        let input = started.stdin.take().ok_or_else(|| fails(io::ErrorKind::BrokenPipe.into()))?;
        Ok(Guard(RefCell::new(input)))
    }

    pub(super) fn began(&self, group: Pid) {
        self.tell('+', group);
    }

    pub(super) fn ended(&self, group: Pid) {
        self.tell('-', group);
    }

    /// Tells the guard of a group. If somebody has killed the guard, the commands run without it.
    fn tell(&self, sign: char, group: Pid) {
        drop(writeln!(self.0.borrow_mut(), "{sign}{}", group.as_raw_nonzero()));
    }
}

/// Returns true if this process was started as a guard, after it has been one.
pub(crate) fn is_guard() -> bool {
    let mut arguments = std::env::args_os().skip(1);
    let is_guard = arguments.next().is_some_and(|first| first == ARGUMENT) && arguments.next().is_none();
    if is_guard {
        let left = groups_left(io::stdin().lock());
        for group in left {
            // Nothing is left to kill of a group that has ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    is_guard
}

/// Reads the groups that began and ended, a line each, and returns those that have not ended.
fn groups_left(lines: impl BufRead) -> HashSet<Pid> {
    let mut groups = HashSet::new();
    for line in lines.lines().map_while(Result::ok) {
        let group = |number: &str| Pid::from_raw(number.parse::<u32>().ok()?.try_into().ok()?);
        if let Some(began) = line.strip_prefix('+').and_then(group) {
            groups.insert(began);
        } else if let Some(ended) = line.strip_prefix('-').and_then(group) {
            groups.remove(&ended);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_have_not_ended_are_left() {
        let left = groups_left(&b"+12\n+7\n-12\n+0\n+x\n\n+9\n-8\n"[..]);
        let mut left: Vec<i32> = left.into_iter().map(|group| group.as_raw_nonzero().get()).collect();
        left.sort_unstable();
        assert_eq!(left, [7, 9]);
    }
}
