//! Ruby: code that only uses listed names and methods.

use super::{
    Reads, listed,
    token::{Chars, Token},
};

/// Keywords, and functions without a receiver.
const NAMES: &str = "puts print p pp printf format sprintf if else elsif unless end do then while until and or not nil true false case \
    when in for next break return begin rescue ensure loop exit rand sleep def lambda proc yield Integer Float String Array Hash Rational Complex \
    RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_RELEASE_DATE RUBY_COPYRIGHT RUBY_DESCRIPTION ARGV \
    BEGIN END $_ $. $1 $2 $3 $4 $5 $6 $7 $8 $9 $~ $& $0 $, $; $/";
/// Keywords followed by a value, so a slash begins a pattern.
const BEFORE_VALUE: &str = "if elsif unless while until and or not when then do else return in puts print p";
/// Methods that change nothing on any object. None of them belongs to a class that accesses files.
const METHODS: &str = "map each select filter reject sort sort_by min max min_by max_by minmax sum join split strip lstrip rstrip chomp chop chars \
    upcase downcase capitalize swapcase reverse length size count keys values to_s to_i to_f to_a to_h to_r to_c to_json to_yaml to_set \
    inspect first last uniq flatten compact include? empty? any? all? none? one? start_with? end_with? gsub sub tr delete squeeze scan match \
    match? lines bytes bytesize each_with_index each_with_object each_line each_char each_entry each_pair each_key each_value map! \
    filter_map flat_map collect detect group_by chunk_while slice_when tally zip reduce inject find find_index index rindex times upto downto \
    step abs round floor ceil even? odd? zero? positive? negative? divmod pow gcd lcm digits dig fetch key? has_key? value? key values_at merge \
    transform_values transform_keys invert sqrt strftime iso8601 year month day hour wday yday hex oct ord chr center ljust rjust freeze dup \
    to_sym nil? take drop take_while drop_while rotate product transpose partition each_slice each_cons with_index cycle lazy force \
    combination permutation sample shuffle push append unshift prepend pop shift concat insert clear grep grep_v between? clamp \
    is_a? respond_to? then tap itself encoding encode unpack unpack1 pack force_encoding valid_encoding? unicode_normalize captures named_captures \
    pre_match post_match values_at slice slice! except sort! uniq! reverse! compact! sub! gsub! strip! chomp! downcase! upcase! to_time to_date \
    to_datetime gets read readline readlines close eof? lineno rewind hexdigest base64digest digest update headers row rows by_col \
    next_day prev_day next_month prev_month cwday cweek mjd jd + - new_offset localtime utc getlocal usec nsec to_str message backtrace full_message \
    full? cover? step bsearch dump canonical ljust call";
