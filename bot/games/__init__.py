"""The rules of the patiences: pure, without Telegram, pictures, database, clock or chance."""
