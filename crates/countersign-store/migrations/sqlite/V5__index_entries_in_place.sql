-- A commit writes its index entries into the indexes again. What lies in `idx_tail` goes there: of an entry that several
-- commits changed, the last change counts. An entry that is not as it should be fails.

CREATE TEMP TABLE newest AS
SELECT indexes.key AS name, entry.value ->> 0 AS sort, entry.value ->> 1 AS id, entry.value ->> 2 AS added, max(seq)
FROM idx_tail, json_each(entries) AS indexes, json_each(indexes.value) AS entry
GROUP BY 1, 2, 3;

INSERT INTO idx SELECT name, sort, id FROM newest WHERE added IS NOT 0 ON CONFLICT (name, sort, id) DO NOTHING;

DELETE FROM idx WHERE (name, sort, id) IN (SELECT name, sort, id FROM newest WHERE NOT added);

DROP TABLE newest;

DROP TABLE idx_tail;
