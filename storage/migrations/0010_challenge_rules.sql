-- A person's first game of a challenge goes by the rules of ranking, though it does not rank.
ALTER TABLE games ADD COLUMN challenged INTEGER NOT NULL DEFAULT 0 CHECK (challenged IN (0, 1));
-- Whether a person wants to hear that a result of theirs was beaten; empty: not asked yet.
ALTER TABLE players ADD COLUMN hears TEXT NOT NULL DEFAULT '' CHECK (hears IN ('', 'yes', 'no'));
