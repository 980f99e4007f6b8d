//! The parts of CodeBLEU on small pairs.

use super::*;
use crate::assess::languages::row_of;
use crate::model::Language;

fn counted(pair: [&str; 2]) -> CodeBleu {
    let [reference, generated] = pair.map(|text| Text { tokens: text, code: text });
    CodeBleu::of(&reference, &generated, row_of(Language::Java)).expect("short texts")
}

fn parts(reference: &str, generated: &str) -> [f64; 4] {
    counted([reference, generated]).parts()
}

#[test]
fn keywords_weigh_five_times_as_much() {
    // Of "this x": 1 of 1.2 single words is found, no pair of 1; two tokens of two.
    let [_, weighted, ..] = parts("this x", "this y");
    assert!((weighted - (1.0 / 1.2 * 0.1_f64.powi(3)).powf(0.25)).abs() < 1e-12);
}

#[test]
fn a_corpus_is_summed_before_it_is_divided() {
    let mut both = counted(["f ( ) ;", "f ( ) ;"]);
    both.add(&counted(["g ( a ) ;", "g ( b ) ;"]));
    // 4 + 4 of 4 + 5 tokens, 3 + 2 of 3 + 4 pairs, 2 + 0 of 2 + 3 triples, 1 + 0 of 1 + 2.
    let expected = (8.0 / 9.0 * 5.0 / 7.0 * 2.0 / 5.0 * 1.0 / 3.0_f64).powf(0.25);
    assert!((both.parts()[0] - expected).abs() < 1e-12);
}

#[test]
fn names_do_not_matter_to_syntax_and_flow() {
    let [ngrams, _, syntax, flow] =
        parts("int x = a + b; x = x * 2; f(x);", "int y = c + d; y = y * 2; f(y); // z");
    assert!(ngrams < 1.0);
    assert!((syntax - 1.0).abs() < 1e-12 && (flow - 1.0).abs() < 1e-12);
    let [.., flow] = parts("assertTrue(a);", "assertTrue(a);");
    assert!(flow.abs() < 1e-12, "a single assertion has no data flow");
}
