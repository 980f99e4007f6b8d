//! The answers of the index of Java about the tests of reports.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::index::Index;
use crate::lang::index::{IndexedFile, NotLocated, SourceIndex, TestFile, TestName};
use crate::model::{Distance, Located, StackTrace, TestKind};
use crate::trace::{SourceMethod, is_class_as_a_whole, sections, source_method};

const NO_TEST: &str =
    "the source of a failed test is not known: its class failed before any of its tests ran";
const NO_METHOD: &str = "the source of a failed test is not known: its class declares no method of this name, and its trace shows none";
const NO_CLASS: &str =
    "the source of a failed test is not known: no .java file of the project declares its class";

impl SourceIndex for Index {
    fn files(&self) -> Vec<IndexedFile<'_>> {
        let files = Index::files(self);
        files.map(|(path, text, classes)| IndexedFile { path, text, classes: classes.collect() }).collect()
    }

    fn locate(&self, test: TestName<'_>, trace: &StackTrace) -> Result<Located, NotLocated> {
        let SourceMethod { class, method } = source_method(test.name, trace);
        let fails_as_a_whole = is_class_as_a_whole(test.name);
        // A report that is not in its project has no source to look for.
        let sections = if self.is_empty() { Vec::new() } else { sections(trace) };
        let located = method.and_then(|method| self.locate_by_name(&class, &method, &sections));
        let located = located.or_else(|| {
            let (_, name) = test.name.split_once("::").filter(|_| !fails_as_a_whole)?;
            self.locate_by_trace(&class, name, &sections)
        });
        located.ok_or_else(|| {
            let declares_class = self.file_of(&class).is_some();
            NotLocated {
                reason: match (fails_as_a_whole, declares_class) {
                    (true, _) => NO_TEST,
                    (false, true) => NO_METHOD,
                    (false, false) => NO_CLASS,
                },
                may_be_elsewhere: fails_as_a_whole || !declares_class,
                class: Some(class),
            }
        })
    }

    fn locate_hook(&self, trace: &StackTrace) -> Option<Located> {
        Index::locate_hook(self, &sections(trace))
    }

    fn source_of(&self, test: &str) -> Option<String> {
        let SourceMethod { class, method } = source_method(test, &StackTrace::default());
        Index::source_of(self, &class, &method?).map(str::to_owned)
    }

    fn passed_kinds(&self, class: &str, method: &str) -> BTreeSet<TestKind> {
        Index::passed_kinds(self, class, method)
    }

    fn repeats_classes(&self) -> bool {
        Index::repeats_classes(self)
    }

    fn seen_from(&self, distance: &dyn Fn(&Path) -> Distance) -> Option<Arc<dyn SourceIndex>> {
        Some(Arc::new(Index::seen_from(self, distance)))
    }

    fn file_of_class(&self, class: &str) -> Option<&Path> {
        self.file_of(class)
    }

    fn test_files(&self) -> Vec<TestFile<'_>> {
        Index::test_files(self).collect()
    }

    fn is_main(&self, path: &Path) -> bool {
        Index::is_main(self, path)
    }

    fn calls_nothing(&self, class: &str, method: &str) -> Option<bool> {
        Index::calls_nothing(self, class, method)
    }
}
