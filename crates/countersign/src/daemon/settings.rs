//! The settings of a home while its daemon runs. A changed `policy.toml` is reloaded: changes that only tighten apply
//! at once, loosening ones wait for a person, and an unreadable file leaves the old policy in force. Servers and agents
//! in `config.toml` are reloaded too; other changes there are only reported, and apply after a restart.

use std::{collections::BTreeSet, path::PathBuf, sync::Arc, time::Duration};

use countersign_core::{
    Actor, Engine, Error, Op as _, Origin, Request, Result,
    execute::Hosts,
    judge::Policy,
    record::Key,
    redact,
    settings::{
        Accepted,
        operations::{LoadInput, SettingsLoad, SettingsView},
    },
    store::Store,
};
use countersign_mcp::{Gateway, Upstreams};
use countersign_server::App;
use countersign_tools::Builtins;
use countersign_words::{Message, kept, say};
use serde_json::Value;
use tokio::{task::spawn_blocking, time::sleep};

use crate::{
    custom_commands::concealed,
    home::{self, Home, read_settings},
    session,
};

/// The name of the policy's record.
pub const POLICY: &str = "policy";
/// The name of the config's record.
const CONFIG: &str = "config";

/// How often the files are checked.
const LOOK_TIME: Duration = Duration::from_secs(1);
/// How long a file must be unchanged: an editor may still be writing it.
const SETTLE_TIME: Duration = Duration::from_millis(150);
/// How long new calls are collected before checking whether one of them accepted a change.
const GATHER_TIME: Duration = Duration::from_millis(100);

const WAITS: Message = say!("command-policy-loosens");
const CHANGED: Message = say!("command-config-changed");
const BLIND: Message = say!("command-settings-blind");

/// In force if this version cannot read the accepted policy: nothing passes without a person.
const CLOSED: &str = "version = 1\nmode = \"manual\"\n[[rule]]\nname = \"the policy in force cannot be read\"\n\
                      tools = [\"*\"]\nthen = \"ask\"\nalways = true\n";

/// A policy file compared with the policy in force.
pub struct Weighed {
    /// The policy in force.
    pub policy: Policy,
    /// A notice for persons.
    pub notice: Option<Message>,
    /// The record to write; `None` if the file cannot be read.
    pub load: Option<LoadInput>,
}

/// The text of a settings file; `None` if it does not exist.
type Said = Result<Option<String>>;

/// Where several daemons write one log, the policy in force is that of all: a home without a file of its own has that one.
pub fn of_all(said: Said, accepted: Option<&Accepted>, hosts: &Hosts) -> Said {
    match (said, accepted) {
        (Ok(None), Some(accepted)) if hosts.own.is_some() => Ok(Some(accepted.text.clone())),
        (said, _) => said,
    }
}

/// Compares the file with the policy in force. The first policy of a home must be readable.
pub fn weigh(accepted: Option<&Accepted>, said: Said) -> Result<Weighed> {
    let read = said.and_then(|text| match text {
        Some(text) => Ok((Policy::parse(&text, &session::catalog())?, text)),
        None => Ok((Policy::default(), String::new())),
    });
    let input = |text, loosens, over| Some(LoadInput { name: POLICY.to_owned(), text, loosens, over });
    let Some(accepted) = accepted else {
        let (policy, text) = read.map_err(|e| match e.hint {
            Some(_) => e,
            None => e.hint(say!("command-nothing-done-correct")),
        })?;
        return Ok(Weighed { policy, notice: None, load: input(text, Vec::new(), None) });
    };
    let (old, unreadable) = in_force(&accepted.text);
    let (new, text) = match read {
        Ok(read) => read,
        Err(e) => {
            let notice = unreadable.unwrap_or_else(|| say!("command-policy-stays", said = e.message));
            return Ok(Weighed { policy: old, notice: Some(notice), load: None });
        }
    };
    let loosens = match &unreadable {
        None => old.loosened(&new),
        Some(why) => vec![why.clone()],
    };
    let load = input(text, loosens.clone(), Some(accepted.digest.clone()));
    Ok(match loosens.is_empty() {
        true => Weighed { policy: new, notice: None, load },
        false => Weighed { policy: old, notice: Some(WAITS), load },
    })
}

