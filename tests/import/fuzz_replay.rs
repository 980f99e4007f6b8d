//! Replays the seeds of the fuzz targets, and every input that fuzzing found a fault with (docs/src/robustness.md).

use std::fs;
use std::path::Path;

use crate::fuzz_targets::TARGETS;

#[test]
fn every_fuzz_seed_passes_its_target() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (name, target) in TARGETS {
        let mut files: Vec<_> = fs::read_dir(seeds.join(name))
            .unwrap_or_else(|error| panic!("no seeds for the target {name}: {error}"))
            .map(|file| file.expect("a readable folder").path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "no seeds for the target {name}");
        for file in files {
            eprintln!("{}", file.display());
            target(&fs::read(&file).expect("a readable file"));
        }
    }
}
