-- Records are larger than what fits into the pages of a table that is its own index: each had a page beside it, and the
-- way to it led through others. Now they lie one after another, and only their keys are in an index.

DROP VIEW undo_stack;

CREATE TABLE record_by_row (
    kind   TEXT NOT NULL,
    id     TEXT NOT NULL,
    doc    TEXT NOT NULL,
    stamps TEXT NOT NULL,
    PRIMARY KEY (kind, id)
);

INSERT INTO record_by_row (kind, id, doc, stamps) SELECT kind, id, doc, stamps FROM record ORDER BY kind, id;

DROP TABLE record;

ALTER TABLE record_by_row RENAME TO record;

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
