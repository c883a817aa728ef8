//! Modes of agents in which they ask about less than the gate must hear of: they are not offered to the editor, and a
//! change to one is refused.

use serde_json::Value;

/// What is in the name of such a mode, in small letters.
const FREE: &[&str] = &[
    "yolo",
    "bypass",
    "autoedit",
    "acceptedits",
    "autoapprove",
    "fullaccess",
    "dontask",
    "autopilot",
    "skippermission",
];
/// Names that are such a mode alone: goose and Qwen Code approve by themselves in theirs.
const FREE_WHOLE: &[&str] = &["auto", "smartapprove", "allowall"];

/// Whether a mode, by its id or its name, asks about less.
pub fn is_free(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let plain = plain.to_ascii_lowercase();
    FREE.iter().any(|word| plain.contains(word)) || FREE_WHOLE.contains(&plain.as_str())
}

/// Whether an option of a session, by its id, is about how much is asked.
fn is_about_modes(option: &Value) -> bool {
    // A model is no mode.
    let named =
        |field: &str| option[field].as_str().unwrap_or_default().to_ascii_lowercase().replace("model", "");
    ["mode", "permission", "approval"]
        .iter()
        .any(|word| named("id").contains(word) || named("category").contains(word))
}

fn is_offered(mode: &Value) -> bool {
    ["id", "value", "name"].iter().all(|field| !mode[*field].as_str().is_some_and(is_free))
}

/// Removes such modes from what an agent offers; returns the mode to change to, if it is in one: `None` where it is in
/// none, and an empty one where there is no other.
pub fn held(result: &mut Value) -> Option<String> {
    let mut wanted = None;
    if let Some(modes) = result.get_mut("modes").filter(|modes| modes.is_object()) {
        let current = modes["currentModeId"].as_str().unwrap_or_default().to_owned();
        let named = |mode: &Value| mode["id"].as_str() == Some(&current);
        let all = modes["availableModes"].as_array().cloned().unwrap_or_default();
        let offered: Vec<Value> = all.iter().filter(|mode| is_offered(mode)).cloned().collect();
        if is_free(&current) || all.iter().any(|mode| named(mode) && !is_offered(mode)) {
            let id = |mode: &Value| mode["id"].as_str().map(str::to_owned);
            let usual = |mode: &&Value| {
                matches!(mode["id"].as_str(), Some("default" | "approve" | "ask" | "build" | "agent"))
            };
            let other = offered.iter().find(usual).or(offered.first()).and_then(id).unwrap_or_default();
            modes["currentModeId"] = other.clone().into();
            wanted = Some(other);
        }
        if modes.get("availableModes").is_some() {
            modes["availableModes"] = offered.into();
        }
    }
    hide_options(result.get_mut("configOptions"));
    wanted
}

/// Removes such values from the options of a session.
pub fn hide_options(options: Option<&mut Value>) {
    for option in options.and_then(Value::as_array_mut).into_iter().flatten().filter(|o| is_about_modes(o)) {
        if let Some(values) = option.get_mut("options").and_then(Value::as_array_mut) {
            values.retain(is_offered);
        }
    }
}

/// Whether a change of an option would be to such a mode.
pub fn is_free_option(params: &Value) -> bool {
    let option = serde_json::json!({"id": params["configId"], "category": params["category"]});
    let free = params["value"].as_str().is_some_and(is_free) || params["value"] == true;
    is_about_modes(&option) && free
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn modes_that_ask_less_are_known_by_their_names_in_any_spelling() {
        for name in [
            "yolo",
            "YOLO",
            "autoEdit",
            "auto_edit",
            "acceptEdits",
            "bypassPermissions",
            "auto",
            "full-access",
            "dontAsk",
        ] {
            assert!(is_free(name), "{name}");
        }
        for name in
            ["default", "plan", "approve", "chat", "ask", "build", "code", "read-only", "automatic-model"]
        {
            assert!(!is_free(name), "{name}");
        }
    }

    #[test]
    fn a_session_that_begins_in_such_a_mode_is_led_out_of_it() {
        let mode = |id: &str| json!({"id": id, "name": id});
        let all = json!([mode("auto"), mode("approve"), mode("smart_approve"), mode("chat")]);
        let mut result = json!({"modes": {"currentModeId": "auto", "availableModes": all}});
        assert_eq!(held(&mut result).as_deref(), Some("approve"));
        assert_eq!(result["modes"]["availableModes"], json!([mode("approve"), mode("chat")]));
        assert_eq!(result["modes"]["currentModeId"], "approve");
        assert_eq!(held(&mut result), None);
        let mut renamed = json!({"modes": {"currentModeId": "m1", "availableModes": [
            {"id": "m1", "name": "YOLO"}, {"id": "m2", "name": "Default"}]}});
        assert_eq!(held(&mut renamed).as_deref(), Some("m2"));
        let mut options = json!({"configOptions": [{"id": "mode", "options": [{"value": "yolo"}, {"value": "plan"}]},
            {"id": "model", "options": [{"value": "auto"}]}]});
        assert_eq!(held(&mut options), None);
        assert_eq!(options["configOptions"][0]["options"], json!([{"value": "plan"}]));
        assert_eq!(options["configOptions"][1]["options"], json!([{"value": "auto"}]), "a model is no mode");
        assert!(is_free_option(&json!({"configId": "mode", "value": "yolo"})));
        assert!(!is_free_option(&json!({"configId": "model", "value": "auto"})));
    }
}
