"""A report: the result of reading files, one by one."""

from __future__ import annotations

from enum import StrEnum

from remembrancer.core.base import Value


class Outcome(StrEnum):
    NEW = "new"  # it had something new, which is stored
    KNOWN = "known"  # all its content was stored already
    SKIPPED = "skipped"  # it has nothing to store
    FAILED = "failed"  # it could not be read completely


class FileReport(Value):
    """What came of one file, or of one record of a file."""

    place: str  # the file, or the record in it
    outcome: Outcome
    reason: str | None = None  # why it was skipped or failed, or what was unusual
    owner: str | None = None  # who it was captured for
    source: str | None = None  # the source or conversation it was stored in
    items_new: int = 0
    items_known: int = 0
    messages_new: int = 0
    messages_known: int = 0
    unknown: int = 0  # records not understood, kept raw
    unreadable: int = 0  # lines skipped: no text, or too long
    conflicts: int = 0  # messages whose id already has other text; kept raw
    items: tuple[str, ...] = ()  # texts that became items, or would on a dry run


class UnclaimedFolder(Value):
    """A folder of sessions that bears the name of nobody whom the caller may file them for."""

    folder: str  # its name, where a registered person's name is expected
    filed_as: str  # who its sessions are captured for instead
    files: int  # how many of them it holds
    reason: str  # why, and how to change it


class Report(Value):
    """What came of all of them."""

    files: tuple[FileReport, ...] = ()
    dry_run: bool = False
    unclaimed: tuple[UnclaimedFolder, ...] = ()  # from `detect`: folders that belong to nobody

    @property
    def ok(self) -> bool:
        """Nothing failed."""
        return not self.failed

    @property
    def new(self) -> tuple[FileReport, ...]:
        return self._with(Outcome.NEW)

    @property
    def known(self) -> tuple[FileReport, ...]:
        return self._with(Outcome.KNOWN)

    @property
    def skipped(self) -> tuple[FileReport, ...]:
        return self._with(Outcome.SKIPPED)

    @property
    def failed(self) -> tuple[FileReport, ...]:
        return self._with(Outcome.FAILED)

    @property
    def items_new(self) -> int:
        return sum(report.items_new for report in self.files)

    @property
    def messages_new(self) -> int:
        return sum(report.messages_new for report in self.files)

    def _with(self, outcome: Outcome) -> tuple[FileReport, ...]:
        return tuple(report for report in self.files if report.outcome is outcome)


class SessionPart(Value):
    """What came of a part of a session's transcript that a caller sent."""

    name: str  # the conversation that it goes into
    offset: int  # how many bytes of the transcript are known: send what follows
    messages_new: int = 0
    messages_known: int = 0
    unknown: int = 0  # records not understood, kept raw
    unreadable: int = 0  # lines skipped because they are too long
    conflicts: int = 0  # messages whose id already has other text; kept raw
