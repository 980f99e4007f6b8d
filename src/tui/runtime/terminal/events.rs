//! Reads the terminal's events on a thread that can be stopped: while an editor owns the terminal, this program must not read it.
//!
//! crossterm's stream reads on a thread of its own, and dropping the stream only tells that thread to stop. It holds the
//! waker that it was given for as long as it may read: when the last one is gone it has stopped.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;

use crossterm::event::EventStream;
use futures_util::Stream;
use tokio::sync::mpsc::UnboundedSender;

use crate::tui::runtime::{Incoming, send};

/// The interval of checks whether crossterm's thread has stopped, which takes it no time unless the machine is busy.
const LOOK_AGAIN: Duration = Duration::from_millis(1);

/// A thread that passes the terminal's events on to the loop.
pub(in crate::tui::runtime) struct Events {
    thread: JoinHandle<()>,
    is_stopped: Arc<AtomicBool>,
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl Events {
    /// Starts to read.
    pub(in crate::tui::runtime) fn start(stream: EventStream, sender: UnboundedSender<Incoming>) -> Events {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_stopped);
        Events { thread: thread::spawn(move || pass_on(stream, &sender, &stop)), is_stopped }
    }

    /// Stops reading; returns when no thread reads the terminal any more.
    pub(in crate::tui::runtime) fn stop(self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        self.thread.thread().unpark();
        // A thread that panicked has said so, and reads no more.
        drop(self.thread.join());
    }
}

fn pass_on(mut stream: EventStream, sender: &UnboundedSender<Incoming>, is_stopped: &AtomicBool) {
    let unpark = Arc::new(Unpark(thread::current()));
    let waker = Waker::from(Arc::clone(&unpark));
    while !is_stopped.load(Ordering::SeqCst) {
        match Pin::new(&mut stream).poll_next(&mut Context::from_waker(&waker)) {
            Poll::Ready(Some(Ok(event))) => send(sender, Incoming::Terminal(event)),
            Poll::Ready(_) => return send(sender, Incoming::Gone),
            Poll::Pending => thread::park(),
        }
    }
    drop(stream);
    drop(waker);
    while Arc::strong_count(&unpark) > 1 {
        thread::park_timeout(LOOK_AGAIN);
    }
}
