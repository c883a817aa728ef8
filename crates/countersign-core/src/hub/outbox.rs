//! What a gate has to say to its hub. Only Countersign itself calls this; see the server's `hub.rs`.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    CALL, Hub, HubItem, HubState,
    answer::{End, ReportInput},
    join::{JoinInput, JoinOutput},
    key,
    link::Secret,
    sync::{ITEM_BYTES, ITEMS_MOST, NotTaken, Shown, SyncInput, Waiting},
};
use crate::{
    ActorKind,
    audit::Checkpoint,
    authority::operations::Nothing,
    error::{Error, Result},
    item::{Item, ItemStatus},
    judge::{Class, HubDecides, Policy},
    op::Op,
    receipt::{AllowedBy, Receipt},
    record::Record,
    run::Run,
    store::Scan,
    token::Token,
    tool::Reversal,
    tx::Tx,
};

pub(super) const SYSTEM: &[ActorKind] = &[ActorKind::System];
/// How many earlier digests of an item are remembered.
const BEFORE_MOST: usize = 16;

/// Returns what to say now.
pub struct HubDue;

/// What there is to say to the hub.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct HubDueOutput {
    /// The hub; none if there is none, or it did not take the invitation.
    pub hub: Option<Reach>,
    /// How the invitation is redeemed, until it was.
    pub join: Option<JoinInput>,
    /// What waits here, and the signed end of this log.
    pub sync: Option<SyncInput>,
    /// What became of what was asked.
    pub reports: Vec<ReportInput>,
    /// How many items the hub was asked about that are open.
    pub asked: usize,
    /// Those of them that nobody can decide now: they are being carried out.
    pub busy: Vec<String>,
    /// What persons here must know.
    pub notice: Option<Message>,
}

/// How the hub is reached.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Reach {
    /// Its address.
    pub url: String,
    /// The public key of its log.
    pub key: String,
    /// A certificate (PEM) that is trusted besides those of the machine.
    pub certificate: Option<String>,
    /// What the gate says who it is with.
    pub token: String,
}

impl Op for HubDue {
    const NAME: &'static str = "hub.due";
    const DOC: &'static str = "Return what a gate has to say to its hub";
    const AUDIENCE: &'static [ActorKind] = SYSTEM;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/hub/due";
    const CLI: &'static str = "";
    type Input = Nothing;
    type Output = HubDueOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<HubDueOutput> {
        let nothing = HubDueOutput {
            hub: None,
            join: None,
            sync: None,
            reports: Vec::new(),
            asked: 0,
            busy: Vec::new(),
            notice: None,
        };
        let Some(hub) = tx.get::<Hub>(Hub::ID)? else { return Ok(nothing) };
        let notice = notice(&hub);
        if hub.state == HubState::Failed {
            return Ok(HubDueOutput { notice, ..nothing });
        }
        let bytes = tx.blob(&hub.secret)?.ok_or_else(|| Error::bug("the secret of the hub is gone"))?;
        let secret: Secret = serde_json::from_slice(&bytes)?;
        let checkpoint = key::checkpoint(tx)?;
        let reach = |token: String| Reach {
            url: hub.url.clone(),
            key: hub.key.clone(),
            certificate: hub.certificate.clone(),
            token,
        };
        let Some(held) = hub.checkpoint.clone() else {
            let join = Some(JoinInput { hash: Token::hash(&secret.token), checkpoint });
            let hub = Some(reach(secret.invitation.unwrap_or_default()));
            return Ok(HubDueOutput { hub, join, notice, ..nothing });
        };
        let asked: Vec<HubItem> = tx.list(&Scan::prefix(HubItem::KIND.name, "hub_item.open", ""))?;
        let mut reports = Vec::new();
        let mut busy = Vec::new();
        for item in &asked {
            let told = report(tx, item)?;
            if told.is_none() && !tx.need::<Item>(&item.id)?.status.is_decidable() {
                busy.push(item.id.clone());
            }
            reports.extend(told);
        }
        let items = waiting(tx, &asked)?;
        let sync = Some(SyncInput { checkpoint, held, items });
        Ok(HubDueOutput {
            hub: Some(reach(secret.token)),
            sync,
            reports,
            asked: asked.len(),
            busy,
            notice,
            ..nothing
        })
    }
}