/// Constants, with their methods that only read.
const OWNED: &[(&str, &str)] = &[
    (
        "File",
        "read exist? file? directory? symlink? readable? basename dirname extname size zero? readlines join expand_path absolute_path mtime \
    ctime atime foreach open stat realpath ftype split fnmatch? readlink",
    ),
    ("Dir", "pwd glob entries exist? children home each_child empty? []"),
    ("JSON", "parse pretty_generate generate"),
    ("YAML", "safe_load safe_load_file dump"),
    ("CSV", "parse read foreach table parse_line generate_line"),
    ("Time", "now at parse iso8601 utc mktime local gm strptime new"),
    ("Date", "today parse new iso8601 valid_date? strptime"),
    ("DateTime", "now parse"),
    ("STDIN", "read gets each_line readlines readline each_with_index lines"),
    ("$stdin", "read gets each_line readlines readline each_with_index lines"),
    ("ARGF", "read gets each_line readlines each_with_index lineno filename lines"),
    ("STDOUT", "puts print write flush sync tty? isatty printf"),
    ("$stdout", "puts print write flush sync tty? isatty printf"),
    ("STDERR", "puts print write flush printf"),
    ("$stderr", "puts print write flush printf"),
    ("ENV", "fetch key? to_h [] keys values_at include? has_key? select sort each"),
    ("Gem", "ruby_version"),
    ("Version", "new create correct?"),
    ("Etc", "nprocessors getlogin"),
    ("Process", "pid ppid clock_gettime"),
    ("SecureRandom", "hex uuid alphanumeric base64 random_number"),
    ("Math", "sqrt log sin cos tan log2 log10 cbrt hypot exp atan2"),
    ("Set", "new []"),
    ("Base64", "encode64 decode64 strict_encode64 strict_decode64 urlsafe_encode64 urlsafe_decode64"),
    ("SHA256", "hexdigest digest base64digest file"),
    ("SHA1", "hexdigest digest base64digest file"),
    ("SHA512", "hexdigest digest base64digest file"),
    ("MD5", "hexdigest digest base64digest file"),
    ("URI", "parse join encode_www_form_component decode_www_form_component"),
    ("Comparable", ""),
    ("Digest", ""),
    ("RbConfig", ""),
    ("Float", ""),
    ("CONFIG", "[] fetch keys key? select sort"),
    ("Regexp", "new escape union last_match"),
    ("Struct", ""),
    ("Random", "rand new"),
    ("Integer", "sqrt"),
];
/// Constants that may be accessed by `::`.
const SCOPED: &[(&str, &str)] = &[
    ("Digest", "SHA256 SHA1 SHA512 MD5"),
    ("Gem", "VERSION Version"),
    ("RbConfig", "CONFIG"),
    ("Process", "CLOCK_MONOTONIC CLOCK_REALTIME"),
    ("Float", "INFINITY NAN MAX MIN EPSILON DIG"),
    ("File", "SEPARATOR"),
    ("JSON", "ParserError VERSION"),
    ("Math", "PI E"),
    ("Integer", "MAX"),
];
/// Libraries whose loading changes nothing.
pub(super) const LIBRARIES: &str = "json yaml psych date time set digest digest/sha2 digest/md5 base64 securerandom etc pp bigdecimal csv uri rbconfig English";
/// Functions that may do anything: no value may have such a name.
const NO_NAMES: &str = "system exec spawn fork eval instance_eval class_eval module_eval instance_exec send __send__ public_send open load \
    require require_relative autoload syscall trap binding method define_method test select abort at_exit set_trace_func exit! gets readline \
    readlines putc throw catch raise fail srand warn caller self File Dir p puts print printf";
/// Maximum number of names and commas to search back.
const SEVERAL: usize = 40;
/// Methods whose first argument can be a method name.
const BY_NAME: &str = "inject reduce sum to_proc method";

/// Returns what the text reads, if it only uses listed names.
pub(super) fn reads(text: &str) -> Option<Reads> {
    let mut tokens = Vec::new();
    if text.starts_with("=begin") || text.contains("\n=begin") || text.contains("__END__") {
        return None;
    }
    lex(text, 0, &mut tokens)?;
    check(&tokens)?;
    let mut reads = Reads::of_texts(&tokens);
    for (at, token) in tokens.iter().enumerate() {
        let opens = |t: &Token| {
            ["read", "open", "readlines", "foreach", "safe_load_file", "file"].iter().any(|n| t.is_name(n))
        };
        if let (Token::Text(file), true) = (token, tokens.get(at.wrapping_sub(2)).is_some_and(opens)) {
            reads.files.push(file.clone());
        }
    }
    Some(reads)
}

fn check(tokens: &[Token]) -> Option<()> {
    let bound: Vec<&str> = (0..tokens.len()).filter_map(|at| binds(tokens, at)).collect();
    let odd = |name: &&str| listed(NO_NAMES, name) || name.starts_with(|c: char| c.is_ascii_uppercase());
    if bound.iter().any(odd) {
        return None;
    }
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let after = tokens.get(at + 1);
        match token {
            Token::Name(name) => self::name(tokens, at, name, &bound)?,
            // `map(&:name)` calls the named method on each element.
            Token::Op('&') if matches!(before, Some(Token::Op('(' | ','))) => match after {
                Some(Token::Text(name)) => listed(METHODS, name).then_some(())?,
                _ => return None,
            },
            Token::Op(':') if after == Some(&Token::Op(':')) => {
                let (Some(Token::Name(owner)), Some(Token::Name(name))) = (before, tokens.get(at + 2)) else {
                    return None;
                };
                let known = SCOPED.iter().any(|(o, names)| o == owner && listed(names, name));
                known.then_some(())?;
            }
            Token::Op('(')
                if matches!(
                    before,
                    Some(Token::Op(')' | ']' | '}' | '.') | Token::Text(_) | Token::Filled)
                ) =>
            {
                return None;
            }
            // A file name that begins with `|` is a command.
            Token::Text(text) if text.trim_start().starts_with('|') => return None,
            Token::Op('`' | '\\' | '@') => return None,
            _ => {}
        }
    }
    Some(())
}

