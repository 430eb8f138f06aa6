-- Points count anew: a win is worth at least 105, a game not won at least half of its cards, rounded up. Both are least
-- values of what was counted before, so what is stored is all that is needed. Hints stand as they were counted.
UPDATE results SET points = max(points, CASE won WHEN 1 THEN 105 ELSE (laid + 1) / 2 END);

-- Whether its date is a day of a streak: past ones stay what they were.
ALTER TABLE results ADD COLUMN streak_day INTEGER NOT NULL DEFAULT 0 CHECK (streak_day IN (0, 1));
UPDATE results SET streak_day = finished WHERE date IS NOT NULL;

-- Whether it counts on leaderboards, if it ranks: of a team at least two must have laid cards.
ALTER TABLE results ADD COLUMN listed INTEGER NOT NULL DEFAULT 1 CHECK (listed IN (0, 1));
UPDATE results SET listed = 0
WHERE audience = 'team' AND (SELECT count(*) FROM shares WHERE result_id = results.id AND laid > 0) < 2;

DROP INDEX results_of_day;
CREATE INDEX results_of_day ON results (date, audience, kind, points DESC, hints, opened) WHERE date IS NOT NULL;

-- The account is gone, as Telegram says: it leaves the leaderboards.
ALTER TABLE players ADD COLUMN deactivated INTEGER NOT NULL DEFAULT 0 CHECK (deactivated IN (0, 1));

-- A cache of the listed results by period ('2026-11-30', 'week 2026-11-30' or 'all') and holder (the player, or the chat
-- of a team), written with each result and rebuilt by `Leaders.rebuild_totals`.
DROP TABLE totals;
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

CREATE INDEX totals_ranked ON totals (period, audience, kind, points DESC, hints, opened)
    WHERE listed = 1;
CREATE INDEX totals_of_holder ON totals (holder, audience);

-- How many listed holders have so many points, none with 0: to count who is ahead, and to find the line of a number,
-- without going through them one by one. Hints and opened cards are compared among those of equal points alone.
DROP TABLE places;
CREATE TABLE places (
    period   TEXT NOT NULL,
    audience TEXT NOT NULL,
    kind     TEXT NOT NULL,
    points   INTEGER NOT NULL,
    holders  INTEGER NOT NULL,
    PRIMARY KEY (period, audience, kind, points)
) STRICT, WITHOUT ROWID;

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

INSERT INTO totals (period, audience, kind, holder, points, hints, opened, games, won)
SELECT period, audience, kind, coalesce(player_id, chat_id) AS owner,
    sum(points), sum(hints), sum(opened), count(*), sum(won)
FROM (
    SELECT date AS period, * FROM results
    UNION ALL SELECT 'week ' || date(date, 'weekday 0', '-6 days'), * FROM results
    UNION ALL SELECT 'all', * FROM results
) WHERE date IS NOT NULL AND listed = 1
GROUP BY period, audience, kind, owner;
