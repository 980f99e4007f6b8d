//! The rules of a project for the paths in its imports: aliases of compilers, bundlers and runners, and the names of packages.
//!
//! ```text
//! package.json, tsconfig.json, jest.config.*, vite.config.* ──read──▶ Config ──paths──▶ the paths that an import may mean
//! ```
//!
//! A file that is damaged says nothing. Code in it is not executed: only literals are read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::super::syntax::{Dialect, descendants, key_name, named, parse, string_text, text};
use super::modules::joined;

/// The files with settings of compilers, the first of which counts.
const COMPILERS: [&str; 2] = ["tsconfig.json", "jsconfig.json"];

/// The beginnings of the names of settings that are code.
const CODES: [&str; 8] = [
    "jest.config.",
    "vite.config.",
    "vitest.config.",
    "vitest.workspace.",
    "babel.config.",
    ".babelrc.",
    ".mocharc.",
    "webpack.config.",
];

/// The files with settings of Babel, and of Mocha.
const BABEL: [&str; 3] = [".babelrc", ".babelrc.json", "babel.config.json"];
const MOCHA: [&str; 2] = [".mocharc.json", ".mocharc.jsonc"];
const MOCHA_LISTS: [&str; 3] = [".mocharc.yml", ".mocharc.yaml", "test/mocha.opts"];

/// The number of settings that may extend each other.
const DEEPEST: usize = 5;

/// Returns the text of a file of the project.
type Read<'r> = &'r (dyn Fn(&Path) -> Option<String> + Sync);

/// The aliases and packages of a project.
#[derive(Debug, Default)]
pub(in crate::lang::javascript) struct Config {
    /// The aliases by the folder for which they hold, the deepest last.
    aliases: BTreeMap<String, Vec<Alias>>,
    /// The packages by their folder.
    packages: BTreeMap<String, Package>,
    /// The files that runners execute before tests.
    set_ups: BTreeSet<String>,
}

/// A way to write a path: `@/*` for `src/*`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Alias {
    start: String,
    /// The text behind the one that `*` stands for; None for an alias of one path.
    end: Option<String>,
    /// The paths from the project's folder, with `*`.
    paths: Vec<String>,
}

#[derive(Debug, Default)]
struct Package {
    name: String,
    exports: Option<Value>,
    /// The files that may be what a package is as a whole.
    mains: Vec<String>,
}

