-- SQLite can't change a CHECK, so the table is made anew, with the numbers that were given; and first the one that refers
-- to it, whose rows would go with the old one's.

CREATE TABLE profiles_of_kinds (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    name             TEXT NOT NULL UNIQUE,
    kind             TEXT NOT NULL CHECK (kind IN ('persistent', 'workspace', 'shared', 'automation-only')),
    workspace        TEXT CHECK ((workspace IS NOT NULL) = (kind = 'workspace')),
    -- What the clean state of an automation-only profile may hold.
    clean            TEXT CHECK ((clean IS NOT NULL) = (kind = 'automation-only') AND clean IN ('plain', 'may_be_signed_in')),
    is_archived      INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
    -- A Window has it, or had it when NEXUS ended.
    is_open          INTEGER NOT NULL DEFAULT 0 CHECK (is_open IN (0, 1)),
    opened_at_millis INTEGER
) STRICT;

INSERT INTO profiles_of_kinds (id, name, kind) SELECT id, name, kind FROM profiles;

CREATE TABLE drivers_of_kinds (
    profile INTEGER NOT NULL REFERENCES profiles_of_kinds (id) ON DELETE CASCADE,
    agent   TEXT NOT NULL,
    PRIMARY KEY (profile, agent)
) STRICT, WITHOUT ROWID;

INSERT INTO drivers_of_kinds (profile, agent) SELECT profile, agent FROM profile_drivers;

DROP TABLE profile_drivers;
DROP TABLE profiles;
ALTER TABLE profiles_of_kinds RENAME TO profiles;
ALTER TABLE drivers_of_kinds RENAME TO profile_drivers;
