"""Conversations: messages in order, their window and their digest."""
