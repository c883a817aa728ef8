//! Handles forms: a form names an operation of the table, and its fields are the operation's. The response redirects to
//! the page with the result, or is a page that says why it failed.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use countersign_core::{
    Answer, AnyOp, Error, Op as _, Outcome,
    answer_status::DecisionStatus,
    item::confirm::ItemConfirm,
    op::{
        fields::{Field, Kind, fields, read_json},
        route::escape,
    },
    operations as ops,
    receipt::Receipt,
};
use countersign_words::{Message, say};
use maud::html;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    Page, Visit, bulk, drills,
    form::WITH,
    frame::{self, Tab},
    hints,
    locked::local,
    palette::{self, ANSWER},
    runs::rollback,
    settings,
};
use crate::{
    App, answer,
    answer::Refusal,
    cookie,
    input::{self, Fields},
};

/// The form field with the page to return to.
const BACK: &str = "back";
/// The form field that names another field which must not be empty: if an empty choice would mean everything, the form
/// does nothing.
const NEEDS: &str = "needs";

/// Calls the operation that a form names.
pub(super) async fn act(State(app): State<Arc<App>>, visit: Visit, request: Request<Body>) -> Response {
    match try_act(&app, &visit, request).await {
        Ok(response) => response,
        Err(refusal) => frame::trouble(&visit, refusal).await,
    }
}

async fn try_act(app: &Arc<App>, visit: &Visit, request: Request<Body>) -> Result<Response, Refusal> {
    let op = ops::find(visit.param("op")).ok_or_else(|| frame::missing(say!("problem-web-such-act")))?;
    // The module repeats a request if it got no response; the key makes it count once.
    let key = input::key(request.headers())?;
    let Sent { input, back, shows_answer } = match form_of(app, op, request).await {
        Ok(sent) => sent,
        Err(wrong) => return Err(visit.refused_or(op.spec().name, wrong).await),
    };
    let on = input.get("id").and_then(Value::as_str).map(str::to_owned);
    let name = op.spec().name;
    if let Some(shown) = drills::answered(visit, name, &input, &back).await? {
        return Ok(shown);
    }
    let answer = visit.call_keyed(name, Value::Object(input), key).await?;
    if let Some(shown) = settings::once(visit, name, &back, &answer.value).await? {
        Ok(shown)
    } else if let Some(shown) = bulk::result(visit, name, &back, &answer).await? {
        Ok(shown)
    } else if !is_done(&answer) {
        Ok(not_done(visit, name, &back, &answer).await?)
    } else if shows_answer {
        Ok(palette::answered(visit, &op.spec(), &back, &answer).await)
    } else {
        Ok(go_on(&back, name, on.as_deref(), &answer))
    }
}

/// A parsed form.
pub(super) struct Sent {
    /// The operation's input.
    pub input: Map<String, Value>,
    /// The page to return to.
    back: String,
    /// Whether to show the operation's answer.
    shows_answer: bool,
}

/// Parses a form for an operation.
pub(super) async fn form_of(app: &App, op: &dyn AnyOp, request: Request<Body>) -> Result<Sent, Refusal> {
    let (parts, body) = request.into_parts();
    let bytes = input::read_body(&parts.headers, body, &app.settings.limits).await?;
    let text = std::str::from_utf8(&bytes).map_err(|_| Error::usage(say!("problem-input-form-text")))?;
    let mut pairs = input::pairs(text)?;
    pairs.retain(|(name, _)| name != cookie::FIELD);
    if let Some(at) = pairs.iter().position(|(name, _)| name == WITH) {
        let (_, more) = pairs.remove(at);
        pairs.extend(input::pairs(&more)?);
    }
    // The last one counts: a button may lead elsewhere than its form.
    let back = pairs.iter().rfind(|(name, _)| name == BACK).map_or("/", |(_, path)| local(path)).to_owned();
    let shows_answer = pairs.iter().any(|(name, _)| name == ANSWER);
    pairs.retain(|(name, _)| name != BACK && name != ANSWER);
    check_chosen(&mut pairs)?;
    let input = read(&pairs, &fields(op), app.settings.limits.json_depth)?;
    Ok(Sent { input, back, shows_answer })
}

fn check_chosen(pairs: &mut Vec<(String, String)>) -> Result<(), Error> {
    while let Some(at) = pairs.iter().position(|(name, _)| name == NEEDS) {
        let (_, needed) = pairs.remove(at);
        if !pairs.iter().any(|(name, value)| *name == needed && !value.is_empty()) {
            return Err(Error::usage(say!("problem-web-nothing-chosen"))
                .hint(say!("problem-web-nothing-chosen-hint")));
        }
    }
    Ok(())
}

