//! The made-up proposals.

/// A made-up proposal.
pub(super) struct Example {
    /// The command.
    pub command: &'static str,
    /// What the agent would say of it.
    pub claim: &'static str,
}

/// Commands that destroy something beyond this machine, so that no rehearsal comes before the question.
pub(super) const EXAMPLES: &[Example] = &[
    Example { command: "git push --force origin main", claim: "Publish the rebased history" },
    Example { command: "git push origin --delete release", claim: "Tidy up old branches" },
    Example {
        command: "psql \"$DATABASE_URL\" -c 'DROP TABLE customers CASCADE'",
        claim: "Prepare the schema for the migration",
    },
    Example { command: "terraform destroy -auto-approve", claim: "Take the test environment down" },
    Example { command: "kubectl delete namespace production", claim: "Remove the unused namespace" },
    Example { command: "aws s3 rm s3://company-backups --recursive", claim: "Free some space" },
    Example { command: "redis-cli FLUSHALL", claim: "Start with an empty cache" },
];
