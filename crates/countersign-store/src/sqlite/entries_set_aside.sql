-- The indexes of a file of version 4, with the changes that it set aside in `idx_tail`. Of an entry that several commits
-- changed, the last change counts.

CREATE TEMP VIEW newest AS
SELECT indexes.key AS name, entry.value ->> 0 AS sort, entry.value ->> 1 AS id, entry.value ->> 2 AS added, max(seq)
FROM main.idx_tail, json_each(entries) AS indexes, json_each(indexes.value) AS entry
GROUP BY 1, 2, 3;

CREATE TEMP VIEW idx AS
SELECT name, sort, id FROM main.idx
WHERE (name, sort, id) NOT IN (SELECT name, sort, id FROM newest WHERE sort IS NOT NULL AND id IS NOT NULL)
UNION ALL
SELECT name, sort, id FROM newest WHERE added;
