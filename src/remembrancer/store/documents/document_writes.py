"""Writing the search texts of items and messages."""

from __future__ import annotations

from functools import cached_property

from remembrancer.language.stemming import Language, language
from remembrancer.store.documents.index_words import index_words
from remembrancer.store.unit.unit_of_work import UnitOfWork


class DocumentWrites:
    """Adds texts to the search index and to the word statistics."""

    def __init__(self, work: UnitOfWork) -> None:
        self._work = work

    @cached_property
    def _language(self) -> Language:
        return language(self._work.space.preset.language)

    def add(
        self,
        content: str,
        subject: str | None,
        *,
        counts: bool,
        item_n: int | None = None,
        message_n: int | None = None,
    ) -> int:
        """Adds a search text. Only texts that everybody may see count in the statistics."""
        number = self._work.number("document")
        space = self._work.space
        stems = self._language.stems(content)
        distinct = set(stems)
        is_item = item_n is not None
        words = index_words(space.number, space.key, distinct, subject, is_item=is_item)
        self._work.pending.add(
            "document",
            (
                number,
                space.number,
                item_n,
                message_n,
                subject,
                " ".join(stems),
                len(stems),
                int(counts),
            ),
        )
        self._work.index_text(number, " ".join(words))
        if counts:
            self._work.count_text(distinct, len(stems))
        return number