/// Returns what persons must know of the hub.
fn notice(hub: &Hub) -> Option<Message> {
    let why = hub.why.clone().unwrap_or_default();
    let away = match (hub.state, hub.away_since) {
        (HubState::Failed, _) => Some(say!("hub-failed", url = hub.url, said = why)),
        (_, Some(_)) => Some(say!("hub-away-notice", url = hub.url, said = why)),
        (_, None) => None,
    };
    let lied = hub.alert.clone().map(|alert| say!("hub-lied", said = alert));
    let all: Vec<Message> = away.into_iter().chain(lied).collect();
    (!all.is_empty()).then(|| Message::joined(". ", &all))
}

/// Whether the policy lets persons on the hub decide an item.
pub(super) fn may_be_decided_there(policy: &Policy, item: &Item) -> bool {
    match policy.hub() {
        HubDecides::Nothing => false,
        HubDecides::Reversible => {
            item.class != Class::Destructive && matches!(item.reversal, Reversal::Exact | Reversal::None)
        }
        HubDecides::All => true,
    }
}

/// Returns the items that the hub does not know as they are now.
fn waiting(tx: &mut Tx<'_>, asked: &[HubItem]) -> Result<Vec<Waiting>> {
    let policy = &tx.setup().policy;
    let mut waiting = Vec::new();
    for hit in tx.scan(&Scan::prefix(Item::KIND.name, "item.open", ""))? {
        let item: Item = hit.stored.row.read()?;
        let waits = matches!(item.status, ItemStatus::Pending | ItemStatus::Deferred) && !item.unbound;
        let known = asked.iter().any(|one| one.id == item.id && one.digest == item.digest);
        if !waits || known || item.tool == CALL || !may_be_decided_there(policy, &item) {
            continue;
        }
        if tx.get::<HubItem>(&item.id)?.is_some_and(|one| one.refused && one.digest == item.digest) {
            continue;
        }
        let one = shown(tx, item)?;
        // A larger one is decided here.
        if serde_json::to_vec(&one)?.len() <= ITEM_BYTES {
            waiting.push(one);
        }
        if waiting.len() >= ITEMS_MOST {
            break;
        }
    }
    Ok(waiting)
}

/// Returns an item as the hub's persons see it: as it is in this log, without secrets.
fn shown(tx: &mut Tx<'_>, item: Item) -> Result<Waiting> {
    let run: Run = tx.need(&item.run)?;
    let mut preview = item.preview;
    if !preview.pictures.is_empty() {
        preview.pictures.clear();
        preview.not_shown.push(say!("hub-no-pictures"));
    }
    let shown = Shown {
        agent: item.agent,
        subject: item.subject,
        cwd: run.cwd,
        tool: item.tool,
        args: item.args,
        class: item.class,
        summary: item.summary,
        human_summary: item.human_summary,
        flags: item.flags,
        preview,
        facts: item.facts,
        why: item.why,
        reversal: item.reversal,
        typed: item.typed,
        approvers: item.approvers,
        owner_excluded: item.owner_excluded,
        expires_at: item.expires_at,
    };
    Ok(Waiting { item: item.id, run: item.run, digest: item.digest, shown })
}

