//! A small driver of Chromium over its debugging pipe: no port is opened, and only the browser itself is needed.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{ChildStdin, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    time::{Duration, Instant},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

/// The timeout of every step; a machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A screen to view a page on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Screen {
    pub width: u32,
    pub height: u32,
    pub touch: bool,
    pub dark: bool,
}

pub const LAPTOP: Screen = Screen { width: 1280, height: 900, touch: false, dark: false };
pub const TELEPHONE: Screen = Screen { width: 390, height: 844, touch: true, dark: false };

/// A headless browser.
pub struct Browser {
    pipe: Arc<Pipe>,
    _process: Ended,
}

/// A process that is killed on drop.
struct Ended(Pid);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = kill_process(self.0, Signal::KILL);
    }
}

struct Pipe {
    to: Mutex<ChildStdin>,
    next: AtomicU64,
    waiting: Mutex<BTreeMap<u64, Sender<Value>>>,
    /// Errors in pages, by session.
    troubles: Mutex<Vec<(String, String)>>,
    /// What is told of service workers, by session.
    workers: Mutex<Vec<(String, Value)>>,
}

impl Pipe {
    fn send(&self, session: Option<&str>, method: &str, params: Value) -> Receiver<Value> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (tell, told) = channel();
        self.waiting.lock().unwrap().insert(id, tell);
        let mut message = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.lock().unwrap().write_all(&bytes).unwrap();
        told
    }

    #[track_caller]
    fn call(&self, session: Option<&str>, method: &str, params: Value) -> Value {
        let answer = self.send(session, method, params.clone()).recv_timeout(PATIENCE);
        let answer = answer.unwrap_or_else(|_| panic!("{method} {params} was never answered"));
        assert!(answer["error"].is_null(), "{method} {params}: {}", answer["error"]);
        answer["result"].clone()
    }
}

impl Browser {
    pub fn start() -> Self {
        let profile = tempfile::tempdir().unwrap().keep();
        // The pipe is file descriptors 3 and 4, which a shell sets up. The shell exits at once, so that the browser is
        // nobody's child: a child of the daemon, which is us in these tests, cannot decide. A background process waits
        // for the browser, which ends with the pipe, and removes its profile.
        let mut command = Command::new("sh");
        let script = r#"exec 3<&0 4>&1
            ( "$@" 2>/dev/null & echo $! >&2; exec 2>/dev/null 3<&- 4>&-; wait; sleep 1; rm -rf -- "$0" ) </dev/null >/dev/null &"#;
        command.arg("-c").arg(script).arg(&profile).arg("chromium");
        command.args([
            "--headless=new",
            "--remote-debugging-pipe",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-extensions",
            "--disable-background-networking",
            "--force-color-profile=srgb",
            "--hide-scrollbars",
            "--lang=en",
        ]);
        command.arg(format!("--user-data-dir={}", profile.display()));
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut shell = spawned.unwrap_or_else(|e| panic!("no shell starts: {e}"));
        let (to, from) = (shell.stdin.take().unwrap(), shell.stdout.take().unwrap());
        let mut told = String::new();
        BufReader::new(shell.stderr.take().unwrap()).read_line(&mut told).unwrap();
        shell.wait().unwrap();
        let pid = told.trim().parse().ok().and_then(Pid::from_raw);
        let pid = pid.unwrap_or_else(|| panic!("chromium does not start ({told}): cargo xtask install"));
        let process = Ended(pid);
        let pipe = Arc::new(Pipe {
            to: Mutex::new(to),
            next: AtomicU64::new(1),
            waiting: Mutex::default(),
            troubles: Mutex::default(),
            workers: Mutex::default(),
        });
        let reader = pipe.clone();
        std::thread::spawn(move || {
            let mut from = BufReader::new(from);
            let mut bytes = Vec::new();
            while from.read_until(0, &mut bytes).is_ok_and(|n| n > 0) {
                bytes.pop();
                let message: Value = serde_json::from_slice(&bytes).unwrap_or_default();
                bytes.clear();
                if let Some(tell) =
                    message["id"].as_u64().and_then(|id| reader.waiting.lock().unwrap().remove(&id))
                {
                    let _ = tell.send(message);
                } else if message["method"] == "ServiceWorker.workerRegistrationUpdated" {
                    let session = message["sessionId"].as_str().unwrap_or_default().to_owned();
                    reader.workers.lock().unwrap().push((session, message["params"].clone()));
                } else if let Some(trouble) = trouble(&message) {
                    let session = message["sessionId"].as_str().unwrap_or_default().to_owned();
                    reader.troubles.lock().unwrap().push((session, trouble));
                }
            }
        });
        Self { pipe, _process: process }
    }

