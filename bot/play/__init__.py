"""The play without Telegram: load a game, replay it, apply, commit; days, leaders, statistics.

What a move means is told by ``games``, what a player reads by ``texts``. Nothing here sends or
draws.
"""
