//! A command of the user as an annotator: prompts, processes and answers.
//!
//! ```text
//! template, failure ──prompt──▶ text ──▶ standard input of the command ──▶ standard output ──answer──▶ label and reason
//!                                        └── process: time-out, limits, process group
//! ```
//!
//! fossick knows no model and opens no connection: it runs the command that its own command line names, with
//! the rights of its user, and no other. The words are split as a shell splits them; no shell runs them.
//!
//! The text of a failure is foreign. In the prompt it stands between lines with a nonce that it does not
//! contain, so that it can't end there by itself. A reason is foreign as well: it becomes a note, which is
//! made safe wherever it is shown.
//!
//! Each command leads its own process group. When it ends, is too late or writes too much, and when fossick
//! is interrupted or fails, the whole group is killed; a guard does it if fossick itself is killed. A process
//! that leaves the group escapes that.

mod answer;
#[cfg(unix)]
mod guard;
mod process;
mod prompt;
mod run_time;

use std::future::{self, Future};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

pub(crate) use answer::Answer;
#[cfg(unix)]
pub(crate) use guard::is_guard;
pub(crate) use process::{JudgeCommand, JudgeError};
pub(crate) use prompt::{Prompt, Template};

pub(crate) struct Question {
    /// The number by which the caller knows the failure.
    pub number: usize,
    pub prompt: Prompt,
}

/// The answer to a question, or the reason why there is none.
pub(crate) struct Answered {
    pub number: usize,
    /// The answer; an error says in words why there is none.
    pub answer: Result<Answer, String>,
    pub took: Duration,
}

pub(crate) enum Ended {
    Asked,
    /// A signal of this number came first; the commands that were running are killed.
    Interrupted(u8),
}

/// Asks a command questions, up to `jobs` at a time, until `next` has none left. `answered` receives the
/// answers when they are there, several at once if they came together; an error of either ends the round, and
/// kills the commands that are running.
pub(crate) fn ask<E: From<JudgeError>>(
    command: &JudgeCommand,
    jobs: usize,
    timeout: Duration,
    mut next: impl FnMut() -> Result<Option<Question>, E>,
    mut answered: impl FnMut(Vec<Answered>) -> Result<(), E>,
) -> Result<Ended, E> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| E::from(JudgeError::Start { program: "the event loop".to_owned(), error }))?;
    runtime.block_on(async {
        let mut signals = process::Signals::new().map_err(E::from)?;
        let watch = process::Watch::start().map_err(E::from)?;
        let mut running = Vec::new();
        let mut is_open = true;
        loop {
            while is_open && running.len() < jobs {
                match next()? {
                    Some(question) => running.push(Box::pin(command.ask(question, timeout, &watch))),
                    None => is_open = false,
                }
            }
            tokio::select! {
                ended = ready_of(&mut running) => {
                    if ended.is_empty() {
                        return Ok(Ended::Asked);
                    }
                    // An answer that was given is kept, whatever became of the others.
                    let (given, failed): (Vec<_>, Vec<_>) = ended.into_iter().partition(Result::is_ok);
                    let given: Vec<Answered> = given.into_iter().flatten().collect();
                    if !given.is_empty() {
                        answered(given)?;
                    }
                    if let Some(error) = failed.into_iter().find_map(Result::err) {
                        return Err(E::from(error));
                    }
                },
                // The processes end when `running` is dropped.
                signal = signals.next() => return Ok(Ended::Interrupted(signal)),
            }
        }
    })
}

/// Waits until one of some futures is ready, and removes all that are; returns at once if there are none.
async fn ready_of<F: Future>(running: &mut Vec<Pin<Box<F>>>) -> Vec<F::Output> {
    future::poll_fn(|context| {
        let mut ended = Vec::new();
        running.retain_mut(|future| match future.as_mut().poll(context) {
            Poll::Ready(output) => {
                ended.push(output);
                false
            }
            Poll::Pending => true,
        });
        if ended.is_empty() && !running.is_empty() { Poll::Pending } else { Poll::Ready(ended) }
    })
    .await
}
