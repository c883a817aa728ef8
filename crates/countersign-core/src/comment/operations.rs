//! `item.comment`, `item.comments` and `item.assign`: persons talk about an item, and say who is to decide it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Comment, on};
use crate::{
    ActorKind, Role,
    error::{Error, Result},
    item::{Item, reject::OneItem},
    op::Op,
    person,
    record::Record,
    redact, text,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];
/// The longest comment, in characters.
pub const MAX_TEXT: usize = 2_000;
/// The maximum number of comments on one item.
pub const MAX_COMMENTS: usize = 200;

/// Says something about an item.
pub struct ItemComment;

/// The item and the text.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommentInput {
    /// The item.
    pub id: String,
    /// What to say; agents do not see it.
    #[schemars(length(min = 1, max = MAX_TEXT))]
    pub text: String,
}

impl Op for ItemComment {
    const NAME: &'static str = "item.comment";
    const DOC: &'static str = "Say something about an item to the other persons; agents do not see it";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Viewer;
    const HTTP: &'static str = "POST /v1/items/{id}/comments";
    const CLI: &'static str = "comment {id} {text}";
    type Input = CommentInput;
    type Output = Comment;

    fn run(&self, tx: &mut Tx<'_>, input: &CommentInput) -> Result<Comment> {
        let item: Item = tx.find(&input.id)?;
        let said = input.text.trim();
        if said.is_empty() || said.chars().count() > MAX_TEXT {
            return Err(Error::invalid(say!("op-comment-length", most = MAX_TEXT)));
        }
        if on(tx, &item.id)?.len() >= MAX_COMMENTS {
            return Err(Error::conflict(say!("op-comments-most", n = MAX_COMMENTS)));
        }
        tx.about(Some(&item.run), Some(&item.tool));
        let (person, at) = (tx.actor().name.clone(), tx.now());
        let comment =
            Comment { id: tx.new_id(Comment::KIND), item: item.id, person, text: redact::text(said), at };
        tx.create(&comment)?;
        Ok(comment)
    }
}

/// Lists the comments on an item.
pub struct ItemComments;

/// What was said.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct CommentsOutput {
    /// The item.
    pub item: String,
    /// Oldest first.
    pub comments: Vec<Comment>,
}

impl Op for ItemComments {
    const NAME: &'static str = "item.comments";
    const DOC: &'static str = "List what persons said about an item, oldest first";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/items/{id}/comments";
    const CLI: &'static str = "comments {id}";
    type Input = OneItem;
    type Output = CommentsOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &OneItem) -> Result<CommentsOutput> {
        let item: Item = tx.find(&input.id)?;
        let comments = on(tx, &item.id)?;
        Ok(CommentsOutput { item: item.id, comments })
    }
}

/// Says who is to decide an item.
pub struct ItemAssign;

/// The item and the person.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AssignInput {
    /// The item.
    pub id: String,
    /// The person; nobody if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
}

/// Who is to decide it now.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct AssignOutput {
    /// The item.
    pub item: String,
    /// The person, if any.
    pub person: Option<String>,
    /// In words.
    pub message: Message,
}

impl Op for ItemAssign {
    const NAME: &'static str = "item.assign";
    const DOC: &'static str = "Say who is to decide an item; anybody who may decide it still can";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/items/{id}/assign";
    const CLI: &'static str = "assign {id} {person}";
    type Input = AssignInput;
    type Output = AssignOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &AssignInput) -> Result<AssignOutput> {
        let mut item: Item = tx.find(&input.id)?;
        if !item.status.is_open() {
            let (id, status) = (item.id, item.status.as_str());
            return Err(Error::conflict(say!("op-id-is", id, status)));
        }
        let message = match &input.person {
            None => say!("op-assigned-nobody"),
            Some(name) => {
                let known = person::known(tx)?;
                if !known.contains_key(name) {
                    let shown = text::visible(name).text;
                    return Err(Error::not_found(say!("op-no-person", name = shown)).hint(say!(
                        "op-no-person-hint",
                        names = known.into_keys().collect::<Vec<_>>().join(", ")
                    )));
                }
                if known[name] < Role::Approver {
                    return Err(Error::conflict(say!("op-assign-viewer", who = name)));
                }
                let groups = person::groups_of(tx, name)?;
                let policy = &tx.setup().policy;
                if !policy.may_decide(&item.deciders, name, &groups) {
                    let who = policy.deciders(&item.deciders).join(", ");
                    return Err(Error::conflict(say!("op-assign-not-among", name, who)));
                }
                say!("op-assigned", who = name)
            }
        };
        item.assigned_to.clone_from(&input.person);
        tx.about(Some(&item.run), Some(&item.tool));
        tx.put(&item)?;
        Ok(AssignOutput { item: item.id, person: item.assigned_to, message })
    }
}
