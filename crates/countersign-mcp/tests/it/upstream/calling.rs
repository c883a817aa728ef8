//! A server's notifications during a call reach the client of that call's agent.

use std::sync::{Arc, Mutex};

use countersign_mcp::Caller;
use rmcp::{
    ClientHandler, ServerHandler, ServiceExt as _,
    model::{
        ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction, ErrorData,
        Implementation, NumberOrString, ProgressNotificationParam, ProgressToken, RequestMetaObject,
    },
    service::{NotificationContext, RequestContext, RoleClient, RoleServer, RunningService},
};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::*;

/// The gateway's end, which gets no requests here.
struct Gateway;

impl ServerHandler for Gateway {}

/// An agent's client that records notifications.
#[derive(Clone, Default)]
struct Agent {
    elicits: bool,
    progress: Arc<Mutex<Vec<(ProgressToken, f64)>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl ClientHandler for Agent {
    fn get_info(&self) -> ClientConfig {
        let able = ClientCapabilities::builder();
        let able = if self.elicits { able.enable_elicitation().build() } else { able.build() };
        ClientConfig::new(able, Implementation::new("agent", "1"))
    }

    async fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.progress.lock().unwrap().push((params.progress_token, params.progress));
    }

    async fn create_elicitation(
        &self,
        params: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        if let ElicitRequestParams::FormElicitationParams { message, .. } = params {
            self.asked.lock().unwrap().push(message);
        }
        Ok(ElicitResult::new(ElicitationAction::Accept))
    }
}

struct Connected {
    caller: Arc<Caller>,
    _ends: (RunningService<RoleServer, Gateway>, RunningService<RoleClient, Agent>),
}

fn connect(world: &World, agent: Agent) -> Connected {
    let (near, far) = tokio::io::duplex(1 << 16);
    let ends = world.runtime.block_on(async { tokio::join!(Gateway.serve(near), agent.serve(far)) });
    let (gateway, agent) = (ends.0.unwrap(), ends.1.unwrap());
    let caller = Caller {
        peer: gateway.peer().clone(),
        line: None,
        progress: Some(ProgressToken(NumberOrString::String("mine".into()))),
        reached: Arc::new(f64::NEG_INFINITY.into()),
        meta: RequestMetaObject::default(),
        gone: CancellationToken::new(),
        refusal: Arc::default(),
    };
    Connected { caller: Arc::new(caller), _ends: (gateway, agent) }
}

#[test]
fn progress_reaches_the_agent_under_its_own_name() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let agent = Agent::default();
    let connected = connect(&world, agent.clone());
    let result = connected.caller.clone().during(|| world.read("odd.slowly", json!({}))).unwrap();
    assert_eq!(said(&result), "done at last");
    eventually("the progress", || !agent.progress.lock().unwrap().is_empty());
    let mine = ProgressToken(NumberOrString::String("mine".into()));
    assert!(agent.progress.lock().unwrap().iter().all(|(token, _)| *token == mine));
}

#[test]
fn a_question_of_a_server_goes_to_a_client_that_can_answer_it() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let agent = Agent { elicits: true, ..Agent::default() };
    let connected = connect(&world, agent.clone());
    let result = connected.caller.clone().during(|| world.read("odd.ask", json!({}))).unwrap();
    assert_eq!(said(&result), "accept");
    assert_eq!(*agent.asked.lock().unwrap(), ["The server odd asks: may I?"]);
    let unable = connect(&world, Agent::default());
    let result = unable.caller.clone().during(|| world.read("odd.ask", json!({}))).unwrap();
    assert_eq!(said(&result), "refused");
}

#[test]
fn a_read_that_nobody_waits_for_is_cancelled_and_an_effect_is_not() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let connected = connect(&world, Agent::default());
    connected.caller.gone.cancel();
    let cancelled = connected.caller.clone().during(|| world.read("odd.hang", json!({}))).unwrap_err();
    assert!(cancelled.message.contains("no longer waits"), "{cancelled}");
    let order = world.order("i1", "odd.echo", json!({"text": "kept"}));
    let landed = connected.caller.clone().during(|| world.upstreams.apply(&order)).unwrap();
    assert_eq!(said(&landed.result), "kept", "the client has gone, the result is there");
}

#[test]
fn what_an_agent_sends_along_reaches_the_server_without_what_is_about_its_own_connection() {
    let world = World::new(&[("odd", script("odd.py", &[]))]);
    let connected = connect(&world, Agent::default());
    let mut meta = RequestMetaObject::default();
    meta.0.0.insert("callId".to_owned(), json!("c1"));
    meta.0.0.insert("io.modelcontextprotocol/clientInfo".to_owned(), json!({"name": "agent"}));
    let caller = Arc::new(Caller { meta, ..Caller::clone(&connected.caller) });
    let result = caller.during(|| world.read("odd.along", json!({}))).unwrap();
    assert_eq!(said(&result), "callId,progressToken");
}
