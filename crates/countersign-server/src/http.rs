//! The HTTP API: one route for each operation of the table, and the layers around them.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{any, get},
};
use countersign_core::{
    ActorKind, Answer, AnyOp, Engine, Error, OPS, Spec, Undo, execute,
    op::{fields::fields, route::Route},
    operations as ops,
};
use countersign_words::say;
use serde_json::{Map, Value, json};

use crate::{
    App, Caller, Peer,
    agent_news::Rider,
    answer::{self, Refusal},
    auth::{self, Gate},
    far,
    input::{self, Fields},
    log::Taken,
    login, mcp, notices, peer,
    sign_in::{self, SignIn},
    web,
};

/// Routes that are not operations.
#[derive(Default)]
pub struct Others {
    /// Open to everybody: documents.
    pub open: Router,
    /// For authenticated callers; a [`Caller`] is in the request's extensions.
    pub inner: Router,
    /// For persons.
    pub persons: Router,
    /// Agents over MCP.
    pub(crate) mcp: Option<mcp::Entrance>,
}

/// Builds the routes of operations and others, for a listener that adds a [`crate::Peer`] to each request's extensions.
pub fn routes_with(app: Arc<App>, others: Others) -> Router {
    let gate = Arc::new(Gate::new(app.clone()));
    let persons = others.persons.layer(from_fn(auth::persons_only));
    let inner = operations(&app)
        .merge(login::inner(gate.clone()))
        .merge(others.inner)
        .merge(persons)
        .layer(from_fn_with_state(gate.clone(), admit));
    Router::new()
        .route("/healthz", get(health))
        .merge(login::open(gate.clone()))
        .merge(sign_in::routes(gate.clone()))
        .merge(others.open)
        .merge(inner)
        .method_not_allowed_fallback(wrong_method)
        .fallback(nowhere)
        .layer(from_fn_with_state(Arc::new(Front { gate, mcp: others.mcp }), guard))
}

/// Runs before all routes. MCP is served here, since each call of an agent is a request: the router would cost more
/// than the call itself.
struct Front {
    gate: Arc<Gate>,
    mcp: Option<mcp::Entrance>,
}

async fn health() -> Response {
    answer::json(StatusCode::OK, "application/json", &json!({"status": "ok"}))
}

/// Answers what is not there: a browser gets a page.
async fn nowhere(request: Request) -> Response {
    match web::is_page(&request) {
        Some(page) => web::nowhere(&page),
        None => Refusal::NoRoute.into_response(),
    }
}

async fn wrong_method() -> Response {
    // The router adds the allowed methods.
    let mut response = Refusal::Method(say!("problem-http-method-allow")).into_response();
    response.headers_mut().remove(header::ALLOW);
    response
}

