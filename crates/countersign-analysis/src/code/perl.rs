//! Perl: one-liners that only compute, read and print.

use super::{
    Reads, listed,
    token::{Chars, Token},
};

/// Functions and words that change nothing.
const NAMES: &str = "print say printf sprintf length substr index rindex uc lc ucfirst lcfirst join split sort reverse \
    keys values each exists defined undef scalar map grep push pop shift unshift splice chomp chop chr \
    ord hex oct int abs sqrt log exp sin cos atan2 rand srand localtime gmtime time last next redo if \
    elsif else unless while until for foreach my our local and or not xor eq ne lt gt le ge cmp x BEGIN \
    END eof die warn exit return pos quotemeta wantarray sum sum0 min max first any all uniq shuffle \
    STDERR STDOUT STDIN delete pack unpack strftime floor ceil Dumper encode_json decode_json md5_hex \
    sha1_hex sha256_hex encode_base64 decode_base64 ref open close use product none notall uniqnum pairs fmod pow strtol \
    md5_base64 sha512_hex basename dirname fileparse getcwd cwd timelocal timegm looks_like_number blessed reftype lstat stat \
    readline binmode wrap";
/// Modules whose loading changes nothing and whose functions only compute.
pub(super) const MODULES: &str = "strict warnings utf8 feature List::Util Data::Dumper JSON::PP POSIX Digest::MD5 Digest::SHA \
    MIME::Base64 Encode integer bigint bignum Time::Piece Time::HiRes Time::Local constant locale bytes Scalar::Util \
    Config File::Basename Cwd Text::Wrap open";
/// Words followed by a value, so a slash begins a pattern.
const BEFORE_VALUE: &str = "print say if unless and or not split grep map while until elsif x eq ne return join push unshift \
    scalar lt gt le ge cmp xor foreach for printf sprintf";

/// Returns what the text reads, if it only computes, reads and prints. `looped`: it runs in a loop over
/// files, whose names can be commands.
pub(super) fn reads(text: &str, looped: bool) -> Option<Reads> {
    // POD begins at the start of a line.
    if text.starts_with('=') || text.contains("\n=") {
        return None;
    }
    let tokens = tokens(text)?;
    let magic = looped
        || text.contains("<>")
        || text.contains("ARGV>")
        || text.contains("\\p")
        || text.contains("eof");
    check(&tokens, magic)?;
    Some(Reads::of_texts(&tokens))
}

fn check(tokens: &[Token], magic: bool) -> Option<()> {
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let after = tokens.get(at + 1);
        match token {
            Token::Name(name) if name.starts_with(['$', '@', '%']) => variable(name, after, magic)?,
            Token::Name(name) if name == "open" => opens(tokens, at)?,
            Token::Name(name) if listed(NAMES, name) => {
                // `print {…}` prints to the block's result.
                let prints = matches!(name.as_str(), "print" | "say" | "printf");
                if prints && after == Some(&Token::Op('{')) {
                    return None;
                }
            }
            // A key: `$h{word}`, or `word => …`.
            Token::Name(_) if before == Some(&Token::Op('{')) && after == Some(&Token::Op('}')) => {
                let of_variable = at.checked_sub(2).and_then(|at| tokens.get(at));
                let arrow = at.checked_sub(3).and_then(|at| tokens.get(at)) == Some(&Token::Op('-'));
                let of_element = matches!(of_variable, Some(Token::Op(']')))
                    || arrow && of_variable == Some(&Token::Op('>'));
                (of_element || matches!(of_variable, Some(Token::Name(n)) if n.starts_with('$')))
                    .then_some(())?;
            }
            Token::Name(_) => return None,
            // A name used as a reference gives access to any variable, including the list of files.
            Token::Op('>') if before == Some(&Token::Op('-')) => {
                (!magic && matches!(after, Some(Token::Op('{' | '[')))).then_some(())?;
            }
            Token::Op('(') if matches!(before, Some(Token::Op(']' | '}'))) => return None,
            Token::Op('&') if before != Some(&Token::Op('&')) && after != Some(&Token::Op('&')) => {
                return None;
            }
            Token::Op('<') if after == Some(&Token::Op('<')) => return None,
            Token::Op('*') if matches!(after, Some(Token::Name(_) | Token::Op('{'))) && !is_value(before) => {
                return None;
            }
            Token::Op('`' | '\\') => return None,
            _ => {}
        }
    }
    Some(())
}

