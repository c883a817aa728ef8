//! PHP, Lua, R and Julia: one-liners made of listed names only.

use super::{
    Reads, listed as is_listed,
    token::{Chars, Token},
};

/// The lists of a language.
pub(super) struct Listed {
    /// Names that may stand alone or be called.
    names: &'static str,
    /// Names that may stand after a dot.
    members: &'static str,
    /// Members that need this owner: `File.read`.
    owned: &'static [(&'static str, &'static str)],
    /// Comment markers.
    comment: &'static [&'static str],
    /// Markers of interpolated code in double quotes.
    fills: &'static [&'static str],
    /// The sigil of variables.
    sigil: Option<char>,
    /// Texts that are rejected anywhere, since they are ambiguous.
    odd: &'static [&'static str],
    /// Whether names may contain dots.
    dotted: bool,
}

pub(super) const PHP: Listed = Listed {
    names: "echo print var_dump print_r printf sprintf number_format phpversion phpinfo php_uname php_sapi_name \
    json_decode json_encode file_get_contents file_exists is_file is_dir filesize count implode explode \
    strlen substr strtoupper strtolower str_replace str_repeat trim date time microtime ini_get \
    extension_loaded function_exists get_loaded_extensions version_compare sys_get_temp_dir md5 sha1 \
    hash base64_encode base64_decode urlencode urldecode bin2hex random_int max min abs round floor ceil \
    sqrt pow array_keys array_values array_sum in_array range array_key_exists isset empty intval \
    floatval strval is_array true false null if else foreach as for getcwd basename dirname \
    memory_get_usage exit PHP_VERSION PHP_EOL PHP_OS PHP_OS_FAMILY PHP_INT_MAX PHP_INT_SIZE PHP_BINARY \
    PHP_SAPI PHP_MAJOR_VERSION PHP_MINOR_VERSION M_PI JSON_PRETTY_PRINT STDIN php_ini_loaded_file \
    php_ini_scanned_files TRUE FALSE NULL gettype ucfirst var_export",
    members: "",
    owned: &[],
    comment: &["//", "#"],
    fills: &["{$", "${"],
    sigil: Some('$'),
    odd: &["?>", "#[", "<<<"],
    dotted: false,
};

pub(super) const LUA: Listed = Listed {
    names: "print tostring tonumber type ipairs pairs _VERSION string math table os io for in do end if then \
    else elseif local and or not nil true false while utf8 select unpack jit next",
    members: "",
    owned: &[
        ("string", "format rep upper lower len sub gsub match find byte char reverse"),
        ("math", "floor ceil sqrt pi huge max min abs random sin cos maxinteger"),
        ("table", "concat insert sort unpack"),
        ("os", "date time getenv clock"),
        ("io", "write read"),
        ("jit", "version os arch"),
    ],
    comment: &["--"],
    fills: &[],
    sigil: None,
    odd: &[],
    dotted: false,
};

pub(super) const R: Listed = Listed {
    names: "cat print paste paste0 sessionInfo packageVersion R.version.string R.version version \
    installed.packages rownames nrow ncol head summary mean median sd sum length seq c rep round sqrt \
    as.character Sys.time Sys.getenv Sys.info getwd list.files toupper tolower nchar TRUE FALSE NULL \
    format max min find.package read.csv str dim names colnames is.na",
    members: "",
    owned: &[],
    comment: &["#"],
    fills: &[],
    sigil: None,
    odd: &[],
    dotted: true,
};

pub(super) const JULIA: Listed = Listed {
    names: "println print show string length sum maximum minimum sqrt round floor ceil abs typeof parse Int Int64 Float64 \
    String VERSION Sys Threads Base pi pwd isfile isdir readdir basename dirname joinpath uppercase lowercase split join \
    strip replace sort collect map filter range zip enumerate keys values haskey get true false nothing if else elseif end \
    for in do while begin div mod rem gcd lcm factorial sin cos tan log exp isempty first last reverse unique",
    members: "",
    owned: &[
        (
            "Sys",
            "CPU_THREADS ARCH KERNEL MACHINE WORD_SIZE STDLIB BINDIR total_memory free_memory islinux isapple iswindows",
        ),
        ("Threads", "nthreads"),
        ("Base", "VERSION"),
    ],
    comment: &["#"],
    fills: &["$"],
    sigil: None,
    odd: &["#=", "\"\"\"", "!", "'", "=>"],
    dotted: false,
};

/// Returns what the text reads, if it only uses listed names.
pub(super) fn reads(listed: &Listed, text: &str) -> Option<Reads> {
    if listed.odd.iter().any(|odd| text.contains(odd)) {
        return None;
    }
    let tokens = tokens(listed, text)?;
    check(listed, &tokens)?;
    Some(Reads::of_texts(&tokens))
}

