//! The owner of what workers and sources tell about the selected failure: the line that threw, its contrast
//! with similar failures, the name of its focal method, and the colours of code.

use std::collections::HashMap;
use std::sync::Arc;

use crate::lang::method_name;
use crate::model::Failure;
use crate::tui::triage::code::Highlights;
use crate::tui::triage::code::thrown::ThrownLine;
use crate::tui::triage::compare::Contrast;

/// More names of methods than these are not kept.
const MOST_NAMES: usize = 2000;

#[derive(Debug, Default)]
pub struct Details {
    pub(crate) thrown: Option<ThrownLine>,
    /// The latest contrast of a failure with the most similar ones.
    pub(in crate::tui) contrast: Option<Contrast>,
    pub highlights: Highlights,
    method_names: HashMap<Arc<str>, String>,
}

impl Details {
    /// Finds the name of a focal method, if it is unknown: parsing a long one takes longer than drawing.
    pub(crate) fn find_method_name(&mut self, failure: &Failure) {
        if self.method_names.contains_key(&failure.focal_method) {
            return;
        }
        if self.method_names.len() > MOST_NAMES {
            self.method_names.clear();
        }
        let name = method_name(&failure.focal_method, failure.language);
        self.method_names.insert(Arc::clone(&failure.focal_method), name);
    }

    pub(crate) fn method_name(&self, failure: &Failure) -> &str {
        self.method_names.get(&failure.focal_method).map_or("", String::as_str)
    }
}
