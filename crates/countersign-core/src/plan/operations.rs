//! Reading plans: `plan.show`, `plan.list`. The modules below change them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind, Role,
    error::Result,
    op::Op,
    page,
    plan::{self, Plan, view::PlanView},
    record::Record,
    store::Scan,
    tx::Tx,
};

pub(crate) const AGENT_OR_PERSON: &[ActorKind] = &[ActorKind::Agent, ActorKind::Person];

/// One plan.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnePlan {
    /// The plan.
    pub id: String,
}

/// Shows one plan.
pub struct PlanShow;

impl Op for PlanShow {
    const NAME: &'static str = "plan.show";
    const DOC: &'static str =
        "Show a whole plan with the outcome of each step; a later yes binds to what was shown";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const ROLE: Role = Role::Viewer;
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/plans/{id}";
    const CLI: &'static str = "plan show {id}";
    const MCP: Option<&'static str> = Some("plan_status");
    type Input = OnePlan;
    type Output = PlanView;

    fn run(&self, tx: &mut Tx<'_>, input: &OnePlan) -> Result<PlanView> {
        let found = plan::find(tx, &input.id)?;
        tx.about(Some(&found.run), None);
        plan::mark_seen(tx, &found)?;
        PlanView::of(tx, found)
    }
}

/// Lists plans.
pub struct PlanList;

/// Which plans.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListInput {
    /// Maximum number; 50 by default, 1000 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Only those of this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Only those older than this one: the `next` of the previous response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// The plans, newest first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub plans: Vec<Plan>,
    /// What to ask for as `before` to go on; null at the end.
    pub next: Option<String>,
}

impl Op for PlanList {
    const NAME: &'static str = "plan.list";
    const DOC: &'static str = "List plans, newest first";
    const AUDIENCE: &'static [ActorKind] = AGENT_OR_PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/plans";
    const CLI: &'static str = "plan list --limit {limit} --run {run} --before {before}";
    type Input = ListInput;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ListInput) -> Result<ListOutput> {
        let actor = tx.actor();
        let run = input.run.as_deref().map(|given| crate::run::own(tx, given)).transpose()?.map(|r| r.id);
        let wanted = |p: &Plan| {
            (actor.kind != ActorKind::Agent || p.agent == actor.name)
                && run.as_ref().is_none_or(|r| *r == p.run)
        };
        let scan = Scan::prefix(Plan::KIND.name, "plan.at", "");
        let page = page::older(tx, scan, input.before.as_deref(), input.limit, wanted)?;
        Ok(ListOutput { plans: page.rows, next: page.next })
    }
}
