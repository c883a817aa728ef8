//! Output of commands that is used as words of other commands: numbers, names and paths do not begin with a dash.

use crate::word::{Piece, Word};

/// Commands whose output words never begin with a dash, however they are called.
const ALWAYS: &[&str] = &[
    "pidof", "nproc", "whoami", "logname", "hostname", "uname", "arch", "tty", "pwd", "wc", "uuidgen",
    "which", "getconf", "groups",
];

/// Whether no output word of these words begins with a dash.
pub(crate) fn is_tame(words: &[Word]) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    let Some(name) = first.known() else { return false };
    let known: Option<Vec<String>> = rest.iter().map(Word::known).collect();
    let name = name.rsplit('/').next().unwrap_or_default();
    if ALWAYS.contains(&name) {
        return true;
    }
    let given = Given { rest, known };
    match name {
        "pgrep" => !given.letters("la") && !given.begins("--list"),
        "id" => given.letters("ugGn"),
        "basename" | "dirname" => rest.iter().all(named) && !given.letters("asz"),
        "realpath" => !given.begins("--relative"),
        "readlink" => given.letters("fem"),
        "date" => given.date(),
        "seq" => given.all(|text| text.bytes().all(|b| b.is_ascii_digit())),
        "stat" => given
            .value(&["-c", "-f", "--format"])
            .is_some_and(|f| ["%s", "%a", "%i", "%h", "%z"].contains(&f)),
        "lsof" => given.letters("t"),
        "ps" => given.all_known() && given.value(&["-o", "-eo", "-ao", "-axo"]).is_some_and(|f| f == "pid="),
        "ls" => given.is_short_list(),
        "rg" => given.letters("l") || given.has(&["--files-with-matches", "--files"]),
        "grep" | "egrep" | "fgrep" => given.letters("lL") || given.has(&["--files-with-matches"]),
        "fd" | "fdfind" => !given.letters("xXl") && !given.begins("--exec") && !given.begins("--format"),
        "brew" => given.is(&["--prefix"]),
        "go" => given.is(&["env"]) || given.is(&["list"]) && !given.letters("f"),
        "npm" | "pnpm" => given.is(&["root"]) || given.is(&["prefix"]),
        "kubectl" | "oc" => given.names_objects(),
        "gh" | "glab" => given.value(&["-q", "--jq"]).is_some_and(is_number),
        _ => false,
    }
}

/// Whether these words print only numbers.
pub(crate) fn are_numbers(words: &[Word]) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    let Some(name) = first.known() else { return false };
    let known: Option<Vec<String>> = rest.iter().map(Word::known).collect();
    let name = name.rsplit('/').next().unwrap_or_default();
    let operands = rest.iter().filter(|word| !word.prefix().starts_with('-')).count();
    let given = Given { rest, known };
    let plain = given.all_known() && !given.begins("--");
    match name {
        "nproc" => true,
        // With operands it also prints their names.
        "wc" => operands == 0 && given.all_known() && !given.begins("--files0-from"),
        "pgrep" | "pidof" => is_tame(words) && !given.begins("--d") && !given.letters("dS"),
        "id" => given.all(|text| matches!(text, "-u" | "-g" | "-ur" | "-gr")),
        "date" => {
            let digits = |f: &str| {
                matches!(
                    f,
                    "+%s"
                        | "+%Y"
                        | "+%m"
                        | "+%d"
                        | "+%H"
                        | "+%M"
                        | "+%S"
                        | "+%j"
                        | "+%u"
                        | "+%s%N"
                        | "+%N"
                        | "+%s%3N"
                        | "+%Y%m%d"
                )
            };
            let formats = given.texts().filter(|text| text.starts_with('+'));
            rest.iter().all(|word| !word.may_split())
                && formats.count() == 1
                && given.texts().any(|t| digits(&t))
        }
        "seq" => plain && given.all(|text| text.bytes().all(|b| b.is_ascii_digit())),
        "stat" => {
            let format =
                given.texts().skip_while(|t| !matches!(t.as_str(), "-c" | "-f" | "-Lc" | "--format")).nth(1);
            let attached = given
                .texts()
                .find_map(|t| t.strip_prefix("-c").or(t.strip_prefix("--format=")).map(str::to_owned));
            let number = |f: &str| {
                matches!(f, "%s" | "%a" | "%i" | "%h" | "%z" | "%Y" | "%X" | "%Z" | "%W" | "%u" | "%g" | "%b")
            };
            attached.filter(|f| !f.is_empty()).or(format).is_some_and(|f| number(&f))
        }
        "grep" | "egrep" | "fgrep" => {
            given.letters("c")
                && !given.letters("rRHAB")
                && operands <= 2
                && rest.iter().all(|w| !w.may_split() && !is_glob(w))
        }
        "git" => given.is(&["rev-list"]) && given.has(&["--count"]) && !given.has(&["--left-right"]),
        _ => false,
    }
}

fn is_glob(word: &Word) -> bool {
    word.pieces.iter().any(|piece| matches!(piece, Piece::Glob(_)))
}

/// The words after the command name.
struct Given<'a> {
    rest: &'a [Word],
    /// All of them, if all are known.
    known: Option<Vec<String>>,
}

