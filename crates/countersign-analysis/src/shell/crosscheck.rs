//! A second opinion on how a text divides into commands, by an independent parser.

use std::cell::RefCell;

use brush_parser::ast::{AndOr, AndOrList, Command, CompoundCommand, CompoundList, Pipeline, Program};
use countersign_words::{Message, say};
use tree_sitter::{Node, Parser, Point, Tree, TreeCursor};

/// Bytes per read of the parser.
const CHUNK: usize = 1024;
/// Maximum number of reads per chunk.
const LOOKS: usize = 200;

thread_local! {
    static PARSER: RefCell<Option<Parser>> = RefCell::new(parser());
}

fn parser() -> Option<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
    Some(parser)
}

/// Parses a text; None if the parser backtracks too much, which can take minutes.
fn parsed(text: &str) -> Option<Tree> {
    let mut left = (text.len() / CHUNK + 10) * LOOKS;
    let mut look = |at: usize, _: Point| -> &[u8] {
        left = left.saturating_sub(1);
        let end = text.len().min(at.saturating_add(CHUNK));
        text.as_bytes().get(at..end).filter(|_| left > 0).unwrap_or_default()
    };
    let tree = PARSER.with_borrow_mut(|parser| parser.as_mut()?.parse_with_options(&mut look, None, None));
    tree.filter(|_| left > 0)
}

/// Returns where the two parsers disagree on a text.
pub(super) fn disagreement(text: &str, program: &Program) -> Option<Message> {
    let Some(tree) = parsed(text) else {
        return Some(say!("analysis-a-second-parser-does-not-understand-it"));
    };
    let root = tree.root_node();
    if root.has_error() {
        return Some(say!("analysis-a-second-parser-does-not-understand-it"));
    }
    let first: usize = program.complete_commands.iter().map(in_list).sum();
    let second = counted(&mut root.walk(), text);
    (first < second).then(|| say!("analysis-a-second-parser-finds-commands-in-it-the-first", second, first))
}

/// Returns the nesting depth according to the second parser; None if it cannot parse the text.
pub(super) fn depth(text: &str) -> Option<usize> {
    let tree = parsed(text)?;
    if tree.root_node().has_error() {
        return None;
    }
    let mut cursor = tree.walk();
    let (mut depth, mut most) = (0_usize, 0);
    loop {
        let opens = usize::from(is_opening(cursor.node().kind()));
        most = most.max(depth + opens);
        if cursor.goto_first_child() {
            depth += opens;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Some(most);
            }
            depth -= usize::from(is_opening(cursor.node().kind()));
        }
    }
}

/// Whether a node of that kind counts as nesting; lists do not.
fn is_opening(kind: &str) -> bool {
    matches!(
        kind,
        "subshell"
            | "compound_statement"
            | "command_substitution"
            | "process_substitution"
            | "expansion"
            | "arithmetic_expansion"
            | "parenthesized_expression"
            | "brace_expression"
            | "subscript"
            | "array"
            | "test_command"
            | "if_statement"
            | "while_statement"
            | "for_statement"
            | "c_style_for_statement"
            | "case_statement"
    )
}

/// Counts the commands that the second parser sees, without those in substitutions, which are parsed
/// separately.
fn counted(cursor: &mut TreeCursor<'_>, text: &str) -> usize {
    let mut commands = 0;
    loop {
        let node = cursor.node();
        let inner = !matches!(
            node.kind(),
            "command_substitution" | "process_substitution" | "heredoc_body" | "expansion"
        );
        commands += usize::from(is_command(node, text));
        if inner && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return commands;
            }
        }
    }
}

fn is_command(node: Node<'_>, text: &str) -> bool {
    match node.kind() {
        // A lone assignment is a command without a name for one parser and not a command for the other.
        "command" => node.child_by_field_name("name").is_some(),
        "declaration_command" | "unset_command" => true,
        "test_command" => {
            let said = text.get(node.byte_range()).unwrap_or_default();
            said.starts_with('[') && !said.starts_with("[[")
        }
        _ => false,
    }
}

fn in_list(list: &CompoundList) -> usize {
    list.0.iter().map(|item| in_and_or(&item.0)).sum()
}

fn in_and_or(list: &AndOrList) -> usize {
    let more = list.additional.iter().map(|(AndOr::And(p) | AndOr::Or(p))| in_pipeline(p));
    in_pipeline(&list.first) + more.sum::<usize>()
}

fn in_pipeline(pipeline: &Pipeline) -> usize {
    // The second parser treats `time` as a command.
    usize::from(pipeline.timed.is_some()) + pipeline.seq.iter().map(in_command).sum::<usize>()
}

fn in_command(command: &Command) -> usize {
    match command {
        Command::Simple(simple) => usize::from(simple.word_or_name.is_some()),
        Command::Compound(compound, _) => in_compound(compound),
        Command::Function(function) => in_compound(&function.body.0),
        Command::ExtendedTest(..) => 0,
    }
}

fn in_compound(compound: &CompoundCommand) -> usize {
    match compound {
        CompoundCommand::Arithmetic(_) => 0,
        CompoundCommand::ArithmeticForClause(clause) => in_list(&clause.body.list),
        CompoundCommand::BraceGroup(group) => in_list(&group.list),
        CompoundCommand::Subshell(subshell) => in_list(&subshell.list),
        CompoundCommand::ForClause(clause) => in_list(&clause.body.list),
        CompoundCommand::CaseClause(case) => {
            case.cases.iter().filter_map(|item| item.cmd.as_ref()).map(in_list).sum()
        }
        CompoundCommand::IfClause(clause) => {
            let elses = clause.elses.iter().flatten();
            let more = elses.map(|e| e.condition.as_ref().map_or(0, in_list) + in_list(&e.body));
            in_list(&clause.condition) + in_list(&clause.then) + more.sum::<usize>()
        }
        CompoundCommand::WhileClause(clause) | CompoundCommand::UntilClause(clause) => {
            in_list(&clause.0) + in_list(&clause.1.list)
        }
        CompoundCommand::Coprocess(coprocess) => 1 + in_command(&coprocess.body),
    }
}
