-- Who writes the log: one row per home whose daemon was ever here. `fence` grows each time a daemon of that home starts;
-- one with a lower number writes nothing and carries out nothing any more. The times are this server's own, so that it does
-- not matter what the clocks of the daemons say.
CREATE TABLE daemon (
    home    TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name    TEXT COLLATE "C" NOT NULL UNIQUE,
    first   BOOLEAN NOT NULL,
    fence   BIGINT NOT NULL,
    seen_at TIMESTAMPTZ NOT NULL
);

-- How often records and identities have changed, whoever changed them: what daemons remember of them ends with it.
CREATE TABLE changed (
    only_row   BOOLEAN NOT NULL PRIMARY KEY CHECK (only_row),
    records    BIGINT NOT NULL,
    identities BIGINT NOT NULL
);

INSERT INTO changed (only_row, records, identities) VALUES (true, 0, 0);
