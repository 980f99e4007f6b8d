//! What takes longer than a frame: each on a thread of its own, which answers with an action.

pub(in crate::runtime) mod contrast;
pub(in crate::runtime) mod highlight;
pub(in crate::runtime) mod learner;
pub(in crate::runtime) mod load;
pub(in crate::runtime) mod newest;
pub(in crate::runtime) mod source;
pub(in crate::runtime) mod term_finder;
