-- The channel's post under which a discussion group's table lives, among its comments.
ALTER TABLE chats ADD COLUMN root_id INTEGER;
