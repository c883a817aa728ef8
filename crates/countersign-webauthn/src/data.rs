//! Parses the client data, the authenticator data and the attestation object strictly. The module above
//! checks whether they match the request.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::{
    Flaw,
    cbor::{Reader, Token},
    cose::{Algorithm, PublicKey},
};

/// The standard forbids longer credential ids.
const CREDENTIAL_MOST: usize = 1023;

/// Encodes bytes as WebAuthn does in JSON.
pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes the output of [`encode`], at most `most` bytes. Other spellings of the same bytes are refused, so
/// that stored texts can be compared.
pub fn decode(text: &str, most: usize) -> Result<Vec<u8>, Flaw> {
    if text.len() > most.div_ceil(3) * 4 {
        return Err(Flaw::TooLong);
    }
    URL_SAFE_NO_PAD.decode(text).map_err(|_| Flaw::NotBase64)
}

/// SHA-256, as the standard prescribes it in two places.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// The browser's statement. Unknown members are ignored as the standard demands; duplicates of these are
/// refused.
#[derive(Debug, Deserialize)]
pub struct ClientData {
    /// `webauthn.create` or `webauthn.get`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The challenge, in base64url.
    pub challenge: String,
    /// The page that asked.
    pub origin: String,
    /// Whether that page was in a frame of another site.
    #[serde(rename = "crossOrigin", default)]
    pub cross_origin: bool,
    /// Whose.
    #[serde(rename = "topOrigin", default)]
    pub top_origin: Option<String>,
}

impl ClientData {
    /// Parses the exact bytes that are signed.
    pub fn read(json: &[u8]) -> Result<Self, Flaw> {
        serde_json::from_slice(json).map_err(|_| Flaw::NotClientData)
    }
}

/// What the authenticator vouches for.
#[derive(Debug, Clone)]
pub struct AuthenticatorData {
    /// The hash of the relying party's id.
    pub rp_id_hash: [u8; 32],
    /// Its counter; zero for authenticators without one.
    pub sign_count: u32,
    /// The new credential, in a registration.
    pub credential: Option<Credential>,
    flags: u8,
}

/// A credential created by an authenticator.
#[derive(Debug, Clone)]
pub struct Credential {
    /// Its id.
    pub id: Vec<u8>,
    /// Its public key, in COSE.
    pub public_key: Vec<u8>,
    /// How it signs.
    pub algorithm: Algorithm,
}

impl AuthenticatorData {
    const PRESENT: u8 = 0x01;
    const VERIFIED: u8 = 0x04;
    const CAN_BACK_UP: u8 = 0x08;
    const BACKED_UP: u8 = 0x10;
    const CREDENTIAL: u8 = 0x40;
    const EXTENSIONS: u8 = 0x80;

    /// Reads all of `bytes`.
    pub fn read(bytes: &[u8]) -> Result<Self, Flaw> {
        let (head, rest) = bytes.split_first_chunk::<37>().ok_or(Flaw::NotAuthenticatorData)?;
        let mut rp_id_hash = [0; 32];
        rp_id_hash.copy_from_slice(&head[..32]);
        let flags = head[32];
        let sign_count = u32::from_be_bytes([head[33], head[34], head[35], head[36]]);
        let mut reader = Reader::new(rest);
        let credential =
            if flags & Self::CREDENTIAL != 0 { Some(Credential::read(&mut reader)?) } else { None };
        if flags & Self::EXTENSIONS != 0 {
            if !matches!(Reader::clone(&reader).token()?, Token::Map(_)) {
                return Err(Flaw::NotAuthenticatorData);
            }
            reader.skip()?;
        }
        reader.end().map_err(|_| Flaw::NotAuthenticatorData)?;
        Ok(Self { rp_id_hash, sign_count, credential, flags })
    }

    /// Checks that a user was present and verified, and that the backup flags are consistent.
    pub fn check_flags(&self) -> Result<(), Flaw> {
        let has = |flag: u8| self.flags & flag != 0;
        if !has(Self::PRESENT) {
            return Err(Flaw::NotPresent);
        }
        if !has(Self::VERIFIED) {
            return Err(Flaw::NotVerified);
        }
        if has(Self::BACKED_UP) && !has(Self::CAN_BACK_UP) {
            return Err(Flaw::NotAuthenticatorData);
        }
        Ok(())
    }
}

impl Credential {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Flaw> {
        // First comes the authenticator's model (16 bytes). It is unverified and unused.
        let (head, rest) = reader.rest().split_first_chunk::<18>().ok_or(Flaw::NotAuthenticatorData)?;
        let length = usize::from(u16::from_be_bytes([head[16], head[17]]));
        if length == 0 || length > CREDENTIAL_MOST {
            return Err(Flaw::NotAuthenticatorData);
        }
        let (id, rest) = rest.split_at_checked(length).ok_or(Flaw::NotAuthenticatorData)?;
        *reader = Reader::new(rest);
        let algorithm = PublicKey::read_from(reader)?.algorithm();
        let public_key = rest[..rest.len() - reader.rest().len()].to_vec();
        Ok(Self { id: id.to_vec(), public_key, algorithm })
    }
}

/// Reads the authenticator data from an attestation object. The statement must be well-formed but is not
/// verified: people who host this themselves trust their own authenticator, not its vendor's certificate.
pub fn read_attestation(bytes: &[u8]) -> Result<AuthenticatorData, Flaw> {
    let mut reader = Reader::new(bytes);
    let (mut format, mut statement, mut data) = (false, false, None);
    for _ in 0..reader.map()? {
        let Token::Text(name) = reader.token()? else { return Err(Flaw::NotCbor) };
        let again = match name {
            "fmt" => {
                let Token::Text(_) = reader.token()? else { return Err(Flaw::NotCbor) };
                std::mem::replace(&mut format, true)
            }
            "attStmt" => {
                if !matches!(Reader::clone(&reader).token()?, Token::Map(_)) {
                    return Err(Flaw::NotCbor);
                }
                reader.skip()?;
                std::mem::replace(&mut statement, true)
            }
            "authData" => {
                let Token::Bytes(bytes) = reader.token()? else { return Err(Flaw::NotCbor) };
                data.replace(bytes).is_some()
            }
            _ => true,
        };
        if again {
            return Err(Flaw::NotCbor);
        }
    }
    reader.end()?;
    match data {
        Some(bytes) if format && statement => AuthenticatorData::read(bytes),
        _ => Err(Flaw::NotCbor),
    }
}
