"""The commands that are one file each."""
