//! Values that are computed beside the frames, and the numbers of the requests for them.

/// The number of a request: an answer with another number is out of date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ticket(usize);

impl Ticket {
    /// Makes the next ticket.
    pub(in crate::tui::app) fn next(&mut self) -> Ticket {
        self.0 += 1;
        *self
    }
}

/// A value that a job computes.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Lazy<T> {
    /// It was not needed yet.
    #[default]
    NotAsked,
    /// A job computes it.
    Asked,
    /// The value.
    Ready(T),
}

impl<T> Lazy<T> {
    /// Returns the value, if it is ready.
    pub fn ready(&self) -> Option<&T> {
        if let Lazy::Ready(value) = self { Some(value) } else { None }
    }

    /// Returns true if the job is to be started now: it was not asked for before.
    pub(super) fn ask(&mut self) -> bool {
        let is_new = matches!(self, Lazy::NotAsked);
        if is_new {
            *self = Lazy::Asked;
        }
        is_new
    }
}
