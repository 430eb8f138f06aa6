"""Who plays a deal of the day: a person, or a group as a team. Each has decks of its own."""

PERSON, TEAM = AUDIENCES = ("person", "team")
