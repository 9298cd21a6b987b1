"""The bundle: approved and mandatory items for one caller, and its rules files."""