/// Builds the input from the pairs of a form. A name may be repeated as `name[]`, and lead into an object as
/// `name.part:kind`; empty fields are omitted.
pub(super) fn read(
    pairs: &[(String, String)],
    known: &Fields,
    depth: usize,
) -> Result<Map<String, Value>, Error> {
    let mut input = Map::new();
    for (name, text) in pairs {
        let (path, kind) = name.split_once(':').unwrap_or((name, ""));
        let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let (first, many) = first.strip_suffix("[]").map_or((first, false), |first| (first, true));
        let field =
            known.get(first).ok_or_else(|| Error::usage(say!("problem-input-no-field", name = first)))?;
        if text.is_empty() && rest.is_none() && !(field.required && field.kind == Kind::Text) {
            continue;
        }
        input::check_depth(text.as_bytes(), depth)?;
        match rest {
            Some(rest) => set_part(&mut input, first, rest, part(name, kind, text)?)?,
            None if many => {
                let value = if field.kind == Kind::Json {
                    read_json(name, text)?
                } else {
                    Value::from(text.as_str())
                };
                let list = input.entry(first).or_insert_with(|| Value::Array(Vec::new()));
                list.as_array_mut().ok_or_else(|| twice(first))?.push(value);
            }
            None => {
                let value = match kind {
                    "lines" => part(name, kind, text)?.unwrap_or_default(),
                    _ => single(field, first, text)?,
                };
                if input.insert(first.to_owned(), value).is_some() {
                    return Err(twice(first));
                }
            }
        }
    }
    Ok(input)
}

fn twice(name: &str) -> Error {
    Error::usage(say!("problem-web-twice-form", name))
}

/// Parses one value; a ticked box sends `on`.
fn single(field: &Field, name: &str, text: &str) -> Result<Value, Error> {
    let text = if field.kind == Kind::Boolean && text == "on" { "true" } else { text };
    field.read(name, text)
}

/// Parses a value in an object, by the kind in the form; the operation validates it.
fn part(name: &str, kind: &str, text: &str) -> Result<Option<Value>, Error> {
    match kind {
        _ if text.is_empty() && !matches!(kind, "text" | "area") => Ok(None),
        "" | "text" | "maybe" => Ok(Some(text.into())),
        // Browsers send CRLF line ends, whatever the text had.
        "area" => Ok(Some(text.replace("\r\n", "\n").into())),
        "bool" => Ok(Some(matches!(text, "on" | "true").into())),
        "json" | "number" => read_json(name, text).map(Some),
        "lines" => Ok(Some(text.lines().map(str::trim).filter(|line| !line.is_empty()).collect())),
        _ => Err(Error::usage(say!("problem-web-unknown-kind", name))),
    }
}

fn set_part(
    input: &mut Map<String, Value>,
    first: &str,
    rest: &str,
    value: Option<Value>,
) -> Result<(), Error> {
    let mut at = input.entry(first).or_insert_with(|| Value::Object(Map::new()));
    for name in rest.split('.') {
        let object = at.as_object_mut().ok_or_else(|| twice(first))?;
        at = object.entry(name).or_insert_with(|| Value::Object(Map::new()));
    }
    if let Some(value) = value {
        *at = value;
    } else if let (Some(object), Some(last)) =
        (input.get_mut(first).and_then(Value::as_object_mut), rest.split('.').next())
    {
        object.remove(last);
    }
    Ok(())
}

/// Returns whether the call succeeded. A held call counts as such; one failed result among several does not.
fn is_done(answer: &Answer) -> bool {
    matches!(answer.outcome, Outcome::Done | Outcome::Held)
}

