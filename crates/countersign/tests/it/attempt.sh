#!/bin/bash
# Tries to confirm $ITEM in every way that it has the means for, and says what came of each.
post() {
    exec 3<>"/dev/tcp/127.0.0.1/$PORT" || return
    {
        printf 'POST /v1/items/%s/confirm HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n' "$ITEM" "$PORT"
        printf 'Content-Type: application/json\r\nContent-Length: 2\r\n'
        printf '%s\r\n' "$@" ''
        printf '{}'
    } >&3
    read -r _ status _ <&3
    echo "$status"
}
if [ -n "$COUNTERSIGN_TOKEN" ]; then
    "$EXE" confirm "$ITEM" --json >/dev/null 2>&1
    echo "cli $?"
    echo "token $(post "Authorization: Bearer $COUNTERSIGN_TOKEN")"
fi
if [ -n "$COOKIE" ]; then
    echo "cookie $(post "Cookie: countersign_session=$COOKIE" "Countersign-CSRF: $CSRF")"
fi