fn name(tokens: &[Token], at: usize, name: &str, bound: &[&str]) -> Option<()> {
    let get = |at: usize| tokens.get(at);
    let before = at.checked_sub(1).and_then(get);
    let scoped = before == Some(&Token::Op(':')) && at.checked_sub(2).and_then(get) == Some(&Token::Op(':'));
    let owns = |owner: &str| OWNED.iter().find(|(o, _)| *o == owner);
    if before == Some(&Token::Op('.')) {
        let owner = match at.checked_sub(2).and_then(get) {
            Some(Token::Name(owner)) => owns(owner),
            _ => None,
        };
        if listed(BY_NAME, name) {
            named_method(tokens, at)?;
        }
        return match owner {
            Some(("File", _)) if name == "open" => reads_only(tokens, at),
            Some(("CSV", _)) if matches!(name, "read" | "foreach" | "table") => reads_only(tokens, at),
            Some((_, methods)) => listed(methods, name).then_some(()),
            None => (listed(METHODS, name) || name == "new" && is_new(tokens, at)).then_some(()),
        };
    }
    // A constant with listed methods must be followed by one of them.
    if owns(name).is_some() {
        let looks_up =
            matches!(name, "ENV" | "Dir" | "CONFIG" | "Set") && get(at + 1) == Some(&Token::Op('['));
        let asked = matches!(get(at + 1), Some(Token::Op('.')));
        let scopes = get(at + 1) == Some(&Token::Op(':')) && get(at + 2) == Some(&Token::Op(':'));
        let converts = matches!(name, "Integer" | "Float") && get(at + 1) == Some(&Token::Op('('));
        return (looks_up || asked || scopes || converts || name == "STDIN").then_some(());
    }
    match name {
        _ if scoped => Some(()),
        "require" => match get(at + 1)? {
            Token::Text(library) => listed(LIBRARIES, library).then_some(()),
            _ => None,
        },
        _ if listed(NAMES, name) => Some(()),
        // A bound name is a value; with an argument it would be a method call.
        _ if bound.contains(&name) => {
            let argument = matches!(
                get(at + 1),
                Some(Token::Text(_) | Token::Filled | Token::Number | Token::Name(_) | Token::Op('('))
            );
            let word = matches!(get(at + 1), Some(Token::Name(n)) if listed(NAMES, n));
            (!argument || word).then_some(())
        }
        _ if defined(tokens, name) => Some(()),
        _ => None,
    }
}

/// Whether the text defines a method of that name.
fn defined(tokens: &[Token], name: &str) -> bool {
    !listed(NO_NAMES, name)
        && tokens
            .windows(2)
            .any(|two| matches!(two, [def, method] if def.is_name("def") && method.is_name(name)))
}

/// `Hash.new`, `Array.new`.
fn is_new(tokens: &[Token], at: usize) -> bool {
    let owner = at.checked_sub(2).and_then(|at| tokens.get(at));
    owner.is_some_and(|t| ["Hash", "Array", "String"].iter().any(|n| t.is_name(n)))
}

/// A method that is called by its name must also be listed: `inject(:+)`.
fn named_method(tokens: &[Token], at: usize) -> Option<()> {
    match (tokens.get(at + 1), tokens.get(at + 2)) {
        (Some(Token::Op('(')), Some(Token::Text(name))) => listed(METHODS, name).then_some(()),
        (Some(Token::Op('(')), Some(Token::Name(name))) => name.is_empty().then_some(()),
        _ => Some(()),
    }
}

/// Checks the arguments of a file that is opened: a name, then keyword options, none of which is a mode.
fn reads_only(tokens: &[Token], at: usize) -> Option<()> {
    let named =
        matches!((tokens.get(at + 1), tokens.get(at + 2)), (Some(Token::Op('(')), Some(Token::Text(_))));
    let mode = tokens
        .iter()
        .any(|t| matches!(t, Token::Text(key) if key == "mode" || key == "flags" || key == "perm"));
    let next = match (tokens.get(at + 3), tokens.get(at + 4), tokens.get(at + 5)) {
        (Some(Token::Op(')')), ..) => true,
        (Some(Token::Op(',')), Some(Token::Text(_)), Some(Token::Op(':'))) => true,
        (Some(Token::Op(',')), Some(Token::Text(mode)), Some(Token::Op(')'))) => mode == "r" || mode == "rb",
        _ => false,
    };
    (named && next && !mode).then_some(())
}

