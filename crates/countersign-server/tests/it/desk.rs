//! A person at the review desk, without script: fetches pages and submits forms.

use countersign_core::op::route::{escape, unescape};

use super::world::{Ask, Reply, World};

/// A signed-in browser without script.
pub struct Desk<'w> {
    pub world: &'w World,
    session: String,
}

/// A page that was fetched.
pub struct Sheet {
    pub status: u16,
    pub html: String,
    /// Its final path.
    pub path: String,
}

impl<'w> Desk<'w> {
    /// Signs in as Ana.
    pub fn new(world: &'w World) -> Self {
        Self::of(world, &world.ana)
    }

    /// The desk of another person, by their token.
    pub fn of(world: &'w World, token: &str) -> Self {
        let link = world.send(Ask::post("/v1/links").bearer(token).json(serde_json::json!({})));
        let code = link.json()["code"].as_str().unwrap().to_owned();
        let reply = world.send(Ask::post("/login").form(&format!("code={code}")));
        assert_eq!(reply.status, 303, "{}", reply.text());
        Self { world, session: session(&reply) }
    }

    pub fn ask(&self, ask: Ask) -> Reply {
        self.world.send(ask.cookie(&self.session).header("Accept", "text/html,application/xhtml+xml"))
    }

    /// A page.
    pub fn get(&self, path: &str) -> Sheet {
        Sheet::of(path, &self.ask(Ask::get(path)))
    }

    /// Fetches a page that must exist.
    #[track_caller]
    pub fn open(&self, path: &str) -> Sheet {
        let sheet = self.get(path);
        assert_eq!(sheet.status, 200, "{path}: {}", sheet.html);
        sheet
    }

    /// Submits a form like a browser, and follows the redirect.
    pub fn send(&self, action: &str, pairs: &[(String, String)]) -> Sheet {
        let mut body = String::new();
        for (name, value) in pairs {
            let gap = if body.is_empty() { "" } else { "&" };
            body.push_str(gap);
            escape(&mut body, name);
            body.push('=');
            escape(&mut body, value);
        }
        let reply = self.ask(Ask::post(action).form(&body));
        match reply.header("location") {
            Some(to) if reply.status == 303 => self.get(to),
            _ => Sheet::of(action, &reply),
        }
    }

    /// Presses the button of a page that calls `op` with a value containing `with`.
    #[track_caller]
    pub fn press(&self, sheet: &Sheet, op: &str, with: &str) -> Sheet {
        let action = format!("/do/{op}");
        let found = sheet.tags("button").find(|b| {
            attribute(b, "formaction").as_deref() == Some(&action)
                && attribute(b, "value").is_some_and(|v| unescape(&v).unwrap().contains(with))
        });
        let button = found.unwrap_or_else(|| panic!("no {op} with {with}: {}", sheet.html));
        let mut pairs = sheet.shared();
        pairs.push(("with".to_owned(), attribute(button, "value").unwrap()));
        self.send(&action, &pairs)
    }

    /// Fills in the form of a page that calls `op`, on top of its own values.
    #[track_caller]
    pub fn fill(&self, sheet: &Sheet, op: &str, with: &[(&str, &str)]) -> Sheet {
        let action = format!("/do/{op}");
        let mut forms =
            sheet.html.split("<form").skip(1).map(|f| f.split("</form>").next().unwrap_or_default());
        let form =
            forms.find(|f| attribute(f.split('>').next().unwrap(), "action").as_deref() == Some(&action));
        let form = form.unwrap_or_else(|| panic!("no form for {op}: {}", sheet.html));
        let mut pairs: Vec<(String, String)> = Vec::new();
        for input in tags(form, "input").filter(|i| i.contains("type=\"hidden\"")) {
            pairs.push((attribute(input, "name").unwrap(), attribute(input, "value").unwrap_or_default()));
        }
        pairs.retain(|(name, _)| !with.iter().any(|(own, _)| own == name));
        pairs.extend(with.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        self.send(&action, &pairs)
    }
}

impl Sheet {
    fn of(path: &str, reply: &Reply) -> Self {
        let html = String::from_utf8_lossy(reply.body()).into_owned();
        Self { status: reply.status, html, path: path.to_owned() }
    }

