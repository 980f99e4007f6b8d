//! What takes longer than a frame: each on a thread of its own, which answers with an action.

pub(super) mod highlight;
pub(super) mod load;
pub(super) mod source;
