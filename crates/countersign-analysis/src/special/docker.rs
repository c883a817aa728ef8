//! Containers: what they can reach of the machine.

use countersign_words::say;

use crate::{
    command::Given,
    facts::{Class, Effect},
    walk::{Input, Output, Walk},
    word::Word,
};

/// Notes folders of the machine mounted into a container, and its extra privileges.
pub(super) fn run(walk: &mut Walk<'_>, given: &Given<'_>, _input: &Input) -> Output {
    let starts =
        given.path.iter().any(|word| matches!(word.as_str(), "run" | "create" | "exec" | "up" | "start"));
    if !starts || given.dry {
        return printed(given);
    }
    for option in &given.options {
        let value = option.value.as_ref();
        match option.name.as_str() {
            "-v" | "--volume" => value.into_iter().for_each(|value| volume(walk, value)),
            "--mount" => value.into_iter().for_each(|value| mount(walk, value)),
            "--privileged" => walk.note(
                Effect::Privilege,
                say!("analysis-gives-a-container-all-rights-of-the-machine"),
                option.span,
            ),
            "--cap-add" | "--device" | "--security-opt" => {
                walk.note(
                    Effect::Privilege,
                    say!("analysis-gives-a-container-rights-of-the-machine"),
                    option.span,
                );
            }
            "--pid" | "--ipc" | "--userns" | "--network" | "--net" | "--uts"
                if value.and_then(Word::known).as_deref() == Some("host") =>
            {
                walk.note(
                    Effect::Privilege,
                    say!("analysis-shares-the-machine-own-space-with-a-container"),
                    option.span,
                );
            }
            _ => {}
        }
    }
    Output::Unknown
}

/// Names and ids of containers, images and volumes do not begin with a dash.
fn printed(given: &Given<'_>) -> Output {
    let lists = given.path.iter().any(|word| matches!(word.as_str(), "ps" | "ls" | "images" | "list"));
    let bare = given.options.iter().any(|option| match option.name.as_str() {
        "-q" | "--quiet" => true,
        "--format" => option.value.as_ref().and_then(Word::known).is_some_and(|format| is_name(&format)),
        _ => false,
    });
    if lists && bare { Output::Paths } else { Output::Unknown }
}

/// Whether a format prints names and ids only.
fn is_name(format: &str) -> bool {
    let fields =
        ["ID", "Names", "Name", "Repository", "Tag", "Image", "Driver", "Digest", "ContainerName", "Service"];
    let rest = fields
        .iter()
        .fold(format.replace(' ', ""), |text, field| text.replace(&format!("{{{{.{field}}}}}"), "@"));
    rest.starts_with('@') && rest.bytes().all(|b| matches!(b, b'@' | b':'))
}

/// `-v source:target:options`: a source that is a path is a folder of the machine.
fn volume(walk: &mut Walk<'_>, word: &Word) {
    let shown = word.shown();
    let mut parts = shown.split(':');
    let source = parts.next().unwrap_or_default();
    let read_only = parts.skip(1).any(|options| options.split(',').any(|o| o == "ro"));
    let is_path = source.starts_with(['/', '.', '~', '$']);
    if shown.contains(':') && is_path {
        host_path(walk, word, source, read_only);
    }
}

/// `--mount type=bind,source=…,target=…,readonly`.
fn mount(walk: &mut Walk<'_>, word: &Word) {
    let shown = word.shown();
    let keys: Vec<&str> = shown.split(',').collect();
    let read_only = keys.iter().any(|key| matches!(*key, "readonly" | "ro" | "readonly=true" | "ro=true"));
    let source = keys.iter().find_map(|key| key.strip_prefix("source=").or_else(|| key.strip_prefix("src=")));
    match source {
        Some(source) if keys.contains(&"type=bind") => host_path(walk, word, source, read_only),
        None if word.known().is_none() => {
            walk.opaque(Class::Mutable, say!("analysis-may-reach-folders-of-the-machine"), word.span)
        }
        _ => {}
    }
}

fn host_path(walk: &mut Walk<'_>, word: &Word, source: &str, read_only: bool) {
    let known = word.prefix().starts_with(source);
    let path = if known { Word::known_as(source, word.span) } else { super::some_file(source, word.span) };
    match read_only {
        true => walk.path(Effect::Read, &path, say!("analysis-a-container-reads-a-folder-of-the-machine")),
        false => {
            walk.path(Effect::Write, &path, say!("analysis-a-container-may-change-a-folder-of-the-machine"))
        }
    }
    if source.ends_with("docker.sock") {
        walk.note(Effect::Privilege, say!("analysis-gives-a-container-the-container-engine"), word.span);
    }
}
