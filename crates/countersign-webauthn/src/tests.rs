//! The test vectors of Web Authentication Level 3 (section "Test Vectors"), and malformed input.

use proptest::prelude::*;

use super::*;

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect()
}

const EXAMPLE: &str = "example.org";

/// Authenticator data up to the flags: the hash of the relying party's id.
const RP: &str = "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b5";

fn es256(x: &str, y: &str) -> String {
    encode(&hex(&format!("a5010203262001215820{x}225820{y}")))
}

/// A signature whose parts can be changed one by one.
struct Proof {
    public_key: String,
    rp_id: String,
    client_data_json: String,
    authenticator_data: String,
    signature: String,
}

impl Proof {
    fn check_answer(&self, challenge: &str) -> Result<Checked, Flaw> {
        let Self { public_key, rp_id, client_data_json, authenticator_data, signature } = self;
        Signed { rp_id, public_key, client_data_json, authenticator_data, signature }.check(challenge)
    }
}

fn proof(public_key: String, flags: &str, client: &str, signature: &str) -> Proof {
    Proof {
        public_key,
        rp_id: EXAMPLE.into(),
        client_data_json: encode(client.as_bytes()),
        authenticator_data: encode(&hex(&format!("{RP}{flags}00000000"))),
        signature: encode(&hex(signature)),
    }
}

fn get(challenge: &str, cross: bool) -> String {
    format!(
        r#"{{"type":"webauthn.get","challenge":"{challenge}","origin":"https://example.org","crossOrigin":{cross}}}"#
    )
}

/// ES256 with user verification (from "Packed Attestation with ES256 Credential, very long credential id").
const VERIFIED: &str = "7x3rpW3OSPZ0pEfM9juVmSWM6HZI5cOW8u8ModpGDjs";

fn verified() -> Proof {
    proof(
        es256(
            "3b8176b7504489cc593046d7988abb7905a742de6ac2cdc748a873c663e90cb1",
            "1436d5edc9a75f23999eef9d5950a5c2455514ee1014084720f841a06b828a11",
        ),
        "0d",
        &get(VERIFIED, false),
        "304502203ecef83fb12a0cae7841055f9f87103a99fd14b424194bbf06c4623d3ee6e3fd022100d2ace346db262b1374a6b70faa51f518a42ddca13a4125ce6f5052a75bac9fb6",
    )
}

#[test]
fn the_published_es256_assertion_is_good() {
    let checked = verified().check_answer(VERIFIED).unwrap();
    assert_eq!(checked, Checked { origin: "https://example.org".into(), sign_count: 0 });
    let other = Proof { rp_id: "example.com".into(), ..verified() };
    assert_eq!(other.check_answer(VERIFIED), Err(Flaw::OtherOrigin));
    assert_eq!(verified().check_answer("AAAA"), Err(Flaw::OtherStatement));
}

#[test]
fn published_assertions_without_user_verification_are_refused_though_their_signatures_are_good() {
    let none = proof(
        es256(
            "afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61",
            "930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220",
        ),
        "19",
        &get("OcDnUhQXulTUPo3JUXT0I97pvzzYBP9tZchXyav01Ag", false),
        "3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd5d78c6e486013f937295ea13653e331e87",
    );
    let eddsa = proof(
        encode(&hex("a401010327200621582044e06ddd331c36a8dc667bab52bcae63486c916aa5e339e6acebaa84934bf832")),
        "01",
        &get("iVlX4BxjOmmDSKLYoxpUt9sn6MHEOyCA15riGQJnv9I", false),
        "f5c59c7e46c34f6f8cc197101ddf9934fa2595f68eb1913a637e8419eb9ba4cfdfc48f85393bc0d40b011f0d6fecb097d6607525713223a0dc0d453993dae00b",
    );
    for p in [none, eddsa] {
        let json = decode(&p.client_data_json, CLIENT_DATA_MOST).unwrap();
        let data = decode(&p.authenticator_data, AUTHENTICATOR_DATA_MOST).unwrap();
        let key = PublicKey::read(&decode(&p.public_key, KEY_MOST).unwrap()).unwrap();
        let signature = decode(&p.signature, SIGNATURE_MOST).unwrap();
        key.verify(&[data, sha256(&json).to_vec()].concat(), &signature).unwrap();
        let challenge = ClientData::read(&json).unwrap().challenge;
        assert_eq!(p.check_answer(&challenge), Err(Flaw::NotVerified));
    }
}

#[test]
fn the_published_assertion_from_inside_another_page_is_refused() {
    let challenge = "h2qlF7qD_e5l_P_bykyE7q5dVPgEGh_IXJkeW7snMTc";
    let client = get(challenge, true).replace(
        '}',
        r#","extraData":"clientDataJSON may be extended with additional fields in the future, such as this: 92pcTVD0Aby-q4dtmj6efg"}"#,
    );
    let key = es256(
        "22200a473f90b11078851550d03b4e44a2279f8c4eca27b3153dedfe03e4e97d",
        "cbd0be95e746ad6f5a8191be11756e4c0420e72f65b466d39bc56b8b123a9c6e",
    );
    let signature = "3046022100eb12fcf23b12764c0f122e22371fab92e283879fd798f38ee1841c951b6e40e7022100c76237ff9db77b3c56f30837cda6a09acfa2e915544e609c0733b1184036d1cf";
    assert_eq!(proof(key, "05", &client, signature).check_answer(challenge), Err(Flaw::Framed));
}

