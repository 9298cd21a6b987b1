"""Draw docs/images/tour.svg: commands of the adviser's demo with their real output.

python scripts/picture.py           writes the picture
python scripts/picture.py --check   fails where the picture is stale

The picture is the same on every machine: the day is fixed, and so are the random ids.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import shlex
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

from rich.console import Console
from rich.padding import Padding
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from remembrancer.demo.player import PlayedStory, play_story
from remembrancer.demo.story import DemoStory, fill_placeholders, load_story
from remembrancer.doors.cli import main as program

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "images" / "tour.svg"
TODAY = datetime(2026, 3, 31, 14, 0, tzinfo=UTC)
TITLE = "northgate, a financial planning practice"
WIDTH = 100  # columns of the terminal; the program never uses more
MARGIN = 2
SHOWN = (  # a remark, and commands that show it; {id:…} is an item of the story
    (
        "Ask, and see the words it rests on.",
        'recall "what age does Ellen want to retire at?" --kind life_goal -k 1',
    ),
    (
        "She changed her mind twice. Nothing was overwritten.",
        "history {id:retire-62} --changes",
    ),
    (
        "Tell it something. It keeps what matters, and says what that replaces and why.",
        'remember "Lovely day, and Ellen brought cake! Ellen earns £75,000 a year now." '
        "--subject ellen --dry-run",
    ),
    (
        "What did we know a year ago?",
        'recall "what age does Ellen want to retire at?" --kind life_goal -k 1 --as-of {day:365}',
    ),
    (
        "Priya finds her private note. A colleague cannot even tell that it exists.",
        'recall "who sounded worn out?" --as priya',
        'recall "who sounded worn out?" --as tom',
    ),
    (
        "Nobody rewrote the record.",
        "audit verify",
    ),
)

# Ink on paper: the picture brings its own page, so it reads alike on light and dark ones.
_PAPER, _INK, _GREY = (253, 252, 249), (36, 41, 47), (98, 104, 112)
_THEME = TerminalTheme(
    _PAPER,
    _INK,
    [
        _INK,
        (176, 42, 55),  # red
        (22, 112, 72),  # green
        (146, 94, 8),  # yellow
        (35, 82, 173),  # blue
        (124, 58, 150),  # magenta
        (8, 104, 128),  # cyan
        _GREY,
    ],
)
# What rich draws for dark pages or too pale, and what stands in its place.
_REDRAWN = {"rgba(255,255,255,0.35)": "#c9ced6", "#7a7d7f": "#{:02x}{:02x}{:02x}".format(*_GREY)}
_FRAME = """\
<svg xmlns="http://www.w3.org/2000/svg" class="rich-terminal" viewBox="0 0 {width} {height}" \
role="img" aria-label="A terminal: remembrancer answers questions about a client">
    <style>
    .{unique_id}-matrix {{
        font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
        font-size: {char_height}px;
        line-height: {line_height}px;
        font-variant-east-asian: full-width;
    }}
    .{unique_id}-title {{
        font-size: 17px;
        font-family: system-ui, sans-serif;
    }}
    {styles}
    </style>
    <defs>
    <clipPath id="{unique_id}-clip-terminal">
      <rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
    </clipPath>
    {lines}
    </defs>
    {chrome}
    <g transform="translate({terminal_x}, {terminal_y})" \
clip-path="url(#{unique_id}-clip-terminal)">
    {backgrounds}
    <g class="{unique_id}-matrix">
    {matrix}
    </g>
    </g>
</svg>
"""


def picture() -> str:
    """The picture as SVG."""
    console = Console(
        record=True, width=WIDTH + 2 * MARGIN, file=io.StringIO(), force_terminal=True
    )
    # The last digits of a model differ from machine to machine.
    without = patch.dict(os.environ, {"REMEMBRANCER_EMBEDDER": "none"})
    with tempfile.TemporaryDirectory() as folder, without, _chance_is_fixed():
        story = load_story("adviser")
        path = Path(folder) / "northgate.db"
        played = play_story(story, path, today=TODAY)
        with _at(path, story):
            console.print()
            for remark, *commands in SHOWN:
                _print(console, Text(f"# {remark}", "italic magenta"))
                for command in commands:
                    _show(console, _words(command, played))
                console.print()
    drawn = console.export_svg(title=TITLE, theme=_THEME, code_format=_FRAME, unique_id="tour")
    for theirs, ours in _REDRAWN.items():
        assert theirs in drawn, f"rich no longer draws {theirs}"
        drawn = drawn.replace(theirs, ours)
    return drawn


def _words(command: str, played: PlayedStory) -> list[str]:
    return [fill_placeholders(word, TODAY, played.ids.__getitem__) for word in shlex.split(command)]


def _show(console: Console, words: list[str]) -> None:
    _print(console, Text.assemble(("$ ", "dim"), (_typed(["rmb", *words]), "bold blue")))
    _print(console, Text.from_ansi(_printed(words)))


def _print(console: Console, text: Text) -> None:
    console.print(Padding(text, (0, MARGIN)))


def _typed(words: list[str]) -> str:
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def _printed(words: list[str]) -> str:
    """What the program prints to a terminal of this width."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        program(words)
    return printed.getvalue().rstrip("\n")


@contextlib.contextmanager
def _at(path: Path, story: DemoStory) -> Iterator[None]:
    settings = {
        "REMEMBRANCER_URL": str(path),
        "REMEMBRANCER_SPACE": story.space,
        "FORCE_COLOR": "1",
        "COLUMNS": str(WIDTH),
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
    }
    with patch.dict(os.environ, settings):
        os.environ.pop("NO_COLOR", None)
        yield


@contextlib.contextmanager
def _chance_is_fixed() -> Iterator[None]:
    """Ids, salts and keys come from a seed. For the picture, never for a store that is kept."""
    chance = random.Random(58)
    with (
        patch("os.urandom", chance.randbytes),
        patch("secrets.token_bytes", chance.randbytes),
        patch("secrets.token_hex", lambda count: chance.randbytes(count).hex()),
    ):
        yield


def main() -> int:
    drawn = picture()
    if "--check" in sys.argv[1:]:
        if not PICTURE.is_file() or PICTURE.read_text(encoding="utf-8") != drawn:
            print(f"{PICTURE} is stale. Draw it anew: python scripts/picture.py", file=sys.stderr)
            return 1
        return 0
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(drawn, encoding="utf-8")
    print(f"Wrote {PICTURE}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