/// Returns what the hub must be told of an item that it was asked about.
fn report(tx: &mut Tx<'_>, asked: &HubItem) -> Result<Option<ReportInput>> {
    let item: Item = tx.need(&asked.id)?;
    let end = match item.status {
        ItemStatus::Confirmed | ItemStatus::Applying | ItemStatus::NeedsReview => None,
        ItemStatus::Applied => Some(applied(tx, &item)?),
        ItemStatus::Rejected => Some(End::Rejected {
            by: decider(tx, &item)?,
            reason: item.reason.as_ref().map(ToString::to_string),
        }),
        ItemStatus::Stale | ItemStatus::Failed | ItemStatus::Retracted | ItemStatus::Expired => {
            let why = item.error.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            Some(End::Over { why: format!("{}{why}", item.status.as_str()) })
        }
        ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked => {
            asked.tell.clone().or_else(|| {
                // The hub's yes was carried out, and did not land.
                asked
                    .decision
                    .as_ref()
                    .map(|_| End::Again { why: item.error.clone().unwrap_or_default().to_string() })
            })
        }
    };
    let (digest, decision) = (asked.digest.clone(), asked.decision.clone());
    Ok(end.map(|end| ReportInput { item: asked.id.clone(), digest, decision, end }))
}

fn applied(tx: &mut Tx<'_>, item: &Item) -> Result<End> {
    let receipt = item.receipt.as_deref().map(|id| tx.get::<Receipt>(id)).transpose()?.flatten();
    let summary = receipt.as_ref().map_or_else(|| item.summary.to_string(), |r| r.summary.to_string());
    Ok(End::Applied { by: decider(tx, item)?, receipt: receipt.map(|r| r.id).unwrap_or_default(), summary })
}

/// Says who decided an item.
fn decider(tx: &mut Tx<'_>, item: &Item) -> Result<String> {
    let decision =
        item.decision.as_deref().map(|id| tx.get::<crate::decision::Decision>(id)).transpose()?.flatten();
    Ok(match (decision, &item.allowed_by) {
        (Some(decision), _) => decision.by,
        (None, Some(AllowedBy::Person(name))) => format!("person:{name}"),
        (None, _) => "policy".to_owned(),
    })
}

/// Records what the hub has taken, and its checkpoint.
pub struct HubSynced;

/// What the hub answered, which the caller has not checked.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SyncedInput {
    /// The answer to the invitation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joined: Option<JoinOutput>,
    /// The items that were shown, with their digests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<ShownItem>,
    /// The items that were not taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<NotTaken>,
    /// The reports that were taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reported: Vec<ReportInput>,
    /// The signed end of the hub's log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Checkpoint>,
}

/// An item that was shown to the hub.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownItem {
    /// The item.
    pub item: String,
    /// Its digest.
    pub digest: String,
}

/// Whether what the hub said can be.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SyncedOutput {
    /// What cannot be, if so; then nothing of it counts.
    pub alert: Option<Message>,
}

impl Op for HubSynced {
    const NAME: &'static str = "hub.synced";
    const DOC: &'static str = "Record what a hub answered";
    const AUDIENCE: &'static [ActorKind] = SYSTEM;
    const LAZY: bool = true;
    const LOOKS: bool = false;
    const HTTP: &'static str = "POST /v1/hub/synced";
    const CLI: &'static str = "";
    type Input = SyncedInput;
    type Output = SyncedOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &SyncedInput) -> Result<SyncedOutput> {
        let Some(mut hub) = tx.get::<Hub>(Hub::ID)? else { return Ok(SyncedOutput { alert: None }) };
        let before = hub.clone();
        let shown = input.joined.as_ref().map(|joined| &joined.checkpoint).or(input.checkpoint.as_ref());
        if let Some(shown) = shown
            && let Some(alert) = key::contradiction(shown, &hub.key, hub.checkpoint.as_ref())
        {
            hub.alert = Some(alert.clone());
            hub.away_since = hub.away_since.or(Some(tx.now()));
            hub.why = Some(alert.clone());
            if hub != before {
                tx.put(&hub)?;
            }
            return Ok(SyncedOutput { alert: Some(alert) });
        }
        if let (Some(joined), HubState::Joining) = (&input.joined, hub.state) {
            joined_now(tx, &mut hub, joined)?;
        }
        for item in &input.shown {
            let refused = input.refused.iter().any(|refused| refused.item == item.item);
            asked(tx, item, refused)?;
        }
        for report in &input.reported {
            reported(tx, report)?;
        }
        let writes = !tx.is_untouched();
        if let Some(shown) = shown
            && key::is_due(shown, hub.checkpoint.as_ref(), writes)
        {
            hub.checkpoint = Some(shown.clone());
        }
        (hub.away_since, hub.why) = (None, None);
        if hub != before {
            tx.put(&hub)?;
        }
        Ok(SyncedOutput { alert: None })
    }
}

