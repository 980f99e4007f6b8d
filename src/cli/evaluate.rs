//! `fossick evaluate`: the quality of the rankings of one or more approaches, and gates for CI.

use std::collections::{BTreeSet, HashMap};
use std::num::{NonZeroU32, NonZeroUsize};

use clap::Args;
use indexmap::IndexSet;

use super::approaches::{ApproachArgs, KnownApproach};
use super::args::{self, CsvArgs};
use super::format::Format;
use super::{CliError, checked, expected, tell};
use crate::config;
use crate::evaluate::{
    Alternative, Approach, Averaged, EvaluatedCorpus, Figures, Gate, Looks, RankedLists, Walk, bugs_within,
    by_project, evaluate, new_bugs_within,
};
use crate::model::{Cancel, Corpus, FeatureVector, Ranking, TOP_K, VerdictWords};
use crate::rank::{self, CorpusSignatures, Earlier, ListScores, MeasuredOn, Ranker, Rankers};
use crate::report::evaluation::{self, Report};

#[derive(Debug, Args)]
#[command(
    override_usage = "fossick evaluate [OPTIONS] <INPUT>...\n       fossick evaluate [OPTIONS] --approach <NAME=PATH>..."
)]
pub(super) struct EvaluateArgs {
    #[command(flatten)]
    from: ApproachArgs,
    /// A ranker to evaluate, repeatable [default: isolation-forest, for whole tests by-cause, and random;
    /// with --judge also pass-aware]
    #[arg(long = "ranker", value_name = "NAME", value_parser = args::ranker())]
    rankers: Vec<Ranker>,
    /// The numbers of looks for the bugs within them [default: 10,25,50,100,200,400,800, as far as there are failures]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = config::parse_top, allow_negative_numbers = true)]
    looks: Vec<NonZeroUsize>,
    /// The failures of each group at which a person looks who goes group by group
    #[arg(long, value_name = "K", default_value_t = TOP_K, value_parser = config::parse_top, allow_negative_numbers = true)]
    top: NonZeroUsize,
    /// Also print the figures of each project
    #[arg(long, value_enum)]
    by: Option<By>,
    /// Compare every two approaches, instead of the first with each other one
    #[arg(long)]
    pairwise: bool,
    /// The alternative hypothesis of the significance tests
    #[arg(long, default_value = "two-sided", value_parser = args::alternative())]
    alternative: Alternative,
    /// The output format
    #[arg(long, default_value = "table", value_parser = Format::among(&Format::OF_FIGURES))]
    format: Format,
    #[command(flatten)]
    csv: CsvArgs,
    /// Fail (exit code 1) unless this holds, such as `found@5>=9`, `within-100>=4`, `precision>=0.5%` or
    /// `toga/isolation-forest/per-seed:found@1>12`; repeatable. WHO is an approach, a ranker, or both separated by
    /// `/`, or `judge:NAME`; a ranker with seeds may be followed by `/one-list` or `/per-seed`; by default
    /// every approach, its first ranker, the one list
    #[arg(long = "gate", value_name = "[WHO:]FIGURE>=N")]
    gates: Vec<Gate>,
}

/// The remark on the choice of a ranker that nobody named.
const WHOLE_TESTS: &str = "whole tests are ordered by cause; --ranker names other rankers to evaluate";

/// A division of the bugs into groups with their own figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum By {
    /// A group for each project
    Project,
}

pub(super) fn run(args: &EvaluateArgs) -> Result<(), CliError> {
    let mut remarks: Vec<String> =
        args.rankers.iter().copied().filter_map(Ranker::caveat).map(str::to_owned).collect();
    let mut words = VerdictWords::Written;
    let mut of_tests = Vec::new();
    let earlier = args.from.earlier()?;
    let measured = args.from.for_each(&args.rankers_to_read(), &mut remarks, |approach| {
        if approach.corpus.verdict_words() == VerdictWords::Generated {
            words = VerdictWords::Generated;
        }
        if args.rankers.is_empty() && args.rankers(&approach.corpus).contains(&Ranker::BY_CAUSE) {
            of_tests.push(WHOLE_TESTS.to_owned());
        }
        let named = args.rankers.iter().copied();
        of_tests.extend(named.filter_map(|ranker| ranker.is_for_others(&approach.corpus)));
        args.measure(approach, earlier.as_ref())
    })?;
    remarks.extend(of_tests.into_iter().collect::<IndexSet<String>>());
    let (measured, looks): (Vec<Approach>, Vec<LooksOfRankers>) = measured.into_iter().unzip();
    let mut evaluation = evaluate(&measured, args.pairwise, args.alternative);
    for (approach, looks) in evaluation.approaches.iter_mut().zip(looks) {
        for (ranker, figures) in looks {
            approach.add_looks(&ranker, &figures);
        }
    }
    if args.by == Some(By::Project) {
        evaluation.projects = by_project(&measured);
    }
    let mut violations = Vec::new();
    for gate in &args.gates {
        violations.extend(gate.check(&evaluation).map_err(expected)?);
    }
    let report = Report {
        evaluation: &evaluation,
        ks: args.ks(),
        seeds: args.from.seeds,
        definition: args.from.definition,
        truth: args.from.truth.name(),
        words,
        pairwise: args.pairwise,
        alternative: args.alternative,
        top_k: args.top.get(),
    };
    let written = Format::print(|out| match args.format {
        Format::Json => evaluation::json(&report, out),
        Format::Csv => args.csv.write(out, |out| evaluation::csv(&report, out)),
        _ => args.format.print_sections(&evaluation::sections(&report), out),
    });
    tell(&remarks);
    checked(written, violations)
}

