-- The same tables as on any other database; what differs is written in SQLite's own way: WITHOUT ROWID where the
-- key is the row, an INTEGER PRIMARY KEY that is the row's number, and the views, which use SQLite's JSON functions.
-- Text is compared by its bytes (SQLite's default), as the reference store does.

CREATE TABLE record (
    kind   TEXT NOT NULL,
    id     TEXT NOT NULL,
    doc    TEXT NOT NULL,
    stamps TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;

CREATE TABLE idx (
    name TEXT NOT NULL,
    sort TEXT NOT NULL,
    id   TEXT NOT NULL,
    PRIMARY KEY (name, sort, id)
) WITHOUT ROWID;

CREATE TABLE event (
    seq                INTEGER PRIMARY KEY,
    at                 INTEGER NOT NULL,
    actor              TEXT NOT NULL,
    op                 TEXT NOT NULL,
    run                TEXT,
    tool               TEXT,
    status             TEXT NOT NULL,
    prev               BLOB NOT NULL,
    state              BLOB NOT NULL,
    body_commitment    BLOB NOT NULL,
    changes_commitment BLOB NOT NULL,
    salt               BLOB NOT NULL,
    hash               BLOB NOT NULL,
    body               BLOB,
    changes            BLOB
);

CREATE INDEX event_run ON event (run) WHERE run IS NOT NULL;
CREATE INDEX event_tool ON event (tool) WHERE tool IS NOT NULL;
CREATE INDEX event_at ON event (at);

CREATE TABLE blob (
    name  TEXT NOT NULL PRIMARY KEY,
    size  INTEGER NOT NULL,
    bytes BLOB
) WITHOUT ROWID;

-- What landed and can be, or was, taken back: one row per receipt of a call that changed something. A record whose
-- bytes were tampered with is left out rather than failing the whole view; `audit verify` is what finds it.
CREATE VIEW undo_stack (
    id, session_id, timestamp, tool_name, action_type, original_state, new_state, undone
) AS
SELECT
    -- 'e12-abcdef' begins, after its letter, with the event's number.
    CAST(substr(doc ->> '$.event_id', 2) AS INTEGER),
    coalesce(doc ->> '$.run', ''),
    datetime((doc ->> '$.at') / 1000, 'unixepoch'),
    doc ->> '$.tool',
    doc ->> '$.action',
    (SELECT json_group_object(value ->> '$.label', json(value -> '$.before')) FROM json_each(doc, '$.effects')),
    (SELECT json_group_object(value ->> '$.label', json(value -> '$.after')) FROM json_each(doc, '$.effects')),
    doc -> '$.undone' IS NOT NULL
FROM (SELECT CASE WHEN json_valid(doc) THEN doc ELSE '{}' END AS doc FROM record WHERE kind = 'receipt')
WHERE doc ->> '$.class' IN ('mutable', 'destructive');

-- Every tool call that ended, from what the log tells of it.
CREATE VIEW audit_log (
    session_id, timestamp, tool_name, arguments, result, result_status, user_confirmed, execution_time_ms
) AS
SELECT
    coalesce(event.run, ''),
    datetime(event.at / 1000, 'unixepoch'),
    call.value ->> '$.tool',
    call.value -> '$.arguments',
    call.value -> '$.result',
    call.value ->> '$.result_status',
    coalesce(call.value ->> '$.user_confirmed', 0),
    coalesce(call.value ->> '$.execution_time_ms', 0)
FROM
    event,
    json_each(
        CASE WHEN json_valid(CAST(event.body AS TEXT)) THEN CAST(event.body AS TEXT) ELSE '{}' END, '$.calls'
    ) AS call
WHERE call.value ->> '$.result_status' IS NOT NULL;
