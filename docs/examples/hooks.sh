#!/bin/bash
# Drives a real Claude Code by a scripted model, under hooks, with a person at another terminal:
# a held command confirmed, one rejected with a reason that the model reads, a write undone.
# usage: hooks.sh CLAUDE_BINARY FAKE_MODEL.py      (the scripted model: FAKE_MODEL.py PORT TOOL ARGS_JSON)
set -eu
claude=$1 model=$2 port=18790
countersign=${COUNTERSIGN:-countersign}
dir=$(mktemp -d)
export COUNTERSIGN_HOME=$dir/home COUNTERSIGN_IDLE_S=60
mkdir -p "$dir/user/.claude" "$dir/w"
trap '"$countersign" down >/dev/null 2>&1 || true; rm -rf "$dir"' EXIT
HOME=$dir/user "$countersign" hook install claude-code --yes >/dev/null

agent() { # TOOL ARGS: the agent works until it is done; what its model read goes to $dir/out
  port=$((port + 1))
  python3 "$model" $port "$1" "$2" & served=$!
  until (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null; do sleep 0.1; done
  (cd "$dir/w" && env -i HOME="$dir/user" PATH="$PATH" ANTHROPIC_BASE_URL=http://127.0.0.1:$port ANTHROPIC_API_KEY=x \
    DISABLE_AUTOUPDATER=1 CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1 timeout 100 "$claude" -p 'do it' </dev/null >"$dir/out") & working=$!
}
pending() { # waits until something is pending: its id
  for _ in $(seq 300); do
    id=$("$countersign" inbox --json | grep -o '"id":"i[0-9]*-[0-9a-f]*"' | head -1 | cut -d'"' -f4) || true
    [ -n "$id" ] && { "$countersign" show "$id" >/dev/null; echo "$id"; return; }
    sleep 0.2
  done
  return 1
}
finish() { wait $working; kill $served; }

agent Bash '{"command":"echo made by the gate > made; cat made","description":"make it"}'
"$countersign" confirm "$(pending)"; finish
grep -q 'made by the gate' "$dir/out" && echo '✓ confirmed from another terminal: the gate ran it'

agent Bash '{"command":"rm -rf made","description":"tidy up"}'
"$countersign" reject "$(pending)" --reason 'not on a Sunday'; finish
grep -q 'not on a Sunday' "$dir/out" && test -e "$dir/w/made" && echo '✓ rejected: the model read the reason'

agent Write "{\"file_path\":\"$dir/w/note.txt\",\"content\":\"from the agent\\n\"}"
"$countersign" confirm "$(pending)"; finish
test -e "$dir/w/note.txt"
"$countersign" undo "$("$countersign" receipts --json | grep -o '"id":"rc[0-9]*-[0-9a-f]*"' | head -1 | cut -d'"' -f4)"
test ! -e "$dir/w/note.txt" && echo '✓ what the agent wrote itself was undone'
