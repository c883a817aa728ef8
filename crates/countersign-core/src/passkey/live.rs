//! Issues challenges and accepts their answers, inside a transaction: an answer is accepted together with
//! what it allows, or not at all.

use countersign_words::say;
use serde_json::json;

use super::{
    Assertion, CHALLENGE_MS, Checked, Credential, Flaw, Proof, Statement, answered, check_registration,
    encode,
};
use crate::{
    error::{Error, Result},
    passkey::{Challenge, Passkey},
    record::Record,
    site::Site,
    store::Scan,
    tx::Tx,
};

/// The maximum number of pending challenges of one person; the oldest are dropped for new ones.
const WAITING_MOST: usize = 32;

/// Returns the site, if passkeys can be used here.
pub fn site<'a>(tx: &Tx<'a>) -> Result<&'a Site> {
    let site = tx.setup().site.as_ref().ok_or_else(|| {
        Error::conflict(say!("judge-passkey-no-site")).hint(say!("judge-passkey-no-site-hint"))
    })?;
    site.check().map(|()| site)
}

/// Returns a person's valid passkeys.
pub fn of_person(tx: &mut Tx<'_>, person: &str) -> Result<Vec<Passkey>> {
    tx.list(&Scan::exactly(Passkey::KIND.name, "passkey.live", person))
}

/// Returns the caller's passkeys that can sign here; an error if there are none.
pub fn usable(tx: &mut Tx<'_>) -> Result<Vec<Passkey>> {
    let rp_id = &site(tx)?.rp_id;
    let person = &tx.actor().name;
    let mut passkeys = of_person(tx, person)?;
    passkeys.retain(|p| p.rp_id == *rp_id);
    if passkeys.is_empty() {
        return Err(Error::conflict(say!("judge-passkey-none", who = person, site = rp_id))
            .hint(say!("judge-passkey-none-hint")));
    }
    Ok(passkeys)
}

/// Issues a challenge to the caller.
pub fn issue(tx: &mut Tx<'_>, statement: Statement) -> Result<Challenge> {
    let (person, now) = (tx.actor().name.clone(), tx.now());
    let waiting: Vec<Challenge> =
        tx.list(&Scan::prefix(Challenge::KIND.name, "challenge.person", &format!("{person}/")))?;
    let fresh = waiting.iter().filter(|c| c.expires_at > now).count();
    // They are sorted by expiry: expired and oldest ones come first.
    let surplus = waiting.len() - fresh + (fresh + 1).saturating_sub(WAITING_MOST);
    for old in waiting.iter().take(surplus) {
        tx.delete::<Challenge>(&old.id)?;
    }
    let nonce = encode(&tx.random("passkey challenge"));
    let expires_at = now + CHALLENGE_MS;
    let value = statement.challenge(&person, &nonce, expires_at);
    let id = tx.new_id(Challenge::KIND);
    let challenge = Challenge { id, person, statement, nonce, expires_at, value, used: false };
    tx.create(&challenge)?;
    Ok(challenge)
}

/// Returns the challenge in the client data, if it is pending for the caller.
fn waiting(tx: &mut Tx<'_>, client_data_json: &str) -> Result<Result<Challenge, Flaw>> {
    let value = match answered(client_data_json) {
        Ok(value) => value,
        Err(flaw) => return Ok(Err(flaw)),
    };
    let found: Vec<Challenge> =
        tx.list(&Scan::exactly(Challenge::KIND.name, "challenge.value", &value).limit(1))?;
    Ok(match found.into_iter().next().filter(|c| c.person == tx.actor().name) {
        None => Err(Flaw::UnknownChallenge),
        Some(c) if c.used => Err(Flaw::Used),
        Some(c) if c.expires_at <= tx.now() => Err(Flaw::Expired),
        Some(c) => Ok(c),
    })
}