/// Parses an accepted text, and returns why it could not be parsed, if so.
fn in_force(text: &str) -> (Policy, Option<Message>) {
    if text.is_empty() {
        return (Policy::default(), None);
    }
    let catalog = session::catalog();
    match Policy::parse(text, &catalog) {
        Ok(policy) => (policy, None),
        Err(e) => {
            let closed = Policy::parse(CLOSED, &catalog).expect("BUG: the closed policy is one");
            (closed, Some(say!("command-in-force-unreadable", said = e.message)))
        }
    }
}

/// Returns the accepted settings of a file; `None` if a home never had any.
pub fn accepted(store: &dyn Store, name: &str) -> Result<Option<Accepted>> {
    let mut found = None;
    store.view(&mut |base| {
        found = base.get(&Key::of::<Accepted>(name))?.map(|stored| stored.row.read()).transpose()?;
        Ok(())
    })?;
    Ok(found)
}

/// A file, and its text when it was last stable.
struct File {
    path: PathBuf,
    last: Option<Said>,
    settled: Said,
}

impl File {
    fn new(path: PathBuf) -> Self {
        Self { path, last: None, settled: Ok(None) }
    }

    /// Reads it; false while it changes. The first read always counts.
    fn look(&mut self) -> bool {
        let said = read_settings(&self.path);
        let settled = self.last.as_ref().is_none_or(|last| *last == said);
        if settled {
            self.settled = said.clone();
        }
        self.last = Some(said);
        settled
    }
}

/// The compared inputs: the file's text, the digest in force, and the pending digest.
type Compared = (Said, String, Option<String>);

/// Keeps the engine's policy up to date.
pub struct Watch {
    policy: File,
    config: File,
    /// The text of the settings that the daemon was started with, and of those now in use: servers and agents are
    /// reloaded while it runs.
    started_text: String,
    in_use_text: String,
    gateway: Option<Arc<Gateway>>,
    builtins: Arc<Builtins>,
    upstreams: Arc<Upstreams>,
    compared: Option<Compared>,
    policy_notice: Option<Message>,
    config_notice: Option<Message>,
    quiet: bool,
}

impl Watch {
    /// Creates a watch for the daemon of a home, which uses the settings of that text, with those tools.
    pub fn new(home: &Home, text: String, builtins: Arc<Builtins>, upstreams: Arc<Upstreams>) -> Self {
        Self {
            policy: File::new(home.policy()),
            config: File::new(home.config()),
            started_text: text.clone(),
            in_use_text: text,
            gateway: None,
            builtins,
            upstreams,
            compared: None,
            policy_notice: None,
            config_notice: None,
            quiet: true,
        }
    }

    /// Records the settings in use, and puts the policy in force.
    pub fn start(&mut self, engine: &Engine) -> Result<()> {
        self.upstreams.set_entries(engine.setup().policy.tools().iter().cloned());
        self.record_config(engine)?;
        self.look(engine)
    }

    /// Lets `gateway` reload servers and agents when their settings change.
    pub fn with_gateway(self, gateway: Arc<Gateway>) -> Self {
        Self { gateway: Some(gateway), ..self }
    }

    /// Records the settings in use.
    fn record_config(&self, engine: &Engine) -> Result<()> {
        let text = without_secrets(&self.in_use_text)?;
        // Each host has settings of its own.
        let name = match &engine.setup().hosts.own {
            None => CONFIG.to_owned(),
            Some(host) => format!("{CONFIG} ({host})"),
        };
        let old = accepted(engine.store(), &name)?;
        // A home that never had settings has nothing to record.
        if old.is_some() || !text.is_empty() {
            let over = old.map(|a| a.digest);
            load(engine, LoadInput { name, text, loosens: Vec::new(), over })?;
        }
        Ok(())
    }

