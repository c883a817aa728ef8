//! Signing in through a provider, in a real browser, to which the provider is another site.

use super::{browser, driver::LAPTOP};
use crate::sign_in::Team;

#[test]
fn c1_who_signs_in_through_the_provider_is_back_where_they_were_with_cookies_that_no_other_site_gets() {
    let team = Team::with_provider_elsewhere();
    let item = team.world.propose("Write the report");
    let tab = browser().tab(LAPTOP);
    tab.go(&format!("http://{}/items/{item}", team.world.address));
    tab.says("You are not signed in here");
    tab.click("a[href=\"/sign-in/oidc\"]");
    // The provider consents at once; the page goes on by itself, with the session that a redirect would not have sent.
    tab.until(&format!("location.pathname === '/items/{item}' && document.querySelector('#act')"));
    tab.says("Write the report");
    assert_eq!(tab.eval("document.cookie"), "", "no script reads the session");
    tab.click("form.confirm button");
    tab.says("Confirmed:");
    assert_eq!(team.world.show(&item)["status"], "applied");
    let log = team.world.log();
    let yes = log.iter().rfind(|event| event["op"] == "item.confirm").unwrap();
    assert_eq!(yes["actor"], "person:zoe", "{yes}");
}
