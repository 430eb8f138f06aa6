"""What stands in a chat: tables and their messages, pictures, captions, keyboards.

Words come from ``texts`` and positions from ``play``; whether a move may be made is not asked here.
"""
