-- Updates that nobody could read, as they came: for the operators alone, who look at them with `python -m bot updates`.
CREATE TABLE unreadable_updates (
    id      INTEGER PRIMARY KEY,
    at      INTEGER NOT NULL,
    why     TEXT NOT NULL,
    content TEXT NOT NULL UNIQUE
) STRICT;
