//! Resources, prompts, tasks and completion of the upstream servers, as if they were one server's. Reading a resource,
//! getting a prompt and asking about a task are calls like any other, and go through the gate.
//!
//! # Limitations
//! Servers' notifications about tasks are not passed on: the library has no way to subscribe to them. Clients ask.

#![expect(deprecated, reason = "older revisions have log levels")]

use std::{sync::Arc, time::Duration};

use countersign_core::{Error, Result, text};
use rmcp::{
    ErrorData,
    model::*,
    service::{RequestContext, RoleServer, ServiceError},
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{
    Gateway, LIST_TIME, answer,
    call::Ended,
    reading,
    routes::{Kind, Routes},
    session::Me,
};
use crate::upstream::Instance;

/// How long a server may take over what is not a tool.
const TIME: Duration = Duration::from_secs(60);

impl Gateway {
    async fn instance(&self, me: &Me, server: &str) -> Result<Arc<Instance>> {
        let instance = self.upstreams.instance(&me.actor.name, server, me.origin.cwd.as_deref()).await?;
        self.works_for(&me.actor.name, server);
        Ok(instance)
    }

    /// Asks every server that can answer, all at once: what each said, in the order of their names. One that does not
    /// answer is left out.
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
            match tokio::time::timeout(LIST_TIME, asked).await.map_err(|_| late()).and_then(|a| a) {
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

    /// Learns anew who has what of a kind, and keeps what `keep` makes of each.
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

    /// The resources of all servers.
    pub(super) async fn resources(&self, me: &Me) -> Vec<Resource> {
        let ask = async |instance: Arc<Instance>| instance.peer.list_all_resources().await;
        let all = self.ask_all(me, |c| c.resources.is_some(), ask).await;
        self.learn_routes(me, Kind::Resources, all, |routes, server, mut resource: Resource| {
            resource.description = resource.description.map(|d| text::visible_multiline(&d).text);
            routes.add_resource(server, &resource.uri).then_some(resource)
        })
    }

    /// The forms of resources of all servers.
    pub(super) async fn templates(&self, me: &Me) -> Vec<ResourceTemplate> {
        let ask = async |instance: Arc<Instance>| instance.peer.list_all_resource_templates().await;
        let all = self.ask_all(me, |c| c.resources.is_some(), ask).await;
        self.learn_routes(me, Kind::Templates, all, |routes, server, mut template: ResourceTemplate| {
            template.description = template.description.map(|d| text::visible_multiline(&d).text);
            routes.add_template(server, &template.uri_template).then_some(template)
        })
    }

    /// The prompts of all servers, under names that tell them apart.
    pub(super) async fn prompts(&self, me: &Me) -> Vec<Prompt> {
        let ask = async |instance: Arc<Instance>| instance.peer.list_all_prompts().await;
        let all = self.ask_all(me, |c| c.prompts.is_some(), ask).await;
        self.learn_routes(me, Kind::Prompts, all, |routes, server, mut prompt: Prompt| {
            prompt.name = routes.add_prompt(server, &prompt.name);
            prompt.description = prompt.description.map(|d| text::visible_multiline(&d).text);
            Some(prompt)
        })
    }

    /// The server that has a resource.
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

    /// The server of a prompt, and its own name for it.
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
        let got = self.through_gate(me, reading::RESOURCE, args, context).await?;
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
        let got = self.through_gate(me, reading::PROMPT, args, context).await?;
        match asks_back(&got) {
            true => read(got).map(GetPromptResponse::InputRequired),
            false => read(got).map(GetPromptResponse::Complete),
        }
    }

    /// How a task is, through the gate.
    pub(super) async fn get_task(
        &self,
        me: &Me,
        task: &str,
        context: &RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        self.of_task(me, reading::GET_TASK, task, context).await.and_then(read)
    }

    /// Asks something of a task that the agent was told of, through the gate.
    pub(super) async fn of_task(
        &self,
        me: &Me,
        tool: &str,
        task: &str,
        context: &RequestContext<RoleServer>,
    ) -> Result<Value, ErrorData> {
        // Other agents' tasks are none of its business: they are as unknown as those that never were.
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
        let ended = self.propose(me, &table, tool, args, context).await.map_err(|e| refused(&e))?;
        let no = |message: String| Err(ErrorData::invalid_request(message, None));
        let result = match ended {
            Ended::Done { result, .. } => result,
            Ended::Decided(mut status) if status["status"] == "applied" => status["result"].take(),
            Ended::Decided(status) => {
                let (id, word) = (&status["id"], status["status"].as_str().unwrap_or_default());
                let reason =
                    status["reason"].as_str().map_or_else(String::new, |r| format!(": {}", answer::shown(r)));
                return no(format!("item {} is {word}{reason}", id.as_str().unwrap_or_default()));
            }
            Ended::Queued { item, .. } => {
                return no(format!(
                    "{} It is item {item}; item_status tells what became of it.",
                    answer::QUEUED
                ));
            }
            Ended::No { message, .. } => return no(answer::shown(&message)),
            Ended::Refused { said, .. } => return Err(answer::passed(said)),
            Ended::Batch { .. } => return Err(answer::internal(&Error::bug("a read came apart"))),
        };
        Ok(result)
    }

    /// Asks the server of a prompt or a resource how an argument might go on.
    pub(super) async fn complete(
        &self,
        me: &Me,
        mut request: CompleteRequestParams,
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
        let instance = self.instance(me, &server).await.map_err(|e| refused(&e))?;
        if instance.info.capabilities.completions.is_none() {
            return Ok(CompleteResult::default());
        }
        in_time(instance.peer.complete(request)).await
    }

    /// Lets the server of a resource tell when it changes.
    pub(super) async fn subscribe(&self, me: &Me, uri: &str) -> Result<(), ErrorData> {
        let server = self.owner(me, uri).await?;
        let instance = self.instance(me, &server).await.map_err(|e| refused(&e))?;
        in_time(instance.watch(uri)).await
    }

    /// Says to the servers that work for an agent from which level on they should tell.
    pub(super) async fn set_level(&self, me: &Me, request: SetLevelRequestParams) {
        for server in self.workers(&me.actor.name) {
            let Ok(instance) = self.instance(me, &server).await else { continue };
            if instance.info.protocol_version.has_initialize()
                && instance.info.capabilities.logging.is_some()
                && let Err(e) = in_time(instance.peer.set_level(request.clone())).await
            {
                tracing::debug!(server, error = %e.message, "a server takes no log level");
            }
        }
    }
}

/// The answer of a server, if it comes in time; its own errors pass as they are.
async fn in_time<T>(asked: impl Future<Output = Result<T, ServiceError>>) -> Result<T, ErrorData> {
    match tokio::time::timeout(TIME, asked).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(ServiceError::McpError(error))) => Err(error),
        Ok(Err(e)) => Err(ErrorData::internal_error(answer::shown(&e.to_string()), None)),
        Err(_) => Err(ErrorData::internal_error("the server took too long", None)),
    }
}

/// Whether a server needs something of the client before it answers.
fn asks_back(got: &Value) -> bool {
    got["resultType"] == "input_required"
}

fn read<T: DeserializeOwned>(got: Value) -> Result<T, ErrorData> {
    serde_json::from_value(got).map_err(|e| answer::internal(&Error::bug(e)))
}

fn refused(error: &Error) -> ErrorData {
    match answer::error(error, true) {
        Ok(_) => ErrorData::invalid_request(answer::shown(&error.message), None),
        Err(e) => e,
    }
}
