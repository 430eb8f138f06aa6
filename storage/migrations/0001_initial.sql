-- Times are Unix seconds, dates ISO text, booleans 0 or 1. A deal is a name, a move a character: what they mean is
-- the business of the games.

CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE chats (
    id               INTEGER PRIMARY KEY,
    kind             TEXT NOT NULL,
    title            TEXT NOT NULL,
    joined_at        INTEGER NOT NULL,
    active           INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
    who_plays        TEXT NOT NULL DEFAULT 'all' CHECK (who_plays IN ('all', 'starter')),
    theme            TEXT NOT NULL DEFAULT '',
    four_colours     INTEGER NOT NULL DEFAULT 0 CHECK (four_colours IN (0, 1)),
    detailed_caption INTEGER NOT NULL DEFAULT 0 CHECK (detailed_caption IN (0, 1)),
    new_message      INTEGER NOT NULL DEFAULT 0 CHECK (new_message IN (0, 1)),
    can_photo        INTEGER NOT NULL DEFAULT 1 CHECK (can_photo IN (0, 1)),
    greeted          INTEGER NOT NULL DEFAULT 0 CHECK (greeted IN (0, 1)),
    hinted           INTEGER NOT NULL DEFAULT 0 CHECK (hinted IN (0, 1)),
    title_allowed    INTEGER NOT NULL DEFAULT 0 CHECK (title_allowed IN (0, 1)),
    thread_id        INTEGER
) STRICT;

CREATE TABLE players (
    id        INTEGER PRIMARY KEY,
    name      TEXT NOT NULL,
    username  TEXT,
    joined_at INTEGER NOT NULL,
    anonymous INTEGER NOT NULL DEFAULT 0 CHECK (anonymous IN (0, 1)),
    hidden    INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    toured    INTEGER NOT NULL DEFAULT 0 CHECK (toured IN (0, 1))
) STRICT;