/// `open(my $f, "<", …)`: nothing but reading.
fn opens(tokens: &[Token], at: usize) -> Option<()> {
    let mut at = at + 1;
    let mut skip = |fits: &dyn Fn(&Token) -> bool| {
        let fits = tokens.get(at).is_some_and(fits);
        at += usize::from(fits);
        fits
    };
    skip(&|t| *t == Token::Op('('));
    skip(&|t| t.is_name("my"));
    let handle = skip(&|t| matches!(t, Token::Name(n) if n.starts_with('$')));
    let comma = skip(&|t| *t == Token::Op(','));
    let mode = skip(
        &|t| matches!(t, Token::Text(m) if ["<", "<:utf8", "<:encoding(UTF-8)", "<:raw"].contains(&m.as_str())),
    );
    (handle && comma && mode && skip(&|t| *t == Token::Op(','))).then_some(())
}

fn is_value(token: Option<&Token>) -> bool {
    token.is_some_and(|t| t.ends_value(BEFORE_VALUE))
}

/// Whether a value certainly ends here: a number, a variable, an element.
fn is_plain(token: Option<&Token>) -> bool {
    match token {
        Some(Token::Name(name)) => name.starts_with('$'),
        Some(Token::Number | Token::Filled | Token::Text(_) | Token::Op(']')) => true,
        _ => false,
    }
}

/// Rejects changes of `@ARGV` and the like: Perl opens the file names in it as commands.
fn variable(name: &str, after: Option<&Token>, magic: bool) -> Option<()> {
    let set = matches!(after, Some(Token::Op('=' | '.' | '+' | '|' | '/')));
    match name {
        "$ARGV" | "@ARGV" | "@INC" if !magic && !set => Some(()),
        "@ARGV" | "%ARGV" => None,
        "$ARGV" => (!matches!(after, Some(Token::Op('[' | '=' | '.')))).then_some(()),
        "@INC" | "%INC" | "%SIG" | "$SIG" | "$INC" => None,
        _ => Some(()),
    }
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut chars = Chars::new(text);
    let mut tokens: Vec<Token> = Vec::new();
    while let Some(c) = chars.ahead(0) {
        let value = is_value(tokens.last());
        match c {
            '\n' | ' ' | '\t' | '\r' => {
                chars.next();
            }
            '#' => {
                chars.take(|c| c != '\n');
            }
            '\'' => {
                chars.next();
                tokens.push(Token::Text(chars.quoted('\'')?));
            }
            '"' => {
                chars.next();
                let inside = raw(&mut chars, '"')?;
                filled(&inside)?;
                let plain = !inside.contains(['$', '@', '\\']);
                tokens.push(if plain { Token::Text(inside) } else { Token::Filled });
            }
            '/' if !value => {
                chars.next();
                let inside = raw(&mut chars, '/')?;
                pattern(&inside)?;
                chars.take(|c| "gimsxoncuaer".contains(c));
                tokens.push(Token::Pattern);
            }
            // After a block, a list or a function a slash is ambiguous.
            '/' if !is_plain(tokens.last()) => return None,
            '<' if !value => {
                read_handle(&mut chars)?;
                tokens.push(Token::Filled);
            }
            '0'..='9' => {
                chars.number();
                tokens.push(Token::Number);
            }
            '$' | '@' | '%'
                if c == '$' || !is_plain(tokens.last()) && tokens.last() != Some(&Token::Op(')')) =>
            {
                tokens.push(Token::Name(sigil(&mut chars)?))
            }
            _ if c.is_ascii_alphabetic() || c == '_' => {
                let word = chars.take(|c| c.is_ascii_alphanumeric() || c == '_');
                let key = tokens.last() == Some(&Token::Op('{')) && chars.ahead(0) == Some('}');
                word_token(&mut chars, word, key, &mut tokens)?;
            }
            _ if !c.is_ascii() || c.is_ascii_control() => return None,
            '?' if !value => return None,
            _ => {
                chars.next();
                tokens.push(Token::Op(c));
            }
        }
    }
    Some(tokens)
}

