//! Tables of names, endings, folders and places of secrets. All are in lower case; items are on separate
//! lines, or separated by a comma and a blank; text after `#` is a comment.

/// Files that are secret in any folder.
pub(super) const NAMES: &str = "
    # logins by host
    .netrc, _netrc, .authinfo, .git-credentials, .pgpass, pgpass.conf, .pg_service.conf, .cvspass, .rhosts
    .ftpconfig, sftp-config.json, sitemanager.xml, recentservers.xml, filezilla.xml, ws_ftp.ini, .smbcredentials
    smb-credentials, cifs-credentials, smbpasswd, passdb.tdb, secrets.tdb, .htpasswd, .htdigest, .gist
    # package registries
    .npmrc, .pypirc, .pause, .vsce, .renviron, pub-credentials.json
    # databases
    .my.cnf, .mylogin.cnf, .mongorc.js, .mongoshrc.js, .odbc.ini, .usqlpass, .cqlshrc, pgadmin4.db, credentials-config.json
    # clouds and services
    .vault-token, .terraformrc, terraform.rc, credentials.tfrc.json, .s3cfg, .boto, .databrickscfg, rclone.conf, .rclone.conf
    .ovh.conf, ovh.conf, clouds.yaml, .sentryclirc, .dogrc, .saml2aws, .modal.toml, .comet.config, .upstash.json
    kubeconfig, kubeconfig.yaml, kubeconfig.yml, .kubeconfig, application_default_credentials.json, access_tokens.db
    legacy_credentials, local.settings.json, .dockerconfigjson, .dockercfg, kaggle.json, firebase-tools.json
    accesskeys.csv, rootkey.csv, gcloud-service-key.json, gcp-key.json, google-play-key.json, .twilio-cli.json
    .databricks-connect, .dropbox_uploader, .pulumi-access-token, acme.json, restic-password, .restic-password
    restic_password, .borg-passphrase, borg-passphrase, .passphrase
    # agents
    .claude.json, .credentials.json, oauth_creds.json, mcp-oauth-tokens.json, oauth-tokens.json, .aider.conf.yml
    .aider.oauth-keys.env, state.vscdb, .sgptrc
    # mail and chat
    .msmtprc, .esmtprc, .mbsyncrc, .fetchmailrc, .offlineimaprc, .getmailrc, .muttrc, .neomuttrc, .mailrc, .imapfilter
    sasl_passwd, passwd.client, .signalbackup
    # keys
    authorized_keys, secret.key, master.key, adbkey, key.properties, keystore.properties, signing.properties
    .google_authenticator, jupyter_cookie_secret, notebook_cookie_secret, hudson.util.secret, initialadminpassword
    kdewallet.kwl, krb5.keytab, .k5login, ipsec.secrets, chap-secrets, pap-secrets, wpa_supplicant.conf, pam_ldap.secret
    ldap.secret, opasswd, sudoers, wallet.dat, .credentials_rsaparams, rootca-key.pem, key3.db, key4.db
    # anything that calls itself so
    credentials, credentials.json, credentials.toml, credentials.yml, credentials.yaml, credentials.xml, credentials.ini
    credentials.csv, credentials.txt, credentials.db, credentials.properties, credentials.conf, credentials.clj
    secrets.json, secrets.yaml, secrets.yml, secrets.toml, secrets.properties, secrets.xml, secrets.ini, secrets.conf
    secrets.txt, secret.json, secret.yaml, secret.yml, secret.toml, secret.txt, .secrets.toml, .secrets.yaml, .secrets.yml
    .secrets.json, appsettings.secrets.json, service-account.json, token.json, token.txt, access-token, access_token
    refresh_token, api_key, apikey, api_key.txt, api-key.txt, apikey.txt, api_keys.txt, password.txt, passwords.txt
    passwords.csv, passwd.txt, .pass, .dev.vars, .prod.vars, .vars.local, .envrc, wp-config.php, stored_tokens
    # browsers
    login data, login data for account, web data, logins.json, signons.sqlite, cookies.sqlite, login.keychain-db
    # what was typed, secrets among it
    .bash_history, .zsh_history, .sh_history, .ash_history, .ksh_history, .zhistory, .histfile, .history, .python_history
    .psql_history, .mysql_history, .mariadb_history, .sqlite_history, .node_repl_history, .rediscli_history, .mongo_history
    .dbshell, .irb_history, .pry_history, .php_history, .lua_history, .rhistory, .julia_history, fish_history
    consolehost_history.txt, mongosh_repl_history";

