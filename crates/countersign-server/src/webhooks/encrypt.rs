//! Encrypts a message so that only one device can read it, not its push service (RFC 8291 over RFC 8188).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use countersign_core::{Error, Result, webhook::DeviceKeys};
use hmac::{Hmac, KeyInit, Mac};
use p256::{
    PublicKey, SecretKey,
    elliptic_curve::{point::AffineCoordinates, sec1::ToSec1Point},
};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use sha2::Sha256;

/// The size of a record: each message is one.
const RECORD_BYTES: u32 = 4096;

/// The longest message: what a record has room for besides its tag and the end of its text.
pub(super) const MAX_PLAIN: usize = RECORD_BYTES as usize - 17 - 86;

/// Encrypts a message with a key pair and a salt that are used for nothing else.
pub(super) fn encrypt(plain: &[u8], device: &DeviceKeys, own: &SecretKey, salt: [u8; 16]) -> Result<Vec<u8>> {
    if plain.len() > MAX_PLAIN {
        return Err(Error::bug("a message to a device is too long"));
    }
    let read = |text: &str| URL_SAFE_NO_PAD.decode(text).map_err(Error::bug);
    let (theirs, auth) = (read(&device.p256dh)?, read(&device.auth)?);
    let their_point = PublicKey::from_sec1_bytes(&theirs).map_err(Error::bug)?;
    let ours = own.public_key().to_sec1_point(false);
    let ours = ours.as_bytes();
    // The shared secret is the x coordinate of the product.
    let product = their_point.to_projective() * *own.to_nonzero_scalar();
    let shared = product.to_affine().x();
    let info = [b"WebPush: info\0".as_slice(), &theirs, ours].concat();
    let input = derived(&auth, &shared, &info)?;
    let key = derived(&salt, &input, b"Content-Encoding: aes128gcm\0")?;
    let nonce = derived(&salt, &input, b"Content-Encoding: nonce\0")?;
    let key = UnboundKey::new(&AES_128_GCM, &key[..16]).map_err(Error::bug)?;
    let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).map_err(Error::bug)?;
    // The text ends with 2: it is the last record.
    let mut sealed = [plain, &[2]].concat();
    LessSafeKey::new(key).seal_in_place_append_tag(nonce, Aad::empty(), &mut sealed).map_err(Error::bug)?;
    let length = [u8::try_from(ours.len()).map_err(Error::bug)?];
    Ok([salt.as_slice(), &RECORD_BYTES.to_be_bytes(), &length, ours, &sealed].concat())
}

/// HKDF with SHA-256, whose first block is enough here.
fn derived(salt: &[u8], input: &[u8], info: &[u8]) -> Result<[u8; 32]> {
    let key = mac(salt, &[input])?;
    mac(&key, &[info, &[1]])
}

fn mac(key: &[u8], parts: &[&[u8]]) -> Result<[u8; 32]> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).map_err(Error::bug)?;
    parts.iter().for_each(|part| mac.update(part));
    Ok(mac.finalize().into_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn b12_the_published_vector_is_encrypted_as_published() {
        let device = DeviceKeys {
            p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
                .to_owned(),
            auth: "BTBZMqHH6r4Tts7J_aSIgg".to_owned(),
        };
        let own = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let sealed = encrypt(b"When I grow up, I want to be a watermelon", &device, &own, salt).unwrap();
        let published = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
                         mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
                         pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(sealed), published);
    }

    #[test]
    fn a_point_that_is_not_on_the_curve_gets_nothing() {
        let own = SecretKey::from_slice(&[7; 32]).unwrap();
        let point = [[4].as_slice(), &[9; 64]].concat();
        for p256dh in [URL_SAFE_NO_PAD.encode(point), "BA".to_owned(), "?".to_owned()] {
            let device = DeviceKeys { p256dh, auth: "BTBZMqHH6r4Tts7J_aSIgg".to_owned() };
            assert!(encrypt(b"x", &device, &own, [0; 16]).is_err());
        }
    }
}