fn check(listed: &Listed, tokens: &[Token]) -> Option<()> {
    let bound: Vec<&str> = tokens.iter().enumerate().filter_map(|(at, t)| binds(tokens, at, t)).collect();
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let after = tokens.get(at + 1);
        let called = after == Some(&Token::Op('('));
        match token {
            Token::Name(name) if before == Some(&Token::Op('.')) => {
                let owner = at.checked_sub(2).and_then(|at| tokens.get(at));
                let own = listed.owned.iter().find(|(o, _)| owner.is_some_and(|t| t.is_name(o)));
                let fine = match own {
                    Some((_, members)) => is_listed(members, name),
                    None => is_listed(listed.members, name),
                };
                fine.then_some(())?;
            }
            Token::Name(name)
                if before == Some(&Token::Op('>'))
                    && at.checked_sub(2).and_then(|at| tokens.get(at)) == Some(&Token::Op('-')) =>
            {
                (listed.sigil.is_some() && !name.starts_with('$')).then_some(())?;
            }
            Token::Name(name) if listed.sigil.is_some_and(|sigil| name.starts_with(sigil)) => {
                (!called).then_some(())?
            }
            // A name with listed members must be followed by one of them.
            Token::Name(name) if listed.owned.iter().any(|(owner, _)| owner == name) => {
                (after == Some(&Token::Op('.'))).then_some(())?;
            }
            Token::Name(name) if is_listed(listed.names, name) => {
                let reads = matches!(name.as_str(), "file_get_contents" | "read.csv");
                let local = matches!(tokens.get(at + 2), Some(Token::Text(file)) if !file.contains("://") || file == "php://stdin");
                (!reads || local).then_some(())?;
            }
            Token::Name(name)
                if listed.dotted
                    && after == Some(&Token::Op('='))
                    && is_listed("sep collapse header nrows n digits na.rm", name) => {}
            Token::Name(name) if bound.contains(&name.as_str()) => {
                let argument =
                    matches!(after, Some(Token::Text(_) | Token::Filled | Token::Number | Token::Name(_)));
                (!called && !argument).then_some(())?;
            }
            Token::Name(_) => return None,
            Token::Op('(')
                if matches!(before, Some(Token::Op(')' | ']' | '}') | Token::Text(_) | Token::Filled)) =>
            {
                return None;
            }
            Token::Op('`' | '@' | '\\' | '~') => return None,
            // A named argument can make a function write: `cat(x, file = "f")`.
            Token::Op('=')
                if listed.dotted
                    && !matches!(before, Some(Token::Op('=' | '<' | '>' | '!')))
                    && after != Some(&Token::Op('=')) =>
            {
                matches!(before, Some(Token::Name(n)) if is_listed("sep collapse header nrows n digits na.rm", n)).then_some(())?;
            }
            Token::Op(':') if after == Some(&Token::Op(':')) => return None,
            // `$x->name` is a value of decoded text: nothing else has members here.
            Token::Op('>') if before == Some(&Token::Op('-')) => {
                let member = matches!(after, Some(Token::Name(_)));
                (listed.sigil.is_some() && member && tokens.get(at + 2) != Some(&Token::Op('(')))
                    .then_some(())?;
            }
            _ => {}
        }
    }
    Some(())
}

/// Returns the name bound here: assigned to, or a block parameter.
fn binds<'a>(tokens: &[Token], at: usize, token: &'a Token) -> Option<&'a str> {
    let Token::Name(name) = token else { return None };
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let after = tokens.get(at + 1);
    let assigned = after == Some(&Token::Op('=')) && tokens.get(at + 2) != Some(&Token::Op('='));
    let parameter =
        before == Some(&Token::Op('|')) || after == Some(&Token::Op('|')) && before == Some(&Token::Op(','));
    let arrow = after == Some(&Token::Op('<')) && tokens.get(at + 2) == Some(&Token::Op('-'));
    let looped = before.is_some_and(|t| t.is_name("for") || t.is_name("local"));
    (assigned || arrow || parameter || looped).then_some(name)
}

