//! Results that change on disk while they are shown: noticed, read again when they rest, and taken in when they are whole.

pub(in crate::runtime) mod follow;
pub(in crate::runtime) mod fresh;
pub(in crate::runtime) mod prints;
pub(in crate::runtime) mod unrest;
pub(in crate::runtime) mod watch;
pub(in crate::runtime) mod whole;
