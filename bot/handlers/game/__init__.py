"""The taps and commands of a game: laying it out, moves, hints, the table's menu, its end.

What concerns no game in particular belongs in ``pages`` or ``chats``.
"""