    /// A tab with its own cookies.
    pub fn tab(&self, screen: Screen) -> Tab {
        let call = |method: &str, params: Value| self.pipe.call(None, method, params);
        let context = call("Target.createBrowserContext", json!({}))["browserContextId"].clone();
        self.tab_in(json!({"url": "about:blank", "browserContextId": context}), context, screen)
    }

    /// A tab of the browser's own profile, whose cookies all such tabs share.
    pub fn tab_on_record(&self, screen: Screen) -> Tab {
        self.tab_in(json!({"url": "about:blank"}), Value::Null, screen)
    }

    fn tab_in(&self, target: Value, context: Value, screen: Screen) -> Tab {
        let call = |method: &str, params: Value| self.pipe.call(None, method, params);
        let target = call("Target.createTarget", target);
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = call("Target.attachToTarget", attach)["sessionId"].as_str().unwrap().to_owned();
        let tab = Tab { pipe: self.pipe.clone(), session, context };
        tab.call("Page.enable", json!({}));
        tab.call("Runtime.enable", json!({}));
        tab.call("Log.enable", json!({}));
        tab.screen(screen);
        tab
    }
}

/// Returns the error that the browser reports, if any: a failed script, a policy violation, a dialog opened by foreign
/// text. A refused request is not an error.
fn trouble(message: &Value) -> Option<String> {
    let params = &message["params"];
    match message["method"].as_str()? {
        "Runtime.exceptionThrown" => Some(params["exceptionDetails"].to_string()),
        "Runtime.consoleAPICalled" if params["type"] == "error" => Some(params["args"].to_string()),
        "Page.javascriptDialogOpening" => Some(params.to_string()),
        "Log.entryAdded" => {
            let entry = &params["entry"];
            let told = entry["level"] == "error" && entry["source"] != "network";
            told.then(|| entry.to_string())
        }
        _ => None,
    }
}

/// One page.
pub struct Tab {
    pipe: Arc<Pipe>,
    session: String,
    context: Value,
}

impl Drop for Tab {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            // Pending messages arrive before the response to this.
            let asked = json!({"expression": "1"});
            let _ = self.pipe.send(Some(&self.session), "Runtime.evaluate", asked).recv_timeout(PATIENCE);
            let troubles = self.pipe.troubles.lock().unwrap().clone();
            let own: Vec<_> = troubles.iter().filter(|(session, _)| *session == self.session).collect();
            assert!(own.is_empty(), "{own:#?}");
        }
        let context = json!({"browserContextId": self.context});
        drop(self.pipe.send(None, "Target.disposeBrowserContext", context));
    }
}

impl Tab {
    /// Calls a command of the debugging protocol.
    #[track_caller]
    pub fn call(&self, method: &str, params: Value) -> Value {
        self.pipe.call(Some(&self.session), method, params)
    }

    /// Opens another tab of the same person.
    pub fn beside(&self, screen: Screen) -> Self {
        let params = json!({"url": "about:blank", "browserContextId": self.context});
        let target = self.pipe.call(None, "Target.createTarget", params);
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session =
            self.pipe.call(None, "Target.attachToTarget", attach)["sessionId"].as_str().unwrap().to_owned();
        let tab = Self { pipe: self.pipe.clone(), session, context: Value::Null };
        tab.call("Page.enable", json!({}));
        tab.call("Runtime.enable", json!({}));
        tab.call("Log.enable", json!({}));
        tab.screen(screen);
        tab
    }

