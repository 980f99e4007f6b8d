//! The processes of a judge.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, Command};
use tokio::time::timeout;

use super::{Answered, Question, answer};
use crate::model::text::{cut_end, sanitize};

const MOST_OUTPUT: usize = 1 << 20;

/// The length of the end of standard error that is kept.
const MOST_ERRORS: usize = 4_096;

/// The time that a killed group may take to close its pipes; a process that left the group may keep them open for ever.
const GRACE: Duration = Duration::from_secs(1);

/// The width to which a line of standard error is cut in a message.
const ERROR_WIDTH: usize = 200;

#[derive(Debug, thiserror::Error)]
pub(crate) enum JudgeError {
    #[error("can't read the command `{command}`: {reason}")]
    Words { command: String, reason: String },
    #[error("can't start {program}: {error}")]
    Start { program: String, error: io::Error },
}

/// A program with its arguments, to be run without a shell.
pub(crate) struct JudgeCommand {
    program: String,
    arguments: Vec<String>,
}

impl JudgeCommand {
    /// Splits a command into words, as a shell does.
    pub(crate) fn parse(command: &str) -> Result<JudgeCommand, JudgeError> {
        let fails = |reason: String| JudgeError::Words { command: command.to_owned(), reason };
        // On Windows a backslash separates folders and does not escape anything.
        let words = if cfg!(windows) { command.replace('\\', "/") } else { command.to_owned() };
        let mut words = shell_words::split(&words).map_err(|error| fails(error.to_string()))?.into_iter();
        let program = words.next().ok_or_else(|| fails("it is empty".to_owned()))?;
        Ok(JudgeCommand { program, arguments: words.collect() })
    }

    /// Asks a question. The process, and all that it started, ends with the future.
    pub(super) async fn ask(&self, question: Question, limit: Duration) -> Result<Answered, JudgeError> {
        let started = Instant::now();
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // ctrl-c in the terminal goes to fossick alone, which then kills the group.
        #[cfg(unix)]
        command.process_group(0);
        let child =
            command.spawn().map_err(|error| JudgeError::Start { program: self.program.clone(), error })?;
        let answer = Group::of(child).answer(question.prompt, limit).await;
        Ok(Answered { number: question.number, answer, took: started.elapsed() })
    }
}

/// A process and those it starts, which are killed when this is dropped.
struct Group {
    child: Child,
    #[cfg(unix)]
    id: Option<rustix::process::Pid>,
}

enum Exit {
    With(io::Result<ExitStatus>),
    TooMuch,
    TooLate,
}

impl Group {
    fn of(child: Child) -> Group {
        #[cfg(unix)]
        let id = child.id().and_then(|id| rustix::process::Pid::from_raw(i32::try_from(id).ok()?));
        Group {
            child,
            #[cfg(unix)]
            id,
        }
    }