    /// Reloads servers and agents from `config.toml` if they changed. Other settings apply after a restart; a broken
    /// file is ignored.
    fn take_up_config(&mut self, engine: &Engine) -> Result<()> {
        let (Ok(text), Some(gateway)) = (&self.config.settled, &self.gateway) else { return Ok(()) };
        let text = text.clone().unwrap_or_default();
        if text == self.in_use_text {
            return Ok(());
        }
        let path = &self.config.path;
        let parsed = home::parse_config(&text, path).and_then(|new| Ok((new.bound(path)?, new)));
        let Ok((bound, new)) = parsed else { return Ok(()) };
        let old = home::parse_config(&self.in_use_text, path)?;
        let (before, after) = (old.servers(), new.servers());
        let mut accepted = session::remembered(engine.store(), &new)?;
        let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        let others = names.into_iter().filter(|name| before.get(*name) != after.get(*name));
        let changed = others.map(|name| (name.clone(), accepted.remove(name).unwrap_or_default())).collect();
        engine.amend_setup(|setup| {
            setup.servers = bound;
            setup.agents = new.agent_setups();
        });
        gateway.take_up(after, new.agents(), changed);
        tracing::info!("other servers or agents are in force");
        self.in_use_text = text;
        self.record_config(engine)
    }

    /// Checks the files and the accepted settings, and applies changes.
    fn look(&mut self, engine: &Engine) -> Result<()> {
        // Both are checked, whatever the first returns.
        let still = [self.config.look(), self.policy.look()];
        self.quiet = still == [true, true];
        self.take_up_config(engine)?;
        self.config_notice = self.tell_config();
        let known = accepted(engine.store(), POLICY)?;
        let said = of_all(self.policy.settled.clone(), known.as_ref(), &engine.setup().hosts);
        if let (Some(a), Some(compared)) = (&known, &self.compared)
            && *compared == (said.clone(), a.digest.clone(), a.waiting.as_ref().map(|w| w.digest.clone()))
        {
            return Ok(());
        }
        let weighed = weigh(known.as_ref(), said.clone())?;
        let view = match (weighed.load, known) {
            (Some(input), _) => load(engine, input)?,
            (None, Some(known)) => SettingsView::from(known),
            (None, None) => return Err(Error::bug("a first policy that cannot be read is an error")),
        };
        let (policy, unreadable) = in_force(&view.text);
        self.enforce(engine, policy);
        self.policy_notice = unreadable.filter(|_| view.waiting.is_none()).or(weighed.notice);
        self.compared = Some((said, view.digest, view.waiting.map(|w| w.digest)));
        Ok(())
    }

    /// Puts a policy in force, if it differs.
    fn enforce(&self, engine: &Engine, policy: Policy) {
        let old = engine.setup();
        if old.policy.digest() == policy.digest() {
            return;
        }
        let scratch = policy.scratch().to_vec();
        let both: Vec<String> =
            scratch.iter().filter(|p| old.policy.scratch().contains(p)).cloned().collect();
        tracing::info!(digest = policy.digest(), "another policy is in force");
        // Meanwhile only paths that both policies call scratch count as such.
        self.builtins.set_scratch(&both);
        self.builtins.set_rehearsal(policy.rehearsal());
        self.upstreams.set_entries(policy.tools().iter().cloned());
        engine.amend_setup(|setup| setup.policy = policy);
        self.builtins.set_scratch(&scratch);
    }

    fn tell_config(&self) -> Option<Message> {
        match &self.config.settled {
            Err(e) => Some(say!("command-settings-stay", said = e.message)),
            Ok(text) => {
                let text = text.as_deref().unwrap_or_default();
                if text == self.started_text {
                    return None;
                }
                match home::parse_config(text, &self.config.path) {
                    Ok(_) => (rest(text) != rest(&self.started_text)).then_some(CHANGED),
                    Err(e) => Some(say!("command-settings-stay", said = e.message)),
                }
            }
        }
    }