/// Returns the name bound here: assigned to, or a parameter of a block, a method or a loop.
fn binds(tokens: &[Token], at: usize) -> Option<&str> {
    let Token::Name(name) = tokens.get(at)? else { return None };
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let after = tokens.get(at + 1);
    let member = before == Some(&Token::Op('.'));
    let compares = matches!(tokens.get(at + 2), Some(Token::Op('=' | '~')));
    let assigned = after == Some(&Token::Op('=')) && !compares;
    let counted = matches!(after, Some(Token::Op('+' | '-' | '*' | '|' | '/')))
        && tokens.get(at + 2) == Some(&Token::Op('='));
    let listed_with = matches!(before, Some(Token::Op(',' | '|' | '(')))
        && matches!(after, Some(Token::Op(',' | '|' | ')')));
    let parameter = listed_with && in_bars(tokens, at);
    let several =
        (after == Some(&Token::Op(',')) || before == Some(&Token::Op(','))) && in_several(tokens, at);
    let looped = before.is_some_and(|t| t.is_name("for"));
    (!member && (assigned || counted || parameter || several || looped)).then_some(name)
}

/// Whether a name is between the bars of a block, or in the parameter list of a method.
fn in_bars(tokens: &[Token], at: usize) -> bool {
    let mut i = at;
    while let Some(before) = i.checked_sub(1).filter(|_| at - i < SEVERAL) {
        match tokens.get(before) {
            Some(Token::Op('|')) => {
                let opener = before.checked_sub(1).and_then(|at| tokens.get(at));
                return matches!(opener, Some(Token::Op('{'))) || opener.is_some_and(|t| t.is_name("do"));
            }
            Some(Token::Op('('))
                if before.checked_sub(2).and_then(|at| tokens.get(at)).is_some_and(|t| t.is_name("def")) =>
            {
                return true;
            }
            Some(Token::Name(_) | Token::Op(',' | '(' | ')' | '*')) => i = before,
            _ => return false,
        }
    }
    false
}

/// `a, b = …` at the beginning of a line.
fn in_several(tokens: &[Token], at: usize) -> bool {
    let name = |t: &&Token| matches!(t, Token::Name(_) | Token::Op(','));
    let before = tokens.get(..at).unwrap_or_default();
    let back = before.iter().rev().take(SEVERAL).take_while(name).count();
    let begins = match at.checked_sub(back + 1).map(|at| tokens.get(at)) {
        None => true,
        Some(token) => matches!(token, Some(Token::Newline | Token::Op(';'))),
    };
    let rest = tokens.get(at..).unwrap_or_default();
    let names = rest.iter().take(SEVERAL).take_while(name).count();
    begins && rest.get(names) == Some(&Token::Op('=')) && rest.get(names + 1) != Some(&Token::Op('='))
}

