PRAGMA application_id = 1346458457;
PRAGMA user_version = 8;
BEGIN TRANSACTION;
CREATE TABLE attempts (
    chat_id INTEGER NOT NULL,
    label   TEXT NOT NULL,
    kind    TEXT NOT NULL,
    game_id INTEGER REFERENCES games ON DELETE SET NULL,
    PRIMARY KEY (chat_id, label, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES(11,'2026-11-29','devils',1);
CREATE TABLE chats (
    id               INTEGER PRIMARY KEY,
    kind             TEXT NOT NULL,
    title            TEXT NOT NULL,
    joined_at        INTEGER NOT NULL,
    active           INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
    theme            TEXT NOT NULL DEFAULT '',
    four_colours     INTEGER NOT NULL DEFAULT 0 CHECK (four_colours IN (0, 1)),
    detailed_caption INTEGER NOT NULL DEFAULT 0 CHECK (detailed_caption IN (0, 1)),
    new_message      INTEGER NOT NULL DEFAULT 0 CHECK (new_message IN (0, 1)),
    greeted          INTEGER NOT NULL DEFAULT 0 CHECK (greeted IN (0, 1)),
    hinted           INTEGER NOT NULL DEFAULT 0 CHECK (hinted IN (0, 1)),
    title_allowed    INTEGER NOT NULL DEFAULT 0 CHECK (title_allowed IN (0, 1)),
    thread_id        INTEGER
, root_id INTEGER, who_plays TEXT NOT NULL DEFAULT 'all' CHECK (who_plays IN ('all', 'starter', 'turns'))) STRICT;
INSERT INTO "chats" VALUES(-100,'group','Дача',1,1,'',0,0,0,0,0,0,NULL,NULL,'all');
INSERT INTO "chats" VALUES(11,'private','Аня',1,1,'',0,0,0,0,0,0,NULL,NULL,'all');
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
INSERT INTO "daily_deals" VALUES('2026-11-29','devils','person','a1b2',0,1,90,'d3w',50);
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
INSERT INTO "games" VALUES(1,11,'devils','a1b2','2026-11-29','person',1,11,'won',2,0,0,100,110,1,5);
INSERT INTO "games" VALUES(2,11,'devils','481516','481516','',0,11,'playing',3,0,0,200,NULL,0,NULL);
INSERT INTO "games" VALUES(3,-100,'first-last','77','77','',0,12,'lost',3,0,0,200,220,0,NULL);
CREATE TABLE handled_updates (
    id     INTEGER PRIMARY KEY,
    bot_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    UNIQUE (bot_id, number)
) STRICT;
CREATE TABLE messages (
    chat_id    INTEGER NOT NULL REFERENCES chats ON UPDATE CASCADE ON DELETE CASCADE,
    message_id INTEGER NOT NULL,
    game_id    INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind IN ('photo', 'text')),
    keyboard   INTEGER NOT NULL DEFAULT 1 CHECK (keyboard IN (0, 1)),
    PRIMARY KEY (chat_id, message_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "messages" VALUES(11,5,1,'photo',1);
CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('daily_secret','5ec7e7');
CREATE TABLE notices (
    game_id    INTEGER NOT NULL PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    verdict    TEXT NOT NULL,
    message_id INTEGER -- null: it is not known which message tells it, or it is out of reach
) STRICT;
INSERT INTO "notices" VALUES(2,'lost',9);
CREATE TABLE pictures (
    bot_id  INTEGER NOT NULL,
    scene   TEXT NOT NULL,
    version INTEGER NOT NULL,
    file_id TEXT NOT NULL,
    game_id INTEGER REFERENCES games ON DELETE CASCADE,
    kept_at INTEGER NOT NULL,
    PRIMARY KEY (bot_id, scene, version)
) STRICT, WITHOUT ROWID;
INSERT INTO "pictures" VALUES(1,'opening',1,'AgAC',NULL,100);
CREATE TABLE places (
    period   TEXT NOT NULL,
    audience TEXT NOT NULL,
    kind     TEXT NOT NULL,
    points   INTEGER NOT NULL,
    holders  INTEGER NOT NULL,
    PRIMARY KEY (period, audience, kind, points)
) STRICT, WITHOUT ROWID;
INSERT INTO "places" VALUES('2026-11-29','person','devils',174,1);
INSERT INTO "places" VALUES('all','person','devils',174,1);
INSERT INTO "places" VALUES('week 2026-11-23','person','devils',174,1);
CREATE TABLE players (
    id        INTEGER PRIMARY KEY,
    name      TEXT NOT NULL,
    username  TEXT,
    joined_at INTEGER NOT NULL,
    anonymous INTEGER NOT NULL DEFAULT 0 CHECK (anonymous IN (0, 1)),
    hidden    INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    toured    INTEGER NOT NULL DEFAULT 0 CHECK (toured IN (0, 1))
, deactivated INTEGER NOT NULL DEFAULT 0 CHECK (deactivated IN (0, 1))) STRICT;
INSERT INTO "players" VALUES(11,'Аня','anya',1,0,0,0,0);
INSERT INTO "players" VALUES(12,'Борис',NULL,1,0,0,0,0);
CREATE TABLE reminders (
    chat_id   INTEGER PRIMARY KEY REFERENCES chats ON UPDATE CASCADE ON DELETE CASCADE,
    hour      INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    last_sent TEXT NOT NULL DEFAULT '',
    ignored   INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "reminders" VALUES(11,9,'',0);
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
, streak_day INTEGER NOT NULL DEFAULT 0 CHECK (streak_day IN (0, 1)), listed INTEGER NOT NULL DEFAULT 1 CHECK (listed IN (0, 1))) STRICT;
INSERT INTO "results" VALUES(1,1,11,11,'devils','2026-11-29','person',104,1,1,2,120,1,174,110,1,1);
INSERT INTO "results" VALUES(2,3,-100,NULL,'first-last',NULL,'',50,0,1,3,200,0,50,220,0,1);
CREATE TABLE shares (
    result_id INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
    player_id INTEGER REFERENCES players ON DELETE SET NULL,
    laid      INTEGER NOT NULL
) STRICT;
INSERT INTO "shares" VALUES(2,11,20);
INSERT INTO "shares" VALUES(2,12,30);
CREATE TABLE taps (
    game_id   INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    number    INTEGER NOT NULL,
    player_id INTEGER REFERENCES players ON DELETE SET NULL,
    at        INTEGER NOT NULL,
    moves     TEXT NOT NULL CHECK (moves <> ''),
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "taps" VALUES(1,1,11,110,'d3w');
INSERT INTO "taps" VALUES(2,1,11,210,'ddd');
INSERT INTO "taps" VALUES(2,2,11,220,'3');
INSERT INTO "taps" VALUES(3,1,12,210,'d');
CREATE TABLE totals (
    period   TEXT NOT NULL,
    audience TEXT NOT NULL,
    kind     TEXT NOT NULL,
    holder   INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    hints    INTEGER NOT NULL,
    opened   INTEGER NOT NULL,
    games    INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    listed   INTEGER NOT NULL DEFAULT 1 CHECK (listed IN (0, 1)), -- 0: whose account is gone
    PRIMARY KEY (period, audience, kind, holder)
) STRICT, WITHOUT ROWID;
INSERT INTO "totals" VALUES('2026-11-29','person','devils',11,174,1,120,1,1,1);
INSERT INTO "totals" VALUES('all','person','devils',11,174,1,120,1,1,1);
INSERT INTO "totals" VALUES('week 2026-11-23','person','devils',11,174,1,120,1,1,1);
CREATE TABLE unreadable_updates (
    id      INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    why     TEXT NOT NULL,
    content TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE visits (
    chat_id   INTEGER NOT NULL REFERENCES chats ON UPDATE CASCADE ON DELETE CASCADE,
    player_id INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
    PRIMARY KEY (chat_id, player_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "visits" VALUES(11,11);
INSERT INTO "visits" VALUES(-100,12);
CREATE INDEX visits_by_player ON visits (player_id);
CREATE UNIQUE INDEX games_on_the_table ON games (chat_id) WHERE state = 'playing';
CREATE INDEX games_of_chat ON games (chat_id, id);
CREATE INDEX games_by_starter ON games (starter);
CREATE INDEX games_lagging ON games (id) WHERE shown < revision AND state <> 'aside';
CREATE INDEX games_unscored ON games (label) WHERE ranked = 1 AND state IN ('playing', 'aside');
CREATE INDEX taps_by_player ON taps (player_id);
CREATE INDEX messages_of_game ON messages (game_id);
CREATE INDEX messages_with_keyboard ON messages (game_id, message_id) WHERE keyboard = 1;
CREATE INDEX attempts_of_game ON attempts (game_id);
CREATE INDEX results_of_player ON results (player_id, kind) WHERE player_id IS NOT NULL;
CREATE INDEX results_of_chat ON results (chat_id, kind);
CREATE INDEX shares_of_result ON shares (result_id);
CREATE INDEX shares_of_player ON shares (player_id);
CREATE INDEX reminders_by_hour ON reminders (hour, last_sent);
CREATE INDEX pictures_of_game ON pictures (game_id);
CREATE INDEX pictures_by_age ON pictures (kept_at);
CREATE INDEX results_of_day ON results (date, audience, kind, points DESC, hints, opened) WHERE date IS NOT NULL;
CREATE INDEX totals_ranked ON totals (period, audience, kind, points DESC, hints, opened)
    WHERE listed = 1;
CREATE INDEX totals_of_holder ON totals (holder, audience);
CREATE TRIGGER totals_added AFTER INSERT ON totals WHEN NEW.listed AND NEW.points > 0 BEGIN
    INSERT INTO places VALUES (NEW.period, NEW.audience, NEW.kind, NEW.points, 1)
    ON CONFLICT DO UPDATE SET holders = holders + 1;
END;
CREATE TRIGGER totals_deleted AFTER DELETE ON totals WHEN OLD.listed AND OLD.points > 0 BEGIN
    UPDATE places SET holders = holders - 1
    WHERE period = OLD.period AND audience = OLD.audience AND kind = OLD.kind AND points = OLD.points;
    DELETE FROM places
    WHERE period = OLD.period AND audience = OLD.audience AND kind = OLD.kind AND points = OLD.points
        AND holders = 0;
END;
CREATE TRIGGER totals_changed AFTER UPDATE OF points, listed ON totals BEGIN
    INSERT INTO places SELECT NEW.period, NEW.audience, NEW.kind, NEW.points, 1 WHERE NEW.listed AND NEW.points > 0
    ON CONFLICT DO UPDATE SET holders = holders + 1;
    UPDATE places SET holders = holders - 1
    WHERE OLD.listed AND OLD.points > 0
        AND period = OLD.period AND audience = OLD.audience AND kind = OLD.kind AND points = OLD.points;
    DELETE FROM places
    WHERE period = OLD.period AND audience = OLD.audience AND kind = OLD.kind AND points = OLD.points
        AND holders = 0;
END;
CREATE TRIGGER players_deactivated AFTER UPDATE OF deactivated ON players
WHEN NEW.deactivated <> OLD.deactivated BEGIN
    UPDATE totals SET listed = NOT NEW.deactivated WHERE audience = 'person' AND holder = NEW.id;
END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',3);
COMMIT;
