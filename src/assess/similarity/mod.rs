//! The similarity of a generated oracle to its reference: seven measures, in two definitions.
//!
//! ```text
//! reference, generated ──Similarity::of──▶ six scores and CodeBLEU's counts ──Means::of──▶ figures of a group
//! ```
//!
//! The seven are those of Shin et al., "Assessing Evaluation Metrics for Neural Test Oracle Generation", TSE 50(9),
//! 2024, whose package defines some of them differently than their authors: both definitions are here.

mod bleu;
mod chrf;
pub(super) mod codebleu;
mod edit;
mod meteor;
mod porter;
mod rouge;

use strum::VariantArray;

use super::measured_language::MeasuredLanguage;
use bleu::{Smoothing, bleu};
pub(crate) use codebleu::CodeBleu;
use codebleu::Text;
#[cfg(test)]
pub(super) use porter::stem;

/// The maximum number of characters of a measured text: some measures take quadratic time.
pub(crate) const MAX_CHARACTERS: usize = 20_000;

/// A definition of the measures, if the papers and their packages differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Definition {
    /// The definitions of the measures' authors, over Java tokens.
    #[default]
    Paper,
    /// As the packages of the papers compute them.
    Package,
}

/// A measure of similarity, in 0..=1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray)]
pub(crate) enum Measure {
    Bleu,
    Accuracy,
    CodeBleu,
    RougeL,
    Meteor,
    Edit,
    Chrf,
}

impl Measure {
    /// All measures in the order of the paper's tables.
    pub(crate) const ALL: [Measure; Self::VARIANTS.len()] = *Self::VARIANTS.first_chunk().unwrap(); // a constant: the compiler checks it

    /// Returns what it counts, and its name in the literature.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Measure::Bleu => "word sequences (BLEU)",
            Measure::Accuracy => "the same text (accuracy)",
            Measure::CodeBleu => "syntax and data flow (CodeBLEU)",
            Measure::RougeL => "longest word sequence (ROUGE-L)",
            Measure::Meteor => "words in order (METEOR)",
            Measure::Edit => "unchanged (edit similarity)",
            Measure::Chrf => "similarity in the list (chrF)",
        }
    }

    /// Returns the name in the header of the paper's tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Measure::Bleu => "BLEU",
            Measure::Accuracy => "ACC",
            Measure::CodeBleu => "CB",
            Measure::RougeL => "RL",
            Measure::Meteor => "MT",
            Measure::Edit => "ES",
            Measure::Chrf => "ChrF",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display)]
pub(crate) enum TooLong {
    #[strum(to_string = "a text has more than 20,000 characters")]
    Text,
    #[strum(to_string = "the texts repeat or nest so much that a measure would take minutes")]
    Time,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Similarity {
    /// The scores by measure; the one of `CodeBLEU` is that of the pair alone.
    scores: [f64; Measure::ALL.len()],
    /// The counts of `CodeBLEU`, which has no mean over pairs.
    pub(crate) codebleu: CodeBleu,
}

impl Similarity {
    pub(crate) fn of(
        reference: &str,
        generated: &str,
        language: &MeasuredLanguage,
        definition: Definition,
    ) -> Result<Similarity, TooLong> {
        if [reference, generated].iter().any(|text| text.chars().nth(MAX_CHARACTERS).is_some()) {
            return Err(TooLong::Text);
        }
        let similarity = match definition {
            Definition::Paper => Similarity::by_authors(reference, generated, language),
            Definition::Package => Similarity::by_package(reference, generated, language),
        };
        similarity.ok_or(TooLong::Time)
    }

    fn by_authors(reference: &str, generated: &str, language: &MeasuredLanguage) -> Option<Similarity> {
        let [reference_tokens, generated_tokens] =
            [reference, generated].map(|text| language.normalized(text));
        let text =
            |text, tokens| Text { tokens, code: if language.has_syntax_of_lines { text } else { tokens } };
        let codebleu =
            CodeBleu::of(&text(reference, &reference_tokens), &text(generated, &generated_tokens), language)?;
        let (reference, generated) = (&*reference_tokens, &*generated_tokens);
        Some(Similarity {
            scores: [
                bleu(&tokens(reference), &tokens(generated), Smoothing::Tenth),
                f64::from(u8::from(reference == generated)),
                codebleu.score(),
                rouge::rouge_l(reference, generated, false),
                meteor::meteor(&words(reference), &words(generated)),
                edit::edit_similarity(reference, generated)?,
                chrf::chrf(reference, generated),
            ],
            codebleu,
        })
    }