/// `<>`, `<STDIN>`, `<$handle>`.
fn read_handle(chars: &mut Chars) -> Option<()> {
    match ["<>", "<STDIN>", "<ARGV>"].into_iter().find(|h| chars.at(h)) {
        Some(handle) => chars.skip(handle.len()),
        None => {
            chars.skip(1);
            chars.next().filter(|c| *c == '$')?;
            let name = chars.take(|c| c.is_ascii_alphanumeric() || c == '_');
            chars.next().filter(|c| *c == '>' && !name.is_empty())?;
        }
    }
    Some(())
}

/// Reads a word, which may begin a quote or load a module.
fn word_token(chars: &mut Chars, word: String, key: bool, tokens: &mut Vec<Token>) -> Option<()> {
    match word.as_str() {
        "s" | "tr" | "y" | "m" | "qr" | "q" | "qq" | "qw" | "qx" if !key => {
            tokens.push(quote_like(chars, &word)?)
        }
        _ if word == "use" && !key => {
            tokens.push(Token::Name(word));
            chars.take(|c| c == ' ');
            let module = chars.take(|c| c.is_ascii_alphanumeric() || "_:.".contains(c));
            let version = module.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
            (listed(MODULES, &module) || version).then_some(())?;
            tokens.push(Token::Filled);
        }
        _ if chars.at("::") => return None,
        _ => tokens.push(Token::Name(word)),
    }
    Some(())
}

/// Reads a variable with its sigil; only plain names and the usual punctuation.
fn sigil(chars: &mut Chars) -> Option<String> {
    let mut name = chars.next()?.to_string();
    if name == "$" && chars.ahead(0) == Some('#') {
        name.push(chars.next()?);
        chars.ahead(0).filter(|c| c.is_ascii_alphabetic() || *c == '_')?;
    }
    match chars.ahead(0)? {
        c if c.is_ascii_alphabetic() || c == '_' => {
            name.push_str(&chars.take(|c| c.is_ascii_alphanumeric() || c == '_'));
            (!chars.at("::") && !chars.at("'")).then_some(name)
        }
        '0'..='9' => {
            name.push_str(&chars.take(|c| c.is_ascii_digit()));
            Some(name)
        }
        c @ ('.' | ',' | '/' | '\\' | '&' | '!' | ';' | '|' | '@') if name == "$" => {
            chars.next();
            name.push(c);
            Some(name)
        }
        _ => None,
    }
}

/// Returns the raw text up to a delimiter.
fn raw(chars: &mut Chars, end: char) -> Option<String> {
    let mut text = String::new();
    loop {
        match chars.next()? {
            c if c == end => return Some(text),
            '\\' => {
                text.push('\\');
                text.push(chars.next()?);
            }
            c => text.push(c),
        }
    }
}

fn quote_like(chars: &mut Chars, word: &str) -> Option<Token> {
    let open = chars.next().filter(|c| "/|!,~#:;%{([".contains(*c))?;
    let end = match open {
        '{' => '}',
        '(' => ')',
        '[' => ']',
        other => other,
    };
    let paired = end != open;
    let part = |chars: &mut Chars| raw(chars, end).filter(|text| !paired || !text.contains(open));
    match word {
        "q" | "qw" => {
            part(chars)?;
            Some(Token::Filled)
        }
        "qq" => {
            filled(&part(chars)?)?;
            Some(Token::Filled)
        }
        "m" | "qr" => {
            pattern(&part(chars)?)?;
            let flags = chars.take(|c| c.is_ascii_alphabetic());
            (!flags.contains('e')).then_some(Token::Pattern)
        }
        "s" => {
            pattern(&part(chars)?)?;
            if paired {
                chars.next().filter(|c| *c == open)?;
            }
            filled(&part(chars)?)?;
            let flags = chars.take(|c| c.is_ascii_alphabetic());
            flags.chars().all(|c| "gimsxrpnadlu".contains(c)).then_some(Token::Pattern)
        }
        "tr" | "y" => {
            part(chars)?;
            if paired {
                chars.next().filter(|c| *c == open)?;
            }
            part(chars)?;
            chars.take(|c| "cdsr".contains(c));
            Some(Token::Pattern)
        }
        _ => None,
    }
}

/// Checks a pattern: no code in it, and only simple interpolation.
fn pattern(text: &str) -> Option<()> {
    let code = ["(?{", "(??{", "(*{", "(?p{"].iter().any(|code| text.contains(code));
    let spread = text.contains('{') && text.contains("(?") && text.contains("?{");
    (!code && !spread).then_some(())?;
    filled(text)
}

