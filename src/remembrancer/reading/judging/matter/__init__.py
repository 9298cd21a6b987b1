"""What two statements are about: which things, on which side, and who does what to whom."""