/// Endings of secret files.
pub(super) const ENDINGS: &str = "
    .pem, .key, .p12, .pfx, .pkcs12, .p8, .pk8, .jks, .jceks, .bks, .bcfks, .keystore, .keytab, .ppk, .pvk, .snk, .priv
    .kdb, .kdbx, .psafe3, .1pif, .1pux, .opvault, .agilekeychain, .keychain, .keychain-db, .kwl, .asc, .gpg, .agekey
    .tfstate, .tfstate.backup, .tfvars, .tfvars.json, .ovpn, .wallet, .skey, .macaroon, .kubeconfig, .publishsettings
    .env, .netrc, .pgpass, .htpasswd, .vault-token";

/// Endings that may begin in the middle of a word.
pub(super) const LAST_WORDS: &[&str] = &[
    "credentials.json",
    "accesskeys.csv",
    "_rsa",
    "_dsa",
    "_ecdsa",
    "_ed25519",
    "-ed25519",
    "_api_key",
    "_api_key.txt",
    "_secret_key",
    "_private_key",
];

/// Hidden files with these endings are secret.
pub(super) const HIDDEN_WORDS: &[&str] = &[
    "token",
    "_key",
    "-key",
    "apikey",
    "password",
    "passwd",
    "passwords",
    "secret",
    "secrets",
    "credentials",
];

/// Folders whose whole content is secret.
pub(super) const FOLDERS: &str = "
    .ssh, .gnupg, .aws, .azure, .kube, .password-store, .oci, keychains, sudoers.d, .putty, .acme.sh, .lego, .secrets
    .credentials, .bitcoin, .electrum, .monero, .lnd, .near-credentials, .cloudflared, .jfrog, .tsh, .okta, .awsvault
    .snowflake, .snowsql, .kaggle, .mcp-auth, .anthropic, .terraform.d, .fly, .tccli, .runpod, .mongodb, .mutt, .vnc
    .davfs2, .yubico, .anydesk, .thunderbird, .librewolf, .waterfox, .lpass, .doppler, .newrelic, .influxdbv2, .argocd
    .clickhouse-client, .near, .sui, .dropbox, .lastpass, .dogecoin, .litecoin, .zcash, .ethereum, .neomutt";