impl Config {
    /// Reads the settings above source files, which are given by path and text.
    pub(super) fn read<'f>(files: impl Iterator<Item = (&'f str, &'f str)>, read: Read<'_>) -> Config {
        let mut config = Config::default();
        let mut folders: BTreeSet<&str> = BTreeSet::from([""]);
        let mut codes: Vec<(&str, &str)> = Vec::new();
        for (path, text) in files {
            let (mut folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            if CODES.iter().any(|start| name.starts_with(start)) {
                codes.push((path, text));
            }
            while folders.insert(folder) {
                folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
            }
        }
        for folder in folders {
            let at =
                |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            let json = |name: &str| parse_json(&read(Path::new(&at(name)))?);
            if let Some(package) = json("package.json") {
                config.package(folder, &package);
                for babel in BABEL.iter().filter_map(|name| json(name)) {
                    config.babel(folder, &babel);
                }
                for mocha in MOCHA.iter().filter_map(|name| json(name)) {
                    config.mocha(folder, &mocha);
                }
                for list in MOCHA_LISTS.iter().filter_map(|name| read(Path::new(&at(name)))) {
                    config.mocha_list(folder, &list);
                }
            }
            if let Some(jest) = json("jest.config.json") {
                config.jest(folder, &jest);
            }
            if let Some(name) = COMPILERS.iter().find(|name| json(name).is_some()) {
                config.compiler(folder, &at(name), read, DEEPEST);
            }
        }
        for (path, code) in codes {
            config.code(path, code);
        }
        config
    }

    fn package(&mut self, folder: &str, package: &Value) {
        let field = |name: &str| package.get(name).and_then(Value::as_str);
        if let Some(jest) = package.get("jest") {
            self.jest(folder, jest);
        }
        if let Some(mocha) = package.get("mocha") {
            self.mocha(folder, mocha);
        }
        if let Some(ava) = package.get("ava") {
            self.mocha(folder, ava);
        }
        if let Some(babel) = package.get("babel") {
            self.babel(folder, babel);
        }
        if let Some(imports) = package.get("imports").and_then(Value::as_object) {
            for (name, target) in imports {
                let paths = targets(target).into_iter().filter_map(|path| joined(folder, &path)).collect();
                self.add(folder, name, paths);
            }
        }
        let mains = ["source", "module", "main", "types"]
            .iter()
            .filter_map(|name| field(name))
            .map(str::to_owned)
            .collect();
        let name = field("name").unwrap_or_default().to_owned();
        self.packages
            .insert(folder.to_owned(), Package { name, exports: package.get("exports").cloned(), mains });
    }

    fn add(&mut self, folder: &str, pattern: &str, paths: Vec<String>) {
        let (start, end) = match pattern.split_once('*') {
            Some((start, end)) => (start.to_owned(), Some(end.to_owned())),
            None => (pattern.to_owned(), None),
        };
        self.aliases.entry(folder.to_owned()).or_default().push(Alias { start, end, paths });
    }

    /// Reads `moduleNameMapper` and the files that run before tests.
    fn jest(&mut self, folder: &str, jest: &Value) {
        let root = |path: &str| joined(folder, path.trim_start_matches("<rootDir>").trim_start_matches('/'));
        if let Some(mapper) = jest.get("moduleNameMapper").and_then(Value::as_object) {
            for (pattern, target) in mapper {
                let targets: Vec<&str> = match target {
                    Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
                    one => one.as_str().into_iter().collect(),
                };
                if let Some(pattern) = plain_pattern(pattern) {
                    let paths = targets.iter().filter_map(|path| root(&path.replace("$1", "*"))).collect();
                    self.add(folder, &pattern, paths);
                }
            }
        }
        for name in ["moduleDirectories", "modulePaths"] {
            for path in jest.get(name).and_then(Value::as_array).into_iter().flatten() {
                self.root(folder, path.as_str());
            }
        }
        for name in ["setupFiles", "setupFilesAfterEnv"] {
            let files = jest.get(name).and_then(Value::as_array).into_iter().flatten();
            self.set_ups.extend(files.filter_map(Value::as_str).filter_map(root));
        }
    }

    /// Reads the files that Mocha or AVA executes before tests: those that are required, not the packages.
    fn mocha(&mut self, folder: &str, settings: &Value) {
        for name in ["require", "file", "import"] {
            let files = match settings.get(name) {
                Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
                Some(one) => one.as_str().into_iter().collect(),
                None => Vec::new(),
            };
            self.set_ups.extend(files.into_iter().filter_map(|file| joined(folder, file)));
        }
    }

    /// Reads the same in the lines of `.mocharc.yml` or `mocha.opts`: `- ./test/setup.js`, `require: […]`, `--require test/setup`.
    fn mocha_list(&mut self, folder: &str, list: &str) {
        let mut is_of_files = false;
        for line in list.lines() {
            let own = line.trim();
            let is_entry = own.starts_with("- ");
            let option = own.trim_start_matches("--").split([':', ' ', '=', '\t']).next().unwrap_or("");
            if !is_entry {
                is_of_files = matches!(option, "require" | "file" | "import" | "-r");
            }
            let rest = if is_entry {
                own.trim_start_matches("- ")
            } else {
                own.trim_start_matches("--").strip_prefix(option).unwrap_or("")
            };
            if is_of_files {
                let files =
                    rest.split([',', ' ', '[', ']', ':', '=', '"', '\'']).filter(|file| !file.is_empty());
                self.set_ups.extend(files.filter_map(|file| joined(folder, file)));
            }
        }
    }

    /// Reads the aliases and roots of Babel's `module-resolver`.
    fn babel(&mut self, folder: &str, settings: &Value) {
        let plugins = settings.get("plugins").and_then(Value::as_array).into_iter().flatten();
        let own = plugins.filter_map(Value::as_array).filter(|plugin| {
            plugin.first().and_then(Value::as_str).is_some_and(|name| name.ends_with("module-resolver"))
        });
        for options in own.filter_map(|plugin| plugin.get(1)) {
            for (pattern, target) in options.get("alias").and_then(Value::as_object).into_iter().flatten() {
                if let Some(target) = target.as_str().and_then(|path| joined(folder, path)) {
                    self.alias(folder, pattern, &target);
                }
            }
            for root in options.get("root").and_then(Value::as_array).into_iter().flatten() {
                self.root(folder, root.as_str());
            }
        }
    }

    /// Adds a name for a path and what is below it.
    fn alias(&mut self, folder: &str, pattern: &str, target: &str) {
        let exact = pattern.trim_end_matches("/*").trim_end_matches('/');
        let target = target.trim_end_matches("/*");
        self.add(folder, exact, vec![target.to_owned()]);
        self.add(folder, &format!("{exact}/*"), vec![format!("{target}/*")]);
    }

    /// Adds a folder in which imports are searched.
    fn root(&mut self, folder: &str, root: Option<&str>) {
        let root = root.map(|root| root.trim_start_matches("<rootDir>").trim_start_matches('/'));
        if let Some(root) =
            root.filter(|root| !root.ends_with("node_modules")).and_then(|root| joined(folder, root))
        {
            self.add(folder, "*", vec![if root.is_empty() { "*".to_owned() } else { format!("{root}/*") }]);
        }
    }

    /// Reads `baseUrl` and `paths` of a compiler's settings, or of those that they extend.
    fn compiler(&mut self, folder: &str, file: &str, read: Read<'_>, fuel: usize) {
        let (Some(fuel), Some(settings)) =
            (fuel.checked_sub(1), read(Path::new(file)).and_then(|text| parse_json(&text)))
        else {
            return;
        };
        let own = file.rsplit_once('/').map_or("", |(own, _)| own);
        let options = settings.get("compilerOptions");
        let option = |name: &str| options.and_then(|options| options.get(name));
        let base = option("baseUrl").and_then(Value::as_str).and_then(|base| joined(own, base));
        if let Some(paths) = option("paths").and_then(Value::as_object) {
            let from = base.clone().unwrap_or_else(|| own.to_owned());
            for (pattern, targets) in paths {
                let targets = targets.as_array().into_iter().flatten().filter_map(Value::as_str);
                let paths = targets.filter_map(|path| joined(&from, path)).collect();
                self.add(folder, pattern, paths);
            }
        }
        if let Some(base) = &base {
            self.add(folder, "*", vec![if base.is_empty() { "*".to_owned() } else { format!("{base}/*") }]);
        }
        let extended: Vec<&str> = match settings.get("extends") {
            Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
            Some(one) => one.as_str().into_iter().collect(),
            None => Vec::new(),
        };
        for extended in extended.into_iter().filter(|path| path.starts_with('.')) {
            if let Some(path) = joined(own, extended) {
                let is_json = Path::new(&path).extension().is_some_and(|ending| ending == "json");
                let path = if is_json { path } else { format!("{path}.json") };
                self.compiler(folder, &path, read, fuel);
            }
        }
    }

    /// Reads the literals of a runner's or bundler's settings that are code.
    fn code(&mut self, path: &str, code: &str) {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let tree = parse(code, Dialect::of(Path::new(path)));
        for node in descendants(tree.root_node()).filter(|node| node.kind() == "pair") {
            let (Some(key), Some(value)) =
                (node.child_by_field_name("key"), node.child_by_field_name("value"))
            else {
                continue;
            };
            match key_name(key, code) {
                "alias" => {
                    for (pattern, value) in pairs(value, code) {
                        if let Some(target) = last_string(value, code).and_then(|path| joined(folder, &path))
                        {
                            self.alias(folder, &pattern, &target);
                        }
                    }
                }
                "moduleNameMapper" => {
                    let mapper: serde_json::Map<String, Value> = pairs(value, code)
                        .into_iter()
                        .filter_map(|(pattern, value)| {
                            Some((pattern, Value::String(string_text(value, code)?)))
                        })
                        .collect();
                    self.jest(folder, &serde_json::json!({ "moduleNameMapper": mapper }));
                }
                "moduleDirectories" | "modulePaths" | "root" => {
                    for root in strings(value, code) {
                        self.root(folder, Some(&root));
                    }
                }
                "setupFiles" | "setupFilesAfterEnv" | "require" => {
                    let paths = strings(value, code);
                    let paths = paths.iter().map(|path| path.trim_start_matches("<rootDir>/"));
                    self.set_ups.extend(paths.filter_map(|path| joined(folder, path)));
                }
                _ => {}
            }
        }
    }

    /// Returns true for a file that a runner executes before tests.
    pub(super) fn is_set_up(&self, path: &str) -> bool {
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        self.set_ups.contains(path) || self.set_ups.contains(stem)
    }

    /// Returns the paths that an import in a folder may mean, the likeliest first.
    pub(super) fn paths(&self, folder: &str, specifier: &str) -> Vec<String> {
        let mut paths = Vec::new();
        for (_, aliases) in self.aliases.iter().rev().filter(|(around, _)| is_within(folder, around)) {
            let mut fitting: Vec<(&Alias, &str)> =
                aliases.iter().filter_map(|alias| Some((alias, alias.inner(specifier)?))).collect();
            // The most particular one counts.
            fitting.sort_by_key(|(alias, _)| std::cmp::Reverse((alias.end.is_none(), alias.start.len())));
            paths.extend(
                fitting
                    .iter()
                    .flat_map(|(alias, inner)| alias.paths.iter().map(|path| path.replacen('*', inner, 1))),
            );
        }
        for (at, package) in self.packages.iter().filter(|(_, package)| !package.name.is_empty()) {
            let Some(rest) = specifier.strip_prefix(&*package.name) else { continue };
            if !(rest.is_empty() || rest.starts_with('/')) {
                continue;
            }
            let below = |path: &str| joined(at, path);
            if let Some(exports) = &package.exports {
                paths.extend(exported(exports, &format!(".{rest}")).iter().filter_map(|path| below(path)));
            }
            if rest.is_empty() {
                paths.extend(package.mains.iter().filter_map(|path| below(path)));
                paths.extend(below("src"));
                paths.extend(below("."));
            } else {
                paths.extend(below(&format!(".{rest}")));
                paths.extend(below(&format!("src{rest}")));
            }
        }
        paths
    }

    /// Returns the files that a folder with a package may be.
    pub(super) fn mains(&self, folder: &str) -> Vec<String> {
        let package = self.packages.get(folder).into_iter();
        let of_package = package.flat_map(|package| {
            let exported = package.exports.iter().flat_map(|exports| exported(exports, "."));
            package.mains.iter().cloned().chain(exported)
        });
        of_package.filter_map(|main| joined(folder, &main)).collect()
    }

    /// Returns true for the folder of a package.
    pub(super) fn is_package(&self, folder: &str) -> bool {
        self.packages.contains_key(folder)
    }
}