    /// Kills what still runs of the group. The child is killed by its own means as well, where there are no groups.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(id) = self.id {
            // Nothing is left to kill if all have ended.
            let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
        }
        drop(self.child.start_kill());
    }

    async fn answer(mut self, prompt: String, limit: Duration) -> Result<answer::Answer, String> {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let pipes = (self.child.stdin.take(), self.child.stdout.take(), self.child.stderr.take());
        let exit = {
            let talk = async {
                tokio::try_join!(
                    write(pipes.0, prompt),
                    read_to_limit(pipes.1, &mut output),
                    read_end(pipes.2, &mut errors),
                )
            };
            tokio::pin!(talk);
            let mut is_open = true;
            let exit = timeout(limit, async {
                loop {
                    tokio::select! {
                        talked = &mut talk, if is_open => match talked {
                            Ok(_) => is_open = false,
                            Err(TooMuch) => return Exit::TooMuch,
                        },
                        status = self.child.wait() => return Exit::With(status),
                    }
                }
            });
            let exit = exit.await.unwrap_or(Exit::TooLate);
            // Processes that it started may go on and keep the pipes open.
            self.kill();
            match exit {
                Exit::With(status) if is_open => match timeout(GRACE, &mut talk).await {
                    Ok(Err(TooMuch)) => Exit::TooMuch,
                    _ => Exit::With(status),
                },
                exit => exit,
            }
        };
        let because = |reason: String| match last_line(&errors) {
            Some(said) => format!("{reason}: {said}"),
            None => reason,
        };
        match exit {
            Exit::TooLate => Err(because(format!("no answer within {} s", limit.as_secs_f64()))),
            Exit::TooMuch => Err(because(format!("more than {} KB of output", MOST_OUTPUT / 1024))),
            Exit::With(Err(error)) => Err(because(error.to_string())),
            Exit::With(Ok(status)) if !status.success() => Err(because(status.to_string())),
            Exit::With(Ok(_)) => answer::answer_in(&String::from_utf8_lossy(&output))
                .ok_or_else(|| because("no JSON object with a label of TP, FP or unsure".to_owned())),
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

/// More output than an answer can have.
struct TooMuch;

/// Writes the prompt. A command need not read it.
async fn write(pipe: Option<ChildStdin>, prompt: String) -> Result<(), TooMuch> {
    if let Some(mut pipe) = pipe {
        drop(pipe.write_all(prompt.as_bytes()).await);
    }
    Ok(())
}

async fn read_to_limit(pipe: Option<impl AsyncRead + Unpin>, output: &mut Vec<u8>) -> Result<(), TooMuch> {
    let Some(pipe) = pipe else { return Ok(()) };
    // A pipe that can't be read is at its end.
    drop(pipe.take(MOST_OUTPUT as u64 + 1).read_to_end(output).await);
    if output.len() > MOST_OUTPUT { Err(TooMuch) } else { Ok(()) }
}

/// Reads to the end and keeps the last part.
async fn read_end(pipe: Option<impl AsyncRead + Unpin>, end: &mut Vec<u8>) -> Result<(), TooMuch> {
    let Some(mut pipe) = pipe else { return Ok(()) };
    let mut part = [0; MOST_ERRORS];
    while let Ok(read @ 1..) = pipe.read(&mut part).await {
        end.extend_from_slice(&part[..read]);
        end.drain(..end.len().saturating_sub(MOST_ERRORS));
    }
    Ok(())
}

/// Returns the last line with text of standard error, safe to show.
fn last_line(errors: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(errors);
    let line = text.lines().rev().find(|line| !line.trim().is_empty())?;
    Some(cut_end(&sanitize(line.trim()), ERROR_WIDTH).into_owned())
}

/// The signals that end a round of questions.
#[cfg(unix)]
pub(super) struct Signals([(u8, tokio::signal::unix::Signal); 3]);

#[cfg(unix)]
impl Signals {
    pub(super) fn new() -> Result<Signals, JudgeError> {
        use tokio::signal::unix::{SignalKind, signal};
        let fails = |error| JudgeError::Start { program: "the handler of signals".to_owned(), error };
        let handled = |number: u8, kind| Ok((number, signal(kind).map_err(fails)?));
        Ok(Signals([
            handled(1, SignalKind::hangup())?,
            handled(2, SignalKind::interrupt())?,
            handled(15, SignalKind::terminate())?,
        ]))
    }

    pub(super) async fn next(&mut self) -> u8 {
        let [(hang_up, a), (interrupt, b), (terminate, c)] = &mut self.0;
        tokio::select! {
            _ = a.recv() => *hang_up,
            _ = b.recv() => *interrupt,
            _ = c.recv() => *terminate,
        }
    }
}

#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    #[expect(clippy::unnecessary_wraps, reason = "on Unix it can fail")]
    pub(super) fn new() -> Result<Signals, JudgeError> {
        Ok(Signals)
    }

    pub(super) async fn next(&mut self) -> u8 {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        2
    }
}
