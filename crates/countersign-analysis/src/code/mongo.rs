//! MongoDB shell code: chains of methods that only read.

use super::{Reads, listed, node, token::Token};

/// Names that may stand alone.
const NAMES: &str = "db rs sh print printjson tojson JSON EJSON console ObjectId ISODate Date NumberLong NumberInt NumberDecimal UUID \
    new true false null undefined const let var return if else for of";
/// Methods that only read, on any object. None of them changes a collection.
const METHODS: &str = "find findOne count countDocuments estimatedDocumentCount distinct aggregate getIndexes getIndexKeys stats \
    explain dataSize storageSize totalSize totalIndexSize isCapped latencyStats getShardDistribution getCollection \
    getSiblingDB getMongo getDBNames getDBs getName getFullName getCollectionNames getCollectionInfos listCommands getUsers \
    getRoles currentOp serverStatus serverBuildInfo hostInfo version isMaster hello adminCommand runCommand \
    getProfilingStatus printCollectionStats getReplicationInfo printReplicationInfo printSecondaryReplicationInfo status \
    conf config limit skip sort toArray pretty itcount forEach map hint projection batchSize size hasNext next \
    allowDiskUse collation maxTimeMS comment readPref stringify log table error toString join filter slice toISOString \
    getTimestamp toFixed keys values entries includes length getTime";
/// Commands that only read.
const COMMANDS: &str = "listDatabases ping serverStatus buildInfo hostInfo isMaster hello replSetGetStatus getParameter \
    getCmdLineOpts listCollections dbStats collStats connectionStatus currentOp top whatsmyuri getLog listCommands \
    rolesInfo usersInfo listIndexes count features";
/// Keys that write, or run code on the server.
const KEYS: &str = "$out $merge $where $function $accumulator mapReduce";

/// Returns what the text reads, if it only reads.
pub(super) fn reads(text: &str) -> Option<Reads> {
    let tokens = node::tokens(text)?;
    let checker = Checker { tokens: &tokens };
    if !checker.shows() {
        (0..tokens.len()).try_for_each(|at| checker.check(at))?;
    }
    Some(Reads::default())
}

struct Checker<'a> {
    tokens: &'a [Token],
}