/// Secrets by their last folders and name, with everything below them; at most three names.
pub(super) const PLACES: &str = "
    # agents
    .claude/.credentials.json, .codex/auth.json, .gemini/oauth_creds.json, .gemini/google_accounts.json, .gemini/.env
    .qwen/oauth_creds.json, opencode/auth.json, opencode/mcp-auth.json, cursor/auth.json, .cursor/auth.json
    .config/github-copilot, .copilot/config.json, .copilot/mcp-config.json, .continue/config.json, .continue/config.yaml
    .continue/.env, .config/goose, goose/secrets.yaml, amp/secrets.json, .config/amp, crush/crush.json
    .cline/data/secrets.json, .codeium/config.json, .factory/auth.json, .factory/config.json
    .augment/session.json, .openhands/settings.json, .plandex-home/auth.json, io.datasette.llm/keys.json
    .config/aichat, fabric/.env, .config/openai, .config/anthropic, .openai/auth.json, .kilocode/config.json
    .aider/oauth-keys.env, shell_gpt/.sgptrc, .pi/agent/auth.json, .codex/.credentials.json, .roo/secrets.json
    user/globalstorage/state.vscdb
    # containers and clusters
    .docker/config.json, .docker/machine, .docker/trust, containers/auth.json
    helm/repositories.yaml, helm/registry/config.json, .config/argocd, etc/kubernetes, k3s/k3s.yaml
    lib/kubelet/pods, kubernetes.io/serviceaccount, run/secrets, run/credentials, etc/credstore, etc/credstore.encrypted
    .minikube/machines, .config/containers/auth.json
    # forges and hubs
    .config/gh, gh/hosts.yml, .config/glab-cli, glab-cli/config.yml, .config/hub, .config/tea, gitlab-runner/config.toml
    huggingface/token, .huggingface/token, huggingface/stored_tokens, .cache/huggingface/token, .circleci/cli.yml
    .travis/config.yml, git/credentials, .subversion/auth, .bazaar/authentication.conf, jenkins/credentials.xml
    jenkins/secrets, .config/jenkins_jobs, .lightning/credentials.json, .config/wandb, .config/gist
    # package registries
    .m2/settings.xml, .m2/settings-security.xml, .gradle/gradle.properties, .composer/auth.json, composer/auth.json
    .cargo/credentials, .cargo/credentials.toml, .gem/credentials, gem/credentials, pypoetry/auth.toml, uv/credentials
    pip/pip.conf, .pip/pip.conf, nuget/nuget.config, .nuget/nuget, .ivy2/.credentials, .sbt/.credentials, .hex/hex.config
    dart/pub-credentials.json, .pub-cache/credentials.json, .stack/upload, .luarocks/upload_config.lua, .lein/profiles.clj
    .lein/credentials.clj, .config/binstar, .continuum/anaconda-client, .npm/_cacache/tokens, .yarn/berry/credentials
    # clouds and services
    .config/gcloud, .config/doctl, doctl/config.yaml, .vercel/auth.json, .now/auth.json, com.vercel.cli/auth.json
    com.vercel.cli/config.json, .config/netlify, .netlify/config.json, .wrangler/config, .config/.wrangler
    .supabase/access-token, supabase/access-token, .config/stripe, .pulumi/credentials.json, .config/op, .op/config
    bitwarden cli/data.json, bitwarden/data.json, .config/linode-cli, hcloud/cli.toml, scw/config.yaml
    .bluemix/config.json, .aliyun/config.json, openstack/clouds.yaml, openstack/secure.yaml, .railway/config.json
    .render/cli.yaml, .config/heroku, configstore/snyk.json, configstore/firebase-tools.json, ngrok/ngrok.yml
    .ngrok2/ngrok.yml, lib/tailscale, .config/planetscale, neonctl/credentials.json, .config/turso
    .confluent/config.json, atlascli/config.toml, .mc/config.json, datadog-agent/datadog.yaml, .twilio-cli/config.json
    .slack/credentials.json, .ansible/galaxy_token, .dbt/profiles.yml, .config/rclone, .rclone/rclone.conf, .config/borg
    kopia/repository.config, .config/restic, .config/sops, .config/age, sops/age, age/keys.txt, age/key.txt, .age/key.txt
    .s3ql/authinfo2, .config/filezilla, onedrive/refresh_token, .replicate/auth, instance/user-data.txt
    microsoft/usersecrets, .microsoft/usersecrets, .config/gspread, .jira.d/config.yml, .config/.jira
    # notebooks
    .jupyter/jupyter_server_config.json, .jupyter/jupyter_server_config.py, .jupyter/jupyter_notebook_config.json
    .jupyter/jupyter_notebook_config.py, jupyter/runtime, .ipython/profile_default/security, .streamlit/secrets.toml
    # password managers and keyrings
    .local/share/keyrings, .gnome2/keyrings, .local/share/kwalletd, .kde/share/apps, .config/gopass, .local/share/gopass, .local/share/lpass
    .local/share/rbw, .cache/rbw, .config/1password, .config/bitwarden, .config/keepassxc, .config/enpass, .local/share/enpass
    .config/authy desktop, yubico/u2f_keys, atuin/key, atuin/session, atuin/history.db, nushell/history.txt, .step/secrets
    fish/fish_history
    # browsers
    default/cookies, default/network/cookies, .mozilla/firefox, .config/google-chrome, .config/google-chrome-beta, .config/chromium
    .config/bravesoftware, .config/microsoft-edge, .config/vivaldi, .config/opera, .config/falkon
    application support/google/chrome, application support/firefox, application support/bravesoftware, .config/epiphany
    com.google.chrome/config, org.chromium.chromium/config, .local/share/epiphany, .zen/profiles.ini, telegramdesktop/tdata
    # mail, chat and remote desktops
    msmtp/config, mutt/muttrc, neomutt/neomuttrc, isync/mbsyncrc, aerc/accounts.conf, himalaya/config.toml
    .config/evolution, exim4/passwd.client, postfix/sasl, dovecot/private, dovecot/users, .purple/accounts.xml
    weechat/sec.conf, .weechat/sec.conf, .irssi/config, .config/slack, .config/discord, .config/signal, .config/element
    .config/hexchat, .config/remmina, .local/share/remmina, .config/postman, .config/protonmail
    # databases
    mysql/debian.cnf, .cassandra/credentials, .cassandra/cqlshrc, clickhouse-client/config.xml
    dbeaverdata/workspace6, .config/pgcli, redis/users.acl
    # keys of machines and networks
    ssl/private, tls/private, letsencrypt/live, letsencrypt/archive, letsencrypt/accounts, .pki/nssdb, etc/dropbear
    networkmanager/system-connections, lib/iwd, etc/netplan, etc/wpa_supplicant, etc/wireguard, etc/openvpn
    openfortivpn/config, samba/private, sssd/sssd.conf, lib/sss/db, snmp/snmpd.conf, caddy/certificates, etc/ppp
    # accounts of the machine
    etc/shadow, etc/gshadow, etc/sudoers, security/opasswd, dev/mem, dev/kmem, dev/port
    # wallets
    solana/id.json, .config/solana, .foundry/keystores, .brownie/accounts, .aptos/config.yaml, .ipfs/config
    # signing of apps
    .android/adbkey, .android/debug.keystore, .appstoreconnect/private_keys";

