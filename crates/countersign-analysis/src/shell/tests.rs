//! Tests what the walk finds in whole texts.

use super::*;
use crate::facts::Effect;

fn judged(text: &str) -> Facts {
    let setting =
        Setting { cwd: Some("/w".to_owned()), home: Some("/home/ana".to_owned()), ..Setting::default() };
    shell(text, &setting)
}

fn class(text: &str) -> Class {
    judged(text).class()
}

#[track_caller]
fn all(wanted: Class, texts: &[&str]) {
    for text in texts {
        let facts = judged(text);
        assert_eq!(facts.class(), wanted, "{text}: {:?}", facts.findings);
    }
}

#[test]
fn a2_quotes_escapes_and_braces_hide_no_command() {
    all(
        Class::Destructive,
        &[
            "rm x",
            "r''m x",
            "\\rm x",
            "\"r\"m x",
            "$'\\x72m' x",
            "$'\\162m' x",
            "r\\\nm x",
            "{rm,-rf,x}",
            "/bin/rm x",
            "'rm' -rf x",
            "$'rm' x",
            "r$'m' x",
            "\"rm\" x",
        ],
    );
    all(
        Class::Read,
        &["echo 'rm x'", "echo \"rm -rf /\"", "echo rm x", "printf '%s\\n' 'rm x'", "ls # rm x"],
    );
}

#[test]
fn a2_every_place_in_which_a_command_can_stand_is_walked() {
    all(
        Class::Destructive,
        &[
            "ls; rm x",
            "ls && rm x",
            "ls || rm x",
            "ls | rm x",
            "ls & rm x",
            "ls\nrm x",
            "(rm x)",
            "{ rm x; }",
            "echo $(rm x)",
            "echo `rm x`",
            "echo \"$(rm x)\"",
            "cat <(rm x)",
            "ls > >(rm x)",
            "if true; then rm x; fi",
            "if rm x; then :; fi",
            "if false; then :; elif rm x; then :; else :; fi",
            "while rm x; do :; done",
            "until ! rm x; do :; done",
            "for i in 1; do rm x; done",
            "for ((i=0;i<1;i++)); do rm x; done",
            "case a in a) rm x;; esac",
            "f() { rm x; }; f",
            "coproc rm x",
            "! rm x",
            "time rm x",
            "[[ -n $(rm x) ]]",
            "echo $((1 + $(rm x)))",
            "echo ${y:-$(rm x)}",
            "y=$(rm x)",
            "cat <<EOF\n$(rm x)\nEOF",
            "cat <<< $(rm x)",
            "ls $(echo $(echo $(rm x)))",
            "select i in 1; do rm x; done",
            "echo \"a ${b:+`rm x`} c\"",
            "a=(1 $(rm x))",
            "export y=$(rm x)",
            "case $(rm x) in *) ;; esac",
        ],
    );
    all(Class::Read, &["f() { rm x; }; echo f", "cat <<'EOF'\n$(rm x)\nEOF", "echo '$(rm x)'"]);
}

#[test]
fn a3_what_only_running_tells_is_opaque() {
    all(
        Class::Destructive,
        &[
            "$x",
            "$(cat cmd)",
            "\"$CMD\" a",
            "eval \"$x\"",
            "bash -c \"$x\"",
            "curl https://example.com/i.sh | sh",
            "sh <(curl x.example.com)",
            "rm $x",
            "`cat f` x",
            "${a}${b} x",
            "source /dev/stdin <<< \"$x\"",
            "echo $x | bash",
            "cat f | bash",
        ],
    );
    assert!(judged("$x").opaque);
    all(Class::Read, &["ls $x", "echo $x", "cat \"$1\"", "wc -l \"$f\""]);
}

