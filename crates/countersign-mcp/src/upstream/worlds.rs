//! Built-in tools and upstream servers as one world.

use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

use countersign_core::{
    Result,
    tool::Forecast,
    world::{Ask, Inverse, Landed, MergedUndo, Order, RecoveryState, Reverted, Standing, Undoable, World},
};
use countersign_tools::Builtins;
use countersign_words::Message;
use serde_json::Value;

use super::{Upstreams, effect};

/// Reserved server names: those of built-in tools, and our own.
pub static BUILTIN_SERVERS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let built_in = countersign_tools::catalog().into_iter().chain(countersign_core::receipt::undo::tools());
    built_in.map(|tool| tool.server).chain(["countersign".to_owned()]).collect()
});

/// Built-ins and upstreams as one world; the part of a tool's name before the first dot decides.
pub struct Worlds {
    builtins: Arc<Builtins>,
    upstreams: Arc<Upstreams>,
}

impl Worlds {
    /// Combines both.
    pub fn new(builtins: Arc<Builtins>, upstreams: Arc<Upstreams>) -> Self {
        Self { builtins, upstreams }
    }

    fn of(&self, tool: &str) -> &dyn World {
        let server = tool.split('.').next().unwrap_or_default();
        if BUILTIN_SERVERS.contains(server) { &*self.builtins } else { &*self.upstreams }
    }
}

impl World for Worlds {
    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        self.of(&ask.tool).forecast(ask)
    }

    fn read(&self, ask: &Ask) -> Result<Value> {
        self.of(&ask.tool).read(ask)
    }

    fn apply(&self, order: &Order) -> Result<Landed> {
        self.of(&order.tool).apply(order)
    }

    fn check(&self, order: &Order) -> Result<RecoveryState> {
        self.of(&order.tool).check(order)
    }

    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        self.of(&inverse.tool).revert(id, inverse)
    }

    fn forget(&self, id: &str) -> Result<()> {
        self.builtins.forget(id)?;
        self.upstreams.forget(id)
    }

    fn rehearse(&self, ask: &Ask) -> Result<Option<Forecast>> {
        self.of(&ask.tool).rehearse(ask)
    }

    fn standing(&self, effects: &[Undoable]) -> Vec<Standing> {
        // Both change files, so one place compares them all.
        let effects: Vec<_> = effects.iter().map(effect::of_files).collect();
        let ours = |receipt: &str| {
            let of = effects.iter().find(|effect| effect.receipt == receipt);
            let server = of.and_then(|effect| effect.inverse.tool.split('.').next());
            server.is_some_and(|server| BUILTIN_SERVERS.contains(server))
        };
        let mut found = self.builtins.standing(&effects);
        // What an upstream server kept is not merged.
        found.iter_mut().for_each(|one| one.can_merge &= ours(&one.receipt));
        found
    }

    fn merge(&self, inverse: &Inverse) -> Result<MergedUndo> {
        self.of(&inverse.tool).merge(inverse)
    }

    fn recheck(&self, order: &Order) -> Option<Message> {
        self.of(&order.tool).recheck(order)
    }

    fn keep_only(&self, rehearsals: &[String]) -> Result<()> {
        self.builtins.keep_only(rehearsals)
    }

    fn side_by_side(&self, count: usize, f: &(dyn Fn(usize) + Sync)) {
        self.builtins.side_by_side(count, f);
    }
}
