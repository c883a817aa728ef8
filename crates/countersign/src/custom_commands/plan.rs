//! `plan propose`: proposes a plan; a person at a terminal is asked about it in place.

use clap::ArgMatches;
use countersign_core::{Outcome, Result};
use countersign_tui::Asked;

use super::decide;
use crate::{caller::Caller, exit, op_commands::Binding, session::Session};

/// Proposes it.
pub fn propose(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let caller = session.caller()?;
    let (op, mut code) = (binding.op.spec().name, exit::DONE);
    for wanted in binding.calls(matches, &mut std::io::stdin().lock())? {
        let answer = caller.call(op, wanted.input)?;
        let id = answer.value["id"].as_str().filter(|_| answer.outcome == Outcome::Held);
        let asked = id.map(|id| decide::in_place(session, &caller, id)).transpose()?.flatten();
        let ended = match asked {
            Some(Asked::Answered(ended)) => ended,
            Some(Asked::Skipped | Asked::Left) => Outcome::Held,
            None => {
                session.screen.answer(op, &answer.value)?;
                answer.outcome
            }
        };
        code = exit::worse(code, exit::of_outcome(ended));
    }
    Ok(code)
}
