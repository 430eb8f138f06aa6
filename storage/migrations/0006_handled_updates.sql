-- The latest updates that changed something, written with what they changed: what Telegram brings again after a kill
-- changes nothing more. `number` is Telegram's `update_id`, which each bot counts by itself.
CREATE TABLE handled_updates (
    id     INTEGER PRIMARY KEY,
    bot_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    UNIQUE (bot_id, number)
) STRICT;
