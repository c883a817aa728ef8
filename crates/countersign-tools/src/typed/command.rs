//! What a dangerous command is aimed at, in the target's own words: a branch, a host, a table, a resource, a device.

use std::path::Path;

use countersign_core::{
    item::typed,
    judge::{Class, Facts},
    text::visible,
};

use super::target_name;

/// The longest word that anybody is asked to type.
const LONGEST: usize = 80;
/// How many targets are typed one after the other; more are counted.
const TOGETHER: usize = 2;

/// What a command is aimed at.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Target {
    /// The rules of its program tell it.
    Known(String),
    /// The most telling of its words.
    Guessed(String),
}

impl Target {
    fn name(&self) -> &str {
        match self {
            Self::Known(name) | Self::Guessed(name) => name,
        }
    }
}

/// Returns the name of what commands delete or destroy. `line` is their text, for commands that nobody understands.
pub(crate) fn command_target(facts: &Facts, line: &str) -> String {
    let all: Vec<(Class, Vec<&str>)> = facts
        .commands
        .iter()
        .map(|command| (command.class, command.words.iter().flatten().map(String::as_str).collect()))
        .filter(|(_, words): &(Class, Vec<&str>)| !words.is_empty())
        .collect();
    let worst = all.iter().map(|(class, _)| *class).max();
    let folder = facts.folder.as_deref();
    let aimed =
        all.iter().filter(|(class, _)| Some(*class) == worst).filter_map(|(_, words)| target(words, folder));
    let mut names: Vec<String> = match facts.deletes.as_slice() {
        [] => aimed.map(|target| target.name().to_owned()).collect(),
        // The paths say more than the words of what deletes them.
        deleted => {
            let others = aimed.filter(|target| matches!(target, Target::Known(_)));
            [target_name(deleted)].into_iter().chain(others.map(|target| target.name().to_owned())).collect()
        }
    };
    let mut seen = std::collections::BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    match names.as_slice() {
        [] => {
            let unquoted: Vec<&str> = line.split_whitespace().map(|w| w.trim_matches(['"', '\''])).collect();
            let found = target(&unquoted, folder);
            let first = unquoted.first().copied().unwrap_or_default();
            typable(found.as_ref().map_or(first, Target::name))
        }
        few if few.len() <= TOGETHER => few.iter().map(|name| typable(name)).collect::<Vec<_>>().join(" "),
        many => typed::of_targets(many.len()),
    }
}

/// Makes a word visible, and short enough to type.
fn typable(name: &str) -> String {
    let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    visible(&line.chars().take(LONGEST).collect::<String>()).text
}

/// Returns what one command is aimed at.
fn target(words: &[&str], folder: Option<&str>) -> Option<Target> {
    let words = without_wrappers(words);
    let (first, rest) = words.split_first()?;
    let program = name_of(first);
    let known = match program {
        "git" => of_git(rest),
        "kubectl" | "oc" => of_kubectl(rest),
        "terraform" | "tofu" | "terragrunt" | "pulumi" | "cdk" => of_terraform(rest, folder),
        "ssh" => operands(rest, SSH_VALUES).first().map(|host| host_of(host)),
        "scp" | "rsync" | "sftp" => rest.iter().rev().find_map(|word| remote_host(word)),
        "dd" => rest.iter().find_map(|word| word.strip_prefix("of=")).map(str::to_owned),
        "psql" | "mysql" | "mariadb" | "sqlite3" | "duckdb" | "clickhouse-client" | "sqlcmd"
        | "cockroach" => rest.iter().rev().find_map(|word| of_sql(word)).or_else(|| database_of(rest)),
        "aws" | "az" | "gcloud" | "doctl" | "heroku" | "fly" | "flyctl" | "oci" | "ibmcloud" => {
            of_cloud(rest)
        }
        "curl" | "wget" | "http" | "https" | "xh" => rest.iter().find_map(|word| url_host(word)),
        _ => rest.iter().find_map(|word| device(word)),
    };
    let known = known.filter(|name| !name.is_empty()).map(Target::Known);
    known.or_else(|| telling(rest).map(Target::Guessed)).or_else(|| Some(Target::Guessed(program.to_owned())))
}