impl Given<'_> {
    fn texts(&self) -> impl Iterator<Item = String> + '_ {
        self.rest.iter().map(Word::prefix)
    }

    fn all_known(&self) -> bool {
        self.known.is_some()
    }

    fn all(&self, fits: impl Fn(&str) -> bool) -> bool {
        self.known.as_ref().is_some_and(|known| known.iter().all(|text| fits(text)))
    }

    /// Whether one of these one-letter options is given.
    fn letters(&self, letters: &str) -> bool {
        self.texts().any(|text| {
            let joined = text.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
            joined.is_some_and(|rest| rest.contains(|c| letters.contains(c)))
        })
    }

    fn begins(&self, prefix: &str) -> bool {
        self.texts().any(|text| text.starts_with(prefix))
    }

    fn has(&self, names: &[&str]) -> bool {
        self.texts().any(|text| names.contains(&text.as_str()))
    }

    fn is(&self, words: &[&str]) -> bool {
        self.known
            .as_ref()
            .is_some_and(|known| known.iter().zip(words).filter(|(a, b)| a == *b).count() == words.len())
    }

    /// Returns the only value given to one of these options, attached or not.
    fn value(&self, names: &[&str]) -> Option<&str> {
        let known = self.known.as_ref()?;
        let mut values = known.iter().enumerate().filter_map(|(at, text)| {
            let attached = |name: &&str| text.strip_prefix(*name).and_then(|rest| rest.strip_prefix('='));
            match names.contains(&text.as_str()) {
                true => known.get(at + 1).map(String::as_str),
                false => names.iter().find_map(attached),
            }
        });
        values.next().filter(|_| values.next().is_none())
    }

    /// Whether the format prints no sign and the time is after 1970.
    fn date(&self) -> bool {
        let Some(known) = &self.known else { return false };
        let early = |text: &String| {
            let mut digits = text.split(|c: char| !c.is_ascii_digit()).map(str::len);
            text.contains('@') || text.contains("year") || text.contains("month") || digits.any(|n| n > 4)
        };
        let format = |text: &String| text.starts_with('+');
        let signs = |text: &String| {
            text.starts_with("+-") || text.contains(" -") || text.contains('z') || text.contains("\n-")
        };
        let dated = known.iter().any(|text| {
            text.starts_with("-d")
                || text.starts_with("--date")
                || text.starts_with("-v")
                || text.starts_with("-r")
        });
        known.iter().any(format)
            && !known.iter().filter(|t| format(t)).any(signs)
            && (!dated || !known.iter().filter(|t| !format(t)).any(early))
    }

    /// Whether only names are printed: the lines of a long list begin with a dash.
    fn is_short_list(&self) -> bool {
        let plain = |text: &str| text.bytes().skip(1).all(|b| b"1aAtrSdUvXcupF".contains(&b));
        self.texts().all(|text| !text.starts_with('-') || plain(&text) && !text.starts_with("--"))
            && !self.rest.iter().any(|word| word.may_be_option() && word.has_unknown())
    }

    /// `-o name`, or a JSON path that ends in a name.
    fn names_objects(&self) -> bool {
        let named = |text: &str| {
            let path = text.strip_prefix("jsonpath=").map(|path| path.trim_matches(['{', '}']));
            text == "name"
                || path
                    .is_some_and(|path| path.ends_with(".metadata.name") && !path.contains(['{', ' ', '-']))
        };
        self.value(&["-o", "--output"]).is_some_and(named) || self.has(&["-oname"])
    }
}

/// Whether neither a word nor a part of it begins with a dash.
fn named(word: &Word) -> bool {
    let dash = |piece: &Piece| matches!(piece, Piece::Unknown(unknown) if unknown.dash);
    !word.prefix().starts_with('-') && !word.shown().contains("/-") && !word.pieces.iter().any(dash)
}

/// Whether a jq expression gives numbers that are never negative.
fn is_number(expression: &str) -> bool {
    let last = expression.rsplit('.').next().unwrap_or_default();
    let path = expression.bytes().all(|b| b.is_ascii_alphanumeric() || b".[]_".contains(&b));
    path && matches!(last, "number" | "databaseId" | "id" | "iid" | "total_count")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Span;

    fn tame(line: &str) -> bool {
        let words: Vec<Word> = line.split(' ').map(|w| Word::known_as(w, Span::default())).collect();
        is_tame(&words)
    }

    #[test]
    fn numbers_names_and_paths_do_not_begin_with_a_dash() {
        for line in [
            "pgrep -f app",
            "date +%s",
            "date +%Y-%m-%d",
            "id -u",
            "basename src/a.rs",
            "realpath a",
            "readlink -f a",
            "grep -rl x src",
            "rg -l x",
            "fd -e rs",
            "ls src",
            "ls -1t",
            "kubectl get pods -o name",
            "kubectl get pod -l app=web -o jsonpath={.items[0].metadata.name}",
            "gh pr list --json number --jq .[].number",
            "lsof -ti :3000",
            "seq 1 5",
            "wc -l",
            "stat -c %s a",
        ] {
            assert!(tame(line), "{line}");
        }
    }

    #[test]
    fn what_may_begin_with_a_dash_is_not_taken_for_a_name() {
        for line in [
            "pgrep -a x",
            "pgrep -fl x",
            "date +-x",
            "date +%z",
            "date -d @-5 +%s",
            "date -d 1900-01-01T00:00 +%s -d @-1",
            "date",
            "basename /tmp/-rf",
            "dirname -x/y",
            "ls -l",
            "ls --color=always -l",
            "cat a",
            "echo -x",
            "grep x a",
            "rg x",
            "readlink a",
            "realpath --relative-to=/a -- b",
            "kubectl get pods -o jsonpath={.items[0].spec.x}",
            "kubectl get pods -o jsonpath={.a}-x{.metadata.name}",
            "gh api x --jq .title",
            "gh api x --jq .a --jq .number",
            "seq -5 5",
            "stat -c %n a",
        ] {
            assert!(!tame(line), "{line}");
        }
    }
}
