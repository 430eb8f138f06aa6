"""How we speak with Telegram: requests, refusals, pace, order; the codecs of buttons and links.

Nothing here knows a game, a chat's settings or a sentence: what a message shows is up to
``screen``.
"""