/// Skips what only starts another command.
fn without_wrappers<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let mut words = words;
    while let Some((first, rest)) = words.split_first() {
        let is_wrapper =
            matches!(name_of(first), "sudo" | "doas" | "env" | "nohup" | "time" | "command" | "exec");
        if !is_wrapper && !is_assignment(first) {
            break;
        }
        let inner = rest.iter().position(|word| !word.starts_with('-') && !is_assignment(word));
        match inner {
            Some(at) => words = &rest[at..],
            None => break,
        }
    }
    words
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

fn name_of(word: &str) -> &str {
    Path::new(word).file_name().and_then(|name| name.to_str()).unwrap_or(word)
}

/// Options of ssh that have a value.
const SSH_VALUES: &[&str] = &[
    "-b", "-c", "-D", "-E", "-e", "-F", "-I", "-i", "-J", "-L", "-l", "-m", "-O", "-o", "-p", "-Q", "-R",
    "-S", "-W", "-w",
];

/// Returns the words that are neither options nor the values of these.
fn operands<'w>(words: &[&'w str], with_value: &[&str]) -> Vec<&'w str> {
    let (mut found, mut skips, mut ended) = (Vec::new(), false, false);
    for word in words {
        match (skips, ended, *word) {
            (true, ..) => skips = false,
            (_, false, "--") => ended = true,
            (_, false, option) if option.starts_with('-') && option != "-" => {
                skips = with_value.contains(&option)
            }
            _ => found.push(*word),
        }
    }
    found
}

/// Returns the value of the first of these options.
fn value_of(words: &[&str], options: &[&str]) -> Option<String> {
    words.iter().enumerate().find_map(|(at, word)| {
        let given = options.iter().find_map(|option| word.strip_prefix(option))?;
        match given.strip_prefix('=') {
            Some(value) => Some(value.to_owned()),
            None if given.is_empty() => words.get(at + 1).map(|value| (*value).to_owned()),
            None => None,
        }
    })
}

/// A branch that is deleted, or the remote and the branch that are overwritten.
fn of_git(words: &[&str]) -> Option<String> {
    let all = operands(
        words,
        &["-C", "-c", "--git-dir", "--work-tree", "--namespace", "-o", "--push-option", "--repo"],
    );
    let (verb, operands) = all.split_first()?;
    if *verb != "push" {
        let is_named =
            matches!(*verb, "branch" | "tag" | "reset" | "worktree" | "remote" | "stash" | "update-ref");
        return operands.last().filter(|_| is_named).map(|name| (*name).to_owned());
    }
    let has = |options: &[&str]| words.iter().any(|word| options.contains(word));
    let (remote, refs) = operands.split_first()?;
    let branch = |refspec: &str| {
        let to = refspec.trim_start_matches('+').rsplit(':').next().unwrap_or(refspec);
        to.strip_prefix("refs/heads/").or_else(|| to.strip_prefix("refs/tags/")).unwrap_or(to).to_owned()
    };
    let names: Vec<String> = refs.iter().map(|refspec| branch(refspec)).collect();
    let deleted: Vec<String> = match has(&["--delete", "-d"]) {
        true => names.clone(),
        false => {
            refs.iter().filter(|refspec| refspec.starts_with(':')).map(|refspec| branch(refspec)).collect()
        }
    };
    match (deleted.as_slice(), names.as_slice()) {
        ([one], _) => Some(one.clone()),
        ([_, _, ..], _) => Some(deleted.join(" ")),
        (_, []) => Some((*remote).to_owned()),
        (_, all) => Some(format!("{remote}/{}", all.join(" "))),
    }
}

fn of_kubectl(words: &[&str]) -> Option<String> {
    const NAMESPACE: &[&str] = &["-n", "--namespace"];
    const FILES: &[&str] = &["-f", "--filename", "-k", "--kustomize"];
    const OTHERS: &[&str] =
        &["--context", "--cluster", "--kubeconfig", "-l", "--selector", "--timeout", "--grace-period"];
    let values: Vec<&str> = [NAMESPACE, FILES, OTHERS].concat();
    let all = operands(words, &values);
    let (verb, rest) = all.split_first()?;
    let is_all = words.iter().any(|word| matches!(*word, "--all" | "--all=true"));
    let resource = match rest {
        _ if is_all => None,
        [one] => one.split_once('/').map(|(_, name)| name.to_owned()),
        [_, names @ ..] => Some(names.join(" ")),
        [] => None,
    };
    let file = || value_of(words, FILES).map(|file| name_of(&file).to_owned());
    let node = || rest.first().filter(|_| matches!(*verb, "drain" | "cordon")).map(|node| (*node).to_owned());
    let labelled = || value_of(words, &["-l", "--selector"]);
    resource.or_else(file).or_else(node).or_else(labelled).or_else(|| value_of(words, NAMESPACE))
}