/// Checks interpolated text: only names and simple indices, since an index may be any code.
fn filled(text: &str) -> Option<()> {
    let mut chars = Chars::new(text);
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            '$' | '@' => match chars.ahead(0) {
                Some('{' | '$' | '(' | '[' | '@') if c == '@' || chars.ahead(0) != Some('(') => return None,
                Some(name) if name.is_ascii_alphanumeric() || name == '_' || name == '&' => {
                    chars.take(|c| c.is_ascii_alphanumeric() || c == '_' || c == '&');
                    indices(&mut chars)?;
                }
                // `$+{name}`, `$-[0]` and `$#{…}` have indices as well; blanks may precede a name or an
                // index.
                Some(_) => {
                    let blank = !chars.take(|c| c.is_ascii_whitespace()).is_empty();
                    if blank && matches!(chars.ahead(0), Some('{' | '[')) || chars.at("::") {
                        return None;
                    }
                    if !blank && !chars.at("\\") && matches!(chars.ahead(1), Some('{' | '[' | '-' | '$')) {
                        chars.next();
                        if chars.ahead(0) == Some('$') {
                            return None;
                        }
                        indices(&mut chars)?;
                    }
                }
                None => {}
            },
            _ => {}
        }
    }
    Some(())
}

/// Reads indices after an interpolated variable: simple ones only. After an arrow there may be any code.
fn indices(chars: &mut Chars) -> Option<()> {
    while let Some(open @ ('[' | '{')) = chars.ahead(0) {
        let close = if open == '[' { ']' } else { '}' };
        chars.next();
        chars.take(|c| c.is_ascii_alphanumeric() || "_$-^,".contains(c));
        chars.next().filter(|c| *c == close)?;
    }
    let arrow = chars.at("->") && matches!(chars.ahead(2), Some('[' | '{' | '@' | '$' | '%'));
    (!arrow && !chars.at("::")).then_some(())
}

