//! Questions that an operation asks the world. A transaction cannot wait for answers: it remembers the
//! questions, discards what the operation does from then on, and the operation is run again with the answers.

use countersign_words::Message;
use serde_json::Value;

use super::Tx;
use crate::{
    error::{Error, Result},
    tool::Forecast,
    world::{Ask, Inverse, MergedUndo, Need, Order, Standing, Undoable, World, WorldAnswer},
};

/// Access to the world while a call is tried on a snapshot: forecasts are made when the call asks for them.
pub(super) struct Glimpse<'a> {
    pub(super) world: &'a dyn World,
    pub(super) looked: &'a mut Vec<(Ask, Result<Forecast>)>,
    pub(super) read: Option<Ask>,
}

impl Tx<'_> {
    /// Takes the read that a tried call would make in the world.
    pub fn take_read(&mut self) -> Option<Ask> {
        self.glimpse.as_mut()?.read.take()
    }

    /// Takes the questions that must be answered before the operation counts.
    pub fn take_asks(&mut self) -> Vec<Need> {
        std::mem::take(&mut self.asks)
    }

    /// Whether it has asked a question that is not answered yet: whatever it does from here on is discarded.
    pub fn is_asking(&self) -> bool {
        !self.asks.is_empty()
    }

    fn ask(&mut self, need: Need) -> Error {
        if !self.asks.contains(&need) {
            self.asks.push(need);
        }
        Error::unanswered()
    }

    /// Returns the forecast of a call. The first time this only asks, and the operation is run again with the
    /// answer.
    pub fn forecast(&mut self, ask: Ask) -> Result<Forecast> {
        let need = Need::Forecast(Box::new(ask));
        // Reuse a forecast from an earlier attempt.
        let known = if self.call.seen.is_empty() { None } else { self.call.seen.get(&need.key()) };
        match (known, need, &mut self.glimpse) {
            (Some(WorldAnswer::Forecast(forecast)), ..) => (**forecast).clone(),
            (_, Need::Forecast(ask), Some(glimpse)) => {
                let forecast = glimpse.world.forecast(&ask);
                glimpse.looked.push((*ask, forecast.clone()));
                forecast
            }
            (_, need, _) => Err(self.ask(need)),
        }
    }

    /// Returns the rehearsal of a call. The first time this only asks, even on a snapshot: a rehearsal takes
    /// long, and no snapshot is held during it.
    pub fn rehearsal(&mut self, ask: Ask) -> Result<Option<Forecast>> {
        let need = Need::Rehearse(Box::new(ask));
        match self.call.seen.get(&need.key()) {
            Some(WorldAnswer::Rehearsed(forecast)) => (**forecast).clone(),
            _ => Err(self.ask(need)),
        }
    }

    /// Returns the result of a read in the world. The first time this only asks.
    pub fn world_read(&mut self, ask: Ask) -> Result<Value> {
        if let Some(glimpse) = &mut self.glimpse {
            glimpse.read = Some(ask);
            return Ok(Value::Null);
        }
        let need = Need::Read(Box::new(ask));
        match self.call.seen.get(&need.key()) {
            Some(WorldAnswer::Result(result)) => (**result).clone(),
            _ => Err(self.ask(need)),
        }
    }

    /// Returns an undo merged with what has changed since. The first time this only asks.
    pub fn merged(&mut self, inverse: &Inverse) -> Result<MergedUndo> {
        if let Some(glimpse) = &self.glimpse {
            return glimpse.world.merge(inverse);
        }
        let need = Need::Merge(Box::new(inverse.clone()));
        match self.call.seen.get(&need.key()) {
            Some(WorldAnswer::Merged(merged)) => (**merged).clone(),
            _ => Err(self.ask(need)),
        }
    }

    /// Returns what has changed since, if an order that waits would no longer do what was shown. The first time this only
    /// asks, even on a snapshot: it may be rehearsed again.
    pub fn recheck(&mut self, order: Order) -> Result<Option<Message>> {
        let need = Need::Recheck(Box::new(order));
        match self.call.seen.get(&need.key()) {
            Some(WorldAnswer::Rechecked(changed)) => Ok(changed.clone()),
            _ => Err(self.ask(need)),
        }
    }

    /// Returns whether the world is still as effects left it, newest first. The first time this only asks.
    pub fn standing(&mut self, effects: Vec<Undoable>) -> Result<Vec<Standing>> {
        if effects.is_empty() {
            return Ok(Vec::new());
        }
        if let Some(glimpse) = &self.glimpse {
            return Ok(glimpse.world.standing(&effects));
        }
        let need = Need::Standing(effects);
        match self.call.seen.get(&need.key()) {
            Some(WorldAnswer::Standing(standing)) => Ok(standing.clone()),
            _ => Err(self.ask(need)),
        }
    }
}