impl Alias {
    /// Returns what `*` stands for in a path; empty for an alias of one path. None if it does not fit.
    fn inner<'s>(&self, specifier: &'s str) -> Option<&'s str> {
        match &self.end {
            Some(end) => specifier.strip_prefix(&*self.start)?.strip_suffix(&**end),
            None => (specifier == self.start).then_some(""),
        }
    }
}

/// Returns true for a folder that is `around` or lies in it.
fn is_within(folder: &str, around: &str) -> bool {
    around.is_empty()
        || folder == around
        || folder.strip_prefix(around).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the paths of an entry of `exports` or `imports`, in the order of its conditions.
fn targets(entry: &Value) -> Vec<String> {
    match entry {
        Value::String(path) => vec![path.clone()],
        Value::Array(several) => several.iter().flat_map(targets).collect(),
        Value::Object(conditions) => conditions.values().flat_map(targets).collect(),
        _ => Vec::new(),
    }
}

/// Returns the paths that `exports` has for a path such as `./pen`.
fn exported(exports: &Value, path: &str) -> Vec<String> {
    let entries = exports.as_object().filter(|entries| entries.keys().any(|key| key.starts_with('.')));
    let Some(entries) = entries else { return if path == "." { targets(exports) } else { Vec::new() } };
    if let Some(entry) = entries.get(path) {
        return targets(entry);
    }
    let pattern = entries.iter().find_map(|(key, entry)| {
        let (start, end) = key.split_once('*')?;
        Some((path.strip_prefix(start)?.strip_suffix(end)?, entry))
    });
    pattern.map_or_else(Vec::new, |(inner, entry)| {
        targets(entry).iter().map(|path| path.replace('*', inner)).collect()
    })
}

/// Returns the strings within a value.
fn strings(value: tree_sitter::Node<'_>, code: &str) -> Vec<String> {
    let strings = descendants(value).filter(|node| node.kind() == "string");
    strings.filter_map(|node| string_text(node, code)).collect()
}

/// Returns a pattern of Jest with `*` in place of its group; None for one that is more than that.
fn plain_pattern(pattern: &str) -> Option<String> {
    let inner = pattern.trim_start_matches('^').trim_end_matches('$');
    let mut plain = String::new();
    let mut rest = inner;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = ["(.*)", "(.+)"].iter().find_map(|group| rest.strip_prefix(group)) {
            plain.push('*');
            rest = after;
        } else if c == '\\' {
            let escaped = rest[1..].chars().next()?;
            plain.push(escaped);
            rest = &rest[1 + escaped.len_utf8()..];
        } else if "()[]{}|?+*^$".contains(c) {
            return None;
        } else {
            plain.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    (plain.matches('*').count() <= 1).then_some(plain)
}

/// Returns the keys and values of an object, and of objects with `find` and `replacement` in a list.
fn pairs<'t>(value: tree_sitter::Node<'t>, code: &str) -> Vec<(String, tree_sitter::Node<'t>)> {
    let of_object = |object: tree_sitter::Node<'t>| {
        let pairs: Vec<_> = named(object)
            .filter(|pair| pair.kind() == "pair")
            .filter_map(|pair| {
                Some((
                    key_name(pair.child_by_field_name("key")?, code).to_owned(),
                    pair.child_by_field_name("value")?,
                ))
            })
            .collect();
        pairs
    };
    if value.kind() == "object" {
        return of_object(value);
    }
    let listed = named(value).filter(|item| item.kind() == "object").filter_map(|item| {
        let pairs = of_object(item);
        let of = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| *value);
        Some((string_text(of("find")?, code)?, of("replacement")?))
    });
    listed.collect()
}

