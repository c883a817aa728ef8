//! The parity matrix: each outcome that a person can land, and how every surface undoes it. A row is an outcome; the
//! columns are checked below: whether there is a handle, whether it is the same wherever it is offered, whether it
//! undoes the outcome, and whether a stale one is refused with the same reason everywhere.

use countersign_client::Client;
use countersign_core::Problem;
use countersign_words::Language;
use serde_json::{Value, json};

use crate::Home;

/// One outcome.
struct Row {
    name: &'static str,
    /// Lands it.
    land: fn(&Scene) -> Landed,
    /// Changes what it depends on; returns the later outcome, which can be undone in turn. `None` if there is no undo
    /// at all.
    shift: Option<fn(&Scene, &Landed) -> Landed>,
    /// The message of a refusal: for a stale handle, or for an outcome without one.
    refusal: &'static str,
    /// Who may undo it.
    way_back: WayBack,
}

/// The operation that undoes an outcome, and whether an agent can propose it.
#[derive(Clone, Copy, PartialEq)]
enum WayBack {
    /// The receipt of an agent's proposal.
    Receipt,
    /// The receipt of a person's own action: an agent does not even see it.
    Own,
    /// The whole run.
    Run,
    /// The answer to a question.
    Answer,
}

/// The rows of the undo parity matrix.
const ROWS: &[Row] = &[
    Row {
        name: "relationship confirm",
        land: |s| s.confirmed("task.link_tasks", json!({"a": s.a, "b": s.b, "relation": "blocks"})),
        shift: Some(|s, _| {
            s.confirmed("task.link_tasks", json!({"a": s.b, "b": s.a, "relation": "relates_to"}))
        }),
        refusal: "task_link # has changed since (event #)",
        way_back: WayBack::Receipt,
    },
    Row {
        name: "relationship dismiss",
        land: |s| {
            // The agent proposed a link; the person decides the other way.
            let args = json!({"a": s.a, "b": s.b, "relation": "duplicates"});
            let item = s.held("task.link_tasks", &args);
            let mut dismissed = args;
            dismissed["state"] = "dismissed".into();
            let edit = ["edit", &item, "--args", &dismissed.to_string()];
            s.home.json(&s.person, &edit, 0);
            s.confirm(&item)
        },
        shift: Some(|s, _| {
            s.confirmed("task.link_tasks", json!({"a": s.a, "b": s.b, "relation": "duplicates"}))
        }),
        refusal: "task_link # has changed since (event #)",
        way_back: WayBack::Receipt,
    },
    Row {
        name: "enrichment apply",
        land: |s| {
            s.confirmed("task.update_task", json!({"task": s.a, "title": s.fresh("Login"), "estimate": "2h"}))
        },
        shift: Some(|s, _| s.confirmed("task.set_title", json!({"task": s.a, "title": s.fresh("Sign-in")}))),
        refusal: "title of task # has changed since (event #)",
        way_back: WayBack::Receipt,
    },
    Row {
        name: "enrichment reject",
        land: |s| {
            let item = s.held("task.set_priority", &json!({"task": s.fresh_task(), "priority": "P1"}));
            let answer = s.home.json(&s.person, &["reject", &item], 0)["results"][0].clone();
            assert!(answer["rollback_label"].as_str().unwrap().starts_with("Irreversible"), "{answer}");
            Landed { id: item, handle: Value::Null, answer }
        },
        shift: None,
        refusal: "nothing of # has landed",
        way_back: WayBack::Receipt,
    },
    Row {
        name: "clarification answer",
        land: |s| s.answered(&[]),
        shift: Some(|s, landed| {
            // A newer proposal depends on the answer, and the response to it tells it; it can be undone in turn.
            let args = json!({"title": s.fresh("As answered")}).to_string();
            let words = ["call", "task.create_task", "--args", &args, "--question", &landed.id];
            let call = s.home.json(&s.agent, &words, 7);
            Landed { id: call["item"]["id"].as_str().unwrap().to_owned(), handle: Value::Null, answer: call }
        }),
        refusal: "it cannot be taken back: the agent was told the answer",
        way_back: WayBack::Answer,
    },
    Row {
        name: "clarification answer with rerun",
        land: |s| {
            let landed = s.answered(&["--rerun"]);
            assert_eq!(landed.answer["rollback_label"], "Irreversible", "{}", landed.answer);
            assert!(landed.answer["instruction"].is_string(), "{}", landed.answer);
            landed
        },
        shift: None,
        refusal: "it cannot be taken back: the agent was told to redo it with this answer",
        way_back: WayBack::Answer,
    },
    Row {
        name: "working-set mutation",
        land: |s| {
            let task = s.fresh_task();
            let added = s.home.json(&s.person, &["sets", "add", &format!("{task},pr:1"), "--to", "Today"], 0);
            Landed::of(added)
        },
        shift: Some(|s, landed| {
            let added = landed.answer["receipt"]["effects"][0]["after"][0].as_str().unwrap();
            Landed::of(s.home.json(&s.person, &["sets", "pin", added, "--in", "Today"], 0))
        }),
        refusal: "entries of working_set # has changed since (event #)",
        way_back: WayBack::Own,
    },
    Row {
        name: "run rollback",
        land: |s| {
            let run = s.run("planning");
            let title = json!({"task": s.a, "title": s.fresh("Planned")});
            Landed { id: run.clone(), ..s.confirmed_in(Some(&run), "task.set_title", title) }
        },
        shift: Some(|s, _| {
            let run = s.run("planning");
            s.confirmed_in(Some(&run), "task.set_estimate", json!({"task": s.a, "estimate": "5h"}))
        }),
        refusal: "the run # on the same subject is newer",
        way_back: WayBack::Run,
    },
];

