//! Reads `awk` programs far enough to find outside effects: files, commands, extensions.

/// An outside effect of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Act {
    /// Writes a file; None for a name known only at run time.
    Write(Option<String>),
    /// Reads a file.
    Read(Option<String>),
    /// Runs a shell command; None for one known only at run time.
    Run(Option<String>),
    /// Loads more code.
    Load(String),
    /// Talks to a host.
    Send(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Name(String),
    Text(String),
    Number,
    Pattern,
    Newline,
    Op(&'static str),
}

/// Operators, longest first.
const OPS: [&str; 48] = [
    "**=", "<<=", ">>=", "&&", "||", "|&", ">>", "**", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "==",
    "<=", ">=", "!=", "!~", "::", "{", "}", "(", ")", "[", "]", ";", ",", "+", "-", "*", "/", "%", "^", "!",
    "~", "<", ">", "|", "?", ":", "=", "$", "@", "&", ".",
];
/// Keywords followed by a value, so a slash begins a pattern.
const BEFORE_VALUE: [&str; 11] =
    ["print", "printf", "return", "in", "else", "do", "case", "delete", "exit", "BEGIN", "END"];

/// Maximum number of outside effects.
const ACTS: usize = 200;

/// Returns the outside effects of a program; None if it cannot be parsed.
pub(super) fn read(text: &str) -> Option<Vec<Act>> {
    let tokens = tokens(text)?;
    let mut acts = Vec::new();
    // Depth in parentheses, and for each open `print` the depth at which it began.
    let mut depth = 0usize;
    let mut prints: Vec<usize> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let after = tokens.get(at + 1..).unwrap_or_default();
        let before = tokens.get(..at).unwrap_or_default();
        let printing = prints.last() == Some(&depth);
        match token {
            Token::Name(name) if name == "print" || name == "printf" => prints.push(depth),
            Token::Name(name) if name == "system" => acts.push(system(after)?),
            Token::Text(text) if text.starts_with("/inet") => acts.push(Act::Send(text.clone())),
            Token::Op("(" | "[") => depth += 1,
            Token::Op(")" | "]") => depth = depth.checked_sub(1)?,
            Token::Op(";" | "{" | "}") => prints.retain(|began| *began < depth),
            Token::Newline if !goes_on(before) => prints.retain(|began| *began < depth),
            Token::Op(">>") if !printing => return None,
            Token::Op(">" | ">>") if printing => acts.push(Act::Write(literal(after))),
            Token::Op("|" | "|&") => acts.push(pipe(before, after)),
            Token::Op("<")
                if before.iter().rev().take(8).any(|t| *t == Token::Name("getline".to_owned())) =>
            {
                acts.push(Act::Read(literal(after)));
            }
            Token::Op("@") => acts.push(load(after)),
            Token::Op("<<=" | ">>=" | "&" | ".") => return None,
            _ => {}
        }
    }
    (acts.len() <= ACTS).then_some(acts)
}

/// Whether the statement continues on the next line.
fn goes_on(before: &[Token]) -> bool {
    match before.last() {
        Some(Token::Op(op)) => !matches!(*op, ")" | "]" | "}" | "++" | "--" | "$" | ";"),
        Some(Token::Name(name)) => name == "else" || name == "do",
        _ => false,
    }
}

/// Returns the text if a literal stands there alone.
fn literal(after: &[Token]) -> Option<String> {
    let (text, next) = match after {
        [Token::Op("("), Token::Text(text), Token::Op(")"), rest @ ..] => (text, rest.first()),
        [Token::Text(text), rest @ ..] => (text, rest.first()),
        _ => return None,
    };
    let ends = matches!(next, None | Some(Token::Newline | Token::Op(";" | "}" | ")" | ">" | "&&" | "||")));
    ends.then(|| text.clone())
}

fn system(after: &[Token]) -> Option<Act> {
    match after {
        [Token::Op("("), Token::Text(text), Token::Op(")"), ..] => Some(Act::Run(Some(text.clone()))),
        [Token::Op("("), ..] => Some(Act::Run(None)),
        _ => None,
    }
}

/// A pipe: from a command if `getline` follows, else to one.
fn pipe(before: &[Token], after: &[Token]) -> Act {
    if !matches!(after.first(), Some(Token::Name(name)) if name == "getline") {
        return Act::Run(literal(after));
    }
    match before {
        [.., Token::Text(text)] => {
            let ahead = before.len().checked_sub(2).and_then(|at| before.get(at));
            let alone = matches!(
                ahead,
                None | Some(Token::Newline | Token::Op("(" | "{" | "}" | ";" | "&&" | "||" | "!"))
            );
            Act::Run(alone.then(|| text.clone()))
        }
        _ => Act::Run(None),
    }
}

