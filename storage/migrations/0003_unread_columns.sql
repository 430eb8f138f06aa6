-- What was written and never read.
ALTER TABLE chats DROP COLUMN can_photo;
ALTER TABLE messages DROP COLUMN thread_id;
