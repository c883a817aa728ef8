-- What a commit changes in the indexes belongs to as many places as there are indexes, runs and agents, and every page that
-- is touched is written whole. So it lies here first, one row for each commit, and is put into its place many commits at a
-- time. `seq` is the number of the last event of the commit; `entries` names the index, then sort and id of each entry, and
-- whether it was added.
CREATE TABLE idx_tail (
    seq     INTEGER PRIMARY KEY,
    entries TEXT NOT NULL
);
