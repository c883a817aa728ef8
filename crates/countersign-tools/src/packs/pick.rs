//! Paths into a call: `args.path`, `result.entities[].name`, `result.results[]{entityName, observations:
//! addedObservations}`. `[]` iterates a list; braces at the end select fields, and may rename them.

use std::collections::BTreeMap;

use countersign_core::record::Doc;
use serde_json::Value;

/// Roots of paths.
const ROOTS: [&str; 3] = ["args", "before", "result"];

/// A call and its results, as paths see it.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// The arguments.
    pub args: Doc,
    /// What was read before.
    pub before: Value,
    /// The result.
    pub result: Value,
}

impl Scene {
    /// Returns the value at a path, if any.
    pub fn pick(&self, path: &str) -> Option<Value> {
        let path = Path::parse(path)?;
        let args;
        let root = match path.root {
            "args" => {
                args = Value::Object(self.args.clone());
                &args
            }
            "before" => &self.before,
            _ => &self.result,
        };
        walk(root, &path.steps, &path.fields)
    }

    /// Builds arguments from paths; None if one leads nowhere.
    pub fn pick_all(&self, paths: &BTreeMap<String, String>) -> Option<Doc> {
        paths.iter().map(|(name, path)| Some((name.clone(), self.pick(path)?))).collect()
    }
}

/// Replaces each text at a path of `args` by the result of `f`.
pub fn replace<E>(args: &mut Doc, path: &str, f: &mut dyn FnMut(&str) -> Result<String, E>) -> Result<(), E> {
    let Some(path) = Path::parse(path).filter(|path| path.root == "args") else { return Ok(()) };
    let Some((Step::Field(first), rest)) = path.steps.split_first() else { return Ok(()) };
    args.get_mut(*first).map_or(Ok(()), |value| replace_in(value, rest, f))
}

fn replace_in<E>(
    value: &mut Value,
    steps: &[Step<'_>],
    f: &mut dyn FnMut(&str) -> Result<String, E>,
) -> Result<(), E> {
    match (steps.split_first(), value) {
        (None, Value::String(text)) => *text = f(text)?,
        (None | Some((Step::Each, _)), Value::Array(list)) => {
            let rest = steps.get(1..).unwrap_or_default();
            return list.iter_mut().try_for_each(|one| replace_in(one, rest, f));
        }
        (Some((Step::Field(name), rest)), Value::Object(fields)) => {
            return fields.get_mut(*name).map_or(Ok(()), |value| replace_in(value, rest, f));
        }
        _ => {}
    }
    Ok(())
}

/// Returns why a path is invalid, if it is.
pub(super) fn fault(path: &str) -> Option<String> {
    Path::parse(path).is_none().then(|| format!("{path} is not a path into args or result"))
}

struct Path<'a> {
    root: &'a str,
    steps: Vec<Step<'a>>,
    /// The selected fields with their original names.
    fields: Vec<(&'a str, &'a str)>,
}

enum Step<'a> {
    Field(&'a str),
    Each,
}

impl<'a> Path<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (line, braces) = match text.split_once('{') {
            Some((line, braces)) => (line, Some(braces.strip_suffix('}')?)),
            None => (text, None),
        };
        let mut names = line.split('.');
        let root = names.next().filter(|root| ROOTS.contains(root))?;
        let mut steps = Vec::new();
        for name in names {
            let field = name.trim_end_matches("[]");
            if field.is_empty() || field.contains(['[', ']']) {
                return None;
            }
            steps.push(Step::Field(field));
            steps.extend((0..(name.len() - field.len()) / 2).map(|_| Step::Each));
        }
        let field = |field: &'a str| {
            let (name, from) = field.split_once(':').unwrap_or((field, field));
            Some((name.trim(), from.trim())).filter(|(name, from)| !name.is_empty() && !from.is_empty())
        };
        let fields = braces.map_or(Some(Vec::new()), |list| list.split(',').map(field).collect())?;
        (!steps.is_empty()).then_some(Self { root, steps, fields })
    }
}

fn walk(value: &Value, steps: &[Step<'_>], fields: &[(&str, &str)]) -> Option<Value> {
    match steps.split_first() {
        None if fields.is_empty() => Some(value.clone()),
        None => {
            fields.iter().map(|(name, from)| Some(((*name).to_owned(), value.get(from)?.clone()))).collect()
        }
        Some((Step::Field(name), rest)) => walk(value.get(name)?, rest, fields),
        Some((Step::Each, rest)) => value.as_array()?.iter().map(|one| walk(one, rest, fields)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(path: &str, expect: Option<Value>) {
        let args = json!({"path": "/w/a", "nested": {"list": [1, 2]}}).as_object().unwrap().clone();
        let result = json!({"results": [{"entityName": "Ada", "addedObservations": ["tea"]}], "names": []});
        let scene = Scene { args, before: json!({"was": true}), result };
        assert_eq!(scene.pick(path), expect, "{path}");
    }

    #[test]
    fn a_path_leads_through_lists_and_takes_what_it_names() {
        check("args.path", Some(json!("/w/a")));
        check("args.nested.list", Some(json!([1, 2])));
        check("before.was", Some(json!(true)));
        check("result.results[].entityName", Some(json!(["Ada"])));
        let deletions = json!([{"entityName": "Ada", "observations": ["tea"]}]);
        check("result.results[]{entityName, observations: addedObservations}", Some(deletions));
        check("result.names[].x", Some(json!([])));
    }

    #[test]
    fn texts_are_replaced_where_they_stand() {
        let mut args = json!({"path": "a", "paths": ["b", 7], "edits": [{"file": "c"}, {"file": 8}]});
        let args = args.as_object_mut().unwrap();
        let mut upper = |text: &str| if text == "c" { Err("no c") } else { Ok(text.to_uppercase()) };
        assert_eq!(replace(args, "args.path", &mut upper), Ok(()));
        assert_eq!(replace(args, "args.paths", &mut upper), Ok(()));
        assert_eq!(replace(args, "args.missing", &mut upper), Ok(()));
        assert_eq!(replace(args, "args.edits[].file", &mut upper), Err("no c"));
        assert_eq!(
            Value::Object(args.clone()),
            json!({"path": "A", "paths": ["B", 7], "edits": [{"file": "c"}, {"file": 8}]})
        );
    }

    #[test]
    fn what_is_not_there_is_nothing() {
        check("args.missing", None);
        check("result.results[].missing", None);
        check("args.path[]", None);
        check("result.results[]{missing}", None);
    }

    #[test]
    fn what_cannot_be_meant_is_told() {
        for wrong in ["path", "args", "env.HOME", "args.", "args.a[", "args.a[0]", "args.a{", "args.a{x:}"] {
            assert!(fault(wrong).is_some(), "{wrong}");
        }
        assert_eq!(fault("result.entities[].name"), None);
    }
}