fn load(after: &[Token]) -> Act {
    match after {
        [Token::Name(word), Token::Text(file), ..] if word == "include" || word == "load" => {
            Act::Load(file.clone())
        }
        [Token::Name(word), Token::Text(_), ..] if word == "namespace" => Act::Read(None),
        // A function called by a name known only at run time may be `system`.
        _ => Act::Run(None),
    }
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    // For each open parenthesis, whether it belongs to `if (`, `while (` or `for (`, which a pattern may follow.
    let mut headers: Vec<bool> = Vec::new();
    let mut after_header = false;
    while let Some(&c) = chars.get(at) {
        let start = at;
        at += 1;
        match c {
            '\n' => tokens.push(Token::Newline),
            ' ' | '\t' | '\r' => continue,
            '\\' if chars.get(at) == Some(&'\n') => {
                at += 1;
                continue;
            }
            '\\' if chars.get(at) == Some(&'\r') && chars.get(at + 1) == Some(&'\n') => {
                at += 2;
                continue;
            }
            '#' => {
                at += chars.get(at..)?.iter().take_while(|c| **c != '\n').count();
                continue;
            }
            '"' => tokens.push(Token::Text(string(&chars, &mut at)?)),
            '/' if after_header || value_begins(&tokens)? => {
                pattern(&chars, &mut at)?;
                tokens.push(Token::Pattern);
            }
            _ if c.is_ascii_alphabetic() || c == '_' => {
                let word: String = chars
                    .get(start..)?
                    .iter()
                    .take_while(|c| c.is_ascii_alphanumeric() || **c == '_')
                    .collect();
                at = start + word.len();
                tokens.push(Token::Name(word));
            }
            _ if c.is_ascii_digit() || c == '.' && chars.get(at).is_some_and(char::is_ascii_digit) => {
                let exponent = |i: usize| matches!(chars.get(i), Some('e' | 'E'));
                while chars.get(at).is_some_and(|c| c.is_ascii_alphanumeric() || *c == '.')
                    || (exponent(at - 1) && matches!(chars.get(at), Some('+' | '-')))
                {
                    at += 1;
                }
                tokens.push(Token::Number);
            }
            _ => {
                let rest: String = chars.get(start..)?.iter().take(3).collect();
                let op = OPS.iter().copied().find(|op| rest.starts_with(op))?;
                at = start + op.len();
                match op {
                    "(" => headers.push(matches!(tokens.last(), Some(Token::Name(n)) if ["if", "while", "for", "switch"].contains(&n.as_str()))),
                    ")" => {
                        after_header = headers.pop()?;
                        tokens.push(Token::Op(")"));
                        continue;
                    }
                    _ => {}
                }
                tokens.push(Token::Op(op));
            }
        }
        after_header = false;
    }
    Some(tokens)
}

/// Whether a value may begin here; None if only a real parser could tell.
fn value_begins(tokens: &[Token]) -> Option<bool> {
    Some(match tokens.last() {
        None | Some(Token::Newline) => true,
        Some(Token::Text(_) | Token::Number | Token::Pattern) => false,
        Some(Token::Name(name)) if name == "getline" => return None,
        Some(Token::Name(name)) => BEFORE_VALUE.contains(&name.as_str()),
        Some(Token::Op(")" | "]")) => false,
        Some(Token::Op("++" | "--")) => match tokens.len().checked_sub(2).and_then(|at| tokens.get(at)) {
            Some(Token::Name(_) | Token::Op("]" | ")")) => false,
            _ => return None,
        },
        Some(Token::Op("$")) => return None,
        Some(Token::Op(_)) => true,
    })
}

fn string(chars: &[char], at: &mut usize) -> Option<String> {
    let mut text = String::new();
    loop {
        let c = *chars.get(*at)?;
        *at += 1;
        match c {
            '"' => return Some(text),
            '\n' => return None,
            '\\' => {
                let escaped = *chars.get(*at)?;
                *at += 1;
                match escaped {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    '"' | '\\' | '/' => text.push(escaped),
                    '\n' => {}
                    // Octal, hex and other escapes are not decoded: the text is marked as unreliable.
                    other => text.extend(['\\', other, '\u{fffd}']),
                }
            }
            _ => text.push(c),
        }
    }
}

