//! The path of the configuration file, and paths for people.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::ConfigError;

/// The operating systems with different conventions for that path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum System {
    Unix,
    MacOs,
    Windows,
}

const HERE: System = if cfg!(windows) {
    System::Windows
} else if cfg!(target_os = "macos") {
    System::MacOs
} else {
    System::Unix
};

const VARIABLE: &str = "FOSSICK_CONFIG";

/// Returns the path of the user's `config.toml`, existing or not; a file named by `FOSSICK_CONFIG` must exist.
pub(crate) fn config_file() -> Result<PathBuf, ConfigError> {
    let file = config_path()?;
    let is_named = std::env::var_os(VARIABLE).is_some_and(|name| !name.is_empty());
    if is_named && !file.is_file() { Err(ConfigError::Missing(file)) } else { Ok(file) }
}

/// Returns the path of that file, existing or not: the one that `FOSSICK_CONFIG` names, or else `fossick/config.toml`
/// in `$XDG_CONFIG_HOME` or in the system's usual folder.
pub(crate) fn config_path() -> Result<PathBuf, ConfigError> {
    find(HERE, |name| std::env::var_os(name), std::env::home_dir().as_deref(), Path::is_file)
}

/// Returns the whole path of a file as users write it, starting with `~` inside the home folder.
pub(crate) fn in_home(file: &Path) -> String {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_path_buf());
    let home = std::env::home_dir().filter(|home| home.is_absolute());
    let inside = home.and_then(|home| Some(Path::new("~").join(file.strip_prefix(home).ok()?)));
    inside.unwrap_or(file).display().to_string()
}

fn find(
    system: System,
    variable: impl Fn(&str) -> Option<OsString>,
    home: Option<&Path>,
    is_there: impl Fn(&Path) -> bool,
) -> Result<PathBuf, ConfigError> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(file) = set(VARIABLE) {
        return Ok(file);
    }
    // The XDG Base Directory Specification says to ignore relative paths, which mean something else in every folder.
    let xdg = set("XDG_CONFIG_HOME").filter(|folder| folder.is_absolute());
    let home = home.filter(|home| !home.as_os_str().is_empty());
    let in_home = |folder: &str| home.map(|home| home.join(folder));
    let folders = match (xdg, system) {
        (Some(xdg), _) => vec![Some(xdg)],
        (None, System::Unix) => vec![in_home(".config")],
        // Users of terminals keep files where Linux has them; the system's own folder is used only if those
        // don't exist.
        (None, System::MacOs) => vec![in_home(".config"), in_home("Library/Application Support")],
        (None, System::Windows) => vec![set("APPDATA").or_else(|| in_home("AppData/Roaming"))],
    };
    let files: Vec<PathBuf> =
        folders.into_iter().flatten().map(|folder| folder.join("fossick").join("config.toml")).collect();
    files.iter().find(|file| is_there(file)).or(files.first()).cloned().ok_or(ConfigError::NoFolder)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn found(system: System, variables: &[(&str, &str)], there: &[&str]) -> String {
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        };
        let is_there = |file: &Path| there.iter().any(|known| Path::new(known) == file);
        match find(system, variable, Some(Path::new("/ada")), is_there) {
            Ok(file) => file.display().to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn each_system_has_its_folder() {
        assert_eq!(found(System::Unix, &[], &[]), "/ada/.config/fossick/config.toml");
        assert_eq!(found(System::Windows, &[("APPDATA", "/roaming")], &[]), "/roaming/fossick/config.toml");
        let library = "/ada/Library/Application Support/fossick/config.toml";
        assert_eq!(found(System::MacOs, &[], &[library]), library);
        assert_eq!(found(System::MacOs, &[], &[]), "/ada/.config/fossick/config.toml");
        for system in [System::Unix, System::MacOs, System::Windows] {
            assert_eq!(found(system, &[("XDG_CONFIG_HOME", "/xdg")], &[]), "/xdg/fossick/config.toml");
        }
        assert_eq!(
            found(System::Unix, &[("XDG_CONFIG_HOME", "here")], &[]),
            "/ada/.config/fossick/config.toml",
            "a relative folder is ignored"
        );
    }

    #[test]
    fn a_file_named_by_the_variable_takes_precedence() {
        let named = [("FOSSICK_CONFIG", "/mine.toml"), ("XDG_CONFIG_HOME", "/xdg")];
        assert_eq!(found(System::Unix, &named, &[]), "/mine.toml");
        assert_eq!(found(System::Unix, &[("FOSSICK_CONFIG", "")], &[]), "/ada/.config/fossick/config.toml");
        let nowhere = find(System::Unix, |_| None, None, |_| false);
        assert!(matches!(nowhere, Err(ConfigError::NoFolder)));
    }
}
