//! The tables of commands. Their texts are part of the program; the first use scans them for headers, and an
//! entry is compiled only when its command is met.

mod entry;
mod reading;

use std::{collections::HashMap, ops::Range, sync::OnceLock};

pub(crate) use entry::{Entry, Kind, Meaning, Operands, Style, Takes};
pub(crate) use reading::{Hit, Reading, Subcommand, assigns, read};

use crate::facts::Class;

macro_rules! families {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../tables/", $name, ".toml")))),*] };
}

/// Every table: the name of its file, and its text.
const FAMILIES: &[(&str, &str)] = families! {
    "archive" "backup" "binaries" "build" "builtins" "cloud" "containers" "coreutils" "countersign"
    "database" "desktop" "documents" "editors" "embedded" "forge" "git" "go" "interpreters" "jvm" "known"
    "languages" "media" "monitor" "network" "packages" "process" "quality" "queues" "rust" "science"
    "servers" "storage" "system" "text" "vcs" "virtual"
};

/// An entry, compiled on first use.
struct Chunk {
    header: &'static str,
    body: &'static str,
    /// Boxed, since most are never used.
    entry: OnceLock<Option<Box<Entry>>>,
}

impl Chunk {
    /// Returns the entry. A malformed one counts as missing; a test keeps them well-formed.
    fn entry(&'static self) -> Option<&'static Entry> {
        self.entry.get_or_init(|| Entry::parse(self.body).ok().map(Box::new)).as_deref()
    }
}

/// The subcommands of one command.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    chunk: Option<&'static Chunk>,
    exact: HashMap<&'static str, usize>,
    patterns: Vec<(&'static str, usize)>,
    /// For an alias: the node whose subcommands it shares.
    like: Option<usize>,
    /// For an alias: the name in the table.
    called: Option<&'static str>,
}

/// The entries of one name: runs of consecutive entries.
struct Named {
    run: Range<usize>,
    more: Vec<Range<usize>>,
    tree: OnceLock<Box<Tree>>,
}

struct Index {
    chunks: Vec<Chunk>,
    named: Vec<Named>,
    exact: HashMap<&'static str, usize>,
    patterns: Vec<(&'static str, usize)>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| Index::new(FAMILIES.iter().map(|(_, text)| *text)))
}

/// Returns the names and bodies of a text's entries.
fn entries(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let bytes = text.as_bytes();
    let starts = text.match_indices('[').map(|(at, _)| at);
    let mut starts = starts.filter(|at| *at == 0 || bytes.get(at - 1) == Some(&b'\n')).peekable();
    std::iter::from_fn(move || {
        let start = starts.next()?;
        let end = starts.peek().copied().unwrap_or(text.len());
        let whole = text.get(start..end).unwrap_or_default();
        let (header, body) = whole.split_once('\n').unwrap_or((whole, ""));
        let quoted = header.trim_start_matches('[').strip_prefix('"').and_then(|h| h.split_once('"'));
        let bare = || header.trim_start_matches('[').split(']').next().unwrap_or_default();
        Some((quoted.map_or_else(bare, |(name, _)| name), body))
    })
}

impl Index {
    fn new(texts: impl Iterator<Item = &'static str>) -> Self {
        let mut index = Self {
            chunks: Vec::with_capacity(4096),
            named: Vec::with_capacity(4096),
            exact: HashMap::with_capacity(7000),
            patterns: Vec::new(),
        };
        let (mut names, mut start) = ("", 0);
        for (header, body) in texts.flat_map(entries) {
            let first = header.split(' ').next().unwrap_or_default();
            if first != names {
                index.add(names, start);
                (names, start) = (first, index.chunks.len());
            }
            index.chunks.push(Chunk { header, body, entry: OnceLock::new() });
        }
        index.add(names, start);
        index.patterns.sort_by_key(|(pattern, _)| std::cmp::Reverse(literal(pattern)));
        index
    }

    /// Adds the entries from `start` on to these names.
    fn add(&mut self, names: &'static str, start: usize) {
        let run = start..self.chunks.len();
        for name in names.split('|').filter(|_| !run.is_empty()) {
            let new = self.named.len();
            let at = if name.contains('*') {
                let known = self.patterns.iter().find(|(pattern, _)| *pattern == name).map(|(_, at)| *at);
                if known.is_none() {
                    self.patterns.push((name, new));
                }
                known.unwrap_or(new)
            } else {
                *self.exact.entry(name).or_insert(new)
            };
            match self.named.get_mut(at) {
                Some(named) => named.more.push(run.clone()),
                None => self.named.push(Named { run: run.clone(), more: Vec::new(), tree: OnceLock::new() }),
            }
        }
    }

