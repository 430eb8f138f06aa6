-- A third way to play in a group: in turn. The column is made anew in place, whatever others the table has by now.
ALTER TABLE chats ADD COLUMN who_moves TEXT NOT NULL DEFAULT 'all' CHECK (who_moves IN ('all', 'starter', 'turns'));
UPDATE chats SET who_moves = who_plays;
ALTER TABLE chats DROP COLUMN who_plays;
ALTER TABLE chats RENAME COLUMN who_moves TO who_plays;
