-- Deals that people have called each other to play: one row for each result that inline mode has offered, under the
-- token that its buttons carry. The deal itself is named by (kind, label) only.
CREATE TABLE challenges (
    token             TEXT NOT NULL PRIMARY KEY,
    kind              TEXT NOT NULL,
    label             TEXT NOT NULL,
    owner             INTEGER REFERENCES players ON DELETE SET NULL,
    game_id           INTEGER REFERENCES games ON DELETE SET NULL, -- whose result is shown; null: the deal alone
    made_at           INTEGER NOT NULL,
    pictured          INTEGER NOT NULL CHECK (pictured IN (0, 1)),
    inline_message_id TEXT UNIQUE,                -- null: nobody has told it yet
    shown             TEXT NOT NULL,              -- a digest of what the message says
    edited_at         INTEGER NOT NULL DEFAULT 0,
    look_at           INTEGER,                    -- when the message may lag; null: it does not
    ended             INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE INDEX challenges_due ON challenges (look_at) WHERE ended = 0 AND look_at IS NOT NULL;
CREATE INDEX challenges_of_owner ON challenges (owner, made_at);
CREATE INDEX challenges_of_game ON challenges (game_id);
CREATE INDEX challenges_by_age ON challenges (made_at);

-- Whose result stands in which challenge: that of one game, for good.
CREATE TABLE challenge_attempts (
    token     TEXT NOT NULL REFERENCES challenges ON DELETE CASCADE,
    player_id INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    game_id   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    earlier   INTEGER NOT NULL CHECK (earlier IN (0, 1)), -- it was over before the challenge was taken up
    beaten    INTEGER NOT NULL DEFAULT 0 CHECK (beaten IN (0, 1)),
    PRIMARY KEY (token, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX challenge_attempts_of_player ON challenge_attempts (player_id);
CREATE INDEX challenge_attempts_of_game ON challenge_attempts (game_id);

-- Whoever changes what a message tells makes it lag, whether by a move, a name or a deletion.
CREATE TRIGGER challenge_attempt_added AFTER INSERT ON challenge_attempts BEGIN
    UPDATE challenges SET look_at = 0 WHERE token = NEW.token;
END;

CREATE TRIGGER challenge_attempt_deleted AFTER DELETE ON challenge_attempts BEGIN
    UPDATE challenges SET look_at = 0 WHERE token = OLD.token;
END;

CREATE TRIGGER challenge_orphaned AFTER UPDATE OF owner, game_id ON challenges BEGIN
    UPDATE challenges SET look_at = 0 WHERE token = NEW.token;
END;

CREATE TRIGGER challenged_game_changed AFTER UPDATE OF state ON games WHEN NEW.state <> OLD.state BEGIN
    UPDATE challenges SET look_at = 0 WHERE token IN (SELECT token FROM challenge_attempts WHERE game_id = NEW.id);
END;

CREATE TRIGGER challenged_game_scored AFTER INSERT ON results BEGIN
    UPDATE challenges SET look_at = 0
    WHERE token IN (SELECT token FROM challenge_attempts WHERE game_id = NEW.game_id);
END;

CREATE TRIGGER challenger_renamed AFTER UPDATE OF name, anonymous, hidden ON players
WHEN (NEW.name, NEW.anonymous, NEW.hidden) <> (OLD.name, OLD.anonymous, OLD.hidden) BEGIN
    UPDATE challenges SET look_at = 0 WHERE owner = NEW.id;
    UPDATE challenges SET look_at = 0
    WHERE token IN (SELECT token FROM challenge_attempts WHERE player_id = NEW.id);
END;
