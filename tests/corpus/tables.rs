//! The tables of real results with failed tests, each read once for all tests.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use fossick::import::{self, Input, Options};
use fossick::model::Corpus;

static READ: Mutex<Option<HashMap<String, Arc<Corpus>>>> = Mutex::new(None);

/// Returns the failed tests of `dev/<name>.failed_test_data.csv` in the folder of real results.
pub(crate) fn failed_tests(folder: &Path, name: &str) -> Arc<Corpus> {
    let mut read = READ.lock().expect("no test fails while it reads a table");
    let of_name = read.get_or_insert_default().entry(name.to_owned()).or_insert_with(|| {
        let path = folder.join(format!("dev/{name}.failed_test_data.csv"));
        let import =
            import::load_versions(&[Input::Path(path)], &[], Options::default(), &|_| {}).expect("a table");
        Arc::new(import.corpus)
    });
    Arc::clone(of_name)
}
