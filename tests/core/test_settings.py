"""Settings: which value came from where."""

from __future__ import annotations

from pathlib import Path

import pytest

from remembrancer.core.errors import InvalidSettings
from remembrancer.core.settings import DEFAULTS, SECRETS, Setting, read


def test_the_defaults_work_alone(tmp_path: Path) -> None:
    """Without environment and file everything has a value, or none is needed."""
    found = read({}, tmp_path)
    assert {name: getattr(found, name).value for name in DEFAULTS} == dict(DEFAULTS)
    assert {getattr(found, name).origin for name in DEFAULTS} == {"default"}


def test_the_file_wins_over_the_defaults(tmp_path: Path) -> None:
    """A setting in the file is told to come from it."""
    file = tmp_path / "remembrancer.toml"
    file.write_text('space = "northgate"\npreset = "corporate"\n', encoding="utf-8")
    found = read({}, tmp_path)
    assert found.space == Setting("northgate", str(file))
    assert found.preset == Setting("corporate", str(file))
    assert found.url == Setting("remembrancer.db", "default")


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    """What is set for one run counts most, also when it is empty."""
    (tmp_path / "remembrancer.toml").write_text('space = "northgate"\n', encoding="utf-8")
    found = read({"REMEMBRANCER_SPACE": "southgate", "REMEMBRANCER_URL": ""}, tmp_path)
    assert found.space == Setting("southgate", "environment REMEMBRANCER_SPACE")
    assert found.url == Setting("", "environment REMEMBRANCER_URL")


def test_every_setting_can_be_set_for_one_run(tmp_path: Path) -> None:
    """Each name, in capitals behind our prefix, is a variable."""
    found = read({f"REMEMBRANCER_{name.upper()}": f"my {name}" for name in DEFAULTS}, tmp_path)
    assert {name: getattr(found, name).value for name in DEFAULTS} == {
        name: f"my {name}" for name in DEFAULTS
    }


def test_keys_are_secrets() -> None:
    """Whatever holds a key is known as something that is never printed."""
    held = ("key", "password", "secret", "token")
    keys = {name for name in DEFAULTS if any(one in name for one in held)}
    assert keys | {"smtp_url"} == SECRETS  # an address that has a password in it


def test_other_variables_are_not_ours(tmp_path: Path) -> None:
    """Only our own names are looked at."""
    assert read({"SPACE": "x", "remembrancer_space": "y"}, tmp_path).space.value == "default"


def test_the_current_folder_is_where_the_file_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a folder given, the one where the command runs counts."""
    (tmp_path / "remembrancer.toml").write_text('space = "here"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REMEMBRANCER_SPACE", raising=False)
    assert read().space.value == "here"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('spcae = "x"\n', "there is no setting 'spcae'. Known: url, space, preset, sessions, "),
        ("space = 5\n", "space must be a text in quotes."),
        ('[space]\nname = "x"\n', "space must be a text in quotes."),
        ("space = x\n", "cannot be read"),
        ("space", "cannot be read"),
    ],
)
def test_a_wrong_file_is_told(tmp_path: Path, text: str, told: str) -> None:
    """The refusal names the file and the setting."""
    (tmp_path / "remembrancer.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidSettings) as refusal:
        read({}, tmp_path)
    assert told in str(refusal.value)
    assert "remembrancer.toml" in str(refusal.value)


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are said to be unreadable."""
    (tmp_path / "remembrancer.toml").write_bytes(b'space = "\xff"\n')
    with pytest.raises(InvalidSettings, match="cannot be read"):
        read({}, tmp_path)


def test_a_folder_of_that_name_is_no_file(tmp_path: Path) -> None:
    """It is passed over."""
    (tmp_path / "remembrancer.toml").mkdir()
    assert read({}, tmp_path).space.value == "default"


def test_a_secret_in_a_file(tmp_path: Path) -> None:
    """A variable may name a file that holds the value, as containers and services hand secrets."""
    file = tmp_path / "secret"
    file.write_text("open sesame \n")
    settings = read({"REMEMBRANCER_SECRET_FILE": str(file)}, tmp_path)
    assert settings.secret == Setting("open sesame ", "environment REMEMBRANCER_SECRET_FILE")


@pytest.mark.parametrize("text", [None, "", "\n", "one\ntwo\n", b"\xff"])
def test_a_file_without_a_value_is_refused(tmp_path: Path, text: str | bytes | None) -> None:
    """What is missing, empty, more than a line or no text: the message names file and variable,
    and nothing that stands in it."""
    file = tmp_path / "secret"
    if text is not None:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InvalidSettings, match=r"REMEMBRANCER_SECRET_FILE names .*secret") as told:
        read({"REMEMBRANCER_SECRET_FILE": str(file)}, tmp_path)
    assert "two" not in str(told.value)


def test_a_variable_and_its_file_are_not_both_set(tmp_path: Path) -> None:
    """It would not be clear which counts."""
    with pytest.raises(InvalidSettings, match="both set"):
        read({"REMEMBRANCER_URL": "a.db", "REMEMBRANCER_URL_FILE": "b"}, tmp_path)