    /// Sends notices to persons.
    pub fn tell(&self, app: &App) {
        for (name, text) in [("policy.toml", &self.policy_notice), ("config.toml", &self.config_notice)] {
            if app.notices.set(name, text.clone()) {
                match text {
                    Some(text) => tracing::warn!("{text}"),
                    None => tracing::info!("{name} is in order again"),
                }
            }
        }
    }
}

/// Returns the part of a `config.toml` that applies only after a restart.
fn rest(text: &str) -> Option<toml::Table> {
    let mut table: toml::Table = toml::from_str(text).ok()?;
    table.retain(|name, _| !matches!(name, "server" | "agent"));
    Some(table)
}

/// Returns a `config.toml` for the log: without comments, with secrets, server environments and headers redacted.
fn without_secrets(text: &str) -> Result<String> {
    let table: toml::Table = toml::from_str(text).map_err(Error::bug)?;
    let mut value = concealed(&serde_json::to_value(table).map_err(Error::bug)?);
    let servers = value.get_mut("server").and_then(Value::as_object_mut);
    for server in servers.into_iter().flat_map(|servers| servers.values_mut()) {
        for part in ["env", "headers"] {
            let map = server.get_mut(part).and_then(Value::as_object_mut);
            map.into_iter().flat_map(|m| m.values_mut()).for_each(|secret| *secret = redact::REDACTED.into());
        }
    }
    let headers = value.pointer_mut("/telemetry/headers").and_then(Value::as_object_mut);
    headers.into_iter().flat_map(|m| m.values_mut()).for_each(|secret| *secret = redact::REDACTED.into());
    toml::to_string(&value).map_err(Error::bug)
}

fn load(engine: &Engine, input: LoadInput) -> Result<SettingsView> {
    // Messages are kept untranslated, for readers of any language.
    let input = kept(|| serde_json::to_value(input)).map_err(Error::bug)?;
    let (op, origin) = (SettingsLoad::NAME.to_owned(), Origin::from("timer"));
    engine.call(Request { actor: Actor::system(), op, input, key: None, origin })?.output::<SettingsLoad>()
}

