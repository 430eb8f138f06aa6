"""What happens to whole chats and between them: membership, links, sharing, moderation."""
