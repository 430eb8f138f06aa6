"""What happens to whole chats and between them: membership, links, sharing, moderation.

What is done inside one game belongs in ``game``.
"""
