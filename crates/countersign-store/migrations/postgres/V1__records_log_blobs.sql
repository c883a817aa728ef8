-- The same tables as on any other database, in the schema of a team. Text is compared by its bytes, as the reference store
-- does. What differs is written in PostgreSQL's own way: types, and the views, which use its JSON functions.

CREATE TABLE record (
    kind   TEXT COLLATE "C" NOT NULL,
    id     TEXT COLLATE "C" NOT NULL,
    doc    TEXT COLLATE "C" NOT NULL,
    stamps TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (kind, id)
);

CREATE TABLE idx (
    name TEXT COLLATE "C" NOT NULL,
    sort TEXT COLLATE "C" NOT NULL,
    id   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (name, sort, id)
);

CREATE TABLE event (
    seq                BIGINT PRIMARY KEY,
    at                 BIGINT NOT NULL,
    actor              TEXT COLLATE "C" NOT NULL,
    op                 TEXT COLLATE "C" NOT NULL,
    run                TEXT COLLATE "C",
    tool               TEXT COLLATE "C",
    status             TEXT COLLATE "C" NOT NULL,
    prev               BYTEA NOT NULL,
    state              BYTEA NOT NULL,
    body_commitment    BYTEA NOT NULL,
    changes_commitment BYTEA NOT NULL,
    salt               BYTEA NOT NULL,
    hash               BYTEA NOT NULL,
    body               BYTEA,
    changes            BYTEA
);

CREATE INDEX event_run ON event (run) WHERE run IS NOT NULL;
CREATE INDEX event_tool ON event (tool) WHERE tool IS NOT NULL;
CREATE INDEX event_at ON event (at);

CREATE TABLE blob (
    name  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    size  BIGINT NOT NULL,
    bytes BYTEA
);

-- Bytes as JSON; nothing if they are none. PostgreSQL reads no NUL, not even an escaped one.
CREATE FUNCTION json_or_nothing(given BYTEA) RETURNS JSON LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN replace(convert_from(given, 'UTF8'), '\u0000', '\ufffd')::json;
EXCEPTION WHEN OTHERS THEN
    RETURN '{}'::json;
END
$$;

-- What landed and can be, or was, taken back: one row per receipt of a call that changed something. A record whose
-- bytes were tampered with is left out rather than failing the whole view; `audit verify` is what finds it.
CREATE VIEW undo_stack (
    id, session_id, timestamp, tool_name, action_type, original_state, new_state, undone
) AS
SELECT
    -- 'e12-abcdef' begins, after its letter, with the event's number.
    CAST(substring(doc ->> 'event_id' FROM '^.([0-9]+)') AS BIGINT),
    coalesce(doc ->> 'run', ''),
    to_char(to_timestamp((doc ->> 'at')::bigint / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
    doc ->> 'tool',
    doc ->> 'action',
    (SELECT json_object_agg(e ->> 'label', e -> 'before') FROM json_array_elements(doc -> 'effects') AS e),
    (SELECT json_object_agg(e ->> 'label', e -> 'after') FROM json_array_elements(doc -> 'effects') AS e),
    doc -> 'undone' IS NOT NULL
FROM (SELECT json_or_nothing(convert_to(doc, 'UTF8')) AS doc FROM record WHERE kind = 'receipt') AS receipt
WHERE doc ->> 'class' IN ('mutable', 'destructive');

-- Every tool call that ended, from what the log tells of it.
CREATE VIEW audit_log (
    session_id, timestamp, tool_name, arguments, result, result_status, user_confirmed, execution_time_ms
) AS
SELECT
    coalesce(event.run, ''),
    to_char(to_timestamp(event.at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
    call ->> 'tool',
    call -> 'arguments',
    call -> 'result',
    call ->> 'result_status',
    coalesce((call ->> 'user_confirmed')::boolean, false),
    coalesce((call ->> 'execution_time_ms')::bigint, 0)
FROM
    event,
    json_array_elements(json_or_nothing(event.body) -> 'calls') AS call
WHERE call ->> 'result_status' IS NOT NULL;