    fn chunks<'n>(&'static self, named: &'n Named) -> impl Iterator<Item = &'static Chunk> + Clone + 'n {
        let runs = std::iter::once(&named.run).chain(&named.more);
        runs.flat_map(|run| self.chunks.get(run.clone()).unwrap_or_default())
    }

    /// Returns the tree of a command: the entries of this name, then those of the name it is an alias of.
    fn tree(&'static self, name: &str) -> Option<&'static Tree> {
        let by_pattern =
            || self.patterns.iter().find(|(pattern, _)| matches(pattern, name)).map(|(_, at)| at);
        let named = self.named.get(*self.exact.get(name).or_else(by_pattern)?)?;
        let tree = named.tree.get_or_init(|| {
            let mut tree = Tree { nodes: vec![Node::default()] };
            let own = self.chunks(named);
            own.clone().for_each(|chunk| tree.insert(chunk));
            let root = own.clone().find(|c| !c.header.contains(' '));
            let first = root.and_then(|c| c.header.split('|').next()).filter(|first| !first.contains('*'));
            let other = first.filter(|first| *first != name).and_then(|first| self.exact.get(first));
            if let Some(other) = other.and_then(|at| self.named.get(*at)) {
                self.chunks(other).for_each(|chunk| tree.insert(chunk));
            }
            if let Some(node) = tree.nodes.first_mut() {
                node.called = first;
            }
            Box::new(tree)
        });
        Some(tree)
    }
}

impl Tree {
    /// Adds an entry unless there is one.
    fn insert(&mut self, chunk: &'static Chunk) {
        let words: Vec<&'static str> = chunk.header.split(' ').skip(1).filter(|w| !w.is_empty()).collect();
        let mut ends = vec![0];
        for (depth, word) in words.iter().enumerate() {
            let last = depth + 1 == words.len();
            let mut next = Vec::new();
            for parent in ends {
                let mut first = None;
                for name in word.split('|') {
                    let node = self.child(parent, name);
                    if last && let Some((first, called)) = first {
                        self.nodes[node].like.get_or_insert(first);
                        self.nodes[node].called.get_or_insert(called);
                    } else if last && !name.contains('*') {
                        first = Some((node, name));
                    }
                    next.push(node);
                }
            }
            ends = next;
        }
        for node in ends {
            self.nodes[node].chunk.get_or_insert(chunk);
        }
    }

    fn child(&mut self, parent: usize, name: &'static str) -> usize {
        let new = self.nodes.len();
        let node = &mut self.nodes[parent];
        let found = if name.contains('*') {
            node.patterns.iter().find(|(p, _)| *p == name).map(|(_, n)| *n)
        } else {
            node.exact.get(name).copied()
        };
        if let Some(found) = found {
            return found;
        }
        if name.contains('*') {
            node.patterns.push((name, new));
            node.patterns.sort_by_key(|(pattern, _)| std::cmp::Reverse(literal(pattern)));
        } else {
            node.exact.insert(name, new);
        }
        self.nodes.push(Node::default());
        new
    }

    fn node(&self, at: usize) -> &Node {
        static NONE: OnceLock<Node> = OnceLock::new();
        self.nodes.get(at).unwrap_or_else(|| NONE.get_or_init(Node::default))
    }

    /// Adds the subcommands that a word can be, the likeliest first.
    fn children(&self, at: usize, word: &str, found: &mut Vec<usize>) {
        let node = self.node(at);
        found.extend(node.exact.get(word));
        found.extend(node.patterns.iter().filter(|(pattern, _)| matches(pattern, word)).map(|(_, n)| *n));
        // The node of an alias has no `like` that leads back: it is the first of its header.
        if let Some(like) = node.like
            && found.is_empty()
            && like != at
            && self.node(like).like.is_none()
        {
            self.children(like, word, found);
        }
    }

    fn has_children(&self, at: usize) -> bool {
        let node = self.node(at);
        self.has_own_children(at) || node.like.is_some_and(|like| self.has_own_children(like))
    }