impl EvaluateArgs {
    fn ks(&self) -> Vec<usize> {
        self.from.ks(self.gates.iter().filter_map(Gate::k))
    }

    /// Returns the rankers in the order given, each once; by default those for the tests of a corpus.
    fn rankers(&self, corpus: &Corpus) -> Vec<Ranker> {
        let named = self.rankers.iter().copied();
        if !self.rankers.is_empty() {
            return named.collect::<IndexSet<_>>().into_iter().collect();
        }
        let groups = corpus.groups.iter().filter(|group| !group.failures.is_empty());
        let mut rankers: IndexSet<Ranker> = groups
            .map(
                |group| {
                    if corpus.has_whole_tests(group) { Ranker::BY_CAUSE } else { Ranker::ISOLATION_FOREST }
                },
            )
            .collect();
        if rankers.is_empty() {
            rankers.insert(Ranker::ISOLATION_FOREST);
        }
        rankers.extend(self.rankers_to_read());
        rankers.insert(Ranker::RANDOM);
        rankers.into_iter().collect()
    }

    /// Returns the rankers that are measured whatever the results are, for which more may have to be read.
    fn rankers_to_read(&self) -> Vec<Ranker> {
        let with_judge = !self.from.judges.is_empty() && self.rankers.is_empty();
        self.rankers.iter().copied().chain(with_judge.then_some(Ranker::PASS_AWARE)).collect()
    }

    fn measure(&self, approach: KnownApproach, earlier: Option<&Earlier>) -> (Approach, LooksOfRankers) {
        let KnownApproach { name, corpus, verdicts, features, judges, is_of_builds } = approach;
        let (known_signatures, rankers) = (CorpusSignatures::new(&corpus), self.rankers(&corpus));
        let (signatures, ks, never) = (known_signatures.numbers(), self.ks(), Cancel::default());
        let evaluated = EvaluatedCorpus { corpus: &corpus, verdicts: &verdicts, signatures: &signatures };
        let mut lists = ranked_lists(&corpus, &features, &signatures, &rankers, self.from.seeds);
        // The list that a person sees without the judge.
        let first = lists.iter().position(|list| list.averaged == Averaged::Scores).unwrap_or(0);
        let of_judges = lists.len();
        lists.extend(judges.iter().map(|judge| judge.list(&lists[first])).collect::<Vec<_>>());
        let mut measured = Approach::measure(name, evaluated, &lists, &ks, &never);
        for (judge, list) in judges.iter().zip(&lists[of_judges..]) {
            measured.add_judge(evaluated, judge, [&lists[first], list]);
        }
        let counts = self.looks(&corpus);
        let looks = Looks { counts, top_k: self.top.get(), counts_causes: is_of_builds };
        let mut of_rankers = LooksOfRankers::new();
        for ranker in rankers {
            let list = lists[..of_judges].iter().rfind(|list| list.ranker == ranker.name());
            let Some(list) = list.and_then(|list| list.lists.first()) else { continue };
            let for_all = Rankers::named(ranker, &corpus);
            let order = rank::list_across(&known_signatures, list, &for_all, &rank::steps(&[], is_of_builds));
            let is_random = ranker.row().measured == MeasuredOn::AllOrders;
            let walk = if is_random { Walk::Random } else { Walk::Shown(&order) };
            let mut figures = bugs_within(evaluated, list, walk, &looks);
            if let Some(earlier) = earlier.filter(|_| !is_random) {
                let known = earlier.known(&corpus);
                let step = rank::steps(&known, is_of_builds);
                let with = rank::list_across(&known_signatures, list, &for_all, &step);
                let is_known = earlier.known_bugs(&corpus);
                let new = new_bugs_within(evaluated, list, [&with, &order], &is_known, &looks);
                figures.0.extend(new.0);
            }
            of_rankers.push((ranker.name().to_owned(), figures));
        }
        (measured, of_rankers)
    }