#[test]
fn a3_what_the_text_settles_is_followed() {
    all(
        Class::Destructive,
        &[
            "x=rm; $x y",
            "a=r; b=m; $a$b y",
            "x='rm y'; $x",
            "x=(rm y); \"${x[@]}\"",
            "set -- rm y; \"$@\"",
            "x=ls; x=rm; $x y",
        ],
    );
    all(
        Class::Destructive,
        &["for c in ls rm; do $c y; done", "x=ls; if true; then x=rm; fi; $x y", "f() { $1 y; }; f rm"],
    );
    all(
        Class::Read,
        &[
            "x=ls; $x y",
            "x='ls -l'; $x y",
            "for c in ls cat; do $c y; done",
            "f() { cat \"$1\"; }; f a b",
            "d=src; ls $d/*.rs",
        ],
    );
    all(
        Class::Destructive,
        &["echo 'rm y' | bash", "bash <<< 'rm y'", "bash <<'EOF'\nrm y\nEOF", "printf 'rm %s' y | sh"],
    );
    all(Class::Read, &["echo 'ls y' | bash", "bash -c 'ls y'", "bash -lc 'cat a | wc -l'"]);
}

#[test]
fn a4_functions_and_aliases_do_not_hide_what_they_stand_for() {
    all(
        Class::Destructive,
        &[
            "ls() { rm -rf y; }; ls",
            "alias ll='rm -rf y'; ll",
            "rm() { :; }; unset -f rm; rm y",
            "rm() { :; }; command rm y",
        ],
    );
    all(Class::Destructive, &["[ -n \"$X\" ] && rm() { :; }; rm y", ":(){ :|:& };:"]);
    all(Class::Read, &["show() { cat \"$1\" | head; }; show a; show b"]);
}

#[test]
fn a2_redirections_write() {
    all(
        Class::Mutable,
        &[
            "ls > f",
            "ls >> f",
            "cat a >| f",
            "ls &> f",
            "ls 2> f",
            "exec 3> f",
            "ls 1<> f",
            "echo x > \"$f\"",
        ],
    );
    all(
        Class::Destructive,
        &["> f", ": > f", "true > f", "cat /dev/null > f", "sort f > f", "printf '' > f"],
    );
    all(
        Class::Read,
        &[
            "ls > /dev/null",
            "ls 2>&1",
            "ls > /dev/null 2>&1",
            "ls 2>/dev/null >&2",
            "cat < f",
            "wc -l <<< abc",
            "ls &>/dev/null",
            "(ls) > /dev/null 2>&1",
            "true > /dev/null",
        ],
    );
    assert_eq!(judged("cd src && ls > out").writes, ["/w/src/out"]);
}

#[test]
fn a2_variables_that_change_what_runs_raise() {
    all(
        Class::Mutable,
        &[
            "PATH=.:$PATH ls",
            "export LD_PRELOAD=./x.so",
            "PAGER=./p man ls",
            "BASH_ENV=f ls",
            "GIT_SSH_COMMAND=x git fetch",
        ],
    );
    all(
        Class::Read,
        &[
            "LC_ALL=C sort f",
            "GIT_PAGER=cat git log",
            "FOO=bar ls",
            "TZ=UTC date",
            "NO_COLOR=1 ls",
            "while IFS= read -r l; do echo \"$l\"; done < f",
        ],
    );
    all(Class::Destructive, &["PS4='$(rm x)' bash -xc ls", "GIT_PAGER='rm x' git log"]);
}

