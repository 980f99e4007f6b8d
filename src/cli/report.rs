//! `fossick report`: the quality of a list and its top K with the reasons, written to files.

use std::collections::HashMap;
use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{self, ChangesArgs, RankingArgs, tell_what_is_missing};
use super::format::Format;
use super::rank::{Compared, ListArgs};
use super::{CliError, expected, tell};
use crate::config;
use crate::evaluate::{
    Averaged, EvaluatedCorpus, Intervals, Looks, RankedLists, VerdictSource, Walk, bugs_within, quality,
};
use crate::import::{Import, Outcome};
use crate::labels::RunJudgements;
use crate::model::{Cancel, Corpus, FeatureVector, Label, Ranking, TOP_K, TestKey};
use crate::parallel;
use crate::rank::{self, CorpusSignatures, Explainer, MeasuredOn, Ranker, Rankers, new_first_in_all};
use crate::report::check::nothing_failed;
use crate::report::findings::Findings;
use crate::report::quality::{Coloured, QualityReport, RepairedBug, html, json, markdown};
use crate::tui::runtime::Highlighter;
use crate::tui::triage::code::CodeSpan;
use crate::written_file;

#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    list: ListArgs,
    /// The file to write; its extension selects the format: `.html`, `.md`, `.json` or `.sarif`; `-` is
    /// standard output; repeatable [default: -]
    #[arg(short, long = "output", value_name = "FILE", required_unless_present_any = ["format", "brief"])]
    outputs: Vec<PathBuf>,
    /// The format, whatever the extension is
    #[arg(long, value_parser = Format::among(&[Format::Html, Format::Markdown, Format::Json, Format::Sarif]))]
    format: Option<Format>,
    /// Only the top of each group, folded, in at most 60 KB of Markdown: for the summary of a build
    #[arg(long)]
    brief: bool,
    /// Order the findings of SARIF, and the failures that are listed, in one list over all groups, as `rank --across` does; `--top` is then of that list
    #[arg(long)]
    across: bool,
    /// The K of the top K
    #[arg(long, value_name = "K", default_value_t = TOP_K, value_parser = config::parse_top, allow_negative_numbers = true)]
    top: NonZeroUsize,
    /// The source of the truth about failed tests [default: labels if there are any, or else the fixed version]
    #[arg(long, value_parser = args::verdict_source())]
    truth: Option<VerdictSource>,
    #[command(flatten)]
    changes: ChangesArgs,
}

pub(super) fn run(args: &ReportArgs) -> Result<(), CliError> {
    let standard = [PathBuf::from("-")];
    let outputs = if args.outputs.is_empty() { &standard[..] } else { &args.outputs };
    let formats = outputs.iter().map(|path| args.format_of(path)).collect::<Result<Vec<Format>, _>>()?;
    let (mut import, judgements, mut remarks) = args.list.load(args.changes.base())?;
    let RankingArgs { seeds, definition, .. } = args.list.ranking;
    let rankers = args.list.ranking.prepare(&mut import);
    let corpus = &import.corpus;
    let known_signatures = CorpusSignatures::new(corpus);
    let features = args.list.ranking.features(&known_signatures);
    remarks.extend(rankers.lacks(corpus));
    let events = judgements.last_events(corpus);
    let labels: Vec<Option<Label>> = events.iter().map(|event| event.as_ref()?.judgement.label).collect();
    let is_known = corpus.failures.iter().any(|failure| failure.truth.is_some());
    let source = match args.truth {
        Some(source) => source,
        None if labels.iter().any(Option::is_some) || !is_known => VerdictSource::Labels,
        None => VerdictSource::Fixed,
    };
    if source == VerdictSource::Fixed && !is_known {
        remarks.push("nothing is known of the fixed version, so the report has no figures".to_owned());
    }
    let signatures = known_signatures.numbers();
    let (mut rankings, lists) = compared_lists(corpus, &features, &signatures, &rankers, seeds);
    let (top, never) = (args.top.get(), Cancel::default());
    let verdicts = source.verdicts(corpus, &labels);
    let evaluated = EvaluatedCorpus { corpus, verdicts: &verdicts, signatures: &signatures };
    let mut quality = quality(evaluated, source, &labels, lists, top, Intervals::Computed, &never);
    let looks =
        Looks { counts: Looks::default_counts(corpus), top_k: top, counts_causes: import.is_of_builds() };
    let Compared { known, counts } = args.list.compare(&import)?;
    new_first_in_all(&mut rankings, &rankers, &known, import.is_of_builds());
    let order = rank::list_across(
        &known_signatures,
        &rankings,
        &rankers,
        &rank::steps(&known, import.is_of_builds()),
    );
    let random = (Ranker::RANDOM.name().to_owned(), Walk::Random);
    let random = (!rankers.are_all(Ranker::RANDOM)).then_some(random);
    for (name, walk) in std::iter::once((rankers.to_string(), Walk::Shown(&order))).chain(random) {
        let figures = bugs_within(evaluated, &rankings, walk, &looks);
        quality.result.add_looks(&name, &figures);
    }
    let explainer = Explainer::new(&known_signatures, &features, &rankings, top, &rankers, seeds);
    let input = import.sources.iter().map(|source| source.run.clone()).collect::<Vec<_>>().join(", ");
    let sentence = nothing_failed(&import);
    let highlighter = Highlighter::default();
    let across = args.across.then_some(&*order);
    let report = QualityReport {
        input: &input,
        corpus,
        rankings: &rankings,
        rankers: &rankers,
        seeds,
        definition,
        quality: &quality,
        judgement: &|failure| events[failure.index()].map(|event| &event.judgement),
        repaired: &repaired_bugs(&import, &judgements),
        known: &known,
        compared: counts.as_deref(),
        nothing_failed: sentence.as_deref(),
        across,
        explainer: &explainer,
        colours: &|code, grammar| {
            highlighter
                .highlight(code, grammar)
                .into_iter()
                .map(|line: Vec<CodeSpan>| -> Coloured {
                    // Themes know the colours by the names of the classes.
                    line.into_iter().map(|span| (span.start..span.end, span.class.into())).collect()
                })
                .collect()
        },
    };
    let explanations: Vec<_> =
        if formats.contains(&Format::Sarif) { explainer.groups().collect() } else { Vec::new() };
    let findings = Findings { corpus, rankings: &rankings, top, explanations: &explanations, across };
    for (path, format) in outputs.iter().zip(formats) {
        let write = |out: &mut dyn Write| match format {
            Format::Sarif => findings.write_sarif(out),
            Format::Html => html::write(&report, out),
            Format::Json => json::write(&report, out),
            _ if args.brief => markdown::write_brief(&report, out),
            _ => markdown::write(&report, out),
        };
        if path == Path::new("-") {
            Format::print(write)?;
        } else {
            written_file::write(path, write)
                .map_err(|error| expected(format!("can't write {}: {error}", path.display())))?;
        }
    }
    tell_what_is_missing(&import);
    tell(&remarks);
    Ok(())
}

