//! Resources, prompts, tasks and completion of the upstream servers, as if they were one server's. Reading a resource,
//! getting a prompt and querying a task are calls like any other, and go through the gate.
//!
//! # Limitations
//! Servers' notifications about tasks are not forwarded: the library cannot subscribe to them. Clients poll.

#![expect(deprecated, reason = "older revisions have log levels")]

use std::{sync::Arc, time::Duration};

use countersign_core::{Error, Result, item::ItemStatus, record::Doc, text};
use rmcp::{
    ErrorData,
    model::*,
    service::{RequestContext, RoleServer, ServiceError},
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{
    Gateway, answer,
    call::{Ended, NoVoice},
    reading,
    routes::{Kind, Routes},
    session::Me,
};
use crate::{foreign, upstream::Instance};

/// How long a server may take for anything but a tool.
const TIME: Duration = Duration::from_secs(60);

impl Gateway {
    async fn instance(&self, me: &Me, server: &str) -> Result<Arc<Instance>> {
        let instance = self.upstreams.instance(&me.actor.name, server, me.origin.cwd.as_deref()).await?;
        self.works_for(&me.actor.name, server);
        Ok(instance)
    }

    /// Asks every suitable server at once. Returns the results in the order of their names; servers that do not answer
    /// are omitted.
    async fn ask_all<T, F>(
        &self,
        me: &Me,
        can: fn(&ServerCapabilities) -> bool,
        ask: F,
    ) -> Vec<(String, Vec<T>)>
    where
        F: AsyncFn(Arc<Instance>) -> Result<Vec<T>, ServiceError>,
    {
        let one = async |server: String| {
            let asked = async {
                let instance = self.instance(me, &server).await.map_err(|e| e.message)?;
                match can(&instance.info.capabilities) {
                    true => ask(instance).await.map_err(|e| e.to_string()),
                    false => Ok(Vec::new()),
                }
            };
            let late = || "it took too long".to_owned();
            match self.in_time(&server, false, asked).await.ok_or_else(late).and_then(|a| a) {
                Ok(all) => Some((server, all)),
                Err(why) => {
                    tracing::warn!(server, why, "left out of a list");
                    None
                }
            }
        };
        let servers = self.upstreams.servers();
        futures::future::join_all(servers.into_iter().map(one)).await.into_iter().flatten().collect()
    }

    /// Rebuilds the routes of a kind, and keeps what `keep` makes of each entry.
    fn learn_routes<T, U>(
        &self,
        me: &Me,
        kind: Kind,
        all: Vec<(String, Vec<T>)>,
        keep: impl Fn(&mut Routes, &str, T) -> Option<U>,
    ) -> Vec<U> {
        let mut known = self.known();
        let state = known.agents.entry(me.actor.name.clone()).or_default();
        let routes = Arc::make_mut(&mut state.routes);
        routes.clear(kind);
        let mut kept = Vec::new();
        for (server, things) in all {
            kept.extend(things.into_iter().filter_map(|thing| keep(routes, &server, thing)));
        }
        kept
    }

    fn routes(&self, me: &Me) -> Arc<Routes> {
        self.known().agents.get(&me.actor.name).map(|a| a.routes.clone()).unwrap_or_default()
    }

    /// Lists the resources of all servers.
    pub(super) async fn resources(&self, me: &Me) -> Vec<Resource> {
        let ask = async |instance: Arc<Instance>| instance.peer.list_all_resources().await;
        let all = self.ask_all(me, |c| c.resources.is_some(), ask).await;
        for (server, resources) in &all {
            self.upstreams.note_resources(server, resources.iter().map(|r| r.uri.clone()).collect());
        }
        self.learn_routes(me, Kind::Resources, all, |routes, server, mut resource: Resource| {
            resource.description = resource.description.map(|d| safe(&d, server));
            routes.add_resource(server, &resource.uri).then_some(resource)
        })
    }

    /// Lists the resource templates of all servers.
    pub(super) async fn templates(&self, me: &Me) -> Vec<ResourceTemplate> {
        let ask = async |instance: Arc<Instance>| instance.peer.list_all_resource_templates().await;
        let all = self.ask_all(me, |c| c.resources.is_some(), ask).await;
        self.learn_routes(me, Kind::Templates, all, |routes, server, mut template: ResourceTemplate| {
            template.description = template.description.map(|d| safe(&d, server));
            routes.add_template(server, &template.uri_template).then_some(template)
        })
    }

    /// Lists the prompts of all servers, under unique names.
    pub(super) async fn prompts(&self, me: &Me) -> Vec<Prompt> {
        let ask = async |instance: Arc<Instance>| instance.peer.list_all_prompts().await;
        let all = self.ask_all(me, |c| c.prompts.is_some(), ask).await;
        self.learn_routes(me, Kind::Prompts, all, |routes, server, mut prompt: Prompt| {
            prompt.name = routes.add_prompt(server, &prompt.name);
            prompt.description = prompt.description.map(|d| safe(&d, server));
            Some(prompt)
        })
    }

    /// Returns the server of a resource.
    async fn owner(&self, me: &Me, uri: &str) -> Result<String, ErrorData> {
        let known = |routes: &Routes| routes.resource(uri).map(str::to_owned);
        if let Some(server) = known(&self.routes(me)) {
            return Ok(server);
        }
        tokio::join!(self.resources(me), self.templates(me));
        known(&self.routes(me)).ok_or_else(|| {
            let message = format!("no server has the resource {}", answer::shown(uri));
            ErrorData::resource_not_found(message, Some(json!({"uri": uri})))
        })
    }

    /// Returns the server of a prompt, and its own name for it.
    async fn prompt_owner(&self, me: &Me, name: &str) -> Result<(String, String), ErrorData> {
        let known = |routes: &Routes| routes.prompt(name).map(|(s, own)| (s.to_owned(), own.to_owned()));
        if let Some(found) = known(&self.routes(me)) {
            return Ok(found);
        }
        self.prompts(me).await;
        known(&self.routes(me)).ok_or_else(|| {
            ErrorData::invalid_params(format!("there is no prompt {}", answer::shown(name)), None)
        })
    }

    /// Reads a resource, through the gate.
    pub(super) async fn read_resource(
        &self,
        me: &Me,
        uri: &str,
        context: &RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let server = self.owner(me, uri).await?;
        let args = json!({"server": server, "uri": uri});
        let mut got = self.through_gate(me, reading::RESOURCE, args, context).await?;
        if let Some(found) = held_apart(me, &mut got) {
            let note = me.mark.warning(&format!("the resource of the server {server}"), found);
            let note = json!({"uri": "countersign://note", "mimeType": "text/plain", "text": note});
            if let Some(all) = got["contents"].as_array_mut() {
                all.push(note);
            }
        }
        match asks_back(&got) {
            true => read(got).map(ReadResourceResponse::InputRequired),
            false => read(got).map(ReadResourceResponse::Complete),
        }
    }

    /// Gets a prompt, through the gate.
    pub(super) async fn get_prompt(
        &self,
        me: &Me,
        name: &str,
        arguments: Option<JsonObject>,
        context: &RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let (server, own) = self.prompt_owner(me, name).await?;
        let mut args = json!({"server": server, "name": own});
        if let Some(arguments) = arguments {
            args["arguments"] = Value::Object(arguments);
        }
        let mut got = self.through_gate(me, reading::PROMPT, args, context).await?;
        if let Some(found) = held_apart(me, &mut got) {
            let note = me.mark.warning(&format!("the prompt of the server {server}"), found);
            let note = json!({"role": "user", "content": {"type": "text", "text": note}});
            if let Some(all) = got["messages"].as_array_mut() {
                all.push(note);
            }
        }
        match asks_back(&got) {
            true => read(got).map(GetPromptResponse::InputRequired),
            false => read(got).map(GetPromptResponse::Complete),
        }
    }

    /// Gets the state of a task, through the gate.
    pub(super) async fn get_task(
        &self,
        me: &Me,
        task: &str,
        context: &RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        self.of_task(me, reading::GET_TASK, task, context).await.and_then(read)
    }

    /// Makes a request about a task that the agent knows, through the gate.
    pub(super) async fn of_task(
        &self,
        me: &Me,
        tool: &str,
        task: &str,
        context: &RequestContext<RoleServer>,
    ) -> Result<Value, ErrorData> {
        // Other agents' tasks are reported as unknown.
        if self.upstreams.task(&me.actor.name, task).is_none() {
            return Err(ErrorData::invalid_params("there is no such task", None));
        }
        self.through_gate(me, tool, json!({"task": task}), context).await
    }

    async fn through_gate(
        &self,
        me: &Me,
        tool: &str,
        args: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<Value, ErrorData> {
        let table = self.table();
        let missing = || Error::bug(format!("{tool} is not in the catalogue"));
        let tool = table.setup.catalog.find(tool).ok_or_else(missing).map_err(|e| answer::internal(&e))?;
        let args = args.as_object().cloned().unwrap_or_default();
        let of_task = || self.upstreams.task(&me.actor.name, &words(&args, "task")).map(|task| task.server);
        let server =
            Some(words(&args, "server")).filter(|s| !s.is_empty()).or_else(of_task).unwrap_or_default();
        if args.values().any(|value| me.mark.is_in(value)) {
            return Err(ErrorData::invalid_params("no server may learn the mark of Countersign", None));
        }
        let ended = self.propose(me, &table, tool, args, context).await.map_err(|e| refused(&e, &server))?;
        let no = |message: String| Err(ErrorData::invalid_request(me.mark.of(&message), None));
        let result = match ended {
            Ended::Done { result, .. } => result,
            Ended::Decided(ended) if ended.status == ItemStatus::Applied => ended.result,
            Ended::Decided(ended) => {
                let (id, word) = (&ended.id, ended.status.as_str());
                let reason = ended.reason.map_or_else(String::new, |r| format!(": {}", answer::shown(&r)));
                return no(format!("item {id} is {word}{reason}"));
            }
            Ended::Queued { item, .. } => {
                return no(format!(
                    "{} It is item {item}; item_status tells what became of it.",
                    answer::QUEUED
                ));
            }
            Ended::No { message, voice: NoVoice::Ours, .. } => return no(answer::shown(&message)),
            Ended::No { message, .. } => {
                let message = answer::shown(&message);
                return Err(ErrorData::invalid_request(
                    foreign::or_left_out(&message, &server).into_owned(),
                    None,
                ));
            }
            Ended::Refused { said, .. } => return Err(answer::passed(said, &server)),
            Ended::Batch { .. } | Ended::Whole { .. } => {
                return Err(answer::internal(&Error::bug("a read came apart")));
            }
        };
        Ok(result)
    }

    /// Asks the server of a prompt or a resource to complete an argument.
    pub(super) async fn complete(
        &self,
        me: &Me,
        mut request: CompleteRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let server = match &mut request.r#ref {
            Reference::Prompt(prompt) => {
                let (server, own) = self.prompt_owner(me, &prompt.name).await?;
                prompt.name = own;
                server
            }
            Reference::Resource(resource) => {
                let known = self.routes(me).template(&resource.uri).map(str::to_owned);
                match known {
                    Some(server) => server,
                    None => {
                        self.templates(me).await;
                        let known = self.routes(me).template(&resource.uri).map(str::to_owned);
                        match known {
                            Some(server) => server,
                            None => self.owner(me, &resource.uri).await?,
                        }
                    }
                }
            }
            _ => return Err(ErrorData::invalid_params("that can not be completed", None)),
        };
        let instance = self.instance(me, &server).await.map_err(|e| refused(&e, &server))?;
        if instance.info.capabilities.completions.is_none() {
            return Ok(CompleteResult::default());
        }
        let mut completed: CompleteResult = match self.upstreams.remote_host(&server) {
            // The text typed so far leaves this machine.
            Some(_) => {
                let args = json!({"server": server, "request": request});
                self.through_gate(me, reading::COMPLETE, args, context).await.and_then(read)?
            }
            None if me.mark.is_in(&json!(request)) => return Ok(CompleteResult::default()),
            None => in_time(&server, instance.peer.complete(request)).await?,
        };
        completed.completion.values.retain(|value| foreign::imitates(value).is_none());
        Ok(completed)
    }

    /// Subscribes to changes of a resource.
    pub(super) async fn subscribe(&self, me: &Me, uri: &str) -> Result<(), ErrorData> {
        let server = self.owner(me, uri).await?;
        let remote = self.upstreams.remote_host(&server).is_some();
        if me.mark.is_in(&json!(uri)) || (remote && !self.upstreams.lists_resource(&server, uri)) {
            let message =
                "the server is on another machine, and is told only of resources that it lists itself";
            return Err(ErrorData::invalid_params(message, None));
        }
        let instance = self.instance(me, &server).await.map_err(|e| refused(&e, &server))?;
        in_time(&server, instance.watch(uri)).await
    }

    /// Sets the log level of the servers that work for an agent.
    pub(super) async fn set_level(&self, me: &Me, request: SetLevelRequestParams) {
        for server in self.workers(&me.actor.name) {
            let Ok(instance) = self.instance(me, &server).await else { continue };
            if instance.info.protocol_version.has_initialize()
                && instance.info.capabilities.logging.is_some()
                && let Err(e) = in_time(&server, instance.peer.set_level(request.clone())).await
            {
                tracing::debug!(server, error = %e.message, "a server takes no log level");
            }
        }
    }
}

/// Returns the answer of a server, if it comes in time; its own errors are passed on.
async fn in_time<T>(
    server: &str,
    asked: impl Future<Output = Result<T, ServiceError>>,
) -> Result<T, ErrorData> {
    match tokio::time::timeout(TIME, asked).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(ServiceError::McpError(error))) => Err(answer::passed(error, server)),
        Ok(Err(e)) => Err(ErrorData::internal_error(answer::shown(&e.to_string()), None)),
        Err(_) => Err(ErrorData::internal_error("the server took too long", None)),
    }
}

/// Returns whether a server needs input from the client before it answers.
fn asks_back(got: &Value) -> bool {
    got["resultType"] == "input_required"
}

fn read<T: DeserializeOwned>(got: Value) -> Result<T, ErrorData> {
    serde_json::from_value(got).map_err(|e| answer::internal(&Error::bug(e)))
}

fn refused(error: &Error, server: &str) -> ErrorData {
    let message = answer::shown(&error.message);
    match answer::error(error, true) {
        Ok(_) => ErrorData::invalid_request(foreign::or_left_out(&message, server).into_owned(), None),
        Err(e) => e,
    }
}

/// Separates a server's text from ours: removes our keys and our mark, and returns an imitation.
fn held_apart(me: &Me, got: &mut Value) -> Option<&'static str> {
    foreign::strip_meta(got);
    let found = foreign::imitation(got);
    me.mark.take_out(got);
    found
}

/// Makes a server's description safe: everything visible, replaced if it imitates us.
fn safe(text: &str, server: &str) -> String {
    foreign::or_left_out(&text::visible_multiline(text).text, server).into_owned()
}

fn words(args: &Doc, field: &str) -> String {
    args.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
}