/// One resource, the workspace that is named, or the folder whose state it is.
fn of_terraform(words: &[&str], folder: Option<&str>) -> Option<String> {
    let named = value_of(words, &["-target", "--target", "-chdir", "--stack", "-s"]);
    let operand =
        operands(words, &["-target", "-chdir", "-var", "-var-file", "--stack", "-s"]).get(1).copied();
    let here = || folder.map(|folder| name_of(folder).to_owned());
    named.or_else(|| operand.map(str::to_owned)).or_else(here)
}

/// The resource of a cloud: a bucket or another operand, or the value of an option that names one.
fn of_cloud(words: &[&str]) -> Option<String> {
    let names = |option: &str| {
        let option = option.trim_start_matches('-');
        option != "profile"
            && ["name", "id", "ids", "identifier", "arn", "url", "app", "bucket", "key", "n", "a", "g"]
                .iter()
                .any(|end| option == *end || option.ends_with(&format!("-{end}")))
    };
    let address = words.iter().rev().find_map(|word| {
        let (scheme, rest) = word.split_once("://")?;
        matches!(scheme, "s3" | "gs" | "az").then(|| rest.trim_end_matches('/').to_owned())
    });
    let option = words.iter().find(|word| {
        let plain = word.split('=').next().unwrap_or(word);
        plain.starts_with('-') && names(plain)
    });
    let by_option = option.and_then(|option| value_of(words, &[option.split('=').next().unwrap_or(option)]));
    address.or(by_option)
}

/// The table, database or schema of the first statement that destroys.
fn of_sql(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ';' | '(' | ','))
        .filter(|w| !w.is_empty())
        .collect();
    let is = |at: usize, want: &str| words.get(at).is_some_and(|word| word.eq_ignore_ascii_case(want));
    let past = |mut at: usize, small: &[&str]| {
        while small.iter().any(|word| is(at, word)) {
            at += 1;
        }
        at
    };
    let at = (0..words.len()).find_map(|at| {
        if is(at, "drop") {
            Some(past(at + 2, &["if", "exists", "concurrently"]))
        } else if is(at, "truncate") {
            Some(past(at + 1, &["table", "only"]))
        } else if is(at, "delete") && is(at + 1, "from") {
            Some(past(at + 2, &["only"]))
        } else if is(at, "alter") && is(at + 1, "table") {
            Some(past(at + 2, &["if", "exists", "only"]))
        } else {
            (is(at, "update") && words.len() > at + 2).then(|| past(at + 1, &["only"]))
        }
    })?;
    let name = words.get(at)?.trim_matches(['"', '`', '[', ']', '\'']);
    Some(name.to_owned()).filter(|name| !name.is_empty())
}

/// The database that a client connects to.
fn database_of(words: &[&str]) -> Option<String> {
    value_of(words, &["-d", "--dbname", "--database", "-D"])
}

fn host_of(word: &str) -> String {
    let word = word.strip_prefix("ssh://").unwrap_or(word);
    let host = word.rsplit_once('@').map_or(word, |(_, host)| host);
    host.split(['/', ':']).next().unwrap_or(host).to_owned()
}

/// The host of `user@host:path`.
fn remote_host(word: &str) -> Option<String> {
    let (host, _) = word.split_once(':')?;
    (!host.contains('/') && !host.starts_with('-') && !host.is_empty()).then(|| host_of(host))
}

fn url_host(word: &str) -> Option<String> {
    let (scheme, rest) = word.split_once("://")?;
    matches!(scheme, "http" | "https" | "ftp").then(|| {
        let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
        host.rsplit_once('@').map_or(host, |(_, host)| host).to_owned()
    })
}

fn device(word: &str) -> Option<String> {
    word.strip_prefix("/dev/")
        .filter(|name| !matches!(*name, "null" | "stdin" | "stdout" | "stderr" | "zero"))?;
    Some(word.to_owned())
}

