//! Trusted folders as the policy file writes them.

use countersign_words::say;
use jiff::tz::TimeZone;

use super::{RawTrust, Source};
use crate::{
    error::{Error, Result},
    judge::Trust,
    when,
};

impl Source<'_> {
    /// Checks a trusted folder.
    pub(super) fn trust(&self, raw: RawTrust) -> Result<Trust> {
        let folder = raw.folder.get_ref();
        let is_plain = |part: &str| !part.is_empty() && part != "." && part != "..";
        if !folder.strip_prefix('/').is_some_and(|rest| rest.split('/').all(is_plain)) {
            return Err(self
                .error(raw.folder.span(), say!("judge-policy-trust-folder", text = format!("{folder:?}")))
                .hint(say!("judge-policy-trust-folder-hint")));
        }
        let most = i64::from(Trust::MAX_FILES);
        let until = match &raw.until {
            None => None,
            Some(text) => Some(when::to_ms(when::end(text.get_ref(), &TimeZone::UTC).map_err(|e| {
                let error = self.error(text.span(), e.message);
                e.hint.into_iter().fold(error, Error::hint)
            })?)),
        };
        Ok(Trust {
            files: self.number(raw.files, "files", 1..=most)?.unwrap_or(Trust::FILES),
            folder: raw.folder.into_inner(),
            agents: raw.agents,
            branches: raw.branches,
            until,
        })
    }
}