/// What landed: the target of its undo, its handle, and the answer that reported it.
struct Landed {
    id: String,
    handle: Value,
    answer: Value,
}

impl Landed {
    #[track_caller]
    fn of(answer: Value) -> Self {
        let receipt = answer["receipt"]["id"].as_str().unwrap_or_else(|| panic!("{answer}"));
        Self { id: receipt.to_owned(), handle: answer["latest_reversible_event_id"].clone(), answer }
    }
}

/// A surface.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Surface {
    CommandLine,
    Http,
}

const SURFACES: [Surface; 2] = [Surface::CommandLine, Surface::Http];

/// A home with two tasks and an empty working set.
struct Scene {
    home: Home,
    person: String,
    agent: String,
    http: Client,
    a: String,
    b: String,
    count: std::cell::Cell<u32>,
}

impl Scene {
    fn new() -> Self {
        let home = Home::new();
        let (person, agent) = home.with_people();
        let a = home.with_task(&person, &agent, "Fix login");
        let b = home.with_task(&person, &agent, "Release");
        home.run(&person, &["sets", "create", "Today"]).expect(0);
        let http = Client::unix(&home.path().join("daemon.sock")).token(Some(&person)).surface("web");
        Self { home, person, agent, http, a, b, count: 0.into() }
    }

    /// A unique title.
    fn fresh(&self, word: &str) -> String {
        self.count.set(self.count.get() + 1);
        format!("{word} no. {}", self.count.get())
    }

    fn fresh_task(&self) -> String {
        self.home.with_task(&self.person, &self.agent, &self.fresh("Task"))
    }

    fn run(&self, subject: &str) -> String {
        let run = self.home.json(&self.agent, &["run", "start", "--subject", subject], 0);
        run["id"].as_str().unwrap().to_owned()
    }

    #[track_caller]
    fn held(&self, tool: &str, args: &Value) -> String {
        let call = self.home.json(&self.agent, &["call", tool, "--args", &args.to_string()], 7);
        call["item"]["id"].as_str().unwrap().to_owned()
    }

    #[track_caller]
    fn confirm(&self, item: &str) -> Landed {
        self.home.run(&self.person, &["show", item]).expect(0);
        Landed::of(self.home.json(&self.person, &["confirm", item], 0)["results"][0].clone())
    }

    #[track_caller]
    fn confirmed(&self, tool: &str, args: Value) -> Landed {
        self.confirm(&self.held(tool, &args))
    }

    #[track_caller]
    fn confirmed_in(&self, run: Option<&str>, tool: &str, args: Value) -> Landed {
        let args = args.to_string();
        let mut words = vec!["call", tool, "--args", &args];
        words.extend(run.into_iter().flat_map(|run| ["--run", run]));
        let call = self.home.json(&self.agent, &words, 7);
        self.confirm(call["item"]["id"].as_str().unwrap())
    }

    /// The agent asks a new question, and the person answers.
    #[track_caller]
    fn answered(&self, more: &[&str]) -> Landed {
        let asked = self.home.json(&self.agent, &["ask", &self.fresh("Which database")], 7);
        let id = asked["id"].as_str().unwrap().to_owned();
        let answer = self.home.json(&self.person, &[&["answer", &id, "SQLite"], more].concat(), 0);
        Landed { id, handle: Value::Null, answer }
    }

