//! Texts that many tests share are kept once.

use std::collections::HashSet;
use std::sync::Arc;

/// Gives equal texts the same allocation: a focal method with its Javadoc is shared by hundreds of tests.
#[derive(Debug, Default)]
pub(super) struct Interner {
    texts: HashSet<Arc<str>>,
}

impl Interner {
    pub(super) fn get(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return known.clone();
        }
        let new: Arc<str> = Arc::from(text);
        self.texts.insert(new.clone());
        new
    }
}