/// Redirects to the page, with the result.
fn go_on(back: &str, op: &str, on: Option<&str>, answer: &Answer) -> Response {
    let (path, mark) = back.split_once('#').map_or((back, ""), |(path, mark)| (path, mark));
    let mut to = path.to_owned();
    let mut add = |name: &str, value: &str| {
        to.push(if to.contains('?') { '&' } else { '?' });
        to.push_str(&format!("{name}="));
        escape(&mut to, value);
    };
    // It has its receipt only when it ends.
    let goes_on = op == ItemConfirm::NAME && answer.value["status"] == DecisionStatus::Applying.as_str();
    add("did", if goes_on { "item.confirm.goes_on" } else { op });
    if let Some(on) = on {
        add("on", on);
    }
    if let Some(receipt) = receipt_of(answer) {
        add("rc", &receipt.id);
    }
    if !mark.is_empty() {
        to.push_str(&format!("#{mark}"));
    }
    let mut response = StatusCode::SEE_OTHER.into_response();
    if let Ok(to) = HeaderValue::from_str(&to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    response
}

/// The common fields of many operations' answers.
#[derive(Default, Deserialize)]
struct AnswerText {
    message: Option<Message>,
    hint: Option<Message>,
    difference: Option<String>,
}

/// The receipt in many operations' answers.
#[derive(Deserialize)]
struct AnswerReceipt {
    receipt: Option<Receipt>,
}

/// Returns the receipt in any operation's answer.
pub(super) fn receipt_of(answer: &Answer) -> Option<Receipt> {
    AnswerReceipt::deserialize(&answer.value).ok()?.receipt
}

/// Renders why it failed, or which parts did.
async fn not_done(visit: &Visit, op: &str, back: &str, answer: &Answer) -> Result<Response, Refusal> {
    let words = visit.words;
    let told = AnswerText::deserialize(&answer.value).unwrap_or_default();
    let body = html! {
        div.card.trouble {
            h1 { (words.t("not-done")) }
            p { (hints::said_if(words, told.message.as_ref())) }
            @if let Some(hint) = &told.hint { p.quiet { (hints::said(words, hint)) } }
            @if let Some(difference) = &told.difference {
                pre.diff { (countersign_core::text::visible_multiline(difference).text) }
            }
            (rollback::parts(visit, op, &answer.value)?)
            p { a.button href=(back) autofocus { (words.t("look-again")) } }
        }
    };
    let status = answer::of_outcome(answer.outcome, false);
    Ok(frame::respond(visit, Page { status, ..Page::new(words.t("not-done"), Tab::Inbox, body) }).await)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn input(op: &str, form: &str) -> Result<Value, Message> {
        let known = fields(ops::find(op).unwrap());
        read(&input::pairs(form).unwrap(), &known, 10).map(Value::Object).map_err(|e| e.message)
    }

    #[test]
    fn a_form_is_read_as_the_input_of_its_operation() {
        let confirm = input("item.confirm", "id=i4&digest=ab&typed=&always=run&uses=3");
        assert_eq!(confirm.unwrap(), json!({"id": "i4", "digest": "ab", "always": "run", "uses": 3}));
        let chosen = "items[]=%7B%22id%22%3A%22i4%22%2C%22digest%22%3A%22a%22%7D&items[]=%7B%22id%22%3A%22i5%22%2C%22digest%22%3A%22b%22%7D";
        assert_eq!(
            input("items.confirm_selected", chosen).unwrap(),
            json!({"items": [{"id": "i4", "digest": "a"}, {"id": "i5", "digest": "b"}]})
        );
        let add = input("working_set.add", "id=ws1&things:lines=i4%0D%0A%0D%0A+i5+%0D%0A");
        assert_eq!(add.unwrap(), json!({"id": "ws1", "things": ["i4", "i5"]}));
        let edit = "id=i4&args.title:text=&args.n:number=3&args.gone:number=&args.ok:bool=on&args.tags:lines=a%0D%0Ab\
                    &args.due:maybe=&args.body:area=x%0D%0Ay%0D%0A";
        assert_eq!(
            input("item.edit", edit).unwrap(),
            json!({"id": "i4", "args": {"title": "", "n": 3, "ok": true, "tags": ["a", "b"], "body": "x\ny\n"}})
        );
    }

    #[test]
    fn a_form_that_needs_a_choice_does_nothing_without_one() {
        let check = |form: &str| check_chosen(&mut input::pairs(form).unwrap()).map_err(|e| e.message);
        assert_eq!(check("id=sg1&needs=only[]&only[]=a.txt"), Ok(()));
        for form in ["id=sg1&needs=only[]", "id=sg1&needs=only[]&only[]="] {
            assert_eq!(check(form), Err("nothing was chosen".into()), "{form}");
        }
    }

    #[test]
    fn what_an_operation_does_not_know_is_refused() {
        for (form, want) in [
            ("id=i4&nope=1", "there is no field \"nope\""),
            ("id=i4&id=i5", "id is in the form twice"),
            ("id=i4&uses=many", "uses must be a whole number, 0 or more, not \"many\""),
        ] {
            assert_eq!(input("item.confirm", form), Err(want.into()), "{form}");
        }
        assert!(input("item.edit", "id=i4&args.x:odd=1").unwrap_err().contains("an unknown kind"));
    }
}