    pub fn screen(&self, screen: Screen) {
        let Screen { width, height, touch, dark } = screen;
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch});
        self.call("Emulation.setDeviceMetricsOverride", size);
        self.call("Emulation.setTouchEmulationEnabled", json!({"enabled": touch, "maxTouchPoints": 1}));
        let scheme = if dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    pub fn without_script(&self) {
        // Leave the running page first: its pending requests would have no receiver.
        self.go("about:blank");
        self.call("Emulation.setScriptExecutionDisabled", json!({"value": true}));
    }

    /// Returns the id of the service worker's registration for an origin.
    #[track_caller]
    pub fn worker(&self, origin: &str) -> String {
        self.call("ServiceWorker.enable", json!({}));
        let until = Instant::now() + PATIENCE;
        loop {
            for (session, told) in self.pipe.workers.lock().unwrap().iter() {
                let all = told["registrations"].as_array().into_iter().flatten();
                let mut own =
                    all.filter(|one| one["scopeURL"].as_str().is_some_and(|s| s.starts_with(origin)));
                if let (true, Some(found)) = (*session == self.session, own.next()) {
                    return found["registrationId"].as_str().unwrap().to_owned();
                }
            }
            assert!(Instant::now() < until, "{origin} has no service worker");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Attaches to the running service worker of an origin: what it evaluates runs in there.
    #[track_caller]
    pub fn in_worker(&self, origin: &str) -> Self {
        let until = Instant::now() + PATIENCE;
        loop {
            let all =
                self.pipe.call(None, "Target.getTargets", json!({"filter": [{"type": "service_worker"}]}));
            let all = all["targetInfos"].as_array().unwrap();
            let own = all.iter().find(|one| {
                one["url"].as_str().is_some_and(|url| url.starts_with(origin))
                    && one["browserContextId"] == self.context
            });
            if let Some(found) = own {
                let attach = json!({"targetId": found["targetId"], "flatten": true});
                let session = self.pipe.call(None, "Target.attachToTarget", attach)["sessionId"].clone();
                let session = session.as_str().unwrap().to_owned();
                return Self { pipe: self.pipe.clone(), session, context: Value::Null };
            }
            assert!(Instant::now() < until, "no service worker of {origin} runs: {all:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Lets pages of an origin do what people are asked about.
    pub fn grant(&self, origin: &str, permissions: &[&str]) {
        let input = json!({"origin": origin, "permissions": permissions, "browserContextId": self.context});
        self.pipe.call(None, "Browser.grantPermissions", input);
    }

    /// Opens an address and waits until it has loaded.
    #[track_caller]
    pub fn go(&self, url: &str) {
        let went = self.call("Page.navigate", json!({"url": url}));
        assert!(went["errorText"].is_null(), "{url}: {}", went["errorText"]);
        self.until("document.readyState === 'complete'");
    }

    /// Returns the result of a script.
    #[track_caller]
    pub fn eval(&self, script: &str) -> Value {
        let params =
            json!({"expression": script, "awaitPromise": true, "returnByValue": true, "userGesture": true});
        let answer = self.call("Runtime.evaluate", params);
        assert!(answer["exceptionDetails"].is_null(), "{script}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits until a script returns something true.
    #[track_caller]
    pub fn until(&self, script: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            // A page that is being replaced does not respond.
            let params = json!({"expression": format!("!!({script})"), "returnByValue": true});
            let answer =
                self.pipe.send(Some(&self.session), "Runtime.evaluate", params).recv_timeout(PATIENCE);
            if answer.is_ok_and(|a| a["result"]["result"]["value"] == true) {
                return;
            }
            if Instant::now() > until {
                panic!("never so: {script}\n{}", self.eval("document.body.innerText"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until an expression that awaits something is true.
    #[track_caller]
    pub fn until_async(&self, script: &str) {
        let until = Instant::now() + PATIENCE;
        while self.eval(&format!("(async () => !!({script}))()")) != true {
            assert!(Instant::now() < until, "never so: {script}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the page contains a text.
    #[track_caller]
    pub fn says(&self, text: &str) {
        self.until(&format!("document.body.innerText.includes({})", json!(text)));
    }

    /// Returns the centre of an element, in the visible part of the page.
    #[track_caller]
    pub fn middle(&self, selector: &str) -> (f64, f64) {
        self.until(&format!("document.querySelector({})", json!(selector)));
        let place = self.eval(&format!(
            "(() => {{ const e = document.querySelector({}); e.scrollIntoView({{block: 'center'}}); \
             const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()",
            json!(selector)
        ));
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    /// Scrolls to the end of what an answer decides: until then it only leads there.
    #[track_caller]
    fn read_to_the_end(&self, selector: &str) {
        self.eval(&format!(
            "document.querySelector({})?.closest('.decide') && \
             document.querySelector('[data-end]')?.scrollIntoView({{block: 'center'}})",
            json!(selector)
        ));
        self.until("!('fresh' in document.body.dataset)");
    }

    /// Clicks like a person.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        self.call("Page.bringToFront", json!({}));
        // New content cannot be answered immediately.
        self.until("!('fresh' in document.body.dataset)");
        self.read_to_the_end(selector);
        let (mut x, mut y) = self.middle(selector);
        // Waits until the element stops moving: the page may still be changing its layout.
        for _ in 0..100 {
            let before = (x, y);
            std::thread::sleep(Duration::from_millis(10));
            (x, y) = self.middle(selector);
            if before == (x, y) {
                break;
            }
        }
        self.until("!('fresh' in document.body.dataset)");
        for kind in ["mousePressed", "mouseReleased"] {
            let params = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", params);
        }
    }

    /// Swipes over an element.
    #[track_caller]
    pub fn swipe(&self, selector: &str, by: f64) {
        self.until("!('fresh' in document.body.dataset)");
        let (x, y) = self.middle(selector);
        let touch = |kind: &str, points: Value| {
            self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
        };
        touch("touchStart", json!([{"x": x, "y": y}]));
        for step in 1..=10 {
            touch("touchMove", json!([{"x": x + by * f64::from(step) / 10.0, "y": y}]));
        }
        touch("touchEnd", json!([]));
    }

    /// Touches a point of the screen.
    pub fn tap(&self, x: f64, y: f64) {
        for (kind, points) in [("touchStart", json!([{"x": x, "y": y}])), ("touchEnd", json!([]))] {
            self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
        }
    }

    /// Moves the page up under a finger, and waits until it rests.
    #[track_caller]
    pub fn flick(&self, by: f64) {
        let (x, from) = (self.eval("innerWidth / 2"), self.eval("innerHeight * 0.66").as_f64().unwrap());
        let touch = |kind: &str, points: Value| {
            self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
        };
        let before = self.eval("scrollY");
        touch("touchStart", json!([{"x": x, "y": from}]));
        for step in 1..=12 {
            touch("touchMove", json!([{"x": x, "y": from - by * f64::from(step) / 12.0}]));
            std::thread::sleep(Duration::from_millis(12));
        }
        // A finger that rests before it is lifted throws nothing on.
        std::thread::sleep(Duration::from_millis(120));
        touch("touchEnd", json!([]));
        let mut at = self.eval("scrollY");
        assert_ne!(at, before, "the page does not move under a finger");
        loop {
            std::thread::sleep(Duration::from_millis(60));
            let now = self.eval("scrollY");
            if now == at {
                return;
            }
            at = now;
        }
    }

    /// Presses a key: a letter, or a name such as `ArrowDown`. A letter waits until the content has been shown long
    /// enough to be decided.
    #[track_caller]
    pub fn key(&self, key: &str, control: bool) {
        if key.chars().count() == 1 && !control {
            self.until("!('fresh' in document.body.dataset)");
        }
        self.key_at_once(key, control);
    }

    /// Presses a key without waiting.
    #[track_caller]
    pub fn key_at_once(&self, key: &str, control: bool) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Tab" => 9,
            "ArrowUp" => 38,
            "ArrowDown" => 40,
            letter => u32::from(letter.chars().next().unwrap().to_ascii_uppercase()),
        };
        let text = match key {
            "Enter" => "\r",
            letter if letter.chars().count() == 1 && !control => letter,
            _ => "",
        };
        let modifiers = if control { 2 } else { 0 };
        let down = json!({"type": if text.is_empty() { "rawKeyDown" } else { "keyDown" }, "key": key, "text": text,
                          "windowsVirtualKeyCode": code, "modifiers": modifiers});
        self.call("Input.dispatchKeyEvent", down);
        let up = json!({"type": "keyUp", "key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers});
        self.call("Input.dispatchKeyEvent", up);
    }

    /// Types into the focused element.
    #[track_caller]
    pub fn write(&self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Takes a picture of the visible part.
    pub fn picture(&self, to: &Path) {
        let webp = to.extension().is_some_and(|e| e == "webp");
        let how = if webp { json!({"format": "webp", "quality": 82}) } else { json!({"format": "png"}) };
        let shot = self.call("Page.captureScreenshot", how);
        fs::write(to, STANDARD.decode(shot["data"].as_str().unwrap()).unwrap()).unwrap();
    }

    /// Takes a picture of the whole page.
    pub fn whole_picture(&self, screen: Screen, to: &Path) {
        let height = self.eval("document.documentElement.scrollHeight").as_u64().unwrap();
        self.screen(Screen { height: u32::try_from(height).unwrap(), ..screen });
        self.picture(to);
    }

    /// Clicks on the element with that text.
    #[track_caller]
    pub fn press(&self, selector: &str, text: &str) {
        let find = format!(
            "[...document.querySelectorAll({})].find(e => e.textContent.includes({}))",
            json!(selector),
            json!(text)
        );
        self.until(&find);
        self.eval(&format!(
            "document.querySelectorAll('[data-pressed]').forEach(e => delete e.dataset.pressed); ({find}).dataset.pressed = ''"
        ));
        self.click("[data-pressed]");
    }

    /// Moves the pointer over something.
    #[track_caller]
    pub fn hover(&self, selector: &str) {
        let (x, y) = self.middle(selector);
        self.call("Input.dispatchMouseEvent", json!({"type": "mouseMoved", "x": x, "y": y}));
    }

    /// Touches an element, and holds until the page reacts.
    #[track_caller]
    pub fn long_press(&self, selector: &str, until: &str) {
        let (x, y) = self.middle(selector);
        let touch = |kind: &str, points: Value| {
            self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
        };
        touch("touchStart", json!([{"x": x, "y": y}]));
        self.until(until);
        touch("touchEnd", json!([]));
    }

    /// Clicks a field and types into it.
    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        self.click(selector);
        self.eval(&format!("document.querySelector({}).select?.()", json!(selector)));
        self.write(text);
    }

    /// Sets whether this tab is offline.
    pub fn offline(&self, offline: bool) {
        self.call("Network.enable", json!({}));
        let how = json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
        self.call("Network.emulateNetworkConditions", how);
    }
}
