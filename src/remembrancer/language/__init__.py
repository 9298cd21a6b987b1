"""Language rules: parse the statement that one English or Swedish sentence makes."""