    fn is_open(&self, question: &str) -> bool {
        let open = self.http.call("question.list", json!({"open": true}), None).unwrap().value;
        open["questions"].as_array().unwrap().iter().any(|q| q["id"] == question)
    }

    /// Undoes what blocks an outcome's own undo.
    #[track_caller]
    fn clear(&self, on: Surface, row: &Row, later: &Landed) {
        if row.way_back == WayBack::Answer {
            self.home.run(&self.agent, &["retract", &later.id]).expect(0);
            return;
        }
        let (done, cleared) = self.take_back(on, WayBack::Receipt, later);
        assert!(done, "{}: {cleared}", row.name);
    }

    /// Asks for the undo; returns whether it succeeded, and the answer.
    fn take_back(&self, on: Surface, way: WayBack, landed: &Landed) -> (bool, Value) {
        let handle = landed.handle.as_str();
        match on {
            Surface::CommandLine => {
                let mut words = match way {
                    WayBack::Run => vec!["run", "rollback", &landed.id],
                    WayBack::Answer => vec!["answer", &landed.id, "--take-back"],
                    WayBack::Receipt | WayBack::Own => vec!["undo", &landed.id],
                };
                if words[0] == "undo" {
                    words.extend(handle.into_iter().flat_map(|h| ["--expect", h]));
                }
                let ended = self.home.run(&self.person, &[&words[..], &["--json"]].concat());
                assert!([0, 4].contains(&ended.code), "{ended:?}");
                (ended.code == 0, ended.json())
            }
            Surface::Http => {
                let (op, input) = match way {
                    WayBack::Run => ("run.rollback", json!({"id": landed.id})),
                    WayBack::Answer => ("question.take_back", json!({"id": landed.id})),
                    WayBack::Receipt | WayBack::Own => {
                        ("receipt.undo", json!({"id": landed.id, "expected_event_id": handle}))
                    }
                };
                match self.http.call(op, input, None) {
                    Ok(answer) => (answer.outcome.as_str() == "done", answer.value),
                    Err(e) => (false, Problem::of(&e).to_json(Language::English)),
                }
            }
        }
    }

    /// The refusal of every surface, which must be identical.
    #[track_caller]
    fn refused(&self, way: WayBack, landed: &Landed) -> Value {
        let answers = SURFACES.map(|on| self.take_back(on, way, landed));
        assert_eq!(answers[0], answers[1]);
        assert!(!answers[0].0, "{}", answers[0].1);
        answers[0].1.clone()
    }

    /// The answer of an MCP tool, to an agent that does not wait.
    fn mcp(&self, tool: &str, args: &Value) -> Value {
        let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}});
        let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
            "name": tool, "arguments": args}});
        let ended = self.home.run_with(&self.agent, &["mcp"], &format!("{hello}\n{call}\n")).expect(0);
        let answers = ended.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        answers.into_iter().find(|a| a["id"] == 2).unwrap()["result"].clone()
    }

    /// The state of everything that an undo could touch.
    fn state(&self) -> (Value, Value) {
        let ask = |op: &str, input: Value| self.http.call(op, input, None).unwrap().value;
        let tasks = ask("call.propose", json!({"tool": "task.list_tasks", "args": {}}));
        let set = ask("working_set.show", json!({"id": "Today"}));
        (tasks["result"].clone(), set["entries"].clone())
    }
}