/// Paths that are secret only in a home: a project's own file of that name holds settings.
pub(super) const OF_HOME: &str = "
    .yarnrc.yml, .yarnrc, .bundle/config, .condarc, .hgrc, .cabal/config, .bunfig.toml, .expo/state.json, .wgetrc, .curlrc
    .config/pip/pip.conf, .config/yarn/.yarnrc";

/// Public keys and certificates that machines need and whose names look like secrets.
pub(super) const PUBLIC_PLACES: &str = "
    usr/share/keyrings, etc/apt, ssl/certs, share/ca-certificates, certifi/cacert.pem, pki/ca-trust, etc/pacman.d
    share/archlinux-keyring, rpm-gpg, share/distribution-gpg-keys";

/// Names of certificates, public keys and parameters.
pub(super) const PUBLIC_NAMES: &str = "
    cacert.pem, ca.pem, ca-bundle.pem, ca-cert.pem, ca-certificates.pem, ca-certs.pem, cabundle.pem, roots.pem, chain.pem
    fullchain.pem, dhparam.pem, dhparams.pem, dh.pem, public.pem, pub.pem, pubkey.pem, public_key.pem, public-key.pem
    publickey.pem, public.key, pub.key, pubkey.key, public.asc, pubkey.asc, publickey.asc, keys.asc, public.gpg, pubkey.gpg
    pubring.gpg, csr.pem, cert.csr.pem";

/// Endings of samples of secret files, and of public halves.
pub(super) const SAMPLES: &[&str] = &[
    ".example",
    ".sample",
    ".template",
    ".dist",
    ".pub",
    ".tmpl",
    ".tpl",
    ".defaults",
    ".default",
    ".schema",
    ".j2",
    ".erb",
    ".hbs",
    ".d.ts",
    ".md",
    ".rst",
    ".crt",
    ".cer",
    ".csr",
];

/// Endings of copies made by editors, package managers and people.
pub(super) const COPIES: &[&str] = &[
    "~",
    ".bak",
    ".backup",
    ".back",
    ".bkp",
    ".bck",
    ".orig",
    ".old",
    ".save",
    ".saved",
    ".swp",
    ".swo",
    ".swn",
    ".swx",
    ".swpx",
    ".kate-swp",
    ".tmp",
    ".temp",
    ".copy",
    ".prev",
    ".rej",
    ".new",
    ".disabled",
    ".un~",
    "___jb_tmp___",
    "___jb_old___",
    ".dpkg-old",
    ".dpkg-new",
    ".dpkg-dist",
    ".dpkg-bak",
    ".dpkg-tmp",
    ".ucf-old",
    ".ucf-dist",
    ".rpmsave",
    ".rpmorig",
    ".rpmnew",
    ".pacsave",
    ".pacnew",
    ".gz",
    ".xz",
    ".bz2",
    ".zst",
    ".zip",
    "_old",
    "_bak",
    "_backup",
    "_copy",
    "-old",
    "-bak",
    "-backup",
    "-copy",
    " copy",
    " (copy)",
    " - copy",
    ".part",
    ".crdownload",
    ".filepart",
    "-",
];

/// Returns the items of a table.
pub(super) fn items(table: &'static str) -> impl Iterator<Item = &'static str> {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.flat_map(|line| line.split(", "))
}