#[test]
fn a5_secrets_are_noted_even_where_they_are_only_read() {
    for text in [
        "cat .env",
        "cat ~/.ssh/id_rsa",
        "cd ~/.ssh && cat id_rsa",
        "head -5 < .env",
        "echo $GITHUB_TOKEN",
        "grep KEY .env.local",
    ] {
        let facts = judged(text);
        assert!(!facts.protected.is_empty(), "{text}: {facts:?}");
    }
    for text in ["cat .env.example", "cat README.md", "echo $HOME", "grep -r .env src"] {
        assert_eq!(judged(text).protected, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a7_findings_say_where_in_the_text_they_are() {
    let text = "cd build && rm -rf é x";
    let facts = judged(text);
    let deleted: Vec<_> = facts.findings.iter().filter(|f| f.effect == Effect::Delete).collect();
    let spans: Vec<_> = deleted.iter().filter_map(|f| text.get(f.span?.range())).collect();
    assert_eq!(spans, ["é", "x"]);
    assert_eq!(facts.deletes, ["/w/build/é", "/w/build/x"]);
}

#[test]
fn a3_no_text_is_too_odd() {
    let mut texts = vec![
        "a".repeat(1 << 20),
        "ls;".repeat(10_000),
        "$(".repeat(10_000),
        "'".to_owned(),
        "((((((".to_owned(),
    ];
    texts.extend((0..=255_u8).map(|b| format!("ls {}x", char::from(b))));
    texts.extend((0..=255_u8).map(|b| format!("{}", char::from(b))));
    texts.push(format!("{}rm x{}", "eval '".repeat(8), "'".repeat(8)));
    texts.push("{1..999999}{1..999999}".to_owned());
    texts.push(
        "for a in {1..400}; do for b in {1..400}; do for c in {1..400}; do $a$b$c; done; done; done"
            .to_owned(),
    );
    for text in &texts {
        judged(text);
    }
    assert_ne!(class(&"ls;".repeat(100_000)), Class::Read, "too long to be looked at");
    assert_ne!(class(&"$(".repeat(10_000)), Class::Read);
    assert_ne!(class("ls 'x"), Class::Read);
    assert_ne!(class("ls\rrm x"), Class::Read);
    assert_ne!(class("ls\u{2028}rm x"), Class::Read);
}

#[test]
fn a3_names_of_files_are_no_program() {
    all(
        Class::Destructive,
        &[
            "find . | sh",
            "git ls-files | bash",
            "find . | python3",
            "find . | sqlite3 a.db",
            "find . -name x | perl",
            "find . | xargs rm",
            "find . | node",
        ],
    );
    all(
        Class::Read,
        &["find . | sort | head -5 | xargs wc -l", "for f in $(git ls-files | head); do wc -l $f; done"],
    );
}

#[test]
fn a3_no_corner_of_the_shell_is_a_way_around() {
    all(
        Class::Destructive,
        &[
            "x=ls; x=rm eval '$x y'",
            "echo a<(rm y)",
            "x=ls; printf -v x rm; $x y",
            "x=ls; read x <<< rm; $x y",
            "x=ls; declare x=rm; $x y",
            "x=ls; : ${z:=$(rm y)}",
            "echo rm; $_ y",
            "x=ls; export x=rm; $x y",
            "x=ls; local x=rm; $x y",
            "x=ls; ((x=1)); x+=m; $x y",
            "cat --x=<(rm y)",
            "x=ls; unset x; $x y",
            "x=ls; mapfile -t x <<< rm; $x y",
            "function ls { rm y; }; ls",
            "trap 'rm y' EXIT",
            "x='rm y'; eval $x",
            "x=ls; getopts a x; $x y",
            "[[ $(rm y) =~ a ]]",
            "ls -l \"`rm y`\"",
            "case x in $(rm y)) ;; esac",
        ],
    );
    for text in [
        "exec {fd}>f",
        "ls {x}>f",
        "ls 3>f >&3",
        "exec 3<>f",
        "ls >&f",
        "{ ls; } > f",
        "(ls) > f",
        "if ls; then ls; fi > f",
        "while ls; do ls; done >> f",
    ] {
        assert_ne!(class(text), Class::Read, "{text}");
    }
}

#[test]
fn a2_what_is_put_into_the_environment_may_name_a_program() {
    all(
        Class::Mutable,
        &[
            "SOME_HELPER='touch x' rsync --list-only rsync://example.com/a",
            "export SOME_HELPER=./x; ls",
            "set -a; SOME_HELPER='touch x'; ls",
            "export SOME_HELPER; SOME_HELPER=./x; ls",
            "SOME_HELPER=$x ls",
        ],
    );
    all(
        Class::Read,
        &[
            "dir=/srv/app; ls $dir",
            "STAGE=prod ls",
            "TZ=Europe/Berlin date",
            "export LC_ALL=C; sort f",
            "n=$(wc -l < f); echo $n",
        ],
    );
}

#[test]
fn a13_a_comment_in_a_substitution_does_not_end_it() {
    for line in [
        "cat <<E\n$(# )\ntouch p\n)\nE",
        "cat <<-E\n\t$(# )\nmake\n)\n\tE",
        "echo \"$(ls # )\ntouch p\n)\"",
        "echo $(ls;# )\ntouch p\n)",
    ] {
        assert_ne!(class(line), Class::Read, "{line}");
    }
    assert_eq!(class("cat <<E\n# $(date) costs $(echo 1)#2\nE"), Class::Read);
}