    fn has_own_children(&self, at: usize) -> bool {
        let node = self.node(at);
        !node.exact.is_empty() || !node.patterns.is_empty()
    }
}

/// Returns the number of literal characters of a pattern.
fn literal(pattern: &str) -> usize {
    pattern.bytes().filter(|b| *b != b'*').count()
}

/// Whether a word matches a pattern, in which `*` matches any characters.
fn matches(pattern: &str, word: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == word };
    let Some(mut word) = word.strip_prefix(head) else { return false };
    let mut pieces: Vec<&str> = rest.split('*').collect();
    let last = pieces.pop().unwrap_or_default();
    for piece in pieces {
        let Some((_, after)) = word.split_once(piece) else { return false };
        word = after;
    }
    word.ends_with(last)
}

/// The position in a command's tree that its words have led to so far.
#[derive(Clone)]
pub(crate) struct Place {
    tree: &'static Tree,
    /// The possible readings, the likeliest first; never empty.
    live: Vec<Live>,
}

#[derive(Clone)]
struct Live {
    node: usize,
    chain: Vec<&'static Chunk>,
    path: Vec<String>,
}

/// Returns the root of a command's tree.
pub(crate) fn find(name: &str) -> Option<Place> {
    find_in(index(), name)
}

fn find_in(index: &'static Index, name: &str) -> Option<Place> {
    let tree = index.tree(name)?;
    let root = tree.node(0);
    let path = vec![root.called.unwrap_or(name).to_owned()];
    Some(Place { tree, live: vec![Live { node: 0, chain: root.chunk.into_iter().collect(), path }] })
}

impl Place {
    fn top(&self) -> Option<&Live> {
        self.live.first()
    }

    /// Returns the command and subcommands by their names in the table.
    pub fn path(&self) -> Vec<String> {
        self.top().map(|l| l.path.clone()).unwrap_or_default()
    }

    /// Returns the entry of this position, if any.
    pub fn entry(&self) -> Option<&'static Entry> {
        self.tree.node(self.top()?.node).chunk?.entry()
    }

    /// Returns the entries of this position and of its parents, the innermost first.
    pub fn chain(&self) -> impl Iterator<Item = &'static Entry> + '_ {
        self.top().into_iter().flat_map(|l| l.chain.iter().rev()).filter_map(|c| c.entry())
    }

    /// Returns the handler: its own, or that of a parent.
    pub fn special(&self) -> Option<&'static str> {
        self.chain().find_map(|e| e.special.as_deref())
    }

    /// Whether the next word may be a subcommand.
    pub fn has_subcommands(&self) -> bool {
        let ends = |l: &Live| self.operands_at(l.node) && !self.tree.has_children(l.node);
        !self.top().is_some_and(ends) && self.live.iter().any(|l| self.tree.has_children(l.node))
    }

    /// Whether a word that is not a subcommand is an operand.
    pub fn takes_operands(&self) -> bool {
        self.top().is_some_and(|l| self.operands_at(l.node))
    }

    fn operands_at(&self, node: usize) -> bool {
        let entry = self.tree.node(node).chunk.and_then(Chunk::entry);
        // The subcommands of an alias's target do not make its operands subcommands: names in one header
        // often only share their options.
        entry.is_some_and(|e| e.operands.is_some() || !self.tree.has_own_children(node))
    }

    /// Descends to a subcommand. A less likely reading is used if the likeliest has no entry; but a reading
    /// that takes operands is kept even if a further word is not one of its subcommands.
    pub fn descend(&mut self, word: &str) -> bool {
        let mut next = Vec::new();
        let mut found = Vec::new();
        for live in &self.live {
            found.clear();
            self.tree.children(live.node, word, &mut found);
            if found.is_empty() && next.is_empty() && self.operands_at(live.node) {
                return false;
            }
            for child in &found {
                let node = self.tree.node(*child);
                let mut live = Live { node: *child, ..live.clone() };
                live.chain.extend(node.chunk);
                live.path.push(node.called.unwrap_or(word).to_owned());
                next.push(live);
            }
        }
        let known = !next.is_empty();
        if known {
            self.live = next;
        }
        known
    }

    /// Chooses a reading that has an entry, once no more words can change it.
    pub fn settle(&mut self) {
        if self.entry().is_none()
            && let Some(at) = self.live.iter().position(|l| self.tree.node(l.node).chunk.is_some())
        {
            self.live.swap(0, at);
        }
    }

    /// Returns the worst class of any subcommand.
    pub fn worst_subcommand(&self) -> Class {
        let mut worst = Class::Read;
        let mut open: Vec<usize> = self.live.iter().map(|l| l.node).collect();
        let mut seen = vec![false; self.tree.nodes.len()];
        while let Some(at) = open.pop() {
            if worst == Class::Destructive {
                break;
            }
            let node = self.tree.node(at);
            for child in node.exact.values().chain(node.patterns.iter().map(|(_, n)| n)).chain(&node.like) {
                if let Some(seen) = seen.get_mut(*child)
                    && !std::mem::replace(seen, true)
                {
                    open.push(*child);
                    let chunk = self.tree.node(*child).chunk;
                    worst = worst.max(
                        chunk.map_or(Class::Mutable, |c| c.entry().map_or(Class::Mutable, Entry::worst)),
                    );
                }
            }
        }
        worst
    }
}

#[cfg(test)]
mod tests;