/// Whether the pattern of `-F` only splits: between slashes or quotes it becomes part of the program.
pub(super) fn only_splits(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return true };
    if !matches!(first, '/' | '\'' | '"') {
        return true;
    }
    let inside = text
        .get(1..)
        .and_then(|rest| rest.strip_suffix(first))
        .unwrap_or(first.encode_utf8(&mut [0; 4]))
        .to_owned();
    !inside.contains(first) && pattern(&inside).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_code_in_an_index_inside_text_is_not_proved() {
        for text in [
            r#"print "$+{system(q(id))}""#,
            r#"print "$-{system(q(id))}""#,
            r#"print "$+[system(q(id))]""#,
            r#"print "@+[system(q(id))]""#,
            r#"print "@-{system(q(id))}""#,
            r#"print "$!{system(q(id))}""#,
            r#"print "$#{[system(q(id))]}""#,
            r#"print "$#$x""#,
            r#"print "$h{a}->[system(q(id))]""#,
            r#"print "$h{a}{b}->{system(q(id))}""#,
            r#"print "$x->[system(q(id))]""#,
            r#"print "$::{system(q(id))}""#,
            r#"print "@{[system(q(id))]}""#,
            r#"print "${\ system(q(id))}""#,
            r#"s/(?<a>.)/$+{system(q(id))}/"#,
            r#"print qq($+{system('id')})"#,
        ] {
            assert!(!only_reads(text), "{text}");
        }
        for text in
            [r#"print "$+{name}\n" if /(?<name>x)/"#, r#"print "$h{a}[0] costs 5$""#, r#"s/(?<a>.)/<$+{a}>/"#]
        {
            assert!(only_reads(text), "{text}");
        }
    }

    #[test]
    fn a13_the_pattern_to_split_by_is_no_code() {
        for text in [":", "\\t", ",", "/,/", "'x'", "/\\s+/", "[,;]"] {
            assert!(only_splits(text), "{text}");
        }
        for text in [
            "/x/,system(1)",
            "/(?{system 1})/",
            "\"@{[system 1]}\"",
            "'x',system(1),'y'",
            "/",
            "/x/.system(1)./y/",
        ] {
            assert!(!only_splits(text), "{text}");
        }
    }

    fn only_reads(text: &str) -> bool {
        reads(text, false).is_some()
    }

    #[test]
    fn code_that_computes_reads_and_prints_is_proved() {
        for text in [
            "print if /ERROR/ .. /END/",
            "print $F[2]",
            "print scalar(() = /\\n\\n/g), \"\\n\"",
            "s/foo/bar/g",
            "print \"$1\\n\" if /name=(\\w+)/",
            "$s += $F[1]; END { print $s }",
            "print join(\",\", sort @F)",
            "tr/a-z/A-Z/",
            "s{a}{b}g; print",
            "print \"hello\\n\"",
            "$h{$_}++; END { print \"$_ $h{$_}\\n\" for sort keys %h }",
            "print unless $seen{$_}++",
            "printf \"%.2f\\n\", 22/7",
            "chomp; print length, \"\\n\"",
            "while (<>) { print if $. > 3 }",
            "local $/; $_ = <>; print",
            "print localtime(0) . \"\\n\"",
            "s/(\\d+)/<$1>/",
            "1",
            "print \"$Config{archname}\\n\"",
            "local $/; print decode_json(<STDIN>)->{version}",
            "use strict; use warnings; use List::Util qw(sum); open(my $f, '<', 'a.txt') or die; my $n = 0; while (<$f>) { $n++ } print \"$n\\n\"",
            "print join(\"\\n\", @INC)",
            "print $ARGV[0]",
            "use v5.10; say 'x'",
        ] {
            assert!(only_reads(text), "{text}");
        }
    }

    #[test]
    fn everything_else_is_not() {
        for text in [
            "system('rm')",
            "unlink 'x'",
            "`rm`",
            "qx(rm)",
            "exec 'x'",
            "open(F, '>x')",
            "s/a/system(1)/e",
            "s/a/b/gee",
            "eval $_",
            "print \"@{[system('rm')]}\"",
            "print \"${\\system('rm')}\"",
            "print \"$h{system('rm')}\"",
            "print \"$a[system('rm')]\"",
            "/(?{ system('rm') })/",
            "@ARGV = ('rm x|'); print <>",
            "$ARGV[0] = 'rm|'; print <>",
            "push @ARGV, 'rm|'; <>",
            "print {open(F,'>x')} 1",
            "&{'system'}('rm')",
            "use POSIX; POSIX::system('x')",
            "CORE::system('x')",
            "do 'x.pl'",
            "require './x.pl'",
            "$x->unlink",
            "$x->('y')",
            "$h{x}('y')",
            "$a[0]('y')",
            "$x = 'ARGV'; $x->[0] = 'rm|'; print <>",
            "$x = 'ARGV'; @{$x} = ('rm|'); print <>",
            "open(F, '>x')",
            "open(my $f, '>', 'x')",
            "open(my $f, '<x')",
            "open(my $f, \"|rm\")",
            "open(my $f, '-|', 'rm')",
            "open my $f, \"$m\", 'x'",
            "use lib '.'; use evil;",
            "use Evil;",
            "require POSIX; POSIX::_exit(0)",
            "print <$x y>",
            "print while glob('*')",
            "sub system { 1 } system('rm')",
            "format STDOUT =\n@<<\nsystem('rm')\n.\nwrite",
            "@INC = ('.')",
            "push @ARGV, 'rm|'; print <>",
            "$_ = 'x'; print `$_`",
            "print sort { system('rm') } 1, 2",
            "BEGIN { unlink 'x' }",
            "s{a}{system('rm')}e",
            "s/a/b/e",
            "m{(?{system('rm')})}",
            "qw`a`; `rm`",
            "print 'a'.<<E.'b';\n'\nE\nsystem('rm')",
            "print <*.c>",
            "$SIG{ALRM} = 'x'",
            "print <<`E`;\nrm\nE\n",
            "*x = \\&system",
            "fork while 1",
            "$_ = 'x'; if (1) {} {unlink}",
            "$_ = 'x'; 1 >{unlink}",
            "$_ = 'x'; s(a)(system('rm'))e",
            "lc /\"/; system(\"x\") ; \"/",
            "$^I = ''; print",
            "rename 'a', 'b'",
            "mkdir 'x'",
            "-s $_ and unlink",
            "=pod\nx\n=cut\nsystem('rm')",
        ] {
            assert!(!only_reads(text), "{text}");
        }
    }
}
