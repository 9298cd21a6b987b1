"""Access: spaces, the people in them, and the tokens and sign-ins by which they are known."""
