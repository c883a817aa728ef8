//! Tests inputs found by fuzzing.

use countersign_analysis::{Class, Dialect, Facts, Setting, shell, sql};

fn judged(text: &str) -> Facts {
    let setting = Setting {
        cwd: Some("/home/ana/project".to_owned()),
        home: Some("/home/ana".to_owned()),
        ..Setting::default()
    };
    // If it takes minutes again, the runner's time limit ends it.
    shell(text, &setting)
}

fn spans_stand_in(text: &str, facts: &Facts) {
    assert!(!facts.findings.is_empty(), "{text:?}");
    for finding in &facts.findings {
        let span = finding.span.unwrap();
        assert!(text.get(span.range()).is_some(), "{text:?}: {finding:?}");
    }
}

#[test]
fn a3_spans_end_with_the_last_character_however_many_bytes_it_has() {
    for text in ["d\u{fffd}", "cat \u{e9}", "cat a; cat \u{1f600}"] {
        spans_stand_in(text, &judged(text));
    }
}

#[test]
fn a3_what_a_function_of_an_inner_text_does_is_told_where_that_text_stands() {
    let text = "eval 'f() { echo aaaaaaaaaaaaaaaaaaaaa; rm bbbbb; }'; f";
    let facts = judged(text);
    let deletes =
        facts.findings.iter().find(|f| f.target.as_deref().is_some_and(|t| t.ends_with("bbbbb"))).unwrap();
    assert!(text[deletes.span.unwrap().range()].contains("rm bbbbb"), "{deletes:?}");
}

#[test]
fn a3_spans_of_sql_in_comments_that_run_stand_in_the_text() {
    for text in [
        "}EGIN{xT/*!\u{fffd}}",
        "/*!50000 DROP TABLE \u{e9} */",
        "/*M!100100 DROP TABLE \u{e9} */ SELECT '\u{e9}'",
    ] {
        for dialect in [Dialect::Generic, Dialect::MySql] {
            spans_stand_in(text, &sql(text, dialect));
        }
    }
    assert_eq!(sql("/*!50000DROP TABLE t*/", Dialect::MySql).class(), Class::Destructive);
}

#[test]
fn a3_what_is_opened_again_and_again_is_judged_at_once_and_never_read() {
    for (open, close) in [
        ("(", ""),
        ("( ", " | )"),
        ("( ')'; ", ""),
        ("case x in y) ", ""),
        ("case x in y) ", ";; esac; "),
        ("( case x in y) echo esac; ", ""),
    ] {
        let text = format!("{}ls{}", open.repeat(48), close.repeat(48));
        assert_ne!(judged(&text).class(), Class::Read, "{text:?}");
        let many = format!("echo {}", format!("$({}ls) ", open.repeat(8)).repeat(300));
        assert_ne!(judged(&many).class(), Class::Read, "{many:?}");
    }
}

#[test]
fn a3_braces_in_braces_are_judged_at_once() {
    for open in ["{a,", "{", "{a,b}{", "{'}',", "\"$(echo \")\"{\\},"] {
        judged(&format!("echo {}b", open.repeat(40)));
        assert_ne!(judged(&format!("{}b", open.repeat(40))).class(), Class::Read, "{open}");
    }
}

#[test]
fn a3_what_stands_beside_too_many_braces_runs_all_the_same() {
    for text in [
        "echo {1..600}$(rm -rf x)",
        "echo {a,{a,{a,{a,{a,{a,$(rm -rf x)}}}}}}",
        "echo {1..99999999999999999999}`rm -rf x`",
    ] {
        assert_eq!(judged(text).class(), Class::Destructive, "{text:?}");
    }
}

#[test]
fn a3_substitutions_left_open_in_a_here_document_are_judged_at_once() {
    for open in ["a $(b ", "a $(b; ", "$((", "${a:-", "\"$(", "$(a ')' "] {
        let text = format!("cat <<E\n{}\nE", open.repeat(30));
        assert_ne!(judged(&text).class(), Class::Read, "{text:?}");
    }
    let text = "cat <<E\n$(date \"+%F\") ${a:-it's} $(echo ')') `date` $((1 + (2)))\n$(ls \"$(pwd)\") ${b} don't $(id)\nE";
    assert_ne!(judged(text).class(), Class::Destructive, "{:?}", judged(text));
}

#[test]
fn a3_long_rows_of_words_that_hold_commands_do_not_overflow_the_stack() {
    for word in ["while ", "until ", "if ", "coproc ", "coproc a ", "time ", "! ", "[[ ! ", "f() while "] {
        for length in [500, 4000, 20_000] {
            let text = word.repeat(length / word.len());
            assert_ne!(judged(&text).class(), Class::Read, "{word}");
            assert_ne!(judged(&format!("[[ {text}")).class(), Class::Read, "{word}");
        }
    }
}

#[test]
fn a3_text_that_is_evaluated_over_and_over_is_judged_at_once() {
    assert_ne!(judged(&"eval ".repeat(24_000)).class(), Class::Read);
}

#[test]
fn a3_text_in_which_a_parser_looks_ahead_at_all_the_rest_is_judged_at_once() {
    assert_ne!(judged(&format!("[[ {}", "(a);".repeat(30_000))).class(), Class::Read);
}
