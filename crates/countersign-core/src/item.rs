//! Items: calls that wait for a person, and their outcomes.

pub mod bind;
pub mod bulk;
pub mod category;
pub mod claim;
pub mod confirm;
pub mod decide;
pub mod edit;
pub mod offer;
pub mod recheck;
mod record;
pub mod reject;
pub mod retract;
pub mod scopes;
pub mod snooze;
pub mod status;
mod transitions;
pub mod typed;
pub mod verb;
pub mod view;
pub mod whole;

pub use self::record::{Approval, Item, Reason, Reliance, inbox_sort};
pub use self::transitions::{ItemStatus, SetStatus, TRANSITIONS, Trigger};