impl Checker<'_> {
    fn get(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    fn before(&self, at: usize, by: usize) -> Option<&Token> {
        at.checked_sub(by).and_then(|at| self.tokens.get(at))
    }

    fn is_op(&self, at: usize, op: char) -> bool {
        self.get(at) == Some(&Token::Op(op))
    }

    /// `show dbs`.
    fn shows(&self) -> bool {
        let what = "dbs databases collections tables users roles profile log logs";
        matches!(self.tokens, [show, Token::Name(name)] if show.is_name("show") && listed(what, name))
    }

    fn check(&self, at: usize) -> Option<()> {
        let before = self.before(at, 1);
        let fine = match self.get(at)? {
            Token::Name(name) if listed(KEYS, name) => false,
            Token::Text(text) => !listed(KEYS, text) && !text.contains('\u{fffd}'),
            Token::Name(name) if before == Some(&Token::Op('.')) => self.member(at, name),
            Token::Name(name) => self.name(at, name),
            // A collection by its name; any other key may be a method.
            Token::Op('[') if self.follows_value(at) => {
                let named = matches!(self.get(at + 1), Some(Token::Text(_) | Token::Number))
                    && self.is_op(at + 2, ']');
                named && !self.is_op(at + 3, '(')
            }
            Token::Op('[') => !(matches!(before, Some(Token::Op('{' | ','))) && self.computed(at)),
            Token::Op('(') => !matches!(before, Some(Token::Op(')' | ']' | '}'))),
            Token::Filled => before.is_none_or(|t| !matches!(t, Token::Name(_) | Token::Op(')' | ']'))),
            Token::Op('`') => false,
            _ => true,
        };
        fine.then_some(())
    }

    fn follows_value(&self, at: usize) -> bool {
        matches!(
            self.before(at, 1),
            Some(Token::Name(_) | Token::Op(')' | ']') | Token::Text(_) | Token::Filled)
        )
    }

    /// Whether the bracket here is a computed key: it is followed by a colon.
    fn computed(&self, at: usize) -> bool {
        let mut depth = 0usize;
        for (i, token) in self.tokens.iter().enumerate().skip(at) {
            match token {
                Token::Op('[' | '(' | '{') => depth += 1,
                Token::Op(']' | ')' | '}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return self.is_op(i + 1, ':');
            }
        }
        true
    }

    fn member(&self, at: usize, name: &str) -> bool {
        if self.is_op(at + 1, '(') {
            let command = matches!(name, "adminCommand" | "runCommand");
            let each = matches!(name, "forEach" | "map" | "filter" | "sort");
            return listed(METHODS, name)
                && (!command || self.reads_only(at + 2))
                && (!each || self.inline(at + 2));
        }
        // A method that is not called here may be called elsewhere: on the database, only collection names
        // are allowed.
        let data = matches!(self.root(at), Some(Token::Name(root)) if !listed("db rs sh", root));
        self.is_op(at + 1, '.')
            || self.is_op(at + 1, '[')
            || data && self.is_bound_root(at)
            || name == "length"
    }

    /// Returns the first name of the member chain.
    fn root(&self, at: usize) -> Option<&Token> {
        let mut root = at.checked_sub(2)?;
        while self.before(root, 1) == Some(&Token::Op('.')) {
            root = root.checked_sub(2)?;
        }
        self.get(root)
    }

    /// Whether the chain begins with a function parameter, which is a document.
    fn is_bound_root(&self, at: usize) -> bool {
        matches!(self.root(at), Some(Token::Name(name)) if self.is_parameter(name))
    }

    fn is_parameter(&self, name: &str) -> bool {
        (0..self.tokens.len()).any(|at| {
            let arrow = |at: usize| self.is_op(at, '=') && self.is_op(at + 1, '>');
            self.get(at).is_some_and(|t| t.is_name(name))
                && (arrow(at + 1)
                    || self.is_op(at + 1, ')')
                        && arrow(at + 2)
                        && self.before(at, 1) == Some(&Token::Op('(')))
        })
    }

    fn name(&self, at: usize, name: &str) -> bool {
        let key = self.is_op(at + 1, ':') && matches!(self.before(at, 1), Some(Token::Op('{' | ',')));
        let owns = listed("db rs sh JSON EJSON console", name);
        match name {
            _ if key => true,
            _ if owns => matches!(self.get(at + 1), Some(Token::Op('.' | '['))),
            _ if listed(NAMES, name) => true,
            _ => !self.is_op(at + 1, '(') && self.is_parameter(name),
        }
    }

    /// Whether this is a function literal, a printing function, or a document.
    fn inline(&self, at: usize) -> bool {
        match self.get(at) {
            Some(Token::Op('{' | ')')) => true,
            Some(Token::Name(name)) if self.is_op(at + 1, ')') => {
                matches!(name.as_str(), "printjson" | "print")
            }
            Some(Token::Name(_)) => self.is_op(at + 1, '=') && self.is_op(at + 2, '>'),
            Some(Token::Op('(')) => {
                matches!(self.get(at + 1), Some(Token::Name(_)))
                    && self.is_op(at + 2, ')')
                    && self.is_op(at + 3, '=')
            }
            _ => false,
        }
    }

    /// Whether the argument of a command only reads; its first key is the command name.
    fn reads_only(&self, at: usize) -> bool {
        let name = match self.get(at) {
            Some(Token::Op('{')) => self.get(at + 1).filter(|_| self.is_op(at + 2, ':')),
            Some(text @ Token::Text(_)) => Some(text).filter(|_| self.is_op(at + 1, ')')),
            _ => None,
        };
        matches!(name, Some(Token::Name(name) | Token::Text(name)) if listed(COMMANDS, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::each;

    #[test]
    fn chains_that_only_read_are_proved() {
        each(
            &[
                "db.users.countDocuments()",
                "db.orders.find({status: \"open\"}).limit(3)",
                "db.orders.find({}).sort({_id:-1}).limit(3).toArray()",
                "db.adminCommand({listDatabases: 1})",
                "db.runCommand({ ping: 1 })",
                "db.adminCommand('ping')",
                "show dbs",
                "db.getCollectionNames()",
                "db.getSiblingDB('app').users.getIndexes()",
                "db.serverStatus()",
                "db.orders.aggregate([{$match: {a: 1}}, {$group: {_id: '$b', n: {$sum: 1}}}])",
                "rs.status()",
                "print(db.version())",
                "JSON.stringify(db.users.findOne({_id: ObjectId('507f1f77bcf86cd799439011')}))",
                "db.users.find().forEach(printjson)",
                "db.users.find().forEach(u => print(u.name))",
                "db['my-coll'].stats()",
                "db.users.distinct('email').length",
                "db.users.find({age: {$gt: 3}}).explain('executionStats')",
            ],
            |text| reads(text).is_some(),
        );
    }

    #[test]
    fn everything_else_is_not() {
        each(
            &[
                "db.dropDatabase()",
                "db.users.deleteMany({})",
                "db.users.drop()",
                "db.users.remove({})",
                "db.users.update({}, {$set: {a: 1}})",
                "db.users.find().forEach(d => db.users.deleteOne(d))",
                "['x'].forEach(db.users.deleteMany)",
                "db.users.aggregate([{$out: 'x'}])",
                "db.users.aggregate([{'$merge': 'x'}])",
                "db.users.aggregate([{['$o' + 'ut']: 'x'}])",
                "db.users.aggregate([{'\\u0024out': 'x'}])",
                "db.adminCommand({shutdown: 1})",
                "db.adminCommand({dropDatabase: 1, ping: 1})",
                "db.adminCommand(x)",
                "db.runCommand({['dr' + 'op']: 'x'})",
                "const c = db.getCollection('x'); c.drop()",
                "const c = db.users; c.drop()",
                "db['users']['drop']()",
                "db.users['drop']()",
                "db.getCollection('x').drop()",
                "load('x.js')",
                "require('fs').rmSync('x')",
                "process.exit()",
                "eval('x')",
                "db.users.find({$where: 'x'})",
                "db.users.findOneAndDelete({})",
                "db.users.insertOne({})",
                "db.users.renameCollection('x')",
                "show dbs; db.dropDatabase()",
                "`${db.users.drop()}`",
                "db.users.find().map(db.users.drop)",
            ],
            |text| reads(text).is_none(),
        );
    }
}
