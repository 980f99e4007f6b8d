//! The table of features: `project,bug,test` and the eleven columns, one row per failed test in input order.
//!
//! With more than one run, a `run` column comes first. A table for people numbers the features and names them below.
//! Counts and 0/1 are printed as integers, the similarity with as many digits as are needed to read the same number
//! back; in the table for people it has four.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

use super::List;
use super::layout;
use super::section::Section;
use crate::model::{Corpus, FEATURE_COUNT, Feature, FeatureVector};
use crate::rank::by_feature;

pub(crate) struct FeatureTable<'a> {
    pub corpus: &'a Corpus,
    /// The features, indexed like [`Corpus::failures`].
    pub features: &'a [FeatureVector],
}

impl<'l> List for FeatureTable<'l> {
    type Row = Row<'l>;

    fn columns(&self) -> Vec<String> {
        let run = (self.corpus.runs.len() > 1).then_some("run");
        let names = run.into_iter().chain(["project", "bug", "test"]).chain(Feature::ALL.map(Feature::name));
        names.map(str::to_owned).collect()
    }

    fn rows(&self) -> impl Iterator<Item = Row<'l>> {
        let FeatureTable { corpus, features } = *self;
        assert_eq!(corpus.failures.len(), features.len(), "one vector per failure");
        let runs = (corpus.runs.len() > 1).then(|| corpus.runs_of_failures());
        let rows = corpus.failures.iter().zip(features).enumerate();
        rows.filter(|(_, (failure, _))| failure.is_executed()).map(move |(index, (failure, vector))| Row {
            run: runs.as_ref().map(|runs| &*corpus.runs[runs[index]].name),
            project: &failure.project,
            bug: &failure.bug,
            test: &failure.test,
            values: Feature::ALL.map(|feature| Number::of(feature, vector)),
        })
    }

    fn cells(&self, row: &Row<'l>) -> Vec<String> {
        let names = row.run.into_iter().chain([row.project, row.bug, row.test]).map(str::to_owned);
        names.chain(row.values.iter().map(Number::to_string)).collect()
    }

    /// Writes the features under numbers: their names would not fit on a screen.
    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut header = self.columns();
        let names = header.len() - Feature::ALL.len();
        let legend = (1..).zip(Feature::ALL).map(|(number, feature)| format!("{number} {}", feature.name()));
        let legend = format!("Features: {}.", legend.collect::<Vec<_>>().join(", "));
        for (number, column) in (1..).zip(&mut header[names..]) {
            *column = format!("{number}");
        }
        let cells = |row| {
            let mut cells = self.cells(&row);
            if let Some(similarity) = cells.last_mut() {
                *similarity =
                    similarity.parse::<f64>().map_or_else(|_| String::new(), |value| format!("{value:.4}"));
            }
            cells
        };
        layout::write_aligned(&header, || self.rows().map(cells), out)?;
        writeln!(out)?;
        layout::text(&[Section::untitled().paragraph(legend)], out)
    }
}

#[derive(Serialize)]
pub(crate) struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a str>,
    project: &'a str,
    bug: &'a str,
    test: &'a str,
    #[serde(flatten, serialize_with = "by_feature")]
    values: [Number; FEATURE_COUNT],
}

/// A numeric cell: a count or 0/1, or the similarity.
#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Whole(u64),
    Real(f64),
}

