"""Everything that players read, but for what a patience says of itself: Russian, Telegram HTML."""
