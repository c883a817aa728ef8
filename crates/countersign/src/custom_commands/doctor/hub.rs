//! `doctor` on the hub that this gate is joined to.

use countersign_core::{
    Result,
    hub::{Hub, HubItem, link},
    judge::Policy,
    record::{Key, Record},
    store::{Scan, Store},
};
use countersign_words::say;

use super::Finding;
use crate::session;

/// Says how the hub stands, if there is one. One that is away is nothing wrong with this home.
pub fn look(store: &dyn Store) -> Option<Finding> {
    let mut found: Option<(Hub, usize)> = None;
    let read: Result<()> = store.view(&mut |base| {
        let Some(stored) = base.get(&Key::of::<Hub>(Hub::ID))? else { return Ok(()) };
        let asked = base.scan(&Scan::prefix(HubItem::KIND.name, "hub_item.open", ""))?.len();
        found = Some((stored.row.read()?, asked));
        Ok(())
    });
    let name = say!("hub-doctor");
    if let Err(e) = read {
        return Some(Finding::of(name, Err(e)));
    }
    let (hub, asked) = found?;
    let standing = link::standing(&hub, &session::setup(Policy::default()).zone, asked);
    Some(match hub.alert {
        Some(_) => Finding::bad(name, standing, None),
        None => Finding::good(name, standing),
    })
}
