"""Every sentence that players read, in Russian and Telegram's HTML.

What a patience says of itself stands in its own file; how a message reaches a chat is ``screen``'s
business.
"""
