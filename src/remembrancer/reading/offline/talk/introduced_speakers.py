"""Introduced speakers: who says their name before a statement, and whose words follow."""

from __future__ import annotations

from remembrancer.items.message import Message
from remembrancer.language.introductions import Introduction, find_introduction
from remembrancer.language.sentences import Sentence
from remembrancer.reading.offline.findings import ReadingContext
from remembrancer.reading.offline.talk.voices import name_words


def with_stranger(listed: list[Sentence], talk: ReadingContext) -> list[Sentence]:
    """The sentences; from where somebody else than the subject says their name, they speak."""
    for index, one in enumerate(listed):
        name = find_introduction(one.text)
        if name is not None and name.is_sure and talk.voices.is_stranger(name.name):
            rest = [each._replace(speaker=each.speaker or name.name) for each in listed[index:]]
            return [*listed[:index], *rest]
    return listed


def own_introduction(
    text: str, sentence: Sentence, message: Message, talk: ReadingContext
) -> Introduction | None:
    """The name that a clause starts with, before a statement: "I'm Sam and I live in Bergen".

    None if it is not known to be the name of who speaks: then the clause stays whole.
    """
    found = find_introduction(text)
    if found is None or found.right is None:
        return None
    voices, named = talk.voices, name_words(found.name)
    is_author = bool(named & name_words(message.author_id))
    is_unnamed = bool(voices.subject) and not voices.is_stranger(found.name)
    is_of_subject = talk.brief.is_told or voices.is_subject(message.author_id)
    is_known = voices.is_subject(found.name) or is_author or sentence.speaker == found.name
    return found if is_known or (found.is_sure and is_unnamed and is_of_subject) else None


def only_introduces(clause: str, sentence: Sentence) -> bool:
    """Whether a stranger says their name, and nothing else."""
    found = find_introduction(clause) if sentence.speaker is not None else None
    if found is None or found.name != sentence.speaker:
        return False
    return not clause[found.left :].strip(" .,;!")
