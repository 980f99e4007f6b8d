//! Results that change on disk while they are shown: noticed, read again when nothing more happens, shown when they are whole.

mod debounce;
mod file_stamp;
pub(super) mod reload;
pub(super) mod watch;
