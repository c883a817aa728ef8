//! The key of a log, the checkpoints that two logs exchange, and what is said when one contradicts an earlier one.

use countersign_words::{Message, say};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

use super::LogKey;
use crate::{
    audit::{Checkpoint, from_hex, to_hex},
    error::{Error, Result},
    tx::Tx,
};

/// A checkpoint is kept at least this often while the other log grows.
const KEEP_MS: u64 = 10 * 60_000;

/// Returns the secret of this log's key, which was made with the first invitation, or when a hub was joined.
pub(super) fn secret(tx: &mut Tx<'_>) -> Result<[u8; 32]> {
    let key: LogKey = tx.need(LogKey::ID)?;
    let bytes = tx.blob(&key.blob)?.ok_or_else(|| Error::bug("the key of the log is gone"))?;
    bytes.try_into().map_err(|_| Error::bug("the key of the log has another length"))
}

/// Returns the public key of this log, and makes the key if there is none.
pub(super) fn ensure(tx: &mut Tx<'_>) -> Result<String> {
    if let Some(key) = tx.get::<LogKey>(LogKey::ID)? {
        return Ok(key.key);
    }
    let secret = tx.random("log key");
    let key = to_hex(SigningKey::from_bytes(&secret).verifying_key().as_bytes());
    let blob = tx.put_blob(secret.to_vec())?;
    tx.put(&LogKey { id: LogKey::ID.to_owned(), key: key.clone(), blob })?;
    Ok(key)
}

/// Signs a text with the secret of a log.
pub(super) fn sign(text: &str, secret: &[u8; 32]) -> String {
    to_hex(&SigningKey::from_bytes(secret).sign(text.as_bytes()).to_bytes())
}

/// Whether a signature of a text is that of a public key.
pub(super) fn is_signed(text: &str, signature: &str, key: &str) -> bool {
    let key = from_hex::<32>(key).and_then(|k| VerifyingKey::from_bytes(&k).ok());
    let signature = from_hex::<64>(signature).map(|s| Signature::from_bytes(&s));
    matches!((key, signature), (Some(key), Some(s)) if key.verify_strict(text.as_bytes(), &s).is_ok())
}

/// Whether a text can be a public key.
pub(super) fn is_key(text: &str) -> bool {
    from_hex::<32>(text).is_some_and(|k| VerifyingKey::from_bytes(&k).is_ok())
}

/// Returns the signed end of this log.
pub(super) fn checkpoint(tx: &mut Tx<'_>) -> Result<Checkpoint> {
    let secret = secret(tx)?;
    Ok(Checkpoint::sign(&tx.log_head()?, tx.now(), &secret))
}

/// Returns why a checkpoint of another log cannot be, given its key and the one that was kept; None if it can.
pub(super) fn contradiction(shown: &Checkpoint, key: &str, kept: Option<&Checkpoint>) -> Option<Message> {
    if shown.key != key || !shown.is_genuine() {
        return Some(say!("hub-checkpoint-false"));
    }
    let kept = kept?;
    if shown.seq < kept.seq {
        return Some(say!("hub-checkpoint-back", now = shown.seq, was = kept.seq));
    }
    (shown.seq == kept.seq && shown.hash != kept.hash).then(|| say!("hub-checkpoint-other", at = shown.seq))
}

/// Whether a checkpoint is to be kept: with anything else that is written, else now and then.
pub(super) fn is_due(shown: &Checkpoint, kept: Option<&Checkpoint>, writes: bool) -> bool {
    let grown = |kept: &Checkpoint| shown.seq > kept.seq;
    kept.is_none_or(|kept| grown(kept) && (writes || shown.at >= kept.at.saturating_add(KEEP_MS)))
}

/// Whether a checkpoint that the other side holds of this log is true: false after a restored backup, say.
pub(super) fn is_own(tx: &mut Tx<'_>, held: &Checkpoint) -> Result<bool> {
    if held.seq == 0 {
        return Ok(true);
    }
    Ok(tx.event(held.seq)?.is_some_and(|event| to_hex(&event.hash) == held.hash))
}