fn lex(text: &str, depth: usize, tokens: &mut Vec<Token>) -> Option<()> {
    let mut chars = Chars::new(text);
    while let Some(c) = chars.ahead(0) {
        let value = after_value(tokens.last());
        match c {
            '\n' => {
                chars.next();
                tokens.push(Token::Newline);
            }
            ' ' | '\t' => {
                chars.next();
            }
            '#' if depth == 0 => {
                chars.take(|c| c != '\n');
            }
            '"' => {
                chars.next();
                filled(&mut chars, '"', depth, tokens)?;
            }
            '\'' => {
                chars.next();
                tokens.push(Token::Text(chars.quoted('\'')?));
            }
            '/' if value == Some(false) => {
                chars.next();
                filled(&mut chars, '/', depth.max(1), tokens)?;
                chars.take(|c| c.is_ascii_alphabetic());
                (depth == 0).then_some(())?;
            }
            // After a name, a slash or a percent sign is ambiguous.
            '/' | '%' if value.is_none() => return None,
            '%' if value == Some(false) => words(&mut chars, tokens)?,
            '<' if chars.at("<<") && chars.ahead(2) != Some(' ') => return None,
            '?' if !matches!(chars.ahead(1), Some(' ' | '\n')) => return None,
            '0'..='9' => {
                chars.number();
                tokens.push(Token::Number);
            }
            ':' if chars.ahead(1).is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
                && tokens.last() != Some(&Token::Op(':')) =>
            {
                chars.next();
                tokens.push(Token::Text(word(&mut chars)));
            }
            ':' if chars.ahead(1).is_some_and(|c| "+-*".contains(c))
                && tokens.last() == Some(&Token::Op('(')) =>
            {
                chars.next();
                tokens.push(Token::Text(chars.next()?.to_string()));
            }
            '$' => {
                chars.next();
                let named = chars.ahead(0).is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
                let name = if named { word(&mut chars) } else { chars.next()?.to_string() };
                tokens.push(Token::Name(format!("${name}")));
            }
            _ if c.is_ascii_alphabetic() || c == '_' => {
                let name = word(&mut chars);
                let member = tokens.last() == Some(&Token::Op('.'));
                // `name: value` is a key.
                let key = !member
                    && chars.ahead(0) == Some(':')
                    && chars.ahead(1).is_none_or(|c| " \n'\"[{".contains(c));
                tokens.push(if key { Token::Text(name) } else { Token::Name(name) });
            }
            '&' if chars.at("&.") => {
                chars.skip(2);
                tokens.push(Token::Op('.'));
            }
            _ if !c.is_ascii() || c.is_ascii_control() || matches!(c, '#' | '`' | '@' | '\\') => return None,
            _ => {
                chars.next();
                tokens.push(Token::Op(c));
            }
        }
    }
    Some(())
}

/// Whether a value ends here, so a slash divides; None if that is not certain.
fn after_value(last: Option<&Token>) -> Option<bool> {
    match last {
        None | Some(Token::Newline) => Some(false),
        Some(
            Token::Number | Token::Text(_) | Token::Filled | Token::Pattern | Token::Op(')' | ']' | '}'),
        ) => Some(true),
        Some(Token::Op(_)) => Some(false),
        Some(Token::Name(name)) if name.starts_with('$') => Some(true),
        Some(Token::Name(name)) => listed(BEFORE_VALUE, name).then_some(false),
    }
}

/// Reads a name with its trailing `?` or `!`.
fn word(chars: &mut Chars) -> String {
    let mut name = chars.take(|c| c.is_ascii_alphanumeric() || c == '_');
    let marked =
        matches!(chars.ahead(0), Some('?' | '!')) && !matches!(chars.ahead(1), Some('=' | '~' | ':'));
    if marked {
        name.extend(chars.next());
    }
    name
}

/// `%w[a b]`.
fn words(chars: &mut Chars, tokens: &mut Vec<Token>) -> Option<()> {
    let close = ["%w[", "%i["].iter().any(|open| chars.at(open)).then_some(']')?;
    chars.skip(3);
    chars.take(|c| c != close && c != '[' && c != '\\');
    chars.next().filter(|c| *c == close)?;
    tokens.push(Token::Filled);
    Some(())
}

