"""What runs by itself or goes on in the background: deals of the day, reminders, reviews, replays.

Answers to updates belong in ``handlers``; how a message is sent and drawn belongs in ``screen``.
"""
