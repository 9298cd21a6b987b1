"""Putting in and finding again."""

from __future__ import annotations

import pytest

from tests.cli.program import Program, run_process


def test_init_makes_a_space_once(rmb: Program) -> None:
    """`init` makes a store and a space; done again it says so and changes nothing."""
    first = rmb.done("init", "--space", "northgate", "--preset", "adviser")
    assert "northgate is ready" in first.out
    assert "is there already" in rmb.done("init", "--space", "northgate").out
    assert rmb.done("init", "--space", "northgate", "--json").json["created"] is False


def test_init_refuses_another_preset(rmb: Program) -> None:
    """The preset of a space does not change by asking for it again."""
    rmb.done("init", "--preset", "adviser")
    assert "'adviser'" in rmb.failed("init", "--preset", "desk")


@pytest.mark.parametrize("command", [("init",), ("remember", "x")], ids=" ".join)
def test_an_unknown_preset_leaves_no_file(rmb: Program, command: tuple[str, ...]) -> None:
    """A misspelt preset is named, and no store is left behind."""
    assert "'advisor'" in rmb.failed(*command, "--preset", "advisor")
    assert list(rmb.folder.iterdir()) == []


def test_the_example_of_the_help_runs(rmb: Program) -> None:
    """What the help shows first works as it stands."""
    rmb.done("init", "--preset", "adviser")
    rmb.done("remember", "Ellen wants to retire at 58.", "--subject", "ellen")
    found = rmb.done("recall", "when does Ellen want to stop working?").out
    assert "Ellen wants to retire at 58." in found


def test_remember_makes_the_space_and_says_so(rmb: Program) -> None:
    """The first `remember` makes the space, tells it on stderr, and shows the item on stdout."""
    first = rmb.done("remember", "Ellen wants to retire at 58.")
    assert first.err == "Made the space 'default' in remembrancer.db.\n"
    assert first.out.startswith("km_")
    assert rmb.done("remember", "Omar wants to retire at 60.").err == ""
    assert "'deafult'" in rmb.done("remember", "Misspelt.", "--space", "deafult").err


def test_every_field_is_kept(rmb: Program) -> None:
    """What the options say stands in the item."""
    rmb.done("init", "--preset", "adviser")
    rmb.done("people", "add", "priya", "--group", "planners")
    options = (
        "--subject", "ellen", "--kind", "life_goal", "--category", "demographic", "--title",
        "Retirement", "--tag", "age", "--tag", "plan", "--source", "meeting-1", "--audience",
        "group:planners", "--as", "priya",
    )  # fmt: skip
    id = rmb.remember("Ellen wants to retire at 58.", *options)
    shown = rmb.done("show", id, "--json").json
    wanted = {
        "content": "Ellen wants to retire at 58.",
        "subject": "ellen",
        "kind": "life_goal",
        "category": "demographic",
        "title": "Retirement",
        "tags": ["age", "plan"],
        "source_id": "meeting-1",
        "audience": "group:planners",
        "source_user": "priya",
        "is_personal": False,
    }
    assert {name: shown[name] for name in wanted} == wanted


def test_stdin_is_a_text(rmb: Program) -> None:
    """`remember -` keeps what comes in on stdin, line breaks and all."""
    rmb.done("remember", "-", stdin="first line\nsecond line\n")
    hits = rmb.done("recall", "second", "--json").json["hits"]
    assert hits[0]["text"] == "first line\nsecond line"


def test_no_text_is_refused(rmb: Program) -> None:
    """Nothing to remember is a failure, and makes no store."""
    assert "nothing to remember" in rmb.failed("remember", "-", stdin="\n")
    assert "nothing to remember" in rmb.failed("remember", "  ")
    assert list(rmb.folder.iterdir()) == []


def test_bytes_that_are_no_text_are_refused(rmb: Program) -> None:
    """Stdin that is not UTF-8 is refused in one sentence."""
    ran = run_process("remember", "-", stdin=b"caf\xe9")
    assert ran.returncode == 1
    assert b"UTF-8" in ran.stderr


def test_an_unknown_kind_is_named(rmb: Program) -> None:
    """A word that the preset does not know is refused with those that it knows."""
    rmb.done("init", "--preset", "adviser")
    assert "life_goal" in rmb.failed("remember", "x", "--kind", "lifegoal")