/// Admits only requests meant for this server. Marks responses as `no-store` and `nosniff`.
async fn guard(State(front): State<Arc<Front>>, request: Request, next: Next) -> Response {
    Taken::note(&request);
    let agents = front.mcp.as_ref().filter(|_| request.uri().path() == mcp::PATH);
    let mut response = match (front.gate.check_place(&request), agents) {
        (Err(refusal), _) => refusal.into_response(),
        (Ok(()), Some(agents)) => admitted(&front.gate, request, |request| agents.serve(request)).await,
        (Ok(()), None) => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Admits only authenticated callers, and adds notices to responses to a person. Both in one layer, because layers are
/// created per request.
async fn admit(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    admitted(&gate, request, |request| next.run(request)).await
}

async fn admitted<F: Future<Output = Response>>(
    gate: &Gate,
    mut request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let page = web::is_page(&request);
    if let Err(refusal) = gate.admit(&mut request).await {
        return match page {
            Some(page) => web::locked_out(&page, refusal, gate.app.sign_in.as_ref().map(SignIn::name)),
            None => refusal.into_response(),
        };
    }
    let person = request.extensions().get::<Caller>().filter(|c| c.actor.kind == ActorKind::Person);
    let language = person.map(|c| c.origin.language);
    let mut response = next(request).await;
    if let Some(told) = language.and_then(|language| gate.notices(language)) {
        response.headers_mut().insert(notices::HEADER, told);
    }
    response
}

/// An operation, ready to be served: its schema is parsed once.
struct Served {
    spec: Spec,
    route: Route,
    fields: Fields,
}

/// The operations of one path.
struct Place {
    app: Arc<App>,
    served: Vec<Served>,
}

fn operations(app: &Arc<App>) -> Router {
    let mut places: BTreeMap<Vec<&str>, (&str, Vec<Served>)> = BTreeMap::new();
    for (op, spec) in OPS.iter().map(|op| (*op, op.spec())) {
        for route in Route::of(&spec).into_iter().chain(Route::of_look(&spec)) {
            // The same path may name its fields differently for different methods.
            let shape = route.path.split('/').map(|s| if s.starts_with('{') { "{}" } else { s }).collect();
            let place = places.entry(shape).or_insert((route.path, Vec::new()));
            place.1.push(Served::new(op, spec, route));
        }
    }
    places.into_values().fold(Router::new(), |router, (path, served)| {
        let place = Arc::new(Place { app: app.clone(), served });
        router.route(path, any(move |request| async move { place.serve(request).await }))
    })
}

impl Place {
    async fn serve(&self, request: Request) -> Response {
        let method = request.method().clone();
        let is_head = method == Method::HEAD;
        let wanted = if is_head { "GET" } else { method.as_str() };
        match self.served.iter().find(|s| s.route.method == wanted) {
            Some(served) => served.call(&self.app, request).await.unwrap_or_else(IntoResponse::into_response),
            None if method == Method::OPTIONS => {
                let allow = HeaderValue::from_str(&self.allow()).unwrap_or(HeaderValue::from_static(""));
                (StatusCode::NO_CONTENT, [(header::ALLOW, allow)]).into_response()
            }
            None => Refusal::Method(self.allow().into()).into_response(),
        }
    }

    fn allow(&self) -> String {
        let head = self.served.iter().any(|s| s.route.has_query()).then_some("HEAD");
        let own = self.served.iter().map(|s| s.route.method);
        own.chain(head).chain(["OPTIONS"]).collect::<Vec<_>>().join(", ")
    }
}

impl Served {
    fn new(op: &dyn AnyOp, spec: Spec, route: Route) -> Self {
        Self { spec, route, fields: fields(op) }
    }

    async fn call(&self, app: &Arc<App>, request: Request) -> Result<Response, Refusal> {
        let mut caller =
            request.extensions().get::<Caller>().cloned().ok_or_else(|| Error::bug("nobody was let in"))?;
        caller.origin.read_only = self.route.has_query();
        let peer = auth::peer_of(&request)?;
        let request = match self.input(app, request).await {
            Ok((fields, key)) => caller.request(self.spec.name, Value::Object(fields), key),
            Err(wrong) => return Err(refused_or(app, &peer, &caller, self.spec.name, wrong).await),
        };
        let Some(rider) = Rider::of(&caller, self.spec.name, &request.input) else {
            let answer = call(app, &peer, request).await?;
            return Ok(answer::respond(&answer, self.route.creates()));
        };
        let mut response = match call(app, &peer, request).await {
            Ok(mut answer) => {
                rider.ride(app, &peer, &caller, &mut answer).await;
                answer::respond(&answer, self.route.creates())
            }
            Err(refusal) => refusal.into_response(),
        };
        rider.point(app, &caller, &mut response);
        Ok(response)
    }

    /// Reads the operation's input and the idempotency key.
    async fn input(
        &self,
        app: &Arc<App>,
        request: Request,
    ) -> Result<(Map<String, Value>, Option<String>), Refusal> {
        let (parts, body) = request.into_parts();
        let limits = &app.settings.limits;
        let mut fields = input::in_path(&self.route, &self.fields, parts.uri.path())?;
        let query = parts.uri.query().unwrap_or_default();
        let mut key = None;
        if self.route.has_query() {
            if input::has_body(&parts.headers) {
                return Err(Error::usage(say!("problem-input-no-body")).into());
            }
            input::add_query(&mut fields, &self.route, &self.fields, query, limits.json_depth)?;
        } else {
            if !query.is_empty() {
                return Err(Error::usage(say!("problem-input-no-query")).into());
            }
            key = input::key(&parts.headers)?;
            let bytes = input::read_body(&parts.headers, body, limits).await?;
            if !bytes.is_empty() && !input::is_type(&parts.headers, "application/json") {
                return Err(Refusal::MediaType);
            }
            input::add_body(&mut fields, &self.route, &self.fields, &bytes, limits.json_depth)?;
        }
        Ok((fields, key))
    }
}

/// Returns the error for unreadable input: a refusal if the caller may not call the operation at all, which is logged;
/// otherwise what is wrong with the input.
pub(crate) async fn refused_or(
    app: &Arc<App>,
    peer: &Peer,
    caller: &Caller,
    op: &'static str,
    wrong: Refusal,
) -> Refusal {
    let Some(spec) = ops::find(op).map(|op| op.spec()) else { return wrong };
    let request = match located(app, peer, caller.request(op, json!({}), None)).await {
        Ok(request) => request,
        Err(e) => return e.into(),
    };
    if execute::authority(&spec, &request.actor, &request.origin).is_ok() {
        return wrong;
    }
    call(app, peer, request).await.err().unwrap_or(wrong)
}

/// Builds a request with its origin.
async fn located(
    app: &Arc<App>,
    peer: &Peer,
    mut request: countersign_core::Request,
) -> Result<countersign_core::Request, Error> {
    if peer::locate_known(app, peer, &mut request) {
        return Ok(request);
    }
    let (peer, here) = (peer.clone(), app.clone());
    let locate = move |_: &Engine| {
        peer::locate(&here, &peer, &mut request);
        Ok(request)
    };
    app.blocking(locate).await
}

/// Makes a call for the peer of a connection.
pub(crate) async fn call(
    app: &Arc<App>,
    peer: &Peer,
    request: countersign_core::Request,
) -> Result<Answer, Refusal> {
    let acts = ops::find(&request.op).is_some_and(|op| may_act(&op.spec()));
    let call = async {
        let request = located(app, peer, request).await?;
        if far::is_about(&request.op) { far::call(app, request).await } else { made(app, request).await }
    };
    match acts {
        true => Ok(call.await?),
        false => {
            let most = app.settings.limits.call_time;
            Ok(tokio::time::timeout(most, call).await.map_err(|_| Refusal::TimedOut)??)
        }
    }
}

/// Makes a call whose origin is known.
pub(crate) async fn made(app: &Arc<App>, request: countersign_core::Request) -> Result<Answer, Error> {
    let op = request.op.clone();
    match app.engine.prepare(request) {
        Ok(call) => app.make(call).await,
        Err(e) => {
            let refused = Err(e);
            app.metrics.call(&op, &refused, Duration::ZERO);
            refused
        }
    }
}

/// Returns whether an operation may act on the world, which takes unbounded time.
fn may_act(spec: &Spec) -> bool {
    spec.composite || spec.undo == Undo::ByChanges || spec.name == "retention.sweep"
}
