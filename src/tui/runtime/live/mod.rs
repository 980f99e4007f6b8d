//! Results that change on disk while they are shown: noticed, read again when they rest, and taken in when they are whole.

pub(super) mod follow;
pub(super) mod fresh;
pub(super) mod prints;
pub(super) mod unrest;
pub(super) mod watch;
pub(super) mod whole;
