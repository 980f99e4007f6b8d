//! `fossick show`: everything about one failure, or about the first ones of each group.

use std::collections::BTreeMap;
use std::mem::take;
use std::num::NonZeroUsize;
use std::ops::Range;

use clap::{ArgGroup, Args};

use super::args::tell_losses;
use super::format::Format;
use super::rank::{Compared, ListArgs, names_of_groups};
use super::test_name::{Found, find_test};
use super::{CliError, expected, tell};
use crate::config;
use crate::lang::MethodNames;
use crate::model::text::plural;
use crate::model::{Corpus, FailureId, Group, PlaceInGroup, Ranking};
use crate::rank::{
    self, CorpusSignatures, Explainer, Explanation, Signatures, group_signatures, new_first_in_all,
};
use crate::report::failure::{FailureReport, Place};

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which").required(true).args(["test", "rank", "top"]))]
pub(super) struct ShowArgs {
    #[command(flatten)]
    list: ListArgs,
    /// The failure of this test: its whole name, or the end of it, such as `CsvReader_ESTest::test140`
    #[arg(long, value_name = "NAME")]
    test: Option<String>,
    /// The failure of this rank; with several groups, `--group` names one
    #[arg(long, value_name = "N")]
    rank: Option<NonZeroUsize>,
    /// The first K failures of each group, one after another; with `--across` of the list over all groups
    #[arg(long, value_name = "K", value_parser = config::parse_top, allow_negative_numbers = true)]
    top: Option<NonZeroUsize>,
    /// With `--top`: one list over all groups, as `rank --across` prints it
    #[arg(long, requires = "top")]
    across: bool,
    /// Add the truth according to the fixed version
    #[arg(long)]
    truth: bool,
    /// The output format: markdown, or json with one object per failure, as assets/show.schema.json describes
    #[arg(long, default_value = "markdown", value_parser = Format::among(&[Format::Markdown, Format::Json]))]
    format: Format,
}

impl ShowArgs {
    /// Returns the places of a group's list that are shown; `is_named` returns true for the failures of the named test.
    fn places(
        &self,
        group: &Group,
        ranking: &Ranking,
        is_named: impl Fn(FailureId) -> bool,
    ) -> Result<Vec<usize>, CliError> {
        let entries = &ranking.entries;
        match (self.rank, self.top) {
            (Some(rank), _) if rank.get() > entries.len() => {
                let failures = plural(entries.len(), "failure");
                Err(expected(format!("there is no rank {rank} in {}: it has {failures}", group.name())))
            }
            (Some(rank), _) => Ok(vec![rank.get() - 1]),
            (None, Some(top)) => Ok((0..top.get().min(entries.len())).collect()),
            (None, None) => {
                let named = entries.iter().enumerate().filter(|(_, entry)| is_named(entry.failure));
                Ok(named.map(|(place, _)| place).collect())
            }
        }
    }

    /// Returns the places that are shown, one group after another.
    fn places_by_group(
        &self,
        corpus: &Corpus,
        rankings: &[Ranking],
        shown: Option<&Found>,
    ) -> Result<Vec<PlaceInGroup>, CliError> {
        let mut places = Vec::new();
        for (index, (group, ranking)) in corpus.groups.iter().zip(rankings).enumerate() {
            let of_group = self.places(group, ranking, |failure| {
                shown.is_some_and(|found| found.failures.contains(&failure))
            })?;
            places.extend(of_group.into_iter().map(|place| PlaceInGroup { group: index, place }));
        }
        Ok(places)
    }
}

/// The parts of what is shown of a group that are made for all its places at once.
struct GroupFacts {
    /// The places of the list that have explanations.
    places: Range<usize>,
    signatures: Signatures,
    explanations: Vec<Explanation>,
}

fn facts_of_groups<'c>(
    corpus: &'c Corpus,
    places: &[PlaceInGroup],
    names: &MethodNames<'c>,
    explainer: &Explainer<'_>,
) -> BTreeMap<usize, GroupFacts> {
    let mut ranges: BTreeMap<usize, Range<usize>> = BTreeMap::new();
    for &PlaceInGroup { group, place } in places {
        let range = ranges.entry(group).or_insert(place..place + 1);
        *range = range.start.min(place)..range.end.max(place + 1);
    }
    let facts = ranges.into_iter().map(|(group, places)| {
        let signatures = group_signatures(corpus, &corpus.groups[group], names);
        let explanations = explainer.of_places(group, places.clone());
        (group, GroupFacts { places, signatures, explanations })
    });
    facts.collect()
}

