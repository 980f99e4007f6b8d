//! Work of which only the newest is wanted, on a thread of its own: by the time that an answer is there, a person may have
//! stepped on and asked for the next.

use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Starts a thread that answers requests, `done` gets the answers. Requests that a newer one has overtaken are left out. It ends
/// when the sender is dropped.
pub(in crate::tui::runtime) fn start<R: Send + 'static, A>(
    answer: impl Fn(R) -> Option<A> + Send + 'static,
    done: impl Fn(A) + Send + 'static,
) -> Sender<R> {
    let (sender, receiver) = channel::<R>();
    thread::spawn(move || {
        while let Ok(first) = receiver.recv() {
            let newest = receiver.try_iter().last().unwrap_or(first);
            if let Some(answer) = answer(newest) {
                done(answer);
            }
        }
    });
    sender
}