/// Watches until the daemon exits. A failure is logged and retried.
pub async fn watch(app: Arc<App>, mut watch: Watch) {
    let mut growth = app.growth.subscribe();
    while !app.stop.is_stopped() {
        growth.mark_unchanged();
        let here = app.clone();
        let looked = spawn_blocking(move || {
            let looked = watch.look(&here.engine);
            (watch, looked)
        });
        watch = match looked.await {
            Ok((watch, Ok(()))) => watch,
            Ok((watch, Err(e))) => {
                tracing::error!(error = %e, internal = e.internal(), "settings cannot be taken up; it is tried again");
                watch
            }
            Err(e) => {
                tracing::error!(error = %e, "settings are no longer watched");
                app.notices.set("settings", Some(BLIND));
                return;
            }
        };
        watch.tell(&app);
        let rest = if watch.quiet { LOOK_TIME } else { SETTLE_TIME };
        tokio::select! {
            () = app.stop.stopped() => return,
            () = sleep(rest) => {}
            // New events are checked after a moment, whether or not the file changed.
            _ = growth.changed() => tokio::select! {
                () = app.stop.stopped() => return,
                () = sleep(GATHER_TIME) => {}
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASK: &str =
        "version = 1\n[[rule]]\nname = \"a\"\ntools = [\"shell.*\"]\nthen = \"ask\"\nalways = true\n";

    fn record(text: &str) -> Accepted {
        let (digest, text) = (in_force(text).0.digest().to_owned(), text.to_owned());
        let (id, by) = (POLICY.to_owned(), "person:ana".to_owned());
        Accepted { id, digest, text, by, at: 0, waiting: None }
    }

    fn said(text: &str) -> Said {
        Ok(Some(text.to_owned()))
    }

    #[test]
    fn the_first_policy_of_a_home_must_be_readable_and_counts() {
        assert!(weigh(None, said("version = 1\nhosts = 3\n")).is_err_and(|e| e.hint.is_some()));
        let first = weigh(None, said("version = 1\nhosts = [\"a.example.com\"]\n")).unwrap();
        assert_eq!((first.policy.hosts().len(), first.notice), (1, None));
        assert_eq!(weigh(None, Ok(None)).unwrap().load.unwrap().text, "");
    }

    #[test]
    fn what_is_broken_or_loosens_leaves_the_policy_of_before() {
        let old = record(ASK);
        for (new, told, recorded) in [
            (said("version = 1\n\nx = 1\n"), "policy.toml:3:1", false),
            (said(""), "policy changes", true),
            (Err(Error::usage("cannot read it")), "cannot read it", false),
            (said("version = 1\n"), "policy changes", true),
            (Ok(None), "policy changes", true),
        ] {
            let weighed = weigh(Some(&old), new).unwrap();
            assert_eq!(weighed.policy.digest(), old.digest, "{told}");
            assert!(weighed.notice.as_ref().is_some_and(|n| n.contains(told)), "{:?}", weighed.notice);
            assert_eq!(weighed.load.is_some(), recorded, "{told}");
        }
        let tighter = weigh(Some(&old), said(&format!("mode = \"manual\"\n{ASK}"))).unwrap();
        assert!(tighter.notice.is_none() && tighter.policy.digest() != old.digest);
        assert_eq!(tighter.load.unwrap().over.as_ref(), Some(&old.digest));
    }

    #[test]
    fn where_the_policy_in_force_cannot_be_read_everything_asks_and_any_other_waits() {
        let old = Accepted { text: "version = 99\n".to_owned(), ..record("") };
        for new in [said("version = 99\n"), said("version = 1\n"), said(ASK), Ok(None)] {
            let weighed = weigh(Some(&old), new).unwrap();
            let rule = &weighed.policy.rules()[0];
            assert!(rule.always && rule.tools == ["*"] && rule.classes.len() == 3, "{:?}", rule.classes);
            assert!(weighed.notice.is_some());
            assert!(weighed.load.is_none_or(|load| load.loosens[0].contains("cannot be read")));
        }
    }

    #[test]
    fn no_secret_of_the_settings_is_recorded() {
        let text = "# swordfish\nroots = [\"/w\"]\n[server.x]\nurl = \"https://ana:hunter2hunter2@example.com/\"\n\
                    env = { PLAIN = \"swordfish\", API_TOKEN = \"a\\\"b swordfish\" }\n\
                    headers = { X-Key = \"swordfish\" }\n\
                    args = [\"--token\", \"swordfish\", \"-H\", \"X-Key: swordfish\"]\n\
                    [sign_in.oidc]\nclient_secret = \"swordfish\"\n\
                    [telemetry]\nheaders = { X-Mark = \"swordfish\" }\n";
        let recorded = without_secrets(text).unwrap();
        assert!(!recorded.contains("swordfish") && !recorded.contains("hunter2"), "{recorded}");
        assert!(recorded.contains("/w") && recorded.contains("example.com"), "{recorded}");
        assert_eq!(without_secrets("").unwrap(), "");
    }

    #[test]
    fn a_file_that_is_being_written_does_not_count_yet() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("policy.toml");
        std::fs::write(&path, "one").unwrap();
        let mut file = File::new(path.clone());
        assert!(file.look(), "the first look counts");
        std::fs::write(&path, "").unwrap();
        assert!(!file.look());
        std::fs::write(&path, "two").unwrap();
        assert!(!file.look());
        assert_eq!(file.settled, said("one"));
        assert!(file.look());
        assert_eq!(file.settled, said("two"));
    }
}
