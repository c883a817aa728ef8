//! The machines whose daemons write one log.

use countersign_core::{host::operations::HostListOutput, item::view::ItemView};

use super::{View, shown};

/// Renders the hosts, a line each.
pub fn hosts(output: &HostListOutput, view: &View) -> String {
    if output.hosts.is_empty() {
        return format!("{}\n", view.t("term-no-hosts"));
    }
    let line = |host: &countersign_core::host::operations::HostView| {
        let mut told = vec![match (host.is_this, host.away_since) {
            (true, _) => view.t("term-host-this"),
            (_, None) => view.t("term-host-there"),
            (_, Some(at)) => view.paint.warn(&view.about("term-host-away", "at", view.time(at))),
        }];
        if host.waiting > 0 {
            told.push(view.words.count("term-host-waiting", host.waiting));
        }
        format!("{}  {}\n", view.paint.strong(&shown(&host.name)), told.join(" · "))
    };
    output.hosts.iter().map(line).collect()
}

/// Says on which other host an item is carried out, and what waits for that; nothing if it is this one.
pub fn of_item(item: &ItemView, view: &View) -> String {
    let Some(host) = &item.host else { return String::new() };
    let mut told = vec![shown(host)];
    told.extend(item.host_away_since.map(|at| view.about("term-host-away", "at", view.time(at))));
    told.extend(item.waits_for_host.iter().map(|left| {
        let given = [("who", shown(&left.by).into()), ("op", shown(&left.op).into())];
        view.words.with("people-answer-waits", &given)
    }));
    told.join(" · ")
}