def test_an_empty_store_is_kind(rmb: Program) -> None:
    """Recall in an empty store says that nothing is known yet and how to add something."""
    rmb.done("init")
    said = rmb.done("recall", "anything").out
    assert "Nothing is known here yet." in said
    assert "rmb remember" in said
    assert rmb.done("recall", "anything", "--json").json["hits"] == []


def test_no_answer_is_not_an_empty_store(rmb: Program) -> None:
    """Where something is known and nothing fits, recall says that, and it is no failure."""
    rmb.remember("Ellen keeps bees.")
    said = rmb.done("recall", "submarine").out
    assert "Nothing that you may see answers this." in said
    assert "yet" not in said


def test_hits_show_what_matters(rmb: Program) -> None:
    """A hit shows rank, score, kind, subject, date, id, text and where it was told."""
    rmb.done("init", "--preset", "adviser")
    id = rmb.remember("Ellen keeps bees.", "--subject", "ellen", "--kind", "fact")
    first, text, evidence = rmb.done("recall", "bees").out.splitlines()
    hit = rmb.done("recall", "bees", "--json").json["hits"][0]
    assert first.split()[0] == "1"
    assert f"{hit['score']:.2f}" in first
    assert f"fact · ellen · {hit['occurred_at'][:10]}" in first
    assert first.endswith(id)
    assert text == "    Ellen keeps bees."
    assert "told by owner" in evidence
    assert hit["evidence"][0]["source_id"] in evidence


def test_a_pipe_gets_plain_whole_lines(rmb: Program) -> None:
    """Without a terminal there is no colour, and no line is wrapped."""
    long = "Ellen keeps bees " + "and counts them " * 40
    rmb.remember(long.strip())
    said = rmb.done("recall", "bees").out
    assert "\x1b" not in said
    assert f"    {long.strip()}\n" in said


