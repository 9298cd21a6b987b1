"""The rules: pure functions, values in and values out. Time always comes in as an argument."""