/// The text of an answer, with placeholders for parts that differ between runs.
fn plain(answer: &Value) -> String {
    let text = answer["message"].as_str().or(answer["detail"].as_str()).unwrap_or_default();
    let words = text.split(' ').map(|word| {
        let core = word.trim_matches(|c: char| "()\";:,.".contains(c));
        if core.contains(|c: char| c.is_ascii_digit()) { word.replace(core, "#") } else { word.to_owned() }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The handle of an outcome is the same in the answer, in the list of receipts, in `show` and since the last visit.
#[track_caller]
fn same_handle_everywhere(scene: &Scene, row: &Row, landed: &Landed) {
    if row.way_back == WayBack::Answer {
        let label = "Can be taken back until the agent is told";
        assert_eq!(landed.answer["rollback_label"], label, "{}: {}", row.name, landed.answer);
        return;
    }
    let receipt = &landed.answer["receipt"]["id"];
    let listed = scene.home.json(&scene.person, &["receipts"], 0);
    let since = scene.home.json(&scene.person, &["since"], 0);
    let shown = scene.home.json(&scene.person, &["show", receipt.as_str().unwrap()], 0);
    let pick = |list: &Value| list.as_array().unwrap().iter().find(|r| r["id"] == *receipt).cloned();
    let offered = [
        landed.answer["receipt"].clone(),
        pick(&listed["receipts"]).unwrap(),
        pick(&since["happened"]).unwrap()["receipt"].clone(),
        shown["receipt"].clone(),
    ];
    for receipt in offered {
        assert_eq!(receipt["undo_action"]["expected_event_id"], landed.handle, "{}: {receipt}", row.name);
        assert_eq!(receipt["rollback_label"], "Can be undone exactly", "{}", row.name);
    }
}

/// An agent's undo is a proposal, and only for its own proposals.
#[track_caller]
fn over_mcp(scene: &Scene, row: &Row, landed: &Landed) {
    if row.way_back == WayBack::Answer {
        // There is no tool for it, and talking to the agent would tell it the answer.
        return;
    }
    let args = json!({"receipt": landed.answer["receipt"]["id"], "expected_event_id": landed.handle});
    let before = scene.state();
    let answer = scene.mcp("undo", &args);
    if row.way_back == WayBack::Own {
        assert_eq!(answer["isError"], true, "{}: {answer}", row.name);
        assert!(answer.to_string().contains("there is no receipt"), "{}: {answer}", row.name);
    } else {
        assert_eq!(answer["structuredContent"]["status"], "queued", "{}: {answer}", row.name);
        let item = answer["structuredContent"]["item"].as_str().unwrap();
        scene.home.run(&scene.person, &["reject", item]).expect(0);
    }
    assert_eq!(scene.state(), before, "{}: nothing happened by it", row.name);
}

#[test]
fn e6_e10_e11_e12_f6_every_outcome_has_the_same_way_back_in_every_surface() {
    let scene = Scene::new();
    for row in ROWS {
        let mut told = Vec::new();
        for on in SURFACES {
            let before = scene.state();
            let landed = (row.land)(&scene);
            let Some(shift) = row.shift else {
                assert_eq!(landed.answer["receipt"]["undo_action"], Value::Null, "{}", row.name);
                assert!(landed.answer.get("latest_reversible_event_id").is_none(), "{}", row.name);
                let refused = scene.refused(row.way_back, &landed);
                assert_eq!(plain(&refused), row.refusal, "{}", row.name);
                continue;
            };
            same_handle_everywhere(&scene, row, &landed);
            over_mcp(&scene, row, &landed);
            let later = shift(&scene, &landed);
            let moved = scene.state();
            let stale = scene.refused(row.way_back, &landed);
            assert_eq!(plain(&stale), row.refusal, "{}", row.name);
            assert_eq!(scene.state(), moved, "{}: nothing was touched", row.name);
            scene.clear(on, row, &later);
            // Its next answer told the agent; only what it has not heard of can be taken back.
            let landed = if row.way_back == WayBack::Answer { (row.land)(&scene) } else { landed };
            let (done, undone) = scene.take_back(on, row.way_back, &landed);
            assert!(done, "{} on {on:?}: {undone}", row.name);
            assert_eq!(scene.is_open(&landed.id), row.way_back == WayBack::Answer, "{}", row.name);
            if row.way_back == WayBack::Own {
                assert_eq!(scene.state().1, before.1, "{}", row.name);
            } else {
                assert_eq!(scene.state(), before, "{}", row.name);
            }
            let again = scene.refused(row.way_back, &landed);
            told.push((undone["status"].clone(), plain(&undone), plain(&again)));
        }
        told.dedup();
        assert!(told.len() <= 1, "{}: {told:?}", row.name);
    }
}

#[test]
fn e12_a_link_that_was_taken_back_can_be_put_back_and_its_dismissal_undone() {
    let scene = Scene::new();
    let link = json!({"a": scene.a, "b": scene.b, "relation": "part_of"});
    let linked = scene.confirmed("task.link_tasks", link.clone());
    let with_link = scene.state();
    let mut dismissed = link;
    dismissed["state"] = "dismissed".into();
    let dismissed = scene.confirmed("task.link_tasks", dismissed);
    let with_dismissal = scene.state();
    let (done, undone) = scene.take_back(Surface::Http, WayBack::Receipt, &dismissed);
    assert!(done && scene.state() == with_link, "{undone}");
    let (done, redone) = scene.take_back(Surface::CommandLine, WayBack::Receipt, &Landed::of(undone));
    assert!(done && scene.state() == with_dismissal, "{redone}");
    let (done, stale) = scene.take_back(Surface::Http, WayBack::Receipt, &linked);
    assert!(!done, "the pair moved: {stale}");
    assert_eq!(stale["status"], "stale");
}
