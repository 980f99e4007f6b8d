//! The processes of a judge.

#[cfg(unix)]
use std::future;
use std::io;
use std::process::{ExitStatus, Stdio};
#[cfg(unix)]
use std::task::Poll;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, Command};
use tokio::time::timeout;

#[cfg(unix)]
use super::guard::Guard;
use super::run_time::RunTime;
use super::{Answered, Prompt, Question, answer};
#[cfg(unix)]
use crate::ignored_signals;
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
    pub(super) async fn ask(
        &self,
        question: Question,
        limit: Duration,
        watch: &Watch,
    ) -> Result<Answered, JudgeError> {
        let time = RunTime::start();
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // ctrl-c in the terminal goes to fossick alone, which then kills the group.
        #[cfg(unix)]
        command.process_group(0);
        let child =
            command.spawn().map_err(|error| JudgeError::Start { program: self.program.clone(), error })?;
        let answer = Group::of(child, watch).answer(question.prompt, limit, &time).await;
        Ok(Answered { number: question.number, answer, took: time.elapsed() })
    }
}

/// Ends the commands if this program is killed.
pub(super) struct Watch {
    #[cfg(unix)]
    guard: Guard,
}

impl Watch {
    #[cfg_attr(not(unix), expect(clippy::unnecessary_wraps, reason = "on Unix it can fail"))]
    pub(super) fn start() -> Result<Watch, JudgeError> {
        Ok(Watch {
            #[cfg(unix)]
            guard: Guard::start()?,
        })
    }
}

/// A process and those it starts, which are killed when this is dropped.
struct Group<'a> {
    child: Child,
    /// The number of the group, until it was killed: it may then become that of others.
    #[cfg(unix)]
    id: Option<rustix::process::Pid>,
    #[cfg_attr(not(unix), expect(dead_code, reason = "without groups there is nothing to tell the guard"))]
    watch: &'a Watch,
}

enum Exit {
    With(io::Result<ExitStatus>),
    TooMuch,
    TooLate,
}

impl<'a> Group<'a> {
    fn of(child: Child, watch: &'a Watch) -> Group<'a> {
        #[cfg(unix)]
        let id = child.id().and_then(|id| rustix::process::Pid::from_raw(i32::try_from(id).ok()?));
        #[cfg(unix)]
        if let Some(id) = id {
            watch.guard.began(id);
        }
        Group {
            child,
            #[cfg(unix)]
            id,
            watch,
        }
    }

    /// Kills what still runs of the group. The child is killed by its own means as well, where there are no groups.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(id) = self.id.take() {
            // Nothing is left to kill if all have ended.
            let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
            self.watch.guard.ended(id);
        }
        drop(self.child.start_kill());
    }

    async fn answer(
        mut self,
        prompt: Prompt,
        limit: Duration,
        time: &RunTime,
    ) -> Result<answer::Answer, String> {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let pipes = (self.child.stdin.take(), self.child.stdout.take(), self.child.stderr.take());
        let exit = {
            let talk = async {
                tokio::try_join!(
                    write(pipes.0, &prompt.text),
                    read_to_limit(pipes.1, &mut output),
                    read_end(pipes.2, &mut errors),
                )
            };
            tokio::pin!(talk);
            let mut is_open = true;
            let too_late = time.reach(limit);
            tokio::pin!(too_late);
            let exit = loop {
                tokio::select! {
                    talked = &mut talk, if is_open => match talked {
                        Ok(_) => is_open = false,
                        Err(TooMuch) => break Exit::TooMuch,
                    },
                    status = self.child.wait() => break Exit::With(status),
                    () = &mut too_late => break Exit::TooLate,
                }
            };
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
            Exit::With(Ok(_)) => {
                let output = String::from_utf8_lossy(&output);
                let repeats =
                    "the output repeats fences of the prompt, so that it is not clear whose words they hold";
                let own = prompt.own_words(&output).ok_or_else(|| because(repeats.to_owned()))?;
                answer::answer_in(own).ok_or_else(|| {
                    because("no JSON object with a label of TP, FP, environment or unsure".to_owned())
                })
            }
        }
    }
}

impl Drop for Group<'_> {
    fn drop(&mut self) {
        self.kill();
    }
}

/// More output than an answer can have.
struct TooMuch;

/// Writes the prompt. A command need not read it.
async fn write(pipe: Option<ChildStdin>, prompt: &str) -> Result<(), TooMuch> {
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
pub(super) struct Signals(Vec<(u8, tokio::signal::unix::Signal)>);

#[cfg(unix)]
impl Signals {
    /// Registers handlers. A signal that was ignored stays ignored, as `nohup` asks.
    pub(super) fn new() -> Result<Signals, JudgeError> {
        use tokio::signal::unix::{SignalKind, signal};
        let heard = [1, 2, 3, 15].into_iter().filter(|&number| !ignored_signals::contain(number.into()));
        let handled = heard.map(|number: u8| Ok((number, signal(SignalKind::from_raw(number.into()))?)));
        handled
            .collect::<io::Result<_>>()
            .map(Signals)
            .map_err(|error| JudgeError::Start { program: "the handler of signals".to_owned(), error })
    }

    pub(super) async fn next(&mut self) -> u8 {
        future::poll_fn(|context| {
            let mut signals = self.0.iter_mut();
            let arrived =
                signals.find_map(|(number, signal)| signal.poll_recv(context).is_ready().then_some(*number));
            arrived.map_or(Poll::Pending, Poll::Ready)
        })
        .await
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