def test_a_person_gets_colour_and_wrapped_lines(
    rmb: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal there is colour, long text is wrapped, and an id stays in one piece."""
    id = rmb.remember("Ellen keeps bees " + "and counts them " * 40)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "60")
    said = rmb.done("recall", "bees").out
    assert "\x1b[" in said
    assert id in said
    assert said.count("\n") > 10


def test_k_limits_the_hits(rmb: Program) -> None:
    """`-k` gives at most so many hits, and a number out of range is told."""
    for name in ("one", "two", "three"):
        rmb.remember(f"Hive number {name} hums.")
    assert len(rmb.done("recall", "hive", "-k", "2", "--json").json["hits"]) == 2
    assert "from 1 to 200" in rmb.failed("recall", "hive", "-k", "0")


def test_filters_narrow_the_question(rmb: Program) -> None:
    """Subject, kind and time each leave out what does not fit; kinds may be several."""
    rmb.done("init", "--preset", "adviser")
    rmb.remember("Ellen keeps bees.", "--subject", "ellen", "--kind", "fact")
    rmb.remember("Omar keeps bees.", "--subject", "omar", "--kind", "preference")
    rmb.remember("Eva keeps bees.", "--subject", "eva", "--kind", "decision")

    def found(*options: str) -> set[str]:
        hits = rmb.done("recall", "bees", "--json", *options).json["hits"]
        return {hit["subject"] for hit in hits}

    assert found("--subject", "omar") == {"omar"}
    assert found("--kind", "fact", "--kind", "decision") == {"ellen", "eva"}
    assert found("--since", "2099-01-01") == set()
    assert found("--until", "2020-01-01T00:00+02:00") == set()
    assert found("--since", "2020-01-01", "--until", "2099-01-01") == {"ellen", "omar", "eva"}


def test_as_of_answers_from_the_past(rmb: Program) -> None:
    """`--as-of` takes a ledger position or a time, and answers with what was known then."""
    rmb.remember("Ellen keeps bees.")
    position = rmb.done("audit", "log", "--json").json[0]["seq"]
    rmb.remember("Omar keeps bees.")
    then = rmb.done("recall", "bees", "--as-of", str(position), "--json").json["hits"]
    assert [hit["text"] for hit in then] == ["Ellen keeps bees."]
    assert rmb.done("recall", "bees", "--as-of", "2020-01-01", "--json").json["hits"] == []
    assert "position" in rmb.failed("recall", "bees", "--as-of", "9999")


def test_explain_names_the_words(rmb: Program) -> None:
    """`--explain` shows which words made the score."""
    rmb.remember("Ellen keeps bees, and bees keep Ellen.")
    said = rmb.done("recall", "bees", "--explain").out
    assert "2 times here, in one text of the space" in said
    assert "times here" not in rmb.done("recall", "bees").out


def test_acting_as_somebody_shows_what_they_see(rmb: Program) -> None:
    """`--as` sees with the eyes of that person; one who is not registered is told."""
    rmb.done("init", "--preset", "adviser")
    rmb.done("people", "add", "priya")
    rmb.done("people", "add", "tom")
    id = rmb.remember("Priya's own bees.", "--personal", "--as", "priya")
    assert "own bees" in rmb.done("recall", "bees", "--as", "priya").out
    assert "own bees" not in rmb.done("recall", "bees", "--as", "tom").out
    assert "No item" in rmb.failed("show", id, "--as", "tom")
    assert "No person 'eve'" in rmb.failed("recall", "bees", "--as", "eve")


def test_who_has_only_private_notes_is_not_told_that_nothing_is_known(rmb: Program) -> None:
    """A store with one private note is not empty for the one who wrote it."""
    rmb.done("init")
    rmb.done("people", "add", "priya")
    rmb.remember("My own bees.", "--personal", "--as", "priya")
    assert "yet" not in rmb.done("recall", "submarine", "--as", "priya").out
    assert "yet" in rmb.done("recall", "submarine").out


def test_stored_text_cannot_steer_the_terminal(rmb: Program) -> None:
    """Bytes that a terminal would obey are shown as marks; JSON keeps them as they are."""
    rmb.remember("bees and \u202eseeb\rover")
    said = rmb.done("recall", "bees").out
    assert "\u202e" not in said
    assert "\r" not in said
    hit = rmb.done("recall", "bees", "--json").json["hits"][0]
    assert hit["text"] == "bees and \u202eseeb\rover"


def test_a_transcript_is_kept_turn_by_turn(rmb: Program) -> None:
    """A plain, WebVTT or SRT transcript becomes the messages of a meeting, each once."""
    (rmb.folder / "call.txt").write_text("Ellen: I want to stop at 58.\nPriya: Noted, Ellen.\n")
    (rmb.folder / "call.vtt").write_text(
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ellen>Bonds, please.\n"
    )
    (rmb.folder / "call.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nEllen: Shares.\n")
    about = ("--subject", "ellen", "--title", "First call")
    said = rmb.done("remember", "--transcript", "call.txt", "--meeting", "m1", *about).out
    counts = "{} new, {} known, 0 with other words (kept raw)"
    assert said == f"meeting:m1  messages: {counts.format(2, 0)}\n"
    again = rmb.done("remember", "--transcript", "call.txt", "--meeting", "m1", *about)
    assert again.out == f"meeting:m1  messages: {counts.format(0, 2)}\n"
    for number, name in ((2, "call.vtt"), (3, "call.srt")):
        told = rmb.done("remember", "--transcript", name, "--meeting", f"m{number}", "--json").json
        assert told["conversation_id"] == f"meeting:m{number}"
    hits = rmb.done("recall", "stop at 58", "--subject", "ellen", "--json").json["hits"]
    assert (hits[0]["text"], hits[0]["type"]) == ("I want to stop at 58.", "message")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "There is no such file."),
        (b"", "There is nothing in it."),
        (b"\x00\x01\x02", "It is a binary file, not a text."),
        (b"Ellen: na\xefve\n", "It is not UTF-8 text"),
    ],
    ids=["missing", "empty", "binary", "wrong encoding"],
)
def test_a_transcript_that_cannot_be_read(rmb: Program, content: bytes | None, why: str) -> None:
    """It is named with the reason, and no store is made for it."""
    if content is not None:
        (rmb.folder / "call.txt").write_bytes(content)
    message = rmb.failed("remember", "--transcript", "call.txt", "--meeting", "m1")
    assert f"call.txt: {why}" in message
    assert not (rmb.folder / "remembrancer.db").exists()


def test_other_words_of_a_transcript_are_counted(rmb: Program) -> None:
    """Where a later transcript has other words for a turn, it says that they are kept raw."""
    place = ("remember", "--transcript", "call.txt", "--meeting", "m1")
    (rmb.folder / "call.txt").write_text("Ellen: I want to stop at 58.\nPriya: Noted.\n")
    rmb.done(*place)
    (rmb.folder / "call.txt").write_text(
        "Ellen: I want to stop at 68.\nPriya: Noted.\nEllen: Good.\n"
    )
    assert rmb.done(*place).out == (
        "meeting:m1  messages: 1 new, 1 known, 1 with other words (kept raw)\n"
    )


def test_a_transcript_has_its_time_and_its_guests(rmb: Program) -> None:
    """`--at` is when it was said; whom `--outside` names is trusted less, or told as not there."""
    (rmb.folder / "call.txt").write_text("Ellen: Hello.\nHale: Hello.\nMoss: Hello.\n")
    guests = ("--outside", "Hale", "--outside", "Moss", "--outside", "Nobody")
    said = rmb.done(
        "remember",
        "--transcript",
        "call.txt",
        "--meeting",
        "m1",
        "--at",
        "2026-03-02T09:00",
        *guests,
    ).out
    assert said.endswith(
        "skipped  Nobody\n         Nobody called 'Nobody' speaks in the transcript.\n"
    )
    messages = rmb.done("show", "meeting:m1", "--json").json["messages"]
    assert {one["timestamp"] for one in messages} == {"2026-03-02T09:00:00Z"}
    trusted = {one["author_id"]: one["trust"] for one in messages}
    assert trusted["Hale"] == trusted["Moss"] == "outside" != trusted["Ellen"]


@pytest.mark.parametrize("option", [("--outside", "Hale"), ("--at", "2026-03-02")])
def test_a_text_has_no_guests_and_no_meeting_time(rmb: Program, option: tuple[str, str]) -> None:
    """What tells of a meeting is refused beside a text, and no store is made for it."""
    outcome = rmb("remember", "Ellen keeps bees.", *option)
    assert outcome.code == 2
    assert "--outside and --at tell of a meeting." in outcome.err
    assert not (rmb.folder / "remembrancer.db").exists()


def test_a_misspelt_kind_is_named(rmb: Program) -> None:
    """A kind that this space does not have finds nothing, and recall says so."""
    rmb.done("remember", "Ellen wants to retire at 58.", "--subject", "ellen")
    assert "Did you mean 'life_goal'?" in rmb.done("recall", "retire", "--kind", "lifegoal").err


def test_a_misspelt_subject_is_named(rmb: Program) -> None:
    """Where nothing is found about a subject, one that is written almost like it is offered."""
    rmb.done("remember", "Åsa wants to retire at 58.", "--subject", "Åsa Öberg")
    for named in ("åsa öberg", "Åsa Oberg"):
        assert "'Åsa Öberg'?" in rmb.done("recall", "retire", "--subject", named).err
        assert "'Åsa Öberg'?" in rmb.done("briefing", named).err
    assert rmb.done("recall", "retire", "--subject", "omar").err == ""
    assert rmb.done("recall", "bicycles", "--subject", "Åsa Öberg").err == ""
    assert rmb.done("briefing", "Åsa Öberg").err == ""


def test_looking_for_a_subject_looks_at_nothing_personal(rmb: Program) -> None:
    """A misspelt subject leads nobody to a private note, and leaves no look on record."""
    rmb.done("init")
    rmb.done("people", "add", "ada")
    id = rmb.remember("Ada's own bees.", "--subject", "ellen", "--personal", "--as", "ada")
    assert rmb.done("briefing", "elen").err == ""
    assert [one["action"] for one in rmb.done("audit", "log", "--item", id, "--json").json] == [
        "item.add"
    ]


def test_a_title_that_repeats_the_text_is_left_out(rmb: Program) -> None:
    """A card says a sentence once, with the title above it where that says something else."""
    said = rmb.done("remember", "We decided to buy a boat.").out
    assert said.count("buy a boat") == 1
    assert rmb.done("recall", "boat").out.count("buy a boat") == 1
    assert "Retirement age: 58" in rmb.done("remember", "Ellen wants to retire at 58.").out


@pytest.mark.parametrize("command", ["remember", "recall", "briefing"])
def test_words_without_quotes_are_told(rmb: Program, command: str) -> None:
    """Who leaves out the quotes is told to put them."""
    told = rmb(command, "Ellen", "keeps", "bees")
    assert (told.code, "'keeps bees' is left over. Put" in told.err) == (2, True)
    assert list(rmb.folder.iterdir()) == []


def test_recall_takes_a_limit(rmb: Program) -> None:
    """`--limit` is what other lists call it."""
    for name in ("Ellen", "Omar"):
        rmb.remember(f"{name} keeps bees.")
    assert len(rmb.done("recall", "bees", "--limit", "1", "--json").json["hits"]) == 1
