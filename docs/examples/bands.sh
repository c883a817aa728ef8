#!/bin/bash
# A scripted agent goes through each band of confidence once; what Countersign answers is printed, one line each.
#
#   docs/examples/bands.sh [the countersign program]
#
# The person's part (confirming, approving, holding) is played by the script, too. Everything is in a folder of its own,
# which is removed at the end. It takes about half a minute, since two countdowns of ten seconds really run out.
set -euo pipefail
exe=$(realpath "$(command -v "${1:-countersign}")")
place=$(mktemp -d)
finish() {
    "$exe" down >/dev/null 2>&1 || true
    rm -rf "$place"
}
trap finish EXIT
unset COUNTERSIGN_TOKEN COUNTERSIGN_SOCKET
export COUNTERSIGN_HOME=$place/home
mkdir -p "$COUNTERSIGN_HOME" "$place/work"
cd "$place/work"

field() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }
say() { printf '%-62s %s\n' "$1" "$2"; }
check() { printf '#!/bin/sh\nexit %s\n' "$1" >check.sh && chmod +x check.sh; }

# The person says how every step is checked, and in which folder.
printf 'version = 1\nchecks = ["./check.sh"]\n' >"$COUNTERSIGN_HOME/policy.toml"
printf 'roots = ["%s"]\n' "$place/work" >"$COUNTERSIGN_HOME/config.toml"
check 0
ana=$("$exe" token person ana --json | field token)
codex=$(COUNTERSIGN_TOKEN=$ana "$exe" token agent codex --json | field token)
person() { COUNTERSIGN_TOKEN=$ana "$exe" "$@" --json; }
# What is held ends with 7, what is stopped with 7, too: both are answers here.
agent() { COUNTERSIGN_TOKEN=$codex "$exe" "$@" --json || [ $? = 7 ]; }
begin() { agent step begin --title "$1" | field id; }
report() { agent step report "$@"; }
write() { agent call filesystem.write_file --args "{\"path\":\"notes.txt\",\"content\":\"$1\"}"; }
# What became of a call, and its item.
became() { grep -o '"status":"[^"]*"' | tail -n 1 | field status; }
item() { grep -o '"id":"i[0-9][^"]*"' | head -n 1 | field id; }
# Waits until the step or item is in that state.
until_is() { # COMMAND… STATE
    local wanted=${*: -1}
    for _ in $(seq 300); do
        [ "$(person "${@:1:$#-1}" | field status)" != "$wanted" ] || return 0
        sleep 0.1
    done
    echo "it did not become $wanted" >&2
    exit 1
}

answer=$(write zero)
say "without a step, a write is" "$(became <<<"$answer")"
agent retract "$(item <<<"$answer")" >/dev/null

# 0.5 to 0.8: the checks pass, but nothing of the kind was decided before.
step=$(begin "say hello")
agent step check >/dev/null
answer=$(write hello)
item=$(item <<<"$answer")
say "the checks passed, no history: a write goes on in" "$(grep -o '"auto_approve_timeout":[0-9]*' <<<"$answer" | head -n 1 | cut -d : -f 2) s"
until_is show "$item" applied
say "nobody objected: allowed by" "$(person receipts | grep -o '"by":"[^"]*"' | head -n 1 | field by)"
say "the step itself" "$(report succeeded | field answer)"
until_is step show "$step" completed

# The same once more, and the person puts a hand on it: it waits for her own yes.
step=$(begin "say more")
agent step check >/dev/null
item=$(write more | item)
person hold "$item" >/dev/null
say "ana held it: the write is" "$(person show "$item" | field status)"
person confirm "$item" >/dev/null
person step skip "$step" >/dev/null

# 0.2 to 0.5: a check fails.
step=$(begin "break it")
check 1
say "a check failed" "$(report succeeded | field answer)"
person step reject "$step" --reason "mend it first" >/dev/null
check 0

# Below 0.2: the agent gives up.
step=$(begin "do the impossible")
say "the agent gave up" "$(report failed --notes "it cannot be done" | field answer)"
person step skip "$step" >/dev/null

# 0.8 and more: what was confirmed often enough goes on at once, while the checks pass.
for n in 2 3 4 5 6; do
    item=$(write "note $n" | item)
    person show "$item" >/dev/null
    person confirm "$item" >/dev/null
done
step=$(begin "note it as ever")
agent step check >/dev/null
say "six of six confirmed, the checks pass: a write is" "$(write "as ever" | became)"
say "the step" "$(report succeeded | field answer)"
say "everything is in the log:" "$(COUNTERSIGN_TOKEN=$ana "$exe" audit verify | head -n 1 | cut -d : -f 1)"
