//! `view.save`, `view.list`, `view.drop`: what a person looks for in the inbox, kept under a name. Each person has their
//! own.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::find::{self, Find};
use crate::{
    ActorKind, Role,
    authority::operations::Nothing,
    error::{Error, ErrorCode, Result},
    op::Op,
    record::{Fields, Kind, Record, text},
    store::Scan,
    text as words,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// The longest name.
const MAX_NAME: usize = 40;
/// The maximum number of views of one person.
const MAX_VIEWS: usize = 30;

/// A search of the inbox under a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedView {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub person: String,
    /// Its name.
    pub name: String,
    /// What it looks for, as `inbox.list` takes it.
    pub find: String,
    /// When it was saved.
    pub saved_at: u64,
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("view.person", key(text(doc, "person"), text(doc, "name")))]
}

/// Returns the sort key. No name of a person has a slash, and no two names differ only in case.
fn key(person: &str, name: &str) -> String {
    format!("{person}/{}", name.to_lowercase())
}

impl Record for SavedView {
    const KIND: &'static Kind = &Kind { name: "view", prefix: "vw", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// Returns the caller's views, by name.
fn own(tx: &mut Tx<'_>) -> Result<Vec<SavedView>> {
    let me = tx.actor().name.clone();
    tx.list(&Scan::prefix(SavedView::KIND.name, "view.person", &key(&me, "")))
}

/// Keeps a search under a name.
pub struct ViewSave;

/// A name and what to look for.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveInput {
    /// What to call the view; one of that name is replaced.
    #[schemars(length(min = 1, max = MAX_NAME))]
    pub name: String,
    /// What it looks for, as in the search of the inbox: words, `agent:codex`, `risk:high`, `older:2h`.
    #[schemars(length(min = 1, max = find::MOST))]
    pub find: String,
}

impl Op for ViewSave {
    const NAME: &'static str = "view.save";
    const DOC: &'static str = "Keep a search of the inbox under a name";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Viewer;
    const HTTP: &'static str = "POST /v1/views";
    const CLI: &'static str = "views save {name} {find}";
    type Input = SaveInput;
    type Output = SavedView;

    fn run(&self, tx: &mut Tx<'_>, input: &SaveInput) -> Result<SavedView> {
        let name = check_name(&input.name)?;
        let find = input.find.split_whitespace().collect::<Vec<_>>().join(" ");
        if Find::parse(&find)? == Find::default() {
            return Err(Error::invalid(say!("op-view-empty")).hint(say!("op-hint-find")));
        }
        let (person, saved_at) = (tx.actor().name.clone(), tx.now());
        let views = own(tx)?;
        let known = views.iter().find(|view| key("", &view.name) == key("", &name));
        if known.is_none() && views.len() >= MAX_VIEWS {
            return Err(
                Error::conflict(say!("op-views-most", n = MAX_VIEWS)).hint(say!("op-hint-views-most"))
            );
        }
        let id = known.map_or_else(|| tx.new_id(SavedView::KIND), |view| view.id.clone());
        let view = SavedView { id, person, name, find, saved_at };
        tx.put(&view)?;
        Ok(view)
    }
}

fn check_name(given: &str) -> Result<String> {
    let shown = words::visible(given.trim());
    let length = shown.text.chars().count();
    if length == 0 || length > MAX_NAME {
        return Err(Error::invalid(say!("op-view-name", most = MAX_NAME)));
    }
    match shown.flags.first() {
        Some(odd) => {
            Err(Error::invalid(say!("judge-name-has", name = format!("{:?}", shown.text), said = odd)))
        }
        None => Ok(shown.text),
    }
}

/// Lists the caller's views.
pub struct ViewList;

/// The caller's views.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ViewListOutput {
    /// By name.
    pub views: Vec<SavedView>,
}

impl Op for ViewList {
    const NAME: &'static str = "view.list";
    const DOC: &'static str = "List your saved searches of the inbox";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/views";
    const CLI: &'static str = "views list";
    type Input = Nothing;
    type Output = ViewListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<ViewListOutput> {
        Ok(ViewListOutput { views: own(tx)? })
    }
}

/// Drops a view.
pub struct ViewDrop;

/// One view.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DropInput {
    /// The view, by id or name.
    pub id: String,
}

/// What was dropped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DropOutput {
    /// Its id.
    pub id: String,
    /// In words.
    pub message: Message,
}

impl Op for ViewDrop {
    const NAME: &'static str = "view.drop";
    const DOC: &'static str = "Drop one of your saved searches of the inbox";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Viewer;
    const HTTP: &'static str = "DELETE /v1/views/{id}";
    const CLI: &'static str = "views drop {id...}";
    type Input = DropInput;
    type Output = DropOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &DropInput) -> Result<DropOutput> {
        let by_id = match tx.resolve::<SavedView>(&input.id) {
            Ok(id) => id,
            Err(e) if e.code == ErrorCode::NotFound => String::new(),
            Err(e) => return Err(e),
        };
        let name = key("", input.id.trim());
        let view = own(tx)?.into_iter().find(|view| view.id == by_id || key("", &view.name) == name);
        let Some(view) = view else {
            return Err(Error::not_found(say!("op-view-none", name = format!("{:?}", input.id)))
                .hint(say!("op-hint-view-none")));
        };
        tx.delete::<SavedView>(&view.id)?;
        Ok(DropOutput { id: view.id, message: say!("op-view-dropped", name = format!("{:?}", view.name)) })
    }
}
