//! Maps resources and prompts to their servers.

use std::collections::BTreeMap;

use super::names::clean;

/// What the servers of an agent listed.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Routes {
    /// Resources by URI; the first server that lists one owns it.
    resources: BTreeMap<String, String>,
    /// Templates with their servers.
    templates: Vec<(String, String)>,
    /// Prompts by the names that agents use: the server, and its own name for it.
    prompts: BTreeMap<String, (String, String)>,
}

impl Routes {
    /// Adds a resource; false if another server already has it.
    pub fn add_resource(&mut self, server: &str, uri: &str) -> bool {
        self.resources.entry(uri.to_owned()).or_insert_with(|| server.to_owned()) == server
    }

    /// Adds a resource template; false if another server already has the same.
    pub fn add_template(&mut self, server: &str, template: &str) -> bool {
        match self.templates.iter().find(|(known, _)| known == template) {
            Some((_, owner)) => owner == server,
            None => {
                self.templates.push((template.to_owned(), server.to_owned()));
                true
            }
        }
    }

    /// Adds a prompt and returns its name for agents.
    pub fn add_prompt(&mut self, server: &str, own: &str) -> String {
        let is_this = |(s, o): &(String, String)| s == server && o == own;
        let wanted = [clean(own), clean(&format!("{server}_{own}"))];
        let numbered = (2..).map(|n| clean(&format!("{server}_{own}_{n}")));
        for name in wanted.into_iter().chain(numbered) {
            match self.prompts.get(&name) {
                Some(known) if !is_this(known) => {}
                Some(_) => return name,
                None => {
                    self.prompts.insert(name.clone(), (server.to_owned(), own.to_owned()));
                    return name;
                }
            }
        }
        String::new()
    }

    /// Clears one kind before it is listed again.
    pub fn clear(&mut self, what: Kind) {
        match what {
            Kind::Resources => self.resources.clear(),
            Kind::Templates => self.templates.clear(),
            Kind::Prompts => self.prompts.clear(),
        }
    }

    /// Returns the server of a resource: the one that listed it, otherwise the one whose template fits best.
    pub fn resource(&self, uri: &str) -> Option<&str> {
        let by_form = || {
            let fits = self.templates.iter().filter(|(template, _)| fits(template, uri));
            fits.max_by_key(|(template, _)| literal(template).0.len()).map(|(_, server)| server)
        };
        self.resources.get(uri).or_else(by_form).map(String::as_str)
    }

    /// Returns the server of a template.
    pub fn template(&self, template: &str) -> Option<&str> {
        self.templates.iter().find(|(known, _)| known == template).map(|(_, server)| server.as_str())
    }

    /// Returns the server of a prompt, and its own name for it.
    pub fn prompt(&self, name: &str) -> Option<(&str, &str)> {
        self.prompts.get(name).map(|(server, own)| (server.as_str(), own.as_str()))
    }
}

/// The kinds of routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Resources.
    Resources,
    /// Resource templates.
    Templates,
    /// Prompts.
    Prompts,
}

/// Returns the literal prefix and suffix of a template.
fn literal(template: &str) -> (&str, &str) {
    match (template.find('{'), template.rfind('}')) {
        (Some(begin), Some(end)) if begin < end => (&template[..begin], &template[end + 1..]),
        _ => (template, ""),
    }
}

fn fits(template: &str, uri: &str) -> bool {
    let (begin, end) = literal(template);
    match begin.len() == template.len() {
        true => template == uri,
        false => uri.len() >= begin.len() + end.len() && uri.starts_with(begin) && uri.ends_with(end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_lists_a_resource_has_it() {
        let mut routes = Routes::default();
        assert!(routes.add_resource("a", "x://1") && routes.add_resource("a", "x://1"));
        assert!(!routes.add_resource("b", "x://1") && routes.add_resource("b", "x://2"));
        assert_eq!((routes.resource("x://1"), routes.resource("x://2")), (Some("a"), Some("b")));
        assert_eq!(routes.resource("x://3"), None);
        routes.clear(Kind::Resources);
        assert_eq!(routes.resource("x://1"), None);
    }

    #[test]
    fn what_nobody_listed_is_found_by_its_form() {
        let mut routes = Routes::default();
        assert!(routes.add_template("a", "x://{id}") && routes.add_template("b", "x://logs/{day}.txt"));
        assert!(!routes.add_template("b", "x://{id}"));
        assert_eq!(routes.resource("x://logs/monday.txt"), Some("b"), "the closer form");
        assert_eq!(routes.resource("x://logs/monday"), Some("a"));
        assert_eq!(routes.resource("y://1"), None);
        assert_eq!(routes.template("x://{id}"), Some("a"));
    }

    #[test]
    fn prompts_that_clash_are_told_apart() {
        let mut routes = Routes::default();
        assert_eq!(routes.add_prompt("a", "review"), "review");
        assert_eq!(routes.add_prompt("b", "review"), "b_review");
        assert_eq!(routes.add_prompt("b_review", ""), "_");
        assert_eq!(routes.add_prompt("a", "review"), "review", "again the same");
        assert_eq!(routes.prompt("b_review"), Some(("b", "review")));
        assert_eq!(routes.prompt("nothing"), None);
    }
}
