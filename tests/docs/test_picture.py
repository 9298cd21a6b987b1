"""The picture of the README is drawn from the program itself."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from tests.docs import pages

PICTURE = pages.DOCS / "images" / "tour.svg"


@pytest.mark.soak
def test_the_picture_is_what_the_program_prints() -> None:
    """docs/images/tour.svg is what scripts/picture.py draws today."""
    script = pages.ROOT / "scripts" / "picture.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_picture_stands_alone() -> None:
    """It is sound XML, loads nothing from elsewhere, and says what it shows."""
    text = PICTURE.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.attrib["aria-label"]
    outside = text.replace("http://www.w3.org/2000/svg", "")
    assert "http" not in outside