/// Accepts the caller's signature of `statement`. On success its challenge is used up, in this transaction; a
/// flaw changes nothing.
pub fn accept(tx: &mut Tx<'_>, given: &Assertion, statement: &Statement) -> Result<Result<Proof, Flaw>> {
    let site = site(tx)?;
    let mut passkey = match by_credential(tx, &given.id)?.filter(|p| p.person == tx.actor().name) {
        None => return Ok(Err(Flaw::UnknownPasskey)),
        Some(p) if p.revoked_at.is_some() => return Ok(Err(Flaw::Revoked)),
        Some(p) if p.rp_id != site.rp_id => return Ok(Err(Flaw::OtherSite)),
        Some(p) => p,
    };
    let mut challenge = match waiting(tx, &given.client_data_json)? {
        Ok(challenge) => challenge,
        Err(flaw) => return Ok(Err(flaw)),
    };
    let proof = Proof {
        passkey: passkey.id.clone(),
        public_key: passkey.public_key.clone(),
        rp_id: passkey.rp_id.clone(),
        nonce: challenge.nonce.clone(),
        expires_at: challenge.expires_at,
        client_data_json: given.client_data_json.clone(),
        authenticator_data: given.authenticator_data.clone(),
        signature: given.signature.clone(),
    };
    let checked = proof.check(statement, &passkey.person).and_then(|checked| {
        check_origin(site, &checked)?;
        check_counter(&passkey, checked.sign_count)?;
        Ok(checked)
    });
    let checked = match checked {
        Ok(checked) => checked,
        Err(flaw) => return Ok(Err(flaw)),
    };
    challenge.used = true;
    tx.put(&challenge)?;
    passkey.sign_count = checked.sign_count;
    passkey.last_used_at = Some(tx.now());
    tx.put(&passkey)?;
    let told =
        json!({"passkey": passkey.id, "origin": checked.origin, "statement": statement, "proof": proof});
    tx.note("signed", told);
    Ok(Ok(proof))
}

/// The operations that grant or revoke authority, which a person with a passkey must sign.
pub const VOUCHED: &[&str] = &[
    "token.create",
    "token.revoke",
    "link.create",
    "settings.accept",
    "server.accept",
    "server.forget",
    "person.remove",
    "person.admit",
];

/// Checks that a caller with a passkey signed the current call, as received. A caller without one proceeds.
pub fn vouch(tx: &mut Tx<'_>, given: Option<&Assertion>) -> Result<()> {
    let person = tx.actor().name.clone();
    if of_person(tx, &person)?.is_empty() {
        return Ok(());
    }
    let call = tx.call();
    let op = call.op.spec().name;
    let statement = Statement::of_call(op, &call.input);
    let hint = say!("judge-passkey-must-sign-hint");
    let Some(given) = given else {
        let what = say!("judge-passkey-must-sign", who = person, op);
        return Err(Error::refused(what).hint(hint));
    };
    accept(tx, given, &statement)?.map(drop).map_err(|flaw| super::flawed(flaw).hint(hint))
}

/// Reads the credential that the caller created for a challenge of this kind, and uses up the challenge.
/// Returns the challenge too, with the handle that it was made for.
pub fn accept_new(
    tx: &mut Tx<'_>,
    client_data_json: &str,
    attestation_object: &str,
) -> Result<Result<(Credential, Checked, Challenge), Flaw>> {
    let site = site(tx)?;
    let mut challenge = match waiting(tx, client_data_json)? {
        Ok(challenge) => challenge,
        Err(flaw) => return Ok(Err(flaw)),
    };
    if !matches!(challenge.statement, Statement::Register { .. }) {
        return Ok(Err(Flaw::OtherStatement));
    }
    let checked = check_registration(client_data_json, attestation_object, &challenge.value, &site.rp_id)
        .and_then(|(credential, checked)| check_origin(site, &checked).map(|()| (credential, checked)));
    Ok(match checked {
        Ok((credential, checked)) => {
            challenge.used = true;
            tx.put(&challenge)?;
            Ok((credential, checked, challenge))
        }
        Err(flaw) => Err(flaw),
    })
}

/// Returns the passkey with that credential, valid or not.
pub fn by_credential(tx: &mut Tx<'_>, credential: &str) -> Result<Option<Passkey>> {
    let scan = Scan::exactly(Passkey::KIND.name, "passkey.credential", credential).limit(1);
    Ok(tx.list(&scan)?.into_iter().next())
}

fn check_origin(site: &Site, checked: &Checked) -> Result<(), Flaw> {
    if site.origins.contains(&checked.origin) { Ok(()) } else { Err(Flaw::OtherOrigin) }
}

/// A counter that does not grow shows that two authenticators use one key. Passkeys that are synchronised
/// over several devices have no counter and always report zero.
fn check_counter(passkey: &Passkey, now: u32) -> Result<(), Flaw> {
    let counts = passkey.sign_count != 0 || now != 0;
    if counts && now <= passkey.sign_count { Err(Flaw::CounterBack) } else { Ok(()) }
}
