-- Ids are kept as people and logs write them (w1, s4): an agent may name a number that SQLite's integers can't hold.

CREATE TABLE agents (
    name         TEXT PRIMARY KEY,
    token_sha256 BLOB NOT NULL CHECK (length(token_sha256) = 32)
) STRICT;

CREATE TABLE settings (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE audit (
    number     INTEGER PRIMARY KEY,
    at_millis  INTEGER NOT NULL,
    agent      TEXT,
    session_id TEXT,
    window_id  TEXT,
    page_id    TEXT,
    what       TEXT NOT NULL,
    address    TEXT,
    outcome    TEXT NOT NULL CHECK (outcome IN ('started', 'done', 'refused', 'failed')),
    code       TEXT CHECK ((code IS NOT NULL) = (outcome IN ('refused', 'failed'))),
    hash       BLOB NOT NULL CHECK (length(hash) = 32),
    sealed_by  BLOB CHECK (length(sealed_by) = 8),
    seal       BLOB CHECK (length(seal) = 32),
    CHECK ((sealed_by IS NULL) = (seal IS NULL))
) STRICT;

CREATE TRIGGER audit_is_never_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'audit entries are never changed'); END;

CREATE TRIGGER audit_is_never_shortened BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END;

-- Also what stops INSERT OR REPLACE, whose deletes fire no trigger.
CREATE TRIGGER audit_only_grows_at_its_end BEFORE INSERT ON audit
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM audit)
BEGIN SELECT RAISE(ABORT, 'audit entries are only added at the end'); END;
