"""A clock that the story sets and that never runs backwards."""

from __future__ import annotations

from datetime import datetime, timedelta

_HOUR_FIRST, _HOURS = 8, 10  # people act between eight and six


class StoryClock:
    """Gives the time of the current act."""

    def __init__(self, today: datetime) -> None:
        self.today = today
        self.now = today

    def __call__(self) -> datetime:
        return self.now

    def turn_to(self, days_ago: int, place: int) -> datetime:
        """The time of the act at this position; later positions are later times.

        Hours and minutes are derived from the day, so that times vary but are reproducible.
        """
        if days_ago == 0:
            moment = self.today - timedelta(hours=1)
        else:
            moment = (self.today - timedelta(days=days_ago)).replace(
                hour=_HOUR_FIRST + days_ago * 7 % _HOURS,
                minute=days_ago * 13 % 60,
                second=0,
                microsecond=0,
            )
        self.now = moment + timedelta(seconds=place)
        return self.now
