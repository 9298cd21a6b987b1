"""Times: dates, times of day, spans and what recurs."""