/// Reads interpolated text or a pattern; its code is added as `+ (code)`.
fn filled(chars: &mut Chars, end: char, depth: usize, tokens: &mut Vec<Token>) -> Option<()> {
    let at = tokens.len();
    let mut raw = String::new();
    let mut plain = true;
    tokens.push(Token::Filled);
    loop {
        match chars.next()? {
            c if c == end => break,
            '\\' => {
                plain = false;
                chars.next()?;
            }
            '#' if matches!(chars.ahead(0), Some('$' | '@')) => return None,
            '#' if chars.ahead(0) == Some('{') => {
                plain = false;
                chars.next();
                let code = chars.braced()?;
                (depth < 3).then_some(())?;
                tokens.extend([Token::Op('+'), Token::Op('(')]);
                lex(&code, depth + 1, tokens)?;
                tokens.push(Token::Op(')'));
            }
            c => raw.push(c),
        }
    }
    if plain
        && end == '"'
        && let Some(token) = tokens.get_mut(at)
    {
        *token = Token::Text(raw);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::each;

    #[test]
    fn code_that_computes_reads_and_prints_is_proved() {
        each(
            &[
                "puts RUBY_VERSION",
                "puts [1,2,3].sum",
                "require 'json'; puts JSON.parse(File.read('a.json'))['name']",
                "puts JSON.parse(File.read(\"package.json\"))[\"version\"]",
                "y = YAML.safe_load_file(\"config/i18n.yml\"); puts y.keys.sort",
                "p Dir.pwd; x = 3; puts x * 2",
                "lines = File.readlines('log/production.log').grep(/Completed 5\\d\\d/)\nputs lines.size\nputs lines.last(3)\n",
                "puts \"#{$.}: #{$_}\" if $_ =~ /has_many/",
                "print if /error/i",
                "puts $_.split(',')[2]",
                "h = Hash.new(0)\nFile.foreach('a.log') { |l| h[l.split[0]] += 1 }\nh.sort_by { |k, v| -v }.first(5).each { |k, v| puts \"#{k}: #{v}\" }",
                "puts Dir.glob('app/**/*.rb').map { |f| File.size(f) }.sum",
                "puts Time.now.strftime('%F'); puts Time.at(0).utc.iso8601",
                "require 'digest'; puts Digest::SHA256.hexdigest('x')",
                "puts ENV['HOME']; puts ENV.fetch('PATH')",
                "puts (1..10).inject(:+)",
                "%w[a b].join(',')",
                "STDIN.each_line { |l| puts l.chomp.reverse }",
                "def f(a, b)\n  a + b\nend\nputs f(1, 2)",
                "puts ['a'].map(&:upcase).join",
                "x = {a: 1, 'b' => 2}; puts x.to_json",
                "a, b = 'x=y'.split('=')\nputs a, b",
                "puts Gem::Version.new('1.2') > Gem::Version.new('1.1')",
            ],
            |text| reads(text).is_some(),
        );
    }

    #[test]
    fn everything_else_is_not() {
        each(
            &[
                "File.delete('x')",
                "File.write('x','y')",
                "File.open('x', 'w')",
                "File.open('x', 'w') { |f| f.puts 1 }",
                "File.open('x', mode: 'w')",
                "File.open('x', 'r' + '+')",
                "File.open(*['x', 'w'])",
                "system('rm')",
                "`rm`",
                "%x(rm)",
                "puts %x(rm)",
                "puts \"#{system('rm')}\"",
                "puts \"#{`rm`}\"",
                "puts /#{system('rm')}/",
                "Kernel.exec 'x'",
                "eval 'x'",
                "require './evil'",
                "puts 'x'.send(:system, 'rm')",
                "[1].map(&method(:system))",
                "['rm'].each(&:system)",
                "['a', 'b'].inject(:system)",
                "['a', 'b'].inject('system')",
                "puts IO.read('|rm')",
                "File.read('|rm')",
                "open('|rm')",
                "f = File; f.delete('x')",
                "[File].first.delete('x')",
                "Dir.mkdir('x')",
                "puts ?\"; system('rm'); puts ?\"",
                "puts ?#; system('rm')",
                "puts %[\"]; system(\"puts\"); puts %[\"]",
                "puts 1 # x\nsystem('rm')",
                "=begin '\n=end\nsystem('rm') #'",
                "x = <<E\n'\nE\nsystem('rm') #'",
                "puts <<~`E`\nrm\nE",
                "[1].each { |system| }; system *['rm']",
                "system = 1; system *['rm']",
                "define_method(:x) { }",
                "File.open('x').class.delete('y')",
                "self.class.send(:system, 'rm')",
                "Object.const_get(:File).delete('x')",
                "$: << '.'; require 'json'",
                "$LOAD_PATH.unshift('.'); require 'json'",
                "CSV.open('x', 'w')",
                "CSV.foreach('x', 'w')",
                "YAML.load(File.read('x'))",
                "Marshal.load(File.read('x'))",
                "puts JSON.load('x')",
                "def system(x) x end\nsystem('rm')",
                "x = y /1; system('rm'); /1",
                "p = 1\np /1; system('rm'); p /1",
                "trap('EXIT') { }",
                "at_exit { system 'rm' }",
                "BEGIN { system 'rm' }",
                "ENV['PATH'] = '.'; system",
                "exit!",
                "Process.kill(9, 1)",
                "a = 1; a.instance_eval('x')",
                "lambda(&method(:system)).call('x')",
            ],
            |text| reads(text).is_none(),
        );
    }
}
