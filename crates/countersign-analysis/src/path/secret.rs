//! Recognizes variables that hold secrets by their names.

/// Whether a variable of that name holds a secret.
pub fn secret_variable(name: &str) -> bool {
    const ANYWHERE: &[&str] = &[
        "SECRET",
        "PASSWORD",
        "PASSWD",
        "PASSPHRASE",
        "API_KEY",
        "APIKEY",
        "PRIVATE_KEY",
        "ACCESS_KEY",
        "ENCRYPTION_KEY",
        "SIGNING_KEY",
        "MASTER_KEY",
        "CREDENTIAL",
        "CONNECTION_STRING",
        "DATABASE_URL",
    ];
    const LAST: &[&str] = &["TOKEN", "DSN", "PASS", "PAT", "PWD", "JWT", "COOKIE"];
    const WHOLE: &[&str] = &["MONGO_URL", "MONGODB_URI", "REDIS_URL", "AMQP_URL", "RABBITMQ_URL", "SMTP_URL"];
    let name = name.to_ascii_uppercase();
    let last = name.rsplit('_').next().unwrap_or_default();
    // The id, path or length of a key is not the key.
    let about = name.ends_with("_KEY_ID") || ["FILE", "PATH", "DIR", "LENGTH", "POLICY"].contains(&last);
    if about || matches!(name.as_str(), "PWD" | "OLDPWD" | "PASS" | "PAT") {
        return false;
    }
    ANYWHERE.iter().any(|s| name.contains(s)) || LAST.contains(&last) || WHOLE.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a5_variables_that_hold_secrets_are_known_by_name() {
        for name in [
            "GH_TOKEN",
            "TOKEN",
            "github_token",
            "AWS_SESSION_TOKEN",
            "AWS_SECRET_ACCESS_KEY",
            "OPENAI_API_KEY",
            "PGPASSWORD",
            "MYSQL_PWD",
            "SENTRY_DSN",
            "DATABASE_URL",
            "TEST_DATABASE_URL",
            "SSH_PRIVATE_KEY",
            "GOOGLE_APPLICATION_CREDENTIALS",
            "VAULT_SECRET_ID",
            "DB_PASS",
        ] {
            assert!(secret_variable(name), "{name}");
        }
        for name in [
            "TOKENIZERS_PARALLELISM",
            "SSH_AUTH_SOCK",
            "GPG_KEY_ID",
            "AWS_ACCESS_KEY_ID",
            "MAX_TOKENS",
            "PWD",
            "OLDPWD",
            "PATH",
            "HOME",
            "GIT_ASKPASS",
            "PASSWORD_FILE",
            "KEYBOARD",
            "",
        ] {
            assert!(!secret_variable(name), "{name}");
        }
    }
}