/// Returns the last text in an expression, such as `'./src'` of `path.resolve(__dirname, './src')`.
fn last_string(value: tree_sitter::Node<'_>, code: &str) -> Option<String> {
    let strings =
        descendants(value).filter(|node| node.kind() == "string" && !text(*node, code).contains("node:"));
    strings.filter_map(|node| string_text(node, code)).last()
}

/// Reads JSON with comments and commas at the ends of lists, as compilers accept it.
fn parse_json(text: &str) -> Option<Value> {
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text).ok().or_else(|| serde_json::from_str(&plain_json(text)).ok())
}

/// Removes comments, and commas before closing brackets.
fn plain_json(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' => {
                let mut is_escaped = false;
                let end = rest[1..].find(|c: char| {
                    let ends = c == '"' && !is_escaped;
                    is_escaped = c == '\\' && !is_escaped;
                    ends
                });
                let length = end.map_or(rest.len(), |end| end + 2);
                kept.push_str(&rest[..length]);
                length
            }
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            ']' | '}' => {
                let end = kept.trim_end().len();
                if kept[..end].ends_with(',') {
                    kept.truncate(end - 1);
                }
                kept.push(c);
                1
            }
            c => {
                kept.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(files: &[(&str, &str)]) -> Config {
        let read = |path: &Path| {
            let path = path.to_string_lossy().into_owned();
            files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned())
        };
        Config::read(files.iter().copied(), &read)
    }

    #[test]
    fn aliases_of_every_tool_are_read() {
        for (files, specifier, path) in [
            (
                &[(
                    "tsconfig.json",
                    "{ // of\n \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"@/*\": [\"src/*\",], }, } }",
                )][..],
                "@/pen",
                "src/pen",
            ),
            (
                &[
                    ("tsconfig.json", "{ \"extends\": \"./base\" }"),
                    ("base.json", "{ \"compilerOptions\": { \"paths\": { \"~pen\": [\"./src/pen.ts\"] } } }"),
                ],
                "~pen",
                "src/pen.ts",
            ),
            (
                &[(
                    "package.json",
                    "{ \"jest\": { \"moduleNameMapper\": { \"^~/(.*)$\": \"<rootDir>/src/$1\" } } }",
                )],
                "~/pen",
                "src/pen",
            ),
            (
                &[("package.json", "{ \"imports\": { \"#x/*\": { \"node\": \"./lib/*.js\" } } }")],
                "#x/pen",
                "lib/pen.js",
            ),
            (
                &[(
                    "vite.config.ts",
                    "export default { resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } } };",
                )],
                "@/pen",
                "src/pen",
            ),
            (
                &[(
                    "vite.config.ts",
                    "export default { resolve: { alias: [{ find: '@', replacement: path.resolve(__dirname, 'src') }] } };",
                )],
                "@/pen",
                "src/pen",
            ),
            (
                &[(
                    "jest.config.js",
                    "module.exports = { moduleNameMapper: { '^@ink/(.*)$': '<rootDir>/ink/$1' } };",
                )],
                "@ink/pen",
                "ink/pen",
            ),
            (
                &[
                    (
                        "packages/pen/package.json",
                        "{ \"name\": \"@ink/pen\", \"exports\": { \".\": { \"@ink/source\": \"./src/index.ts\", \"default\": \"./dist/index.js\" } } }",
                    ),
                    ("packages/pen/a.ts", ""),
                ],
                "@ink/pen",
                "packages/pen/src/index.ts",
            ),
        ] {
            let paths = config(files).paths("", specifier);
            assert_eq!(paths.first().map(String::as_str), Some(path), "{specifier}: {paths:?}");
        }
    }

    #[test]
    fn damaged_settings_say_nothing() {
        for text in [
            "",
            "{",
            "[]",
            "{\"compilerOptions\": 1}",
            "{\"extends\": \"./tsconfig.json\"}",
            "null",
            "{\"jest\": {\"moduleNameMapper\": {\"(a|b)\": 1}}}",
        ] {
            let config = config(&[("tsconfig.json", text), ("package.json", text)]);
            assert!(config.paths("", "@/pen").iter().all(String::is_empty), "{text}");
        }
    }

    #[test]
    fn files_before_tests_are_known() {
        let config = config(&[
            ("vitest.config.ts", "export default { test: { setupFiles: ['./ink/setup.ts'] } };"),
            ("package.json", "{\"jest\": {\"setupFilesAfterEnv\": [\"<rootDir>/more\"]}}"),
        ]);
        assert!(
            config.is_set_up("ink/setup.ts")
                && config.is_set_up("more.js")
                && !config.is_set_up("ink/pen.ts")
        );
    }
}
