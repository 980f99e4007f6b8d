//! A value that is computed beside the frames, once it is needed.

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