impl Number {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "all features but the similarity are counts of tests and lines, or 0/1"
    )]
    fn of(feature: Feature, vector: &FeatureVector) -> Number {
        let value = vector[feature];
        if feature == Feature::TestDocSim { Number::Real(value) } else { Number::Whole(value as u64) }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Whole(value) => value.fmt(f),
            // The shortest text that reads back as the same number, `0.0` and not `0`.
            Number::Real(value) => write!(f, "{value:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Failure, FailureId, Group, Passed, Run};

    /// Returns two failures of one group per run, alternating between the runs, and their features.
    fn corpus(runs: &[&str]) -> (Corpus, Vec<FeatureVector>) {
        let mut corpus = Corpus {
            runs: runs.iter().map(|name| Run { name: (*name).to_owned() }).collect(),
            ..Corpus::default()
        };
        for run in 0..runs.len() {
            corpus.groups.push(Group {
                is_predicted: false,
                run,
                project: "Lang".into(),
                bug: "7".into(),
                failures: vec![FailureId::new(run), FailureId::new(runs.len() + run)],
                passed: Passed::default(),
            });
        }
        for test in ["a.B::test0", "a.B::of(\"x\", 1)"] {
            corpus.failures.extend(std::iter::repeat_n(
                Failure { project: "Lang".into(), bug: "7".into(), test: test.into(), ..Failure::default() },
                runs.len(),
            ));
        }
        let vector =
            |similarity| FeatureVector([12.0, 0.0, 1.0, 0.0, 1.0, 3.0, 4.0, 0.0, 5.0, 6.0, similarity]);
        let features = (0..corpus.failures.len()).map(|row| vector([0.0, 0.1 + 0.2][row % 2])).collect();
        (corpus, features)
    }

    fn csv(corpus: &Corpus, features: &[FeatureVector], out: &mut dyn Write) -> io::Result<()> {
        FeatureTable { corpus, features }.csv(out)
    }

    fn jsonl(corpus: &Corpus, features: &[FeatureVector], out: &mut dyn Write) -> io::Result<()> {
        FeatureTable { corpus, features }.jsonl(out)
    }

    fn written(
        runs: &[&str],
        write: fn(&Corpus, &[FeatureVector], &mut dyn Write) -> io::Result<()>,
    ) -> String {
        let (corpus, features) = corpus(runs);
        let mut out = Vec::new();
        write(&corpus, &features, &mut out).expect("memory takes all");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn csv_has_the_papers_columns_and_a_row_per_failure() {
        assert_eq!(
            written(&["run"], csv),
            "project,bug,test,focal_method_name_count,test_distinct_code_line,is_exception,is_no_exception,\
             test_prefix_exception,trace_exception_count,trace_exception_msg_count,is_exp_trace_exception,\
             unexp_trace_e_count,focal_unexp_trace_e_count,test_doc_sim\n\
             Lang,7,a.B::test0,12,0,1,0,1,3,4,0,5,6,0.0\n\
             Lang,7,\"a.B::of(\"\"x\"\", 1)\",12,0,1,0,1,3,4,0,5,6,0.30000000000000004\n"
        );
    }

    #[test]
    fn json_lines_have_the_same_keys() {
        assert_eq!(
            written(&["run"], jsonl).lines().last(),
            Some(
                "{\"project\":\"Lang\",\"bug\":\"7\",\"test\":\"a.B::of(\\\"x\\\", 1)\",\
                 \"focal_method_name_count\":12,\"test_distinct_code_line\":0,\"is_exception\":1,\
                 \"is_no_exception\":0,\"test_prefix_exception\":1,\"trace_exception_count\":3,\
                 \"trace_exception_msg_count\":4,\"is_exp_trace_exception\":0,\"unexp_trace_e_count\":5,\
                 \"focal_unexp_trace_e_count\":6,\"test_doc_sim\":0.30000000000000004}"
            )
        );
    }

    #[test]
    fn several_runs_add_a_leading_column() {
        let table = written(&["first", "second"], csv);
        let starts: Vec<&str> = table.lines().map(|line| line.split(',').next().unwrap_or("")).collect();
        assert_eq!(starts, ["run", "first", "second", "first", "second"]);
        let lines = written(&["first", "second"], jsonl);
        assert!(lines.starts_with("{\"run\":\"first\",\"project\":\"Lang\","), "{lines}");
    }

    #[test]
    fn without_failures_only_the_header_is_written() {
        let mut out = Vec::new();
        csv(&Corpus::default(), &[], &mut out).expect("memory takes all");
        assert!(out.starts_with(b"project,bug,test,") && out.ends_with(b",test_doc_sim\n"));
        out.clear();
        jsonl(&Corpus::default(), &[], &mut out).expect("memory takes all");
        assert_eq!(out, b"");
    }

    #[test]
    fn a_closed_pipe_is_reported_as_such() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        // More rows than fit in a buffer.
        let runs: Vec<String> = (0..2_000).map(|run| run.to_string()).collect();
        let (corpus, features) = corpus(&runs.iter().map(String::as_str).collect::<Vec<_>>());
        for written in [csv(&corpus, &features, &mut Closed), jsonl(&corpus, &features, &mut Closed)] {
            assert_eq!(written.expect_err("the pipe is closed").kind(), io::ErrorKind::BrokenPipe);
        }
    }
}