/// Returns the list of each group by its ranker, and all lists that the report compares, this one first and
/// the random one last. Trees are grown once for all that start from the forest's scores.
fn compared_lists<'a>(
    corpus: &'a Corpus,
    features: &'a [FeatureVector],
    signatures: &'a [usize],
    rankers: &'a Rankers,
    seeds: NonZeroU32,
) -> (Vec<Ranking>, impl Iterator<Item = RankedLists> + 'a) {
    let of_one = move |ranker| Rankers::named(ranker, corpus);
    let scores_of = move |rankers: &Rankers| rank::shown_scores(corpus, features, rankers, seeds);
    let list = move |rankers: &Rankers, scores: &[Vec<f64>]| -> Vec<Ranking> {
        parallel::indexes(scores.len(), |place| {
            let (group, ranker) = (&corpus.groups[place], rankers.of(place));
            rank::arranged(corpus, group, &|failure| signatures[failure], &scores[place], ranker).ranking
        })
    };
    let scores = scores_of(rankers);
    let rankings = list(rankers, &scores);
    let forest = Ranker::ISOLATION_FOREST;
    let starts_from_forest = rankers.all().iter().all(|ranker| ranker.is_of_forest());
    let of_forest = if starts_from_forest { scores } else { scores_of(&of_one(forest)) };
    // Without the data that it needs, a ranker's list is the paper's.
    let with_own_list =
        Ranker::all().filter(|other| other.caveat().is_none() && other.lacks(corpus).is_none());
    let mut others: Vec<Ranker> = with_own_list.filter(|&other| !rankers.are_all(other)).collect();
    others.sort_by_key(|other| other.row().measured == MeasuredOn::AllOrders);
    let others = others.into_iter().map(move |other| {
        if other.row().measured == MeasuredOn::AllOrders {
            // All scores are equal, so that the figures are exact.
            let scores = corpus.groups.iter().map(|group| vec![0.0; group.failures.len()]);
            (of_one(other), list(&of_one(other), &scores.collect::<Vec<_>>()))
        } else if other.starts_from() == forest {
            (of_one(other), list(&of_one(other), &of_forest))
        } else {
            (of_one(other), list(&of_one(other), &scores_of(&of_one(other))))
        }
    });
    let shown = std::iter::once((rankers.clone(), rankings.clone()));
    let lists = shown.chain(others).map(|(rankers, lists)| {
        let lists = vec![
            lists.into_iter().enumerate().map(|(group, list)| rankers.of(group).as_measured(list)).collect(),
        ];
        RankedLists { ranker: rankers.to_string(), averaged: Averaged::Scores, lists }
    });
    (rankings, lists)
}

/// Returns the tests of builds that pass now and whose failure was labelled as a bug.
fn repaired_bugs<'a>(import: &'a Import, judgements: &'a RunJudgements) -> Vec<RepairedBug<'a>> {
    let mut repaired = Vec::new();
    for run in (0..import.sources.len()).filter(|&run| import.is_of_build(run)) {
        let Some(judgements) = judgements.of_run(run) else { continue };
        let bugs = judgements.events().filter(|event| event.judgement.label == Some(Label::TruePositive));
        let bugs: HashMap<TestKey<&str>, &str> =
            bugs.map(|event| (event.identity.key.borrowed(), &*event.judgement.note)).collect();
        let passed =
            import.others.iter().filter(|other| other.run() == run && other.outcome == Outcome::Passed);
        repaired.extend(passed.filter_map(|other| {
            let note = bugs.get(&other.key())?;
            Some(RepairedBug { test: &other.test, note })
        }));
    }
    repaired
}

impl ReportArgs {
    /// Returns the format of a file: the one that was named, or else that of its extension.
    fn format_of(&self, path: &Path) -> Result<Format, CliError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        let format = self.format.or(match ending.as_deref() {
            Some("html" | "htm") => Some(Format::Html),
            Some("md" | "markdown") => Some(Format::Markdown),
            Some("json") => Some(Format::Json),
            Some("sarif") => Some(Format::Sarif),
            _ => self.brief.then_some(Format::Markdown),
        });
        if self.brief && format.is_some_and(|format| format != Format::Markdown) {
            return Err(expected("--brief is for Markdown: name no other format with it"));
        }
        let names = "expected a name that ends in .html, .md, .json or .sarif, or --format";
        format.ok_or_else(|| expected(format!("can't tell the format of {}: {names}", path.display())))
    }
}
