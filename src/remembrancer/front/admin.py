"""`memory.admin`: spaces, people, groups, roles, tokens, settings and the audit log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import timedelta
from types import ModuleType
from typing import Any

from remembrancer.core.ledger import LedgerEntry
from remembrancer.core.limits import AUDIT_ENTRIES_MAX, JOBS_LISTED_MAX
from remembrancer.core.model_call import CallRecord
from remembrancer.core.principal import Person
from remembrancer.core.scope import Scope
from remembrancer.core.space import Space, SpaceInfo
from remembrancer.core.validation import check_flag, check_is_text, check_name, check_whole, is_text
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session, read_clock
from remembrancer.front.verb_spans import traced
from remembrancer.governance.access import people, settings, sign_ins, tokens
from remembrancer.governance.access.token import IssuedToken, Token
from remembrancer.governance.access.token_rules import USUAL_LIFE
from remembrancer.governance.erasure import erase_and_scrub
from remembrancer.governance.erasure.certificate import Certificate
from remembrancer.items.visibility import require_admin, require_full_admin, require_person
from remembrancer.ports import MeteredModel, Progress, Reader


@traced("admin")
@handing_over
class Admin:
    """For admins: who is in the space, what its rules are, and what happened in it."""

    def __init__(self, session: Session) -> None:
        self._session = session

    # -- spaces

    def spaces(self, *, archived: bool = False) -> tuple[SpaceInfo, ...]:
        """The spaces of this store; archived ones only when asked for.

        To the holder of a token, those that it is for: an admin of one is a stranger to the rest.
        """
        self._require_full("list spaces")
        check_flag(archived, "archived")
        known = self._session.known_spaces
        listed = (
            _info(space)
            for space in self._session.store.spaces()
            if known is None or space.uid in known
        )
        return tuple(space for space in listed if archived or space.archived_at is None)

    def settings(self) -> dict[str, Any]:
        """Every value of this space's preset, with its overrides applied."""
        self._require_full("read the settings")
        return self._session.space.preset.model_dump(mode="json")

    def configure(self, overrides: Mapping[str, Any]) -> SpaceInfo:
        """Replaces this space's overrides. They hold from the next `Memory.open` or `in_space`."""
        return _info(
            self._session.write(lambda unit, scope: settings.configure(unit, scope, overrides))
        )

    def archive(self) -> SpaceInfo:
        """Hides this space from lists. Nothing in it is removed."""
        return _info(self._session.write(settings.archive))

    def facts(self, *, whole: bool = True) -> dict[str, str]:
        """What there is to know of the store itself: engine, file, size, schema, soundness.

        `whole=False` does not read a large file from end to end, and leaves out its soundness.
        """
        self._require_full("look into the store")
        check_flag(whole, "whole")
        store = self._session.store
        return {**store.facts(whole=whole), **_tokens().told(store)}

    def vectors(self) -> dict[str, tuple[int, int]]:
        """By embedder: how many vectors this space has, and how many texts are still to come."""
        require_admin(self._session.principal, "look over the search by meaning")
        require_person(self._session.principal, "look over the search by meaning")
        return self._session.read(lambda reader, _: reader.embeddings.counts())

    def drop_vectors(self, model: str) -> int:
        """Removes the vectors of an embedder that is not used any more; how many there were."""
        require_full_admin(self._session.principal, "remove vectors")
        check_name(model, "model")
        return self._session.write(lambda unit, _: unit.embeddings.drop(model))

    def model_calls(self) -> tuple[CallRecord, ...]:
        """The last calls to language models of this process: role, model, cost. No text."""
        require_admin(self._session.principal, "look over the calls to language models")
        model = self._session.shop.tools.llm
        return model.log() if isinstance(model, MeteredModel) else ()

    def problems(self, *, last: int | None = None) -> tuple[str, ...]:
        """What is wrong around the store, and with what this space is searched by.

        With `last`, so many of its newest texts are looked at. The holder of a token is told of
        the space alone.
        """
        self._require_full("look into the store")
        if last is not None:
            check_whole(last, "last", at_least=1, at_most=1 << 62)
        session = self._session
        around: Iterable[str] = ()
        if session.known_spaces is None:
            around = session.store.problems(read_clock(session.clock))
        result = session.read(lambda reader, _: reader.whole_space.index_problems(last))
        failed = session.read(
            lambda reader, _: reader.jobs.page(limit=JOBS_LISTED_MAX, is_failed=True)
        )
        place = f"In the space {session.space.name!r} "
        problems = [*around, *(f"{place}{value}. Rebuild the indexes." for value in result)]
        if failed:
            problems.append(
                f"{place}work was given up {len(failed)} times, last because: {failed[-1].error} "
                "See what failed with jobs.failed(), and retry it."
            )
        return tuple(problems)

    def rebuild_indexes(self, *, progress: Progress | None = None) -> int:
        """Makes the search indexes of all spaces anew. Returns the number of texts."""
        self._require_full("rebuild indexes")
        return self._session.store.rebuild_indexes(progress=progress)

    # -- people

    def people(self) -> tuple[Person, ...]:
        self._require_full("list people")
        return self._session.read(lambda reader, _: reader.people.all())

    def person(self, name: str) -> Person:
        self._require_full("look people up")
        return self._session.read(lambda reader, _: people.found(reader, name))

    def add_person(
        self,
        name: str,
        *,
        kind: str | None = None,
        email: str | None = None,
        roles: Iterable[str] | None = None,
        groups: Iterable[str] | None = None,
        notes_path: str | None = None,
    ) -> Person:
        """Registers a person, service or agent; given again, changes what is registered."""
        check_is_text(name, "name")
        fields = {
            "name": name,
            "kind": kind,
            "email": email,
            "roles": roles,
            "groups": groups,
            "notes_path": notes_path,
        }
        return self._session.write(lambda unit, scope: people.put(unit, scope, fields))

    def groups(self) -> dict[str, tuple[str, ...]]:
        """The groups of this space and who belongs to them."""
        members: defaultdict[str, list[str]] = defaultdict(list)
        for person in self.people():
            for group in person.groups:
                members[group].append(person.name)
        return {group: tuple(sorted(names)) for group, names in sorted(members.items())}

    def join_group(self, name: str, *groups: str) -> Person:
        return self._session.write(
            lambda unit, scope: people.change_groups(unit, scope, name, add=groups)
        )

    def leave_group(self, name: str, *groups: str) -> Person:
        return self._session.write(
            lambda unit, scope: people.change_groups(unit, scope, name, remove=groups)
        )

    def grant(self, name: str, *roles: str) -> Person:
        return self._session.write(
            lambda unit, scope: people.change_roles(unit, scope, name, add=roles)
        )

    def withdraw(self, name: str, *roles: str) -> Person:
        return self._session.write(
            lambda unit, scope: people.change_roles(unit, scope, name, remove=roles)
        )

    # -- tokens

    def issue_token(
        self, name: str, *, expires_in: timedelta = USUAL_LIFE, note: str | None = None
    ) -> IssuedToken:
        """A bearer token for somebody who is registered. It is shown this once, and kept nowhere.

        It says who calls. What they may do is looked up at each call.
        """
        made: IssuedToken = _tokens().issue(self._session, name, expires_in=expires_in, note=note)
        return made

    def tokens(self, *, include_ended: bool = False) -> tuple[Token, ...]:
        """The tokens of this space that are good, newest first; if asked for, the others too."""
        check_flag(include_ended, "include_ended")
        found: tuple[Token, ...] = _tokens().listed(self._session, include_ended=include_ended)
        return found

    def revoke_token(self, id: str, *, reason: str | None = None) -> Token:
        """Ends a token at once."""
        return self._session.write(lambda unit, scope: tokens.revoke(unit, scope, id, reason))

    def end_sign_ins(self, name: str, *, reason: str | None = None) -> tuple[Token, ...]:
        """Ends all visits that somebody began by signing in with a provider, at once; which.

        Tokens issued to them stay good. They may sign in again as long as the provider lets them.
        """
        return self._session.write(lambda unit, scope: sign_ins.end(unit, scope, name, reason))

    def rotate_keys(self, *, retire_after: timedelta = timedelta(0)) -> int:
        """A new key signs from now on, in all spaces of the store; how many keys verify now.

        What was signed before is good for `retire_after` at most: without it, no longer.
        """
        verifying: int = _tokens().rotate(self._session, retire_after=retire_after)
        return verifying

    # -- the audit log

    def audit(
        self, *, item_id: str | None = None, before: int | None = None, limit: int = 100
    ) -> tuple[LedgerEntry, ...]:
        """Ledger entries, newest first: who did what, when and why. For admins who are people:
        it tells of every act, also on what is personal. `provenance()` tells of those on one item.
        """
        require_admin(self._session.principal, "read the audit log")
        require_person(self._session.principal, "read the audit log")
        check_whole(limit, "limit", at_least=1, at_most=AUDIT_ENTRIES_MAX)
        if before is not None:
            check_whole(before, "before", at_least=0, at_most=1 << 62)
        if item_id is not None:
            check_is_text(item_id, "item_id")
            if not is_text(item_id):
                return ()

        def newest(reader: Reader, _: Scope) -> tuple[LedgerEntry, ...]:
            after = reader.last_position() + 1 if before is None else before
            return reader.ledger.entries(
                after=after, limit=limit, target=item_id, newest_first=True
            )

        return self._session.read(newest)

    # -- erasures

    def erasures(self) -> tuple[Certificate, ...]:
        """The certificates of all erasures in this space, oldest first."""
        self._require_full("list erasures")
        require_person(self._session.principal, "list erasures")
        return self._session.read(lambda reader, _: reader.erasures.certificates())

    def apply_erasures(
        self, certificates: Certificate | str | Iterable[Certificate | str | Mapping[str, Any]]
    ) -> Certificate | None:
        """Erases again what an older copy of this space brought back; None if nothing was.

        Takes certificates of this space, or their JSON.
        """
        return erase_and_scrub.again(self._session.store, self._session.scope(), certificates)

    def _require_full(self, act: str) -> None:
        require_full_admin(self._session.principal, act)


def _tokens() -> ModuleType:
    from remembrancer.front.access import tokens

    return tokens


def _info(space: Space) -> SpaceInfo:
    return SpaceInfo(
        name=space.name,
        preset=space.preset.name,
        language=space.preset.language,
        overrides=space.overrides,
        created_at=space.created_at,
        archived_at=space.archived_at,
    )
