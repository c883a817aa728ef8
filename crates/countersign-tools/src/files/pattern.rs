//! Patterns over names and paths.

/// Whether `text` matches `pattern`: `?` matches one character and `*` any number, neither of them a `/`;
/// `**` matches anything.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    // reach[i]: the pattern so far can end just before character i.
    let mut reach = vec![false; text.len() + 1];
    reach[0] = true;
    let mut rest = pattern.chars().peekable();
    while let Some(c) = rest.next() {
        let mut next = vec![false; text.len() + 1];
        if c == '*' {
            let any = rest.next_if_eq(&'*').is_some();
            let mut open = false;
            for i in 0..=text.len() {
                open = reach[i] || (open && i > 0 && (any || text[i - 1] != '/'));
                next[i] = open;
            }
        } else {
            for (i, t) in text.iter().enumerate() {
                next[i + 1] = reach[i] && (*t == c || (c == '?' && *t != '/'));
            }
        }
        reach = next;
    }
    reach[text.len()]
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stay_within_a_folder_and_double_stars_do_not() {
        for (pattern, text) in [
            ("*.rs", "main.rs"),
            ("m?in.*", "main.rs"),
            ("src/**", "src/a/b.rs"),
            ("**/b.rs", "src/a/b.rs"),
            ("*", "x"),
        ] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in
            [("*.rs", "src/main.rs"), ("?", ""), ("src/**", "srcs/a"), ("a*b", "ab/b"), ("", "x")]
        {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }
}
