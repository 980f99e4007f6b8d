//! Tests of parsing a configuration.

use proptest::prelude::*;

use super::*;
use crate::tui::core::command::keys::Keys;

fn parsed(text: &str) -> Config {
    Config::parse("config.toml", text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    Config::parse("config.toml", text).expect_err(text).to_string()
}

#[test]
fn an_empty_file_changes_nothing() {
    for text in ["", "# nothing\n", "\u{feff}# with a byte order mark\n", "[keys]\n"] {
        assert_eq!(parsed(text), Config::default());
    }
}

#[test]
fn the_default_file_contains_the_defaults() {
    let file = default_file();
    let config = parsed(&file);
    for row in &SETTINGS {
        assert_eq!((row.shown)(&config).0, (row.shown)(&Config::default()).0, "{}", row.name);
    }
    assert_eq!(config.keys().expect("keys"), Keys::default());
    // The entries that are commented out must be valid as well.
    let uncommented = file.replace("# annotator", "annotator").replace("# editor", "editor");
    let config = parsed(&uncommented.replace("# undo", "undo"));
    assert_eq!(config.annotator.value.as_deref(), Some("ada"));
    assert_eq!(config.own_keys().count(), 1);
    for row in &SETTINGS {
        assert!((row.shown)(&config).0.is_some(), "{} is in the file", row.name);
    }
}

#[test]
fn each_value_knows_its_location() {
    let config = parsed("top = 0x14\n\n[theme]\ndark = \"nord\"\n");
    assert_eq!(config.top.value.get(), 20);
    assert_eq!(config.top.origin.to_string(), "config.toml:1");
    assert_eq!(config.theme.value, ThemeChoice::pair(Some("nord".to_owned()), None));
    assert_eq!(config.theme.origin.to_string(), "config.toml:3");
    assert_eq!(config.watch.origin, Origin::Default);
}

#[test]
fn the_environment_overrides_the_file_and_flags_override_both() {
    let mut config = parsed("top = 20\nwatch = false\nmouse = false");
    let variables = [("FOSSICK_TOP", "30"), ("FOSSICK_MOUSE", "true"), ("FOSSICK_WATCH", " ")];
    let variable =
        |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    config.take_environment(variable).expect("they are valid");
    assert_eq!((config.top.value.get(), config.top.origin.to_string()), (30, "FOSSICK_TOP".to_owned()));
    assert!(config.mouse.value && !config.watch.value, "a blank value is ignored");
    config.top.flag(NonZeroUsize::new(40), "--top");
    config.mouse.flag(None, "--mouse");
    assert_eq!((config.top.value.get(), config.top.origin.to_string()), (40, "--top".to_owned()));
    assert_eq!(config.mouse.origin, Origin::Variable("FOSSICK_MOUSE".to_owned()));
}

#[test]
fn every_setting_can_come_from_a_file_and_from_the_environment() {
    let config = parsed(
        "theme = \"nord\"\ntop = 3\nranker = \"diversified\"\nseeds = 5\ndefinition = \"teval-plus\"\nannotator = \"ben\"\n\
         across = false\nwatch = false\nmouse = false\neditor = \"ed\"\n[keys]\npreset = \"vim\"\n",
    );
    let mut from_variables = Config::default();
    let value = |name: &str| {
        let row = SETTINGS.iter().find(|row| row.variable() == name).expect("a known variable");
        (row.shown)(&config).0.map(|value| value.trim_matches('"').to_owned())
    };
    from_variables.take_environment(value).expect("the same values");
    for row in &SETTINGS {
        assert_ne!((row.shown)(&config).0, (row.shown)(&Config::default()).0, "{}", row.name);
        assert!(matches!((row.shown)(&config).1, Origin::File(_)), "{}", row.name);
        assert_eq!((row.shown)(&from_variables).0, (row.shown)(&config).0);
        assert_eq!((row.shown)(&from_variables).1, &Origin::Variable(row.variable()));
    }
}

#[test]
fn invalid_entries_are_reported_with_their_location() {
    assert_eq!(error("\n  them = 1"), "config.toml:2:3: there is no setting `them`; did you mean `theme`?");
    assert_eq!(error("keys = 1"), "config.toml:1:8: expected a table `[keys]`, found the number 1");
    assert_eq!(error("top = \"10\""), "config.toml:1:7: expected a whole number, found `10`");
    assert_eq!(error("top = 0"), "config.toml:1:7: expected a whole number from 1 up, found `0`");
    assert_eq!(error("a = 1\ntop = 0").lines().count(), 1, "only the first one is reported");
    assert!(error("seeds = 1001").starts_with("config.toml:1:9: expected a whole number from 1 to 1000"));
    assert_eq!(error("top = \ntheme = \"nord\""), "config.toml:1:7: expected a value after `=`");
    assert_eq!(error("[keys]\nundo ="), "config.toml:2:7: expected a value after `=`");
    assert_eq!(error("watch = \"no\""), "config.toml:1:9: expected true or false, found `no`");
    assert!(error("ranker = \"best\"").contains("1:10: the ranker `best` was removed, because"));
    assert!(
        error("ranker = \"forest\"").contains("1:10: unknown ranker `forest`: expected isolation-forest")
    );
    assert!(error("annotator = \" \"").contains("1:13: expected a name in quotes, found ` `"));
    assert!(
        error("annotator = \"..\"").contains("1:13: expected a name with a letter or a digit, found `..`")
    );
    assert!(error("theme = [\"nord\"]").contains("1:9: expected the name of a theme"));
    assert!(error("theme = { dak = \"nord\" }").contains("`dark` and `light`, not `dak`"));
    assert!(error("é = 1\n").starts_with("config.toml:1:1: "), "{}", error("é = 1\n"));
    let mut config = Config::default();
    let error = config.take_environment(|name| (name == "FOSSICK_TOP").then(|| "x".to_owned()));
    assert_eq!(
        error.expect_err("no number").to_string(),
        "FOSSICK_TOP: expected a whole number from 1 up, found `x`"
    );
}

#[test]
fn a_ranking_chosen_by_the_configuration_is_reported() {
    let mut config = parsed("ranker = \"diversified\"\nseeds = 10\n");
    assert_eq!(config.ranks_by().as_deref(), Some("ranker diversified, as config.toml:1 says"));
    config.ranker.flag(Some(Ranker::DIVERSIFIED), "--ranker");
    assert_eq!(config.ranks_by(), None);
}

proptest! {
    #[test]
    fn no_text_is_too_hostile(text in "[ -~\n\t\u{0}é]{0,80}") {
        if let Err(error) = Config::parse("config.toml", &text) {
            prop_assert!(error.to_string().starts_with("config.toml:"), "{}", error);
        }
    }

    #[test]
    fn no_setting_is_too_hostile(
        entries in prop::collection::vec(
            (
                "[a-z-]{1,12}|\"[^\"\\\\\n]{0,5}\"|undo|quit|preset|theme|top|seeds|watch|keys|editor",
                "\\[(\"[a-z?]\"(, )?){0,3}\\]|-?[0-9]{1,25}|0x[0-9a-f]{1,20}|[0-9]\\.[0-9]|true|\"vim\"|\\{\\}|\"[ -!#-Z]{0,9}\"|1979-05-27",
            ),
            0..6,
        ),
        in_keys in any::<bool>(),
    ) {
        let lines: String = entries.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
        let text = format!("{}{lines}", if in_keys { "[keys]\n" } else { "" });
        match Config::parse("config.toml", &text) {
            Ok(config) => prop_assert!(config.keys().is_ok()),
            Err(error) => prop_assert!(error.to_string().starts_with("config.toml:"), "{}", error),
        }
    }
}
