//! The settings that there are: what each is called everywhere, and the file to begin with.

use super::{Config, Origin, Setting};

/// A setting: its names, and what is told of it.
#[derive(Debug)]
pub struct SettingRow {
    /// In the file; `keys.preset` is `preset` under `[keys]`.
    pub name: &'static str,
    /// In the environment.
    pub variable: &'static str,
    /// On the command line.
    pub flag: &'static str,
    /// What it is, in the file to begin with.
    comment: &'static str,
    /// A value for that file where there is none by default.
    example: &'static str,
    /// The value as a file has it, and where it comes from; no value where there is none.
    shown: fn(&Config) -> (Option<String>, &Origin),
}

impl SettingRow {
    /// The value that a configuration has, as a file would have it.
    pub fn value(&self, config: &Config) -> Option<String> {
        (self.shown)(config).0
    }

    /// Where it was chosen.
    pub fn origin<'c>(&self, config: &'c Config) -> &'c Origin {
        (self.shown)(config).1
    }
}

fn plain<T: ToString>(setting: &Setting<T>) -> (Option<String>, &Origin) {
    (Some(setting.value.to_string()), &setting.origin)
}

fn text<T: ToString>(setting: &Setting<T>) -> (Option<String>, &Origin) {
    (Some(quoted(&setting.value.to_string())), &setting.origin)
}

/// Every setting, in the order of the file.
pub const SETTINGS: [SettingRow; 10] = [
    SettingRow {
        name: "theme",
        variable: "FOSSICK_THEME",
        flag: "--theme",
        comment: "Colours: a name, or a pair to follow the terminal's background. ctrl-t in the workbench shows them all;\n\
                  your own go into the folder `themes` beside this file.",
        example: "",
        shown: |config| (Some(config.theme.value.to_toml()), &config.theme.origin),
    },
    SettingRow {
        name: "top",
        variable: "FOSSICK_TOP",
        flag: "--top",
        comment: "How many failures of each group are to be judged.",
        example: "",
        shown: |config| plain(&config.top),
    },
    SettingRow {
        name: "ranker",
        variable: "FOSSICK_RANKER",
        flag: "--ranker",
        comment: "How the workbench ranks: isolation-forest, best, … (`fossick --help` lists them). The other commands take\n\
                  this, the seeds and the definition from their command line alone.",
        example: "",
        shown: |config| text(&config.ranker),
    },
    SettingRow {
        name: "seeds",
        variable: "FOSSICK_SEEDS",
        flag: "--seeds",
        comment: "Over how many seeds scores are averaged.",
        example: "",
        shown: |config| plain(&config.seeds),
    },
    SettingRow {
        name: "definition",
        variable: "FOSSICK_DEFINITION",
        flag: "--definition",
        comment: "Which reading of the features: paper or teval-plus.",
        example: "",
        shown: |config| text(&config.definition),
    },
    SettingRow {
        name: "annotator",
        variable: "FOSSICK_ANNOTATOR",
        flag: "--annotator",
        comment: "Who labels; without it git's user.name, or else the user's name.",
        example: "\"ada\"",
        shown: |config| (config.annotator.value.as_deref().map(quoted), &config.annotator.origin),
    },
    SettingRow {
        name: "watch",
        variable: "FOSSICK_WATCH",
        flag: "--watch",
        comment: "Read results again when they change.",
        example: "",
        shown: |config| plain(&config.watch),
    },
    SettingRow {
        name: "mouse",
        variable: "FOSSICK_MOUSE",
        flag: "--mouse",
        comment: "Take the mouse; without it the terminal selects text by itself.",
        example: "",
        shown: |config| plain(&config.mouse),
    },
    SettingRow {
        name: "editor",
        variable: "FOSSICK_EDITOR",
        flag: "--editor",
        comment: "What opens source files; without it $VISUAL, or else $EDITOR. {file} and {line} say\n\
                  where these stand.",
        example: "\"my-editor --at={line} {file}\"",
        shown: |config| (config.editor.value.as_deref().map(quoted), &config.editor.origin),
    },
    SettingRow {
        name: "keys.preset",
        variable: "FOSSICK_KEYS_PRESET",
        flag: "--keys-preset",
        comment: "Keys by habit: default, vim, or arrows (no letter is needed to move).",
        example: "",
        shown: |config| (Some(quoted(config.preset.value.name)), &config.preset.origin),
    },
];

/// A text as TOML writes it.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// A file that says what fossick does anyway, to begin with.
pub fn default_file() -> String {
    let config = Config::default();
    let mut file = String::from(
        "# What fossick's workbench goes by, as it comes. Before this file go the variables of the environment, and before\n\
         # those the flags that are named with each; `fossick config show` says where each value comes from.\n",
    );
    for row in &SETTINGS {
        let name = match row.name.split_once('.') {
            Some((table, name)) => {
                file.push_str(&format!("\n[{table}]\n"));
                name
            }
            None => {
                file.push('\n');
                row.name
            }
        };
        let comment = row.comment.replace('\n', "\n# ");
        file.push_str(&format!("# {comment} ({}, {})\n", row.variable, row.flag));
        match row.value(&config) {
            Some(value) => file.push_str(&format!("{name} = {value}\n")),
            None => file.push_str(&format!("# {name} = {}\n", row.example)),
        }
    }
    file + "# An action's keys, and no others; `fossick keys` lists the actions.\n# undo = [\"z\", \"backspace\"]\n"
}
