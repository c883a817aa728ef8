//! The collector of a home: `[telemetry]` in `config.toml`.

use std::{collections::BTreeMap, path::Path};

use countersign_core::Result;
use countersign_server::{sign_in::Secret, telemetry::Otlp};
use serde::Deserialize;

use super::sign_in::private;

/// The collector, as written.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Telemetry {
    /// Its address; none: nobody is told.
    otlp: Option<String>,
    /// What is sent along, such as a key.
    headers: BTreeMap<String, String>,
    /// The name of this service. Default: `countersign`.
    service: Option<String>,
}

impl Telemetry {
    /// Returns the checked settings; `config` is the file that they are in.
    pub fn checked(&self, config: &Path) -> Result<Option<Otlp>> {
        let Some(url) = self.otlp.clone() else { return Ok(None) };
        if !self.headers.is_empty() {
            private(config)?;
        }
        let headers =
            self.headers.iter().map(|(name, value)| (name.clone(), Secret(value.clone()))).collect();
        let service = self.service.clone().unwrap_or_else(|| "countersign".to_owned());
        Otlp { url, headers, service }.checked().map(Some)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    use crate::home::parse_config;

    #[test]
    fn a_key_for_the_collector_is_in_a_private_file_and_leaves_the_machine_encrypted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        let read = |text: &str, mode: u32| {
            fs::write(&file, text).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            parse_config(text, &file).and_then(|config| config.telemetry.checked(&file))
        };
        let plain = "[telemetry]\notlp = \"http://collector:4318\"\n";
        assert!(read("", 0o644).unwrap().is_none());
        assert_eq!(read(plain, 0o644).unwrap().unwrap().service, "countersign");
        let key = format!("{}headers = {{ x-key = \"k\" }}\n", plain.replace("http:", "https:"));
        assert!(read(&key, 0o644).is_err());
        let found = read(&key, 0o600).unwrap().unwrap();
        assert!(!format!("{found:?}").contains("\"k\""), "{found:?}");
        assert!(read(&key.replace("https:", "http:"), 0o600).is_err(), "a key would be sent unencrypted");
        assert!(read(&key.replace("https://collector", "http://127.0.0.1"), 0o600).is_ok());
        assert!(read(&key.replace("x-key", "\"x key\""), 0o600).is_err());
        assert!(read("[telemetry]\notlp = \"collector\"\n", 0o600).is_err());
    }
}
