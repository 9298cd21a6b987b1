"""Proactive texts: briefings, reminders, insights and suggestions."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.limits import BRIEFING_TOKENS_MIN, INSIGHT_ITEMS_MAX
from remembrancer.core.locale import locale_of
from remembrancer.core.validation import check_flag, check_name, check_whole
from remembrancer.delivery.briefing import briefing_request
from remembrancer.delivery.briefing.briefing import Briefing
from remembrancer.delivery.briefing.insight import Insight
from remembrancer.delivery.briefing.insights import insights
from remembrancer.delivery.prompting import remind, suggest
from remembrancer.delivery.prompting.reminder import Reminder
from remembrancer.delivery.prompting.suggestion import Suggestions
from remembrancer.delivery.visible_items import in_use
from remembrancer.front.argument_parsing import as_moment
from remembrancer.front.deciding.precedent_questions import watch_embedded
from remembrancer.front.session import Session

_DAYS_MAX = 36_500
_TOKENS_MAX = 1_000_000
_SUBJECTS_MAX = 1_000_000


class Briefings:
    """Tells one caller."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def briefing(
        self,
        subject: str,
        *,
        token_budget: int | None,
        meeting_at: datetime | str | None,
        locale: str | None,
    ) -> Briefing:
        """What to know of a subject before a meeting."""
        check_name(subject, "subject")
        session = self._session
        preset = session.space.preset
        tokens = preset.briefing.tokens if token_budget is None else token_budget
        check_whole(tokens, "token_budget", at_least=BRIEFING_TOKENS_MIN, at_most=_TOKENS_MAX)
        asked = briefing_request.BriefingArguments(
            subject=subject,
            token_budget=tokens,
            locale=locale_of(locale, preset.language),
            meeting_at=as_moment(meeting_at, "meeting_at"),
        )
        session.compare_added()
        watch_embedded(session)
        return briefing_request.briefing(
            session.store, session.scope(), asked, session.shop.tools.embedder
        )

    def reminders(
        self, within_days: int | None, *, subject: str | None, new: bool
    ) -> tuple[Reminder, ...]:
        """What is due soon; with `new`, only what the caller was not reminded of yet."""
        session = self._session
        days = session.space.preset.reminders.within_days if within_days is None else within_days
        check_whole(days, "within_days", at_least=0, at_most=_DAYS_MAX)
        check_flag(new, "new")
        if subject is not None:
            check_name(subject, "subject")
        if new:
            return remind.new_reminders(session.store, session.scope(), days, subject)
        return session.read(lambda reader, scope: remind.reminders(reader, scope, days, subject))

    def insights(self, min_subjects: int | None) -> tuple[Insight, ...]:
        """What several subjects have in common. Nothing personal is in it."""
        session = self._session
        least = session.space.preset.insights.min_subjects if min_subjects is None else min_subjects
        check_whole(least, "min_subjects", at_least=2, at_most=_SUBJECTS_MAX)
        result = session.read(
            lambda reader, scope: in_use(
                reader, scope, is_shared=True, is_bare=True, limit=INSIGHT_ITEMS_MAX
            )
        )
        return insights(result, min_subjects=least)

    def suggestions(self, subject: str | None, *, locale: str | None) -> Suggestions:
        """Prompts worth offering at the start of a conversation."""
        if subject is not None:
            check_name(subject, "subject")
        session = self._session
        spoken = locale_of(locale, session.space.preset.language)
        return suggest.suggestions(session.store, session.scope(), subject, spoken)