pub(super) fn run(args: &ShowArgs) -> Result<(), CliError> {
    let (mut import, judgements, remarks) = args.list.load(None)?;
    let rankers = args.list.ranking.prepare(&mut import);
    import.corpus.groups.retain(|group| !group.failures.is_empty());
    let shown = args
        .test
        .as_ref()
        .map(|test| find_test(&import.corpus, 0..import.corpus.groups.len(), test))
        .transpose()?;
    if let Some(Found { group, .. }) = shown {
        // Ranking one group takes a fraction of the time of all.
        import.corpus.groups = vec![import.corpus.groups.swap_remove(group)];
    }
    if args.rank.is_some() && import.corpus.groups.len() > 1 {
        let named = format!("--rank needs one group: {}", names_of_groups(&import.corpus));
        return Err(expected(format!("{named}; name it with --group")));
    }
    let corpus = &import.corpus;
    let known_signatures = CorpusSignatures::new(corpus);
    let (features, mut rankings) = args.list.ranking.rank_to_explain(&known_signatures, &rankers);
    let Compared { known, .. } = args.list.compare(&import)?;
    new_first_in_all(&mut rankings, &rankers, &known, import.is_of_builds());
    let events = judgements.last_events(corpus);
    let words = corpus.verdict_words();
    let explainer =
        Explainer::new(&known_signatures, &features, &rankings, 0, &rankers, args.list.ranking.seeds);
    let places = if let Some(top) = args.top.filter(|_| args.across) {
        let step = rank::steps(&known, import.is_of_builds());
        let mut places = rank::list_across(&known_signatures, &rankings, &rankers, &step);
        places.truncate(top.get());
        places
    } else {
        args.places_by_group(corpus, &rankings, shown.as_ref())?
    };
    let mut of_groups = facts_of_groups(corpus, &places, known_signatures.names(), &explainer);
    let runners = import.runners();
    let mut reports = Vec::new();
    for PlaceInGroup { group: index, place } in places {
        let (group, ranking) = (&corpus.groups[index], &rankings[index]);
        let Some(GroupFacts { places, signatures, explanations }) = of_groups.get_mut(&index) else {
            continue;
        };
        let explanation = explanations.get_mut(place - places.start).map(take).unwrap_or_default();
        let entry = ranking.entries[place];
        let failure = &corpus.failures[entry.failure];
        let number = group.row_of(entry.failure).map_or(0, |row| signatures.of_failure[row]);
        let alike = signatures.of_failure.iter().filter(|&&other| other == number).count();
        let shows_score = rankers.of(index).row().shows_score;
        // The most similar failures are those of the scores.
        let similar = explanation.similar_failures.iter().filter(|_| shows_score);
        reports.push(FailureReport {
            run: import.names_runs().then(|| &*corpus.runs[group.run].name),
            group,
            failure,
            place: Some(Place {
                rank: place + 1,
                of: ranking.entries.len(),
                score: entry.score,
                shows_score: shows_score && !corpus.is_too_small(group),
                tied: ranking.tied_ranks(place),
                reasons: explanation.sentences,
            }),
            signature: (signatures.all[number].clone(), Some(alike)),
            similar: similar.map(|&other| &*corpus.failures[other].test).collect(),
            judgement: events[entry.failure.index()].map(|event| &event.judgement),
            truth: failure.truth.filter(|_| args.truth),
            known: known.get(entry.failure.index()),
            words,
            rerun: runners.line(group.run, failure),
        });
    }
    Format::print(|out| {
        if args.format == Format::Json {
            return reports.iter().try_for_each(|report| report.write_json(out));
        }
        for (number, report) in reports.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            report.write_markdown(out)?;
        }
        Ok(())
    })?;
    tell_losses(&import);
    tell(remarks.into_iter().chain(rankers.lacks(corpus)));
    Ok(())
}
