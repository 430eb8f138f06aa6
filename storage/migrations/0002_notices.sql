-- What a chat has been told of the certain end of a game that goes on, so that it is told once and taken back in time.
CREATE TABLE notices (
    game_id    INTEGER NOT NULL PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    verdict    TEXT NOT NULL,
    message_id INTEGER -- null: it is not known which message tells it, or it is out of reach
) STRICT;
