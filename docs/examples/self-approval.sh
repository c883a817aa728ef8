#!/bin/bash
# An agent tries to approve its own work, at level 1 and (as root) at level 2; what happens is printed, one line each.
#
#   docs/examples/self-approval.sh [the countersign program]
#
# It needs curl, and setpriv for level 2. Everything is in a folder of its own, which is removed at the end.
set -euo pipefail
program=$(command -v "${1:-countersign}")
place=$(mktemp -d)
daemon=
finish() {
    [ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true
    wait
    rm -rf "$place"
}
trap finish EXIT
unset COUNTERSIGN_TOKEN COUNTERSIGN_SOCKET
chmod 755 "$place"
cp "$program" "$place/countersign"
exe=$place/countersign
cd "$place"

field() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }
say() { printf '%-58s %s\n' "$1" "$2"; }
word() { case $1 in 0 | 200) echo worked ;; 3 | 401 | 403) echo refused ;; *) echo "failed ($1)" ;; esac; }

# The ways to confirm $item: by the command line, over HTTP with a token, and with a browser's cookie and its word.
cli() { # TOKEN
    local ended=0
    COUNTERSIGN_TOKEN=$1 "$exe" confirm "$item" >/dev/null 2>&1 || ended=$?
    word $ended
}
post() { # CURL OPTIONS…
    word "$(curl -s -o /dev/null -w '%{http_code}' "$@" --json '{}' "$url/v1/items/$item/confirm" || true)"
}
bearer() { post -H "Authorization: Bearer $1"; }
cookie() { post -H "Cookie: countersign_session=$session" -H "Countersign-CSRF: $csrf"; }
export -f word cli post bearer cookie

# Starts the daemon by way of the words given, and waits until it says where it listens.
start() {
    "$@" "$exe" up --json --listen 127.0.0.1:0 >"$place/said" 2>/dev/null &
    daemon=$!
    for _ in $(seq 500); do
        url=$(field url <"$place/said" || true)
        [ -z "$url" ] || return 0
        sleep 0.02
    done
    echo "the daemon did not start" >&2
    exit 1
}
# Something that the agent wants and ana has looked at.
propose() {
    item=$("${agent[@]}" COUNTERSIGN_TOKEN="$codex" "$exe" call task.create_task --args '{"title":"pay the agent"}' --json |
        grep -o '"id":"i[0-9][^"]*"' | field id || true)
    "${person[@]}" COUNTERSIGN_TOKEN="$ana" "$exe" show "$item" >/dev/null
}
# A browser of hers signs in.
sign_in() {
    local code
    code=$("${person[@]}" COUNTERSIGN_TOKEN="$ana" "$exe" open --print --json | field url)
    session=$("${person[@]}" curl -s -i -d "code=${code#*code=}" "$url/login" |
        sed -n 's/.*countersign_session=\([^;]*\).*/\1/p')
    csrf=$("${person[@]}" curl -s -H "Cookie: countersign_session=$session" "$url/v1/session" | field csrf)
}

echo "Level 1: person, agent and Countersign are one user"
export COUNTERSIGN_HOME=$place/one
person=(env) agent=(env)
ana=$("$exe" token person ana --json | field token)
codex=$(COUNTERSIGN_TOKEN=$ana "$exe" token agent codex --json | field token)
"$exe" down >/dev/null
start env
propose
sign_in
export exe url item ana codex session csrf
say "the agent, with its own token, command line" "$(cli "$codex")"
say "the agent, with its own token, HTTP" "$(bearer "$codex")"

# The agent's process, as a hook registers it; what it starts is the agent's.
bash -c 'read -r _; bash -c "cli $ana; bearer $ana; cookie; true"; true' < <(
    pid=; for _ in $(seq 500); do pid=$(cat "$place/pid" 2>/dev/null) && [ -n "$pid" ] && break; sleep 0.02; done
    stat=$(cat "/proc/$pid/stat"); set -- ${stat##*) }
    curl -s -o /dev/null -H "Authorization: Bearer $codex" \
        --json "{\"pid\":$pid,\"started\":${20},\"boot\":\"$(cat /proc/sys/kernel/random/boot_id)\"}" "$url/v1/processes"
    echo go
) >"$place/tried" &
echo $! >"$place/pid.new"
mv "$place/pid.new" "$place/pid"
wait $!
{ read -r one; read -r two; read -r three; } <"$place/tried"
say "what the agent started, ana's stolen token, command line" "$one"
say "what the agent started, ana's stolen token, HTTP" "$two"
say "what the agent started, ana's stolen cookie" "$three"
say "anybody, the cookie without its word" "$(post -H "Cookie: countersign_session=$session")"
say "anybody, the cookie as a token" "$(bearer "$session")"
say "a process that nobody knows, ana's stolen token" "$(bearer "$ana")   <- the limit of this level"
propose
say "a process that nobody knows, ana's stolen cookie" "$(cookie)   <- the limit of this level"
kill "$daemon"
wait "$daemon" || true
daemon=

if [ "$(id -u)" != 0 ]; then
    echo "Level 2: not shown; it takes root to become several users"
    exit 0
fi
echo "Level 2: Countersign, ana, the agent and a stranger are four users"
as() { # UID WORDS…
    local uid=$1
    shift
    setpriv --reuid "$uid" --regid 61251 --clear-groups "$@"
}
export -f as
export COUNTERSIGN_HOME=$place/two HOME=$place
install -d -o 61251 -g 61251 -m 700 "$place/two"
install -d -o 61251 -g 61251 -m 750 "$place/run"
ana=$(as 61251 "$exe" token person ana --uid 61252 --json | field token)
as 61251 "$exe" down >/dev/null
printf '[system]\nusers = [61252, 61253]\nsocket = "%s/run/daemon.sock"\n' "$place" >"$place/two/config.toml"
chown 61251:61251 "$place/two/config.toml"
: >"$place/said"
start setpriv --reuid 61251 --regid 61251 --clear-groups
unset COUNTERSIGN_HOME
export COUNTERSIGN_SOCKET=$place/run/daemon.sock
person=(as 61252 env) agent=(as 61253 env)
codex=$("${person[@]}" COUNTERSIGN_TOKEN="$ana" "$exe" token agent codex --json | field token)
propose
sign_in
export url item ana session csrf
say "the agent, ana's stolen token, command line" "$(as 61253 bash -c 'cli $ana')"
say "the agent, ana's stolen token, HTTP" "$(as 61253 bash -c 'bearer $ana')"
say "the agent, ana's stolen cookie" "$(as 61253 bash -c cookie)"
say "the agent reads the database" "$(as 61253 cat "$place/two/countersign.db" >/dev/null 2>&1 && echo worked || echo refused)"
say "a stranger, ana's stolen token, command line" "$(as 61254 bash -c 'cli $ana')"
say "a stranger, ana's stolen token, HTTP" "$(as 61254 bash -c 'bearer $ana')"
say "ana herself, command line" "$(as 61252 bash -c 'cli $ana')"
