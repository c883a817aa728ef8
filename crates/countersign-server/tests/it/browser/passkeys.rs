//! Passkeys, with Chromium's virtual authenticator: created, required for destructive calls, revoked.

use countersign_core::site::Site;
use serde_json::json;

use super::{browser, driver::LAPTOP, sign_in};
use crate::world::World;

#[test]
fn a2_what_is_destructive_is_signed_by_a_passkey_that_was_made_here() {
    let world = World::set_up(|setup, address| {
        let origin = format!("http://localhost:{}", address.port());
        setup.site = Some(Site { rp_id: "localhost".into(), origins: vec![origin] });
    });
    std::fs::write(world.work.join("old.txt"), "x\n").unwrap();
    let here = format!("localhost:{}", world.address.port());
    let tab = browser().tab(LAPTOP);
    tab.call("WebAuthn.enable", json!({}));
    let options = json!({"protocol": "ctap2", "transport": "internal", "hasResidentKey": true,
                         "hasUserVerification": true, "isUserVerified": true, "automaticPresenceSimulation": true});
    let authenticator = tab.call("WebAuthn.addVirtualAuthenticator", json!({"options": options}));
    sign_in(&tab, &world, &here);
    tab.go(&format!("http://{here}/settings/passkeys"));
    tab.fill("#passkey-label", "laptop");
    tab.press("form[data-passkey-add] button", "Add a passkey");
    tab.says("The passkey was added.");
    tab.until("document.querySelectorAll('form[data-op=\"passkey.revoke\"]').length === 1");

    let path = world.work.join("old.txt");
    let item = world.held(json!({"tool": "filesystem.delete_file", "args": {"path": path}}));
    tab.go(&format!("http://{here}/items/{item}"));
    tab.until("document.querySelector('form.confirm[data-passkey]')");
    if let Some(typed) = world.show(&item)["typed"].as_str() {
        tab.fill("#typed", typed);
    }
    let id = &authenticator["authenticatorId"];
    let verified = |yes: bool| {
        tab.call("WebAuthn.setUserVerified", json!({"authenticatorId": id, "isUserVerified": yes}));
    };
    verified(false);
    tab.click("form.confirm button");
    tab.until("document.querySelector('.notice[data-matter=passkey]')");
    assert!(path.exists(), "who is not who they say signs nothing");
    verified(true);
    tab.click("form.confirm button");
    tab.says("Confirmed:");
    assert!(!path.exists());
    let decision = world.at_work(&world.ana, "show", json!({"id": item}))["decisions"][0].clone();
    assert!(decision.to_string().contains("passkey"), "{decision}");

    tab.go(&format!("http://{here}/settings/passkeys"));
    tab.click("form[data-op=\"passkey.revoke\"] button");
    tab.says("1 was revoked");
    let known = world.at_work(&world.ana, "passkey.list", json!({}));
    assert!(known["passkeys"][0]["revoked_at"].is_u64(), "{known}");
}
