-- Numbers are never given again, so that what was kept under one can't come up under another.

CREATE TABLE profiles (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('persistent'))
) STRICT;

CREATE TABLE profile_drivers (
    profile INTEGER NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    agent   TEXT NOT NULL,
    PRIMARY KEY (profile, agent)
) STRICT, WITHOUT ROWID;