fn tokens(listed: &Listed, text: &str) -> Option<Vec<Token>> {
    let mut chars = Chars::new(text);
    let mut tokens: Vec<Token> = Vec::new();
    while let Some(c) = chars.ahead(0) {
        // After a name, an operator may also begin a value, in which quotes have another meaning.
        let value = matches!(tokens.last(), Some(Token::Number | Token::Op(')' | ']')));
        match c {
            _ if listed.comment.iter().any(|comment| chars.at(comment)) => {
                // Lua's long comments end differently.
                if chars.at("--[") {
                    return None;
                }
                chars.take(|c| c != '\n');
            }
            '\n' | ' ' | '\t' | '\r' => {
                chars.next();
            }
            '"' | '\'' => {
                chars.next();
                let inside = chars.quoted(c)?;
                let code = c == '"' && listed.fills.iter().any(|fill| inside.contains(fill));
                if code || inside.contains('\u{fffd}') && c == '"' && !listed.fills.is_empty() {
                    return None;
                }
                tokens.push(Token::Text(inside));
            }
            '0'..='9' => {
                chars.number();
                tokens.push(Token::Number);
            }
            // Percent quotes, long brackets, patterns and here-documents are not supported.
            '%' if !value => return None,
            '/' if !value => return None,
            '[' if chars.at("[[") || chars.at("[=") => return None,
            '<' if chars.at("<<") => return None,
            '?' if chars.ahead(1) != Some(' ') => return None,
            '$' if listed.sigil != Some('$') => return None,
            _ if c.is_ascii_alphabetic() || c == '_' || Some(c) == listed.sigil => {
                let mut name = String::from(chars.next()?);
                name.push_str(
                    &chars.take(|c| c.is_ascii_alphanumeric() || c == '_' || listed.dotted && c == '.'),
                );
                if name == "$" {
                    return None;
                }
                tokens.push(Token::Name(name));
            }
            _ if !c.is_ascii() || c.is_ascii_control() => return None,
            _ => {
                chars.next();
                tokens.push(Token::Op(c));
            }
        }
    }
    Some(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only_reads(listed: &Listed, text: &str) -> bool {
        reads(listed, text).is_some()
    }

    #[test]
    fn one_liners_of_listed_names_are_proved() {
        for (language, text) in [
            (&PHP, "echo PHP_VERSION, PHP_EOL;"),
            (&PHP, "echo json_decode(file_get_contents('composer.json'))['name'];"),
            (&PHP, "$x = 3; echo $x + 1;"),
            (&LUA, "print(_VERSION)"),
            (&LUA, "for i=1,3 do print(i, string.rep('x', i)) end"),
            (&R, "cat(R.version.string)"),
            (&R, "packageVersion('dplyr')"),
            (&R, "x <- c(1, 2, 3)\ncat(mean(x), \"\\n\", sep=\"\")"),
            (&JULIA, "println(VERSION); println(Sys.CPU_THREADS)"),
            (&PHP, "$d = json_decode(file_get_contents('a.json')); echo $d->name, PHP_EOL;"),
        ] {
            assert_eq!(only_reads(language, text), !text.contains('%'), "{text}");
        }
    }

    #[test]
    fn everything_else_is_not() {
        for (language, text) in [
            (&PHP, "unlink('x');"),
            (&PHP, "array_map('unlink', ['x']);"),
            (&PHP, "$f = 'system'; $f('rm');"),
            (&PHP, "('system')('rm');"),
            (&PHP, "echo `rm`;"),
            (&PHP, "echo \"{$x->y()}\";"),
            (&PHP, "echo file_get_contents('https://example.com');"),
            (&PHP, "?><?php system('x');"),
            (&PHP, "echo 1; // ?><?php system('rm');"),
            (&PHP, "(#[A] fn() => system('rm')\n)();"),
            (&PHP, "echo <<<E\n{$x}\nE;"),
            (&PHP, "$d->f('x');"),
            (&PHP, "$d->$f('x');"),
            (&PHP, "($d->f)('x');"),
            (&PHP, "array_walk($x, 'system');"),
            (&PHP, "new SplFileObject('x', 'w');"),
            (&PHP, "echo \"${system('rm')}\";"),
            (&R, "x <- unlink; x('y')"),
            (&R, "sapply('x', unlink)"),
            (&JULIA, "run(`rm`)"),
            (&JULIA, "#= x =# rm(\"y\")"),
            (&JULIA, "println(\"$(rm(1))\")"),
            (&JULIA, "Base.rm(\"x\")"),
            (&JULIA, "map(rm, [\"x\"])"),
            (&LUA, "os.execute('rm')"),
            (&LUA, "os.remove('x')"),
            (&LUA, "local f = os; f.remove('x')"),
            (&LUA, "io.open('x','w')"),
            (&LUA, "load('x')()"),
            (&LUA, "('x'):rep(3)"),
            (&R, "unlink('x')"),
            (&R, "system('rm')"),
            (&R, "file.remove('x')"),
            (&R, "cat('x', file='f')"),
            (&LUA, "table.sort({'x','y'}, os['remove'])"),
        ] {
            assert!(!only_reads(language, text), "{text}");
        }
    }
}
