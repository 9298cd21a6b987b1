"""The clock: the times of day that a text names."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.rules.statements.forms import either

_HOURS: Final = {
    word: number
    for listed in (
        "one two three four five six seven eight nine ten eleven twelve",
        "ett två tre fyra fem sex sju åtta nio tio elva tolv",
    )
    for number, word in enumerate(listed.split(), start=1)
}
_MINUTES: Final = {
    "quarter": 15, "kvart": 15, "five": 5, "ten": 10, "twenty": 20, "fem": 5, "tio": 10,
    "tjugo": 20,
}  # fmt: skip
_HINTS: Final = re.compile(
    r"\d|half|halv|quarter|kvart| past | to | över | i |klockan|kl\.? |o'clock| in the | på "
    r"|tonight|kväll|night"
)
_SPOKEN: Final = re.compile(
    r"(?<!\w)(?P<way>half(?: past)?|(?:quarter|five|ten|twenty) (?:past|to)|halv"
    rf"|(?:kvart|fem|tio|tjugo) (?:över|i)) (?P<hour>{either(_HOURS)})"
    r"(?!\w| (?:percent|procent|of|av))"
)
_PART: Final = (
    r"(?P<half>am|pm|o'clock|på (?:morgonen|kvällen|eftermiddagen|natten|förmiddagen)"
    r"|in the (?:morning|evening|afternoon)|at night|tonight|ikväll|i kväll)\b"
)
_WRITTEN: Final = re.compile(
    r"(?<![\w.,:/-])(?:(?P<led>kl\.?|klockan) ?)?(?P<hour>\d{1,2})"
    rf"(?:(?P<sign>[:.])(?P<minute>\d{{2}})(?![:.\d]))?(?: ?{_PART})?(?![\w%])"
)
_NAMED: Final = re.compile(
    rf"(?<!\w)(?:(?P<led>klockan|kl\.?) (?P<hour>{either(_HOURS)})(?!\w)(?: {_PART})?"
    rf"|(?P<alone>{either(_HOURS)}) {_PART.replace('<half>', '<part>')})"
)
_LATER: Final = ("pm", "kväll", "eftermiddag", "evening", "afternoon", "tonight", "at night")


def times(low: str) -> tuple[str, ...]:
    """The times of day in a text in small letters, in order of how they are written: "18:30"."""
    if not _HINTS.search(low):
        return ()
    found: dict[str, None] = {}
    for match in _WRITTEN.finditer(low):
        if match["sign"] != ":" and not match["led"] and not match["half"]:
            continue  # a figure
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
        if _is_late(match["half"]) and hour < 12:
            hour += 12
        if hour < 24 and minute < 60:
            found[f"{hour:02}:{minute:02}"] = None
    for match in _NAMED.finditer(low):
        hour = _HOURS[match["hour"] or match["alone"]]
        late = _is_late(match["half"] or match["part"]) and hour < 12
        found[f"{hour + 12 * late:02}:00"] = None
    for match in _SPOKEN.finditer(low):
        hour, way = _HOURS[match["hour"]], match["way"].split()
        minute = 30 if way[0] in ("half", "halv") else _MINUTES[way[0]]
        if way[-1] in ("to", "i"):
            minute = 60 - minute
        if way[-1] in ("to", "i", "halv"):  # half four, in Swedish, is half past three
            hour = hour - 1 or 12
        found[f"{hour:02}:{minute:02}"] = None
    return tuple(found)


def _is_late(part: str | None) -> bool:
    return part is not None and any(word in part for word in _LATER)
