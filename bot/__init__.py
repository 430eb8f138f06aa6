"""The bot: what it says, shows and decides, in rooms that build on each other.

``docs/architecture.md`` shows the house. Nothing lies flat here but the command line, the wiring,
the settings and the check of a record.
"""