/// Skips a pattern. A slash in brackets ends it in some awks and not in others: only harmless text may follow it there.
fn pattern(chars: &[char], at: &mut usize) -> Option<()> {
    let mut bracket = false;
    let mut slash = false;
    loop {
        let c = *chars.get(*at)?;
        *at += 1;
        match c {
            '\n' => return None,
            '\\' => {
                chars.get(*at).filter(|c| **c != '\n')?;
                *at += 1;
            }
            '[' if !bracket => {
                bracket = true;
                if chars.get(*at) == Some(&'^') {
                    *at += 1;
                }
                if chars.get(*at) == Some(&']') {
                    *at += 1;
                }
            }
            '[' if chars.get(*at) == Some(&':') => {
                while chars.get(*at).filter(|c| **c != '\n')? != &']' {
                    *at += 1;
                }
                *at += 1;
            }
            ']' if bracket => {
                bracket = false;
                slash = false;
            }
            '/' if !bracket => return Some(()),
            '/' => slash = true,
            '"' | '{' | '}' | '(' | ')' | '|' | '>' | ';' | '@' if slash => return None,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_only_print_have_no_effects() {
        for text in [
            "{print $1}",
            "NR>1 {sum+=$3} END {print sum/(NR-1)}",
            "NR>=100 && NR<=150",
            "/start/,/stop/",
            "length($0) > 120 {print FILENAME \":\" FNR \": \" length($0)}",
            "!seen[$0]++",
            "$1 > 100 && $2 ~ /^GET/ {print substr($0, 1, 80)}",
            "{ if (a > b) print a; else print b }",
            "{ print (a > b) }",
            "{ printf(\"%s\\n\", $1 > 2 ? \"x\" : \"y\") }",
            "BEGIN { printf \"%.2f\\n\", 355/113 }",
            "{ gsub(/[/:]/, \"\"); print }",
            "/a|b/ && !/system\\(/ {print \"rm -rf | sh > f\"}",
            "{ x = $1 / 2 / 3 } # system(\"rm\")",
            "function f(x) { return x * 2 }\n{ print f($1) }",
            "\n  /^diff --git/ { file = $4 }\n  END { for (f in added) print added[f], f }\n",
            "{ while (i > 0) i--; if (x) /foo/; print i }",
            "$0 ~ \"a\" || $1 >= 1e+5 {c++} END {print c+0}",
        ] {
            assert_eq!(read(text), Some(Vec::new()), "{text}");
        }
    }

    #[test]
    fn files_commands_and_hosts_are_found() {
        let run = |text: &str| Some(vec![Act::Run(Some(text.to_owned()))]);
        let write = |text: &str| Some(vec![Act::Write(Some(text.to_owned()))]);
        assert_eq!(read("BEGIN{system(\"rm -rf x\")}"), run("rm -rf x"));
        assert_eq!(read("{system(\"rm \" $1)}"), Some(vec![Act::Run(None)]));
        assert_eq!(read("{ print $0 | \"sort -o f\" }"), run("sort -o f"));
        assert_eq!(read("BEGIN{\"date\" | getline d}"), run("date"));
        assert_eq!(read("BEGIN{while ((\"ls\" | getline f) > 0) print f}"), run("ls"));
        assert_eq!(read("BEGIN{c=\"rm\" \" x\"; c | getline}"), Some(vec![Act::Run(None)]));
        assert_eq!(read("BEGIN{\"rm\" \" x\" | getline}"), Some(vec![Act::Run(None)]));
        assert_eq!(read("{print > \"out.txt\"}"), write("out.txt"));
        assert_eq!(read("{print $1, $2 >> \"out.txt\"}"), write("out.txt"));
        assert_eq!(read("{print $1,\n $2 > \"out.txt\"}"), write("out.txt"));
        assert_eq!(read("{print(1) > \"out.txt\"}"), write("out.txt"));
        assert_eq!(read("{print > ($1 \".txt\")}"), Some(vec![Act::Write(None)]));
        assert_eq!(read("{print h > \"split_\"$2\".csv\"}"), Some(vec![Act::Write(None)]));
        assert_eq!(read("{getline x < \"f\"}"), Some(vec![Act::Read(Some("f".to_owned()))]));
        assert_eq!(read("@load \"x\"\n"), Some(vec![Act::Load("x".to_owned())]));
        assert_eq!(read("BEGIN{f=\"system\"; @f(\"rm\")}"), Some(vec![Act::Run(None)]));
        assert!(
            read("BEGIN{print 1 |& \"/inet/tcp/0/h/80\"}").unwrap().iter().any(|a| matches!(a, Act::Send(_)))
        );
    }

    #[test]
    fn a_slash_that_may_be_two_things_hides_nothing() {
        let found = |text: &str| read(text).is_none_or(|acts| !acts.is_empty());
        assert!(found("{ a++ / system(\"rm\") / 2 }"));
        assert!(found("{ if (x) /\"/ ; system(\"rm\") } #\""));
        assert!(found("$0 ~ /[/ {system(\"rm\")} /]/"));
        assert!(found("{ a[1] / system(\"rm\") / 2 }"));
        assert!(found("{ getline / system(\"rm\") / 2 }"));
        assert!(found("{ x = (1) / system(\"rm\") / 2 }"));
    }

    #[test]
    fn what_awk_would_refuse_is_not_understood() {
        for text in ["{print \"", "{print 'x'}", "/open", "{a = b)}", "`x`"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
