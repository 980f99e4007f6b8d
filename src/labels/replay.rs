//! A journal's text as events: every line is one, blank, or reported.

use jiff::Timestamp;
use serde::de::IgnoredAny;

use crate::model::LabelEvent;

/// An event and its time, as an order among events needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Timed {
    pub(super) event: LabelEvent,
    pub(super) at: Timestamp,
}

/// What a stretch of whole lines holds.
#[derive(Debug, Default)]
pub(super) struct Replay {
    pub(super) events: Vec<Timed>,
    /// How many lines there are.
    pub(super) lines: usize,
    /// Lines, from 1, that are no events, and why.
    pub(super) unreadable: Vec<(usize, String)>,
    /// Lines, from 1, with the markers of a merge conflict.
    pub(super) conflict_markers: Vec<usize>,
}

/// Reads lines; `before` have been read already. The last one may lack its end.
pub(super) fn replay(text: &[u8], before: usize) -> Replay {
    let mut replay = Replay::default();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        replay.lines += 1;
        let number = before + replay.lines;
        let line = if number == 1 { line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line) } else { line };
        if is_conflict_marker(line) {
            replay.conflict_markers.push(number);
            continue;
        }
        if let Err(reason) = read_line(line, &mut replay.events) {
            replay.unreadable.push((number, reason));
        }
    }
    replay
}

/// Reads the events of a line: one, or more where a program left out a line end, or none on a blank line.
fn read_line(line: &[u8], events: &mut Vec<Timed>) -> Result<(), String> {
    for event in serde_json::Deserializer::from_slice(line).into_iter::<LabelEvent>() {
        // The number of the line is the journal's to tell.
        let event = event.map_err(|error| error.to_string().replace(" at line 1 ", " at "))?;
        match event.time.parse() {
            Ok(at) => events.push(Timed { event, at }),
            Err(error) => return Err(format!("the time `{}`: {error}", event.time)),
        }
    }
    Ok(())
}

/// Git, Mercurial and the like put these where two sides both added lines.
fn is_conflict_marker(line: &[u8]) -> bool {
    ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().any(|marker| line.starts_with(marker.as_bytes()))
}

/// How every event begins that a journal writes.
const BEGINNING: &[u8] = b"{\"project\":";

/// Whether a last line without its end is an event that breaks off; after a power cut, zeros may stand in for the rest.
/// Anything else stays where it is: an editor may have left a whole event without its end, and a file that was named by
/// mistake must not be touched.
pub(super) fn is_torn(last: &[u8]) -> bool {
    let zeros = last.iter().rev().take_while(|&&byte| byte == 0).count();
    let text = &last[..last.len() - zeros];
    if text.is_empty() {
        return zeros > 0;
    }
    let begins_as_one = text.starts_with(BEGINNING) || BEGINNING.starts_with(text);
    begins_as_one && serde_json::from_slice::<IgnoredAny>(text).is_err_and(|error| error.is_eof())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"project":"Lang","bug":"7","test":"a.B::t","hash":"00","label":"TP","note":"é","annotator":"ada","time":"2026-01-02T03:04:05Z"}"#;

    fn read(text: &str) -> Replay {
        replay(text.as_bytes(), 0)
    }

    #[test]
    fn windows_line_ends_blank_lines_and_a_byte_order_mark_mean_nothing() {
        let plain = read(&format!("{LINE}\n{LINE}\n"));
        let dressed = read(&format!("\u{feff}{LINE}\r\n\r\n  \n{LINE}"));
        assert_eq!(plain.events.len(), 2);
        assert_eq!(dressed.events, plain.events);
        assert_eq!(dressed.unreadable, []);
    }

    #[test]
    fn lines_that_are_no_events_are_reported_by_number() {
        let no_time = LINE.replace("2026-01-02T03:04:05Z", "yesterday");
        let replay =
            replay(format!("{LINE}\nhello\n{{\"project\":\"Lang\"}}\n{no_time}\n{LINE}\n").as_bytes(), 10);
        assert_eq!(replay.events.len(), 2);
        let (lines, reasons): (Vec<usize>, Vec<String>) = replay.unreadable.into_iter().unzip();
        assert_eq!(lines, [12, 13, 14]);
        assert!(
            reasons[1].starts_with("missing field") && reasons[1].ends_with("at column 18"),
            "{}",
            reasons[1]
        );
        assert!(reasons[2].starts_with("the time `yesterday`"), "{}", reasons[2]);
    }

    #[test]
    fn bytes_that_are_no_text_are_reported() {
        let mut text = LINE.as_bytes().to_vec();
        text[12] = 0xff;
        assert_eq!(replay(&text, 0).unreadable.len(), 1);
    }

    #[test]
    fn events_that_ran_together_are_told_apart() {
        let torn = &LINE[..40];
        let replay = read(&format!("{LINE}{LINE}{torn}\n"));
        assert_eq!(replay.events.len(), 2);
        assert_eq!(replay.unreadable.len(), 1);
    }

    #[test]
    fn both_sides_of_a_conflict_count() {
        let replay = read(&format!("<<<<<<< HEAD\n{LINE}\n=======\n{LINE}\n>>>>>>> other\n"));
        assert_eq!(replay.events.len(), 2);
        assert_eq!(replay.conflict_markers, [1, 3, 5]);
        assert_eq!(replay.unreadable, []);
    }

    #[test]
    fn an_event_is_torn_wherever_it_breaks_off() {
        for end in 1..LINE.len() {
            assert!(is_torn(&LINE.as_bytes()[..end]), "{end}");
        }
        assert!(is_torn(b"{\"project\":\"La\0\0\0\0"));
        assert!(is_torn(b"\0\0"));
        for whole in [LINE, "", "  ", "hello", "{\"version\":[1,", "{\"project\":3}", "{\"project\":\u{1}"] {
            assert!(!is_torn(whole.as_bytes()), "{whole}");
        }
    }
}
