"""The solver's process and what is asked of it: hints, what is certain of a game, reviews, wins.

How the solver searches belongs in ``games/solver``; how advice is worded belongs in ``texts``.
"""