    /// The package reads lines with their ends, and swaps the two texts for `CodeBLEU`.
    fn by_package(reference: &str, generated: &str, language: &MeasuredLanguage) -> Option<Similarity> {
        let text = |text| Text { tokens: text, code: text };
        let codebleu = CodeBleu::of(&text(generated), &text(reference), language)?;
        let (reference, generated) = (&format!("{reference}\n"), &format!("{generated}\n"));
        let characters = |text: &str| text.chars().collect::<Vec<char>>();
        Some(Similarity {
            scores: [
                bleu(&characters(reference), &characters(generated), Smoothing::Smallest),
                f64::from(u8::from(reference.to_lowercase() == generated.to_lowercase())),
                codebleu.score(),
                rouge::rouge_l(reference, generated, true),
                meteor::meteor(&words(reference), &words(generated)),
                edit::edit_similarity(reference, generated)?,
                chrf::equal_positions(reference, generated),
            ],
            codebleu,
        })
    }

    pub(crate) fn score(&self, measure: Measure) -> f64 {
        self.scores[measure as usize]
    }
}

/// Returns true for white space as defined by Python, the language of the measures' packages.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || ('\x1c'..='\x1f').contains(&c)
}

/// Splits a text at each blank, also within literals.
fn tokens(text: &str) -> Vec<&str> {
    if text.is_empty() { Vec::new() } else { text.split(' ').collect() }
}

fn words(text: &str) -> Vec<&str> {
    text.split(is_blank).filter(|word| !word.is_empty()).collect()
}

/// The figures of a group of instances with references.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Means {
    /// The number of instances that count; a mean over runs need not be a whole number.
    pub(crate) instances: f64,
    /// The number of instances for which something was generated.
    pub(crate) answered: f64,
    /// The number of these whose reference has data flow, a quarter of `CodeBLEU`.
    pub(crate) with_flow: f64,
    scores: [Option<f64>; Measure::ALL.len()],
    /// True if the input gives the figures, so that there are no instances to count.
    pub(crate) is_given: bool,
}

impl Means {
    /// Computes the figures of instances: None stands for one without a generated oracle, and counts 0.
    pub(crate) fn of<'a>(
        similarities: impl IntoIterator<Item = Option<&'a Similarity>>,
        definition: Definition,
    ) -> Means {
        let mut instances = 0.0;
        let mut answers = Vec::new();
        let mut codebleu = CodeBleu::default();
        for similarity in similarities {
            instances += 1.0;
            if let Some(similarity) = similarity {
                answers.push(similarity);
                codebleu.add(&similarity.codebleu);
            }
        }
        let answered = answers.len() as f64;
        let scores = Measure::ALL.map(|measure| {
            (instances > 0.0).then(|| {
                // In this order, groups of the same scores have the same mean to its last bit, and tie.
                let mut scores: Vec<f64> = answers.iter().map(|answer| answer.score(measure)).collect();
                scores.sort_by(f64::total_cmp);
                // The sum of nothing is -0.
                let mean = (0.0 + scores.iter().sum::<f64>()) / instances;
                match (measure, definition) {
                    // A corpus has one score.
                    (Measure::CodeBleu, _) => codebleu.score() * answered / instances,
                    (Measure::RougeL, Definition::Package) => (mean * 10_000.0).round() / 10_000.0,
                    _ => mean,
                }
            })
        });
        let with_flow = codebleu.pairs_with_flow as f64;
        Means { instances, answered, with_flow, scores, is_given: false }
    }

    /// Returns figures that an input gives, of instances that nobody counted.
    pub(crate) fn given(scores: [Option<f64>; Measure::ALL.len()]) -> Means {
        Means { instances: 0.0, answered: 0.0, with_flow: 0.0, scores, is_given: true }
    }

    pub(crate) fn over_runs(runs: &[Means]) -> Means {
        let mean = |value: &dyn Fn(&Means) -> f64| runs.iter().map(value).sum::<f64>() / runs.len() as f64;
        Means {
            instances: mean(&|run| run.instances),
            answered: mean(&|run| run.answered),
            with_flow: mean(&|run| run.with_flow),
            is_given: false,
            scores: Measure::ALL.map(|measure| mean_of_known(runs.iter().map(|run| run.score(measure)))),
        }
    }

    pub(crate) fn score(&self, measure: Measure) -> Option<f64> {
        self.scores[measure as usize]
    }
}

pub(in crate::assess) fn mean_of_known(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let known: Vec<f64> = values.flatten().collect();
    (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
}
