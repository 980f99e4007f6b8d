//! Work that takes longer than a frame: reading and ranking the inputs, reading source files, highlighting.

pub(super) mod highlight;
pub(super) mod load;
pub(super) mod source;
