//! JSON for programs: one indented object, or an object a line.

use std::io::{self, Write};

use serde::ser::{Serialize, Serializer};

use crate::model::Feature;

/// Writes a value, indented, and a line end.
pub(super) fn write(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Writes a value a line, and flushes the output.
pub(super) fn write_lines(
    values: impl IntoIterator<Item = impl Serialize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    values.into_iter().try_for_each(|value| write_line(&value, out))?;
    out.flush()
}

/// Writes a value and a line end.
pub(super) fn write_line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

/// An object whose keys are made at run time, in the order given.
pub(super) struct Object<K, V>(pub(super) Vec<(K, V)>);

impl<V> Object<&'static str, V> {
    /// Builds an object with a value for each feature, under the features' names.
    pub(super) fn by_feature(value: impl Fn(Feature) -> V) -> Object<&'static str, V> {
        Object(Feature::ALL.into_iter().map(|feature| (feature.name(), value(feature))).collect())
    }
}

impl<K: Serialize, V: Serialize> Serialize for Object<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}