    pub fn says(&self, text: &str) -> bool {
        self.text().contains(text)
    }

    /// The visible text, without markup.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for piece in self.html.split('<') {
            out.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
        }
        plain(&out)
    }

    pub fn tags<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        tags(&self.html, name)
    }

    /// The fields of the shared form.
    fn shared(&self) -> Vec<(String, String)> {
        let form =
            self.html.split("<form id=\"act\"").nth(1).and_then(|f| f.split("</form>").next()).unwrap();
        tags(form, "input").map(|i| (attribute(i, "name").unwrap(), attribute(i, "value").unwrap())).collect()
    }
}

fn tags<'a>(html: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    html.split('<').filter_map(move |t| t.strip_prefix(name)).map(|t| t.split('>').next().unwrap_or_default())
}

/// An attribute of a tag.
pub fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    Some(plain(rest.split('"').next()?))
}

fn plain(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

fn session(reply: &Reply) -> String {
    let cookie = reply.header("set-cookie").unwrap();
    cookie.split(';').next().unwrap().split_once('=').unwrap().1.to_owned()
}

impl Desk<'_> {
    /// Fills in the form with that id, whose fields are all over the page.
    #[track_caller]
    pub fn choose(&self, sheet: &Sheet, form: &str, with: &[(&str, &str)]) -> Sheet {
        let start = format!("<form id=\"{form}\"");
        let found = sheet.html.split(&start).nth(1).and_then(|f| f.split("</form>").next());
        let found = found.unwrap_or_else(|| panic!("no form {form}: {}", sheet.html));
        let action = attribute(found.split('>').next().unwrap(), "action").unwrap();
        let inputs = tags(found, "input");
        let mut pairs: Vec<(String, String)> =
            inputs.map(|i| (attribute(i, "name").unwrap(), attribute(i, "value").unwrap())).collect();
        pairs.extend(with.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        self.send(&action, &pairs)
    }

    /// Fills in the form with that action, on top of its own values.
    #[track_caller]
    pub fn fill_at(&self, sheet: &Sheet, action: &str, with: &[(&str, &str)]) -> Sheet {
        self.send(action, &sheet.pairs_at(action, with))
    }

    /// Like `fill_at`, but returns the raw response.
    #[track_caller]
    pub fn reply_at(&self, sheet: &Sheet, action: &str, with: &[(&str, &str)]) -> Reply {
        let mut body = String::new();
        for (name, value) in sheet.pairs_at(action, with) {
            body.push_str(if body.is_empty() { "" } else { "&" });
            escape(&mut body, &name);
            body.push('=');
            escape(&mut body, &value);
        }
        self.ask(Ask::post(action).form(&body))
    }
}

impl Sheet {
    /// The fields that the form with that action sends.
    #[track_caller]
    fn pairs_at(&self, action: &str, with: &[(&str, &str)]) -> Vec<(String, String)> {
        let mut forms =
            self.html.split("<form").skip(1).map(|f| f.split("</form>").next().unwrap_or_default());
        let leads = |form: &&str| {
            let to = attribute(form.split('>').next().unwrap(), "action").unwrap_or_default();
            to.split('#').next() == Some(action)
        };
        let form = forms.find(leads).unwrap_or_else(|| panic!("no form for {action}: {}", self.html));
        let hidden = tags(form, "input").filter(|i| i.contains("type=\"hidden\""));
        let own = hidden.map(|i| (attribute(i, "name").unwrap(), attribute(i, "value").unwrap_or_default()));
        let given = with.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        own.filter(|(name, _)| !with.iter().any(|(known, _)| known == name)).chain(given).collect()
    }
}