/// Returns the last word that is no option, in short; never a bare number.
fn telling(words: &[&str]) -> Option<String> {
    let is_number = |word: &str| word.chars().all(|c| !c.is_alphabetic());
    let word = words.iter().rev().find(|word| !word.starts_with('-') && !is_number(word))?;
    Some(match url_host(word) {
        Some(host) => host,
        None if word.contains(char::is_whitespace) => (*word).to_owned(),
        None => name_of(word.trim_end_matches('/')).to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits at blanks, outside of quotes.
    fn words(line: &str) -> Vec<String> {
        let mut out = vec![String::new()];
        let mut quote = None;
        for c in line.chars() {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (None, '\'' | '"') => quote = Some(c),
                (None, ' ') => out.push(String::new()),
                _ => out.last_mut().unwrap().push(c),
            }
        }
        out
    }

    #[test]
    fn h6_what_is_typed_for_a_command_names_its_target_and_not_its_program() {
        for (line, want) in [
            ("git push origin --delete release", "release"),
            ("git push origin :release", "release"),
            ("git push --force origin main", "origin/main"),
            ("git push -f origin +HEAD:refs/heads/main", "origin/main"),
            ("git push --mirror backup", "backup"),
            ("git -C /w/site branch -D feature/login", "feature/login"),
            ("git tag -d v1.0", "v1.0"),
            ("git reset --hard HEAD~3", "HEAD~3"),
            ("git clean -fdx", "clean"),
            ("kubectl delete namespace prod", "prod"),
            ("kubectl -n shop delete pod/web-1", "web-1"),
            ("kubectl delete -f k8s/deploy.yaml", "deploy.yaml"),
            ("kubectl delete pods --all -n shop", "shop"),
            ("kubectl drain node-7 --ignore-daemonsets", "node-7"),
            ("terraform destroy -auto-approve", "infra"),
            ("terraform destroy -target=aws_db_instance.main", "aws_db_instance.main"),
            ("helm uninstall billing", "billing"),
            ("docker volume rm pgdata", "pgdata"),
            ("ssh -p 2222 root@db1.example.com reboot", "db1.example.com"),
            ("rsync -a --delete site/ deploy@web.example.com:/srv/", "web.example.com"),
            ("sudo dd if=image.iso of=/dev/sda bs=4M", "/dev/sda"),
            ("mkfs.ext4 -L data /dev/sdb1", "/dev/sdb1"),
            ("psql shop -c 'DROP TABLE IF EXISTS orders'", "orders"),
            ("mysql -e 'DELETE FROM `customers` WHERE 1'", "customers"),
            ("sqlite3 app.db 'truncate table logs'", "logs"),
            ("dropdb --if-exists shop", "shop"),
            ("aws s3 rb s3://logs --force", "logs"),
            ("aws rds delete-db-instance --db-instance-identifier main --skip-final-snapshot", "main"),
            ("az group delete --name staging --yes", "staging"),
            ("gcloud compute instances delete vm-1", "vm-1"),
            ("gh repo delete acme/shop", "shop"),
            ("curl -X DELETE https://api.example.com/v1/users/7", "api.example.com"),
            ("systemctl stop nginx", "nginx"),
            ("npm unpublish left-pad", "left-pad"),
            ("kill -9 1234", "kill"),
            ("reboot", "reboot"),
        ] {
            let words = words(line);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let found = target(&words, Some("/w/infra"));
            assert_eq!(found.as_ref().map(Target::name), Some(want), "{line}");
        }
    }

    #[test]
    fn h6_several_targets_are_all_typed_or_counted() {
        let command = |line: &str| countersign_core::judge::Command {
            words: words(line).into_iter().map(Some).collect(),
            class: Class::Destructive,
        };
        let of = |deletes: &[&str], lines: &[&str]| {
            let facts = Facts {
                commands: lines.iter().map(|line| command(line)).collect(),
                deletes: deletes.iter().map(|path| (*path).to_owned()).collect(),
                ..Facts::default()
            };
            command_target(&facts, &lines.join("; "))
        };
        assert_eq!(of(&[], &["git push origin --delete release", "kubectl delete ns prod"]), "release prod");
        let many = ["git push origin :a", "git push origin :b", "git push origin :c"];
        assert_eq!(of(&[], &many), "3 targets");
        assert_eq!(of(&["/w/build"], &["rm -rf build"]), "build");
        assert_eq!(
            of(&["/w/build"], &["rm -rf build", "git push -f origin main"]),
            "build origin/main",
            "the folder does not hide the branch"
        );
        assert_eq!(of(&[], &[]), "");
        assert_eq!(command_target(&Facts::default(), "make 'prod\u{202e}x'"), "prod⟨U+202E⟩x");
    }
}