    /// Returns the numbers of looks that are counted, ascending.
    fn looks(&self, corpus: &Corpus) -> Vec<usize> {
        let default = if self.looks.is_empty() { Looks::default_counts(corpus) } else { Vec::new() };
        let wanted =
            self.looks.iter().map(|count| count.get()).chain(self.gates.iter().filter_map(Gate::looks));
        default.into_iter().chain(wanted).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// The bugs within N looks of an approach, by the name of the ranker.
type LooksOfRankers = Vec<(String, Figures)>;

/// Returns the lists of some rankers: one per seed, and the one list of averaged scores; scores that several
/// start from are computed once. The row of a ranker says which lists are measured: a random ranking is one
/// block of ties, whose figures are exact, and some rankers have one list.
fn ranked_lists(
    corpus: &Corpus,
    features: &[FeatureVector],
    signatures: &[usize],
    rankers: &[Ranker],
    seeds: NonZeroU32,
) -> Vec<RankedLists> {
    let mut scores = HashMap::new();
    rankers
        .iter()
        .flat_map(|&ranker| {
            let base = ranker.starts_from();
            let by_group =
                scores.entry(base).or_insert_with(|| rank::list_scores(corpus, features, base, seeds));
            lists_of(corpus, by_group, signatures, ranker)
        })
        .collect()
}

/// Returns the lists of a ranker, from the scores of each group by the ranker that it starts from.
fn lists_of(
    corpus: &Corpus,
    by_group: &[ListScores],
    signatures: &[usize],
    ranker: Ranker,
) -> Vec<RankedLists> {
    let lists = |scores: &dyn Fn(&ListScores) -> Vec<f64>| -> Vec<Ranking> {
        let rankings = corpus.groups.iter().zip(by_group).map(|(group, of_group)| {
            let arranged =
                rank::arranged(corpus, group, &|failure| signatures[failure], &scores(of_group), ranker);
            ranker.as_measured(arranged.ranking)
        });
        rankings.collect()
    };
    let one = || (Averaged::Scores, vec![lists(&|group| group.shown.clone())]);
    let lists = match ranker.row().measured {
        // All scores are equal, so that the figures are exact.
        MeasuredOn::AllOrders => {
            vec![(Averaged::Metrics, vec![lists(&|group| vec![0.0; group.shown.len()])])]
        }
        MeasuredOn::OneList => vec![one()],
        MeasuredOn::EachSeed => {
            let seeds = by_group.first().map_or(0, |group| group.of_seeds.len());
            let of_seeds = (0..seeds).map(|seed| lists(&|group| group.of_seeds[seed].clone())).collect();
            vec![(Averaged::Metrics, of_seeds), one()]
        }
    };
    lists
        .into_iter()
        .map(|(averaged, lists)| RankedLists { ranker: ranker.name().to_owned(), averaged, lists })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{FEATURE_COUNT, Failure, FailureId, Group, Passed, Run};

    /// Returns a group of ten failures, two of which have the same features.
    fn corpus() -> (Corpus, Vec<FeatureVector>) {
        let failure = Failure {
            project: "Lang".into(),
            bug: "7".into(),
            test: "a.B::test".into(),
            ..Failure::default()
        };
        let group = Group {
            is_predicted: false,
            run: 0,
            project: "Lang".into(),
            bug: "7".into(),
            failures: (0..10).map(FailureId::new).collect(),
            passed: Passed::default(),
        };
        let rows = (0..10_u32).map(|row| FeatureVector([f64::from(row.max(1) * row.max(1)); FEATURE_COUNT]));
        let run = Run { name: "run".to_owned() };
        let corpus =
            Corpus { runs: vec![run], groups: vec![group], failures: vec![failure; 10], ..Corpus::default() };
        (corpus, rows.collect())
    }

    #[test]
    fn the_one_list_is_what_rank_shows_and_each_seed_has_its_own() {
        let (corpus, features) = corpus();
        let seeds = rank::DEFAULT_SEEDS;
        let both = ranked_lists(&corpus, &features, &[], &[Ranker::ISOLATION_FOREST], seeds);
        assert_eq!(
            both.iter().map(|ranked| ranked.averaged).collect::<Vec<_>>(),
            [Averaged::Metrics, Averaged::Scores]
        );
        assert_eq!(both[0].lists.len(), 10);
        assert_ne!(both[0].lists[0], both[0].lists[1]);
        let shown = rank::rank_corpus(&corpus, &features, Ranker::ISOLATION_FOREST, seeds);
        assert_eq!(both[1].lists, [shown]);
        let first = rank::rank_corpus(&corpus, &features, Ranker::ISOLATION_FOREST, NonZeroU32::MIN);
        assert_eq!(both[0].lists[0], first);
    }

    #[test]
    fn a_random_list_is_one_block_and_the_input_order_has_no_ties() {
        let (corpus, features) = corpus();
        let random = ranked_lists(&corpus, &features, &[], &[Ranker::RANDOM], rank::DEFAULT_SEEDS);
        assert_eq!(random.len(), 1);
        assert!(random[0].lists[0][0].entries.iter().all(|entry| entry.tie == 1));
        let input = ranked_lists(&corpus, &features, &[], &[Ranker::INPUT_ORDER], rank::DEFAULT_SEEDS);
        assert_eq!(input[0].lists[0][0].entries[9].tie, 10);
    }
}