/// Forgets the invitation: from now on this gate has a token.
fn joined_now(tx: &mut Tx<'_>, hub: &mut Hub, joined: &JoinOutput) -> Result<()> {
    let bytes = tx.blob(&hub.secret)?.ok_or_else(|| Error::bug("the secret of the hub is gone"))?;
    let secret = Secret { invitation: None, ..serde_json::from_slice(&bytes)? };
    tx.drop_blob(&hub.secret)?;
    hub.secret = tx.put_blob(serde_json::to_vec(&secret)?)?;
    hub.state = HubState::Joined;
    hub.gate = Some(crate::text::truncate(&joined.gate, 64));
    hub.name = Some(crate::text::truncate(&crate::text::visible(&joined.name).text, 64));
    Ok(())
}

/// Notes that the hub has an item as it was when it was shown, or did not take it so.
fn asked(tx: &mut Tx<'_>, shown: &ShownItem, refused: bool) -> Result<()> {
    let known = tx.get::<HubItem>(&shown.item)?;
    let mut before = known.as_ref().map(|item| item.before.clone()).unwrap_or_default();
    before.extend(known.map(|item| item.digest));
    before.retain(|digest| *digest != shown.digest);
    before.drain(..before.len().saturating_sub(BEFORE_MOST));
    let (id, digest) = (shown.item.clone(), shown.digest.clone());
    tx.put(&HubItem { id, digest, before, decision: None, tell: None, refused, over: refused })
}

/// Notes that the hub knows what became of an item.
fn reported(tx: &mut Tx<'_>, report: &ReportInput) -> Result<()> {
    let Some(mut item) = tx.get::<HubItem>(&report.item)?.filter(|item| item.digest == report.digest) else {
        return Ok(());
    };
    match report.end {
        // It waits there again.
        End::Again { .. } => (item.decision, item.tell) = (None, None),
        _ => item.over = true,
    }
    tx.put(&item)
}

/// Records that the hub cannot be reached, or did not take what was said.
pub struct HubAway;

/// Why.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AwayInput {
    /// Why.
    pub why: String,
    /// Whether the hub answered, and that it will not take the invitation.
    #[serde(default)]
    pub refused: bool,
}

impl Op for HubAway {
    const NAME: &'static str = "hub.away";
    const DOC: &'static str = "Record that the hub cannot be reached";
    const AUDIENCE: &'static [ActorKind] = SYSTEM;
    const LAZY: bool = true;
    const LOOKS: bool = false;
    const HTTP: &'static str = "POST /v1/hub/away";
    const CLI: &'static str = "";
    type Input = AwayInput;
    type Output = Nothing;

    fn run(&self, tx: &mut Tx<'_>, input: &AwayInput) -> Result<Nothing> {
        let Some(mut hub) = tx.get::<Hub>(Hub::ID)? else { return Ok(Nothing {}) };
        let before = hub.clone();
        hub.away_since = hub.away_since.or(Some(tx.now()));
        hub.why = Some(crate::text::truncate(&crate::text::visible(&input.why).text, 300).into());
        if input.refused && hub.state == HubState::Joining {
            hub.state = HubState::Failed;
        }
        if hub != before {
            tx.put(&hub)?;
        }
        Ok(Nothing {})
    }
}