-- Who tapped or shared something in which chat: the people of its leaderboard.
CREATE TABLE visits (
    chat_id   INTEGER NOT NULL REFERENCES chats ON UPDATE CASCADE ON DELETE CASCADE,
    player_id INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    PRIMARY KEY (chat_id, player_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX visits_by_player ON visits (player_id);

CREATE TABLE games (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    chat_id       INTEGER NOT NULL REFERENCES chats ON UPDATE CASCADE ON DELETE CASCADE,
    kind          TEXT NOT NULL,
    deal          TEXT NOT NULL,
    label         TEXT NOT NULL,
    audience      TEXT NOT NULL CHECK (audience IN ('', 'person', 'team')),
    ranked        INTEGER NOT NULL CHECK (ranked IN (0, 1)),
    starter       INTEGER REFERENCES players ON DELETE SET NULL,
    state         TEXT NOT NULL DEFAULT 'playing'
                  CHECK (state IN ('playing', 'aside', 'won', 'lost', 'stopped', 'dropped')),
    revision      INTEGER NOT NULL DEFAULT 1,
    hints         INTEGER NOT NULL DEFAULT 0,
    hint_revision INTEGER NOT NULL DEFAULT 0, -- the last revision that a hint was counted for
    created_at    INTEGER NOT NULL,
    finished_at   INTEGER,
    shown         INTEGER NOT NULL DEFAULT 0, -- the revision that the table message shows
    message_id    INTEGER                     -- the table message in use
) STRICT;

CREATE UNIQUE INDEX games_on_the_table ON games (chat_id) WHERE state = 'playing';
CREATE INDEX games_of_chat ON games (chat_id, id);
CREATE INDEX games_by_starter ON games (starter);
CREATE INDEX games_lagging ON games (id) WHERE shown < revision AND state <> 'aside';
CREATE INDEX games_unscored ON games (label) WHERE ranked = 1 AND state IN ('playing', 'aside');

CREATE TABLE taps (
    game_id   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    number    INTEGER NOT NULL,
    player_id INTEGER REFERENCES players ON DELETE SET NULL,
    at        INTEGER NOT NULL,
    moves     TEXT NOT NULL CHECK (moves <> ''),
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX taps_by_player ON taps (player_id);

-- Every message that ever showed a table, so that a tap on an old one is understood.
CREATE TABLE messages (
    chat_id    INTEGER NOT NULL REFERENCES chats ON UPDATE CASCADE ON DELETE CASCADE,
    message_id INTEGER NOT NULL,
    game_id    INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind IN ('photo', 'text')),
    thread_id  INTEGER,
    keyboard   INTEGER NOT NULL DEFAULT 1 CHECK (keyboard IN (0, 1)),
    PRIMARY KEY (chat_id, message_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX messages_of_game ON messages (game_id);
CREATE INDEX messages_with_keyboard ON messages (game_id, message_id) WHERE keyboard = 1;

-- The first attempt of a chat at a dated deal, the only one that ranks. It outlives its game when a player's data is
-- deleted before the deal is over, and has no reference to a chat, so that deleting is no second attempt.
CREATE TABLE attempts (
    chat_id INTEGER NOT NULL,
    label   TEXT NOT NULL,
    kind    TEXT NOT NULL,
    game_id INTEGER REFERENCES games ON DELETE SET NULL,
    PRIMARY KEY (chat_id, label, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX attempts_of_game ON attempts (game_id);

CREATE TABLE results (
    id          INTEGER PRIMARY KEY,
    game_id     INTEGER NOT NULL UNIQUE REFERENCES games ON DELETE CASCADE,
    chat_id     INTEGER NOT NULL REFERENCES chats ON UPDATE CASCADE ON DELETE CASCADE,
    player_id   INTEGER REFERENCES players ON DELETE CASCADE, -- null: played together
    kind        TEXT NOT NULL,
    date        TEXT, -- of a ranked result its deal's day, otherwise null
    audience    TEXT NOT NULL CHECK (audience IN ('', 'person', 'team')),
    laid        INTEGER NOT NULL,
    won         INTEGER NOT NULL CHECK (won IN (0, 1)),
    finished    INTEGER NOT NULL CHECK (finished IN (0, 1)), -- 0: scored as it stood when its time was over
    passes      INTEGER NOT NULL,
    opened      INTEGER NOT NULL,
    hints       INTEGER NOT NULL,
    points      INTEGER NOT NULL,
    finished_at INTEGER NOT NULL
) STRICT;

CREATE INDEX results_of_player ON results (player_id, kind) WHERE player_id IS NOT NULL;
CREATE INDEX results_of_chat ON results (chat_id, kind);
CREATE INDEX results_of_day ON results (date, audience, kind, points DESC, opened) WHERE date IS NOT NULL;

-- Who laid how many cards in a game played together.
CREATE TABLE shares (
    result_id INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
    player_id INTEGER REFERENCES players ON DELETE SET NULL,
    laid      INTEGER NOT NULL
) STRICT;

CREATE INDEX shares_of_result ON shares (result_id);
CREATE INDEX shares_of_player ON shares (player_id);

-- A cache of the ranked results by period ('2026-11-30', 'week 2026-11-30' or 'all') and holder (the player, or the chat
-- of a team), written with each result and rebuilt by `Leaders.rebuild_totals`.
CREATE TABLE totals (
    period   TEXT NOT NULL,
    audience TEXT NOT NULL,
    kind     TEXT NOT NULL,
    holder   INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    opened   INTEGER NOT NULL,
    games    INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    PRIMARY KEY (period, audience, kind, holder)
) STRICT, WITHOUT ROWID;

CREATE INDEX totals_ranked ON totals (period, audience, kind, points DESC, opened);
CREATE INDEX totals_of_holder ON totals (holder, audience);

-- How many holders have so many points: to count who is ahead without going through them one by one.
CREATE TABLE places (
    period   TEXT NOT NULL,
    audience TEXT NOT NULL,
    kind     TEXT NOT NULL,
    points   INTEGER NOT NULL,
    holders  INTEGER NOT NULL,
    PRIMARY KEY (period, audience, kind, points)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER totals_added AFTER INSERT ON totals BEGIN
    INSERT INTO places VALUES (NEW.period, NEW.audience, NEW.kind, NEW.points, 1)
    ON CONFLICT DO UPDATE SET holders = holders + 1;
END;

CREATE TRIGGER totals_deleted AFTER DELETE ON totals BEGIN
    UPDATE places SET holders = holders - 1
    WHERE period = OLD.period AND audience = OLD.audience AND kind = OLD.kind AND points = OLD.points;
    DELETE FROM places
    WHERE period = OLD.period AND audience = OLD.audience AND kind = OLD.kind AND points = OLD.points
        AND holders = 0;
END;

CREATE TRIGGER totals_changed AFTER UPDATE OF points ON totals BEGIN
    INSERT INTO places VALUES (NEW.period, NEW.audience, NEW.kind, NEW.points, 1)
    ON CONFLICT DO UPDATE SET holders = holders + 1;
    UPDATE places SET holders = holders - 1
    WHERE period = OLD.period AND audience = OLD.audience AND kind = OLD.kind AND points = OLD.points;
    DELETE FROM places
    WHERE period = OLD.period AND audience = OLD.audience AND kind = OLD.kind AND points = OLD.points
        AND holders = 0;
END;

CREATE TABLE daily_deals (
    date          TEXT NOT NULL,
    kind          TEXT NOT NULL,
    audience      TEXT NOT NULL CHECK (audience IN ('person', 'team')),
    deal          TEXT NOT NULL,
    attempt       INTEGER NOT NULL, -- how many decks before this one were refused
    solver_passes INTEGER NOT NULL,
    solver_opened INTEGER NOT NULL,
    solution      TEXT NOT NULL,
    prepared_at   INTEGER NOT NULL,
    PRIMARY KEY (date, kind, audience)
) STRICT, WITHOUT ROWID;

CREATE TABLE reminders (
    chat_id   INTEGER PRIMARY KEY REFERENCES chats ON UPDATE CASCADE ON DELETE CASCADE,
    hour      INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    last_sent TEXT NOT NULL DEFAULT '',
    ignored   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX reminders_by_hour ON reminders (hour, last_sent);

-- Pictures already sent, by what they show and the version of the drawing.
CREATE TABLE pictures (
    bot_id  INTEGER NOT NULL,
    scene   TEXT NOT NULL,
    version INTEGER NOT NULL,
    file_id TEXT NOT NULL,
    game_id INTEGER REFERENCES games ON DELETE CASCADE,
    kept_at INTEGER NOT NULL,
    PRIMARY KEY (bot_id, scene, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX pictures_of_game ON pictures (game_id);
CREATE INDEX pictures_by_age ON pictures (kept_at);
