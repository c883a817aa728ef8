//! What an operation asks of the world. A transaction cannot wait for it: it remembers the questions, nothing that the operation
//! does from then on counts, and it is run again with the answers.

use serde_json::Value;

use super::Tx;
use crate::{
    error::{Error, Result},
    tool::Forecast,
    world::{Ask, Need, World, WorldAnswer},
};

/// The world while a call is tried on a snapshot: it is looked at where the call asks for it.
pub(super) struct Glimpse<'a> {
    pub(super) world: &'a dyn World,
    pub(super) looked: &'a mut Vec<(Ask, Result<Forecast>)>,
    pub(super) read: Option<Ask>,
}

impl Tx<'_> {
    /// What a call that is tried would read in the world.
    pub fn take_read(&mut self) -> Option<Ask> {
        self.glimpse.as_mut()?.read.take()
    }

    /// What it must know of the world before anything that it did counts.
    pub fn take_asks(&mut self) -> Vec<Need> {
        std::mem::take(&mut self.asks)
    }

    /// Whether it has asked the world something that is not answered yet: what it does from here on is in vain.
    pub fn is_asking(&self) -> bool {
        !self.asks.is_empty()
    }

    fn ask(&mut self, need: Need) -> Error {
        if !self.asks.contains(&need) {
            self.asks.push(need);
        }
        Error::unanswered()
    }

    /// How a call looks in the world. The first time that is only asked, and the operation is run again with the answer.
    pub fn forecast(&mut self, ask: Ask) -> Result<Forecast> {
        let need = Need::Forecast(Box::new(ask));
        // What was looked at when it was tried before need not be looked at again.
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

    /// What a call does where nothing is real. The first time that is only asked, also where it is only tried: a rehearsal takes
    /// long, and no snapshot is held meanwhile.
    pub fn rehearsal(&mut self, ask: Ask) -> Result<Option<Forecast>> {
        let need = Need::Rehearse(Box::new(ask));
        match self.call.seen.get(&need.key()) {
            Some(WorldAnswer::Rehearsed(forecast)) => (**forecast).clone(),
            _ => Err(self.ask(need)),
        }
    }

    /// What a call reads in the world. The first time that is only asked.
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
}