/// "Self Attestation (Packed) with ES256 Credential": the statement is skipped, the credential accepted.
const SELF_ATTESTED: &str = "a363666d74667061636b65646761747453746d74a263616c672663736967584630440220067a20754ab925005dbf378097c92120031581c73228d1fb4f5b881bcd7da98302207fc7b147558c7c0eba3af18bd9d121fa3d3a26d17fe3f220272178f473b6006d68617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b55d00000000df850e09db6afbdfab51697791506cfc0020455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58ca5010203262001215820eb151c8176b225cc651559fecf07af450fd85802046656b34c18f6cf193843c5225820927b8aa427a2be1b8834d233a2d34f61f13bfd44119c325d5896e183fee484f2";
const SELF_CHALLENGE: &str = "eGnCt3LUtY66k3jPjynibPk1qnffDaifqZwL3Ap29-U";

/// "None Attestation with ES256 Credential": without user verification.
const UNVERIFIED: &str = "a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220";

fn create(challenge: &str) -> String {
    encode(
        format!(
            r#"{{"type":"webauthn.create","challenge":"{challenge}","origin":"https://example.org","crossOrigin":false,"extraData":"more"}}"#
        )
        .as_bytes(),
    )
}

#[test]
fn the_published_registrations_are_read() {
    let register = |object: &str, client: &str| {
        check_registration(client, &encode(&hex(object)), SELF_CHALLENGE, EXAMPLE)
    };
    let (credential, _) = register(SELF_ATTESTED, &create(SELF_CHALLENGE)).unwrap();
    assert_eq!(credential.id, hex("455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58c"));
    assert_eq!(credential.algorithm, Algorithm::Es256);
    assert!(PublicKey::read(&credential.public_key).is_ok());
    let flaw = |object: &str, client: &str| register(object, client).map(|_| ()).unwrap_err();
    assert_eq!(flaw(UNVERIFIED, &create(SELF_CHALLENGE)), Flaw::NotVerified);
    assert_eq!(flaw(SELF_ATTESTED, &create("AAAA")), Flaw::OtherStatement);
    assert_eq!(flaw(SELF_ATTESTED, &encode(get(SELF_CHALLENGE, false).as_bytes())), Flaw::OtherKind);
}

#[test]
fn keys_that_are_none_are_refused() {
    let (x, y) = ("af".repeat(32), "93".repeat(32));
    let weak = format!("01{}", "00".repeat(31));
    let on_curve = "a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220";
    assert!(PublicKey::read(&hex(on_curve)).is_ok());
    for bad in [
        format!("a5010203262001215820{x}225820{y}"),  // not on the curve
        format!("a40101032720062158{}{weak}", "20"),  // weak
        format!("a401030339010020{}21", "00"),        // RS256
        on_curve.replacen("0326", "0327", 1),         // ES256 key that says EdDSA
        on_curve.replacen("2001", "2002", 1),         // another curve
        on_curve.replacen("a50102", "a601020102", 1), // a label twice
        on_curve.replacen("a50102", "a601020400", 1), // a label more
        format!("{on_curve}00"),                      // more after the end
        on_curve.replacen("2258", "22f5", 1),         // half a point
        "a0".into(),
        "80".into(),
        String::new(),
    ] {
        assert!(PublicKey::read(&hex(&bad)).is_err(), "{bad}");
    }
}

#[test]
fn client_data_are_read_strictly_where_it_matters() {
    let twice = r#"{"type":"webauthn.get","challenge":"a","challenge":"b","origin":"https://example.org"}"#;
    let deep = format!(r#"{{"type":"a","challenge":"b","origin":"c","x":{}1}}"#, "[".repeat(5000));
    for bad in ["", "null", "[]", "{}", twice, &deep, r#"{"type":1,"challenge":"a","origin":"b"}"#] {
        assert_eq!(ClientData::read(bad.as_bytes()).map(|_| ()), Err(Flaw::NotClientData), "{bad}");
    }
    assert!(ClientData::read(&[0xff, 0xfe]).is_err());
    for bad in ["a", "YQ==", "YR", "a b", "é", "+/+/"] {
        assert_eq!(decode(bad, 64), Err(Flaw::NotBase64), "{bad}");
    }
    assert_eq!(decode(&"A".repeat(200), 64), Err(Flaw::TooLong));
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_attestation(&bytes);
        let _ = AuthenticatorData::read(&bytes);
        let _ = PublicKey::read(&bytes);
        let _ = ClientData::read(&bytes);
        let verified = verified();
        let key = PublicKey::read(&decode(&verified.public_key, KEY_MOST).unwrap()).unwrap();
        prop_assert!(key.verify(b"text", &bytes).is_err());
    }

    #[test]
    fn no_edit_of_an_attestation_object_makes_a_reader_panic(
        at in 0usize..280, byte in any::<u8>(), cut in 0usize..280
    ) {
        let mut object = hex(SELF_ATTESTED);
        let at = at % object.len();
        object[at] = byte;
        let _ = read_attestation(&object);
        object.truncate(cut.min(object.len()));
        let _ = read_attestation(&object);
    }

    #[test]
    fn no_edited_assertion_is_good(which in 0usize..3, at in any::<prop::sample::Index>(), flip in 1u8..) {
        let mut edited = verified();
        let part = match which {
            0 => &mut edited.client_data_json,
            1 => &mut edited.authenticator_data,
            _ => &mut edited.signature,
        };
        let mut bytes = decode(part, CLIENT_DATA_MOST).unwrap();
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        *part = encode(&bytes);
        prop_assert!(edited.check_answer(VERIFIED).is_err());
    }

    #[test]
    fn no_text_makes_checking_panic(client in ".{0,200}", told in ".{0,200}", signature in "[A-Za-z0-9_-]{0,100}") {
        let edited = Proof { client_data_json: client, authenticator_data: told, signature, ..verified() };
        prop_assert!(edited.check_answer(VERIFIED).is_err());
    }
}
