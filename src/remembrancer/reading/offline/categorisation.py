"""Categorisation: finds the category and the domain of a statement among those of a space."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.core.kinds import Brief
from remembrancer.language.word_patterns import phrase_pattern

_CATEGORIES: Final = {
    name: phrase_pattern(forms)
    for name, forms in {
        "data_analysis": r"""
        tables?; columns?; metrics?; sql; quer(?:y|ies); dashboards?; joins?;
        event_time; created_at; timestamps?; dataset; snapshot; cohort; churn; rows?;
        warehouse; dbt; views?; tabell\w*; kolumn\w*; mätvärde\w*
    """,
        "api_integration": r"""
        apis?; endpoints?; webhooks?; tokens?; oauth; rate limits?; payload; sdk;
        integration
    """,
        "performance": r"""
        slow; latency; cache; caching; index(?:es)?; throughput; memory usage; p9[59];
        batch size; prestanda
    """,
        "infrastructure": r"""
        servers?; kubernetes; k8s; terraform; clusters?; docker; deploys?; deployments?;
        postgres\w*; airflow; vpn; aws; gcp; azure; backups?; cron; nodes?; runner; ci
    """,
        "workflow": r"""
        reviews?; prs?; pull requests?; branch\w*; commit\w*; merge\w*; release\w*;
        standup; ticket\w*; jira; approval; handover; sign-off; on-?call; rutin\w*
    """,
        "business_logic": r"""
        revenue; customers?; invoices?; discounts?; refunds?; orders?; pricing;
        subscriptions?; contract\w*; fiscal; vat; margin; arr; mrr; kund\w*; faktur\w*;
        rabatt\w*; intäkt\w*
    """,
        "debugging": r"""
        errors?; exceptions?; stack ?traces?; retry; retries; timeouts?
    """,
        "accounting_rule": r"""
        ifrs; gaap; capitali[sz]e\w*; depreciat\w+; amorti[sz]\w+; impairment; lease
        accounting; ifrs 16; redovisning\w*
    """,
        "capital_allocation_history": r"""
        buybacks?; dividends?; acquisitions?; capex; capital allocation; payout; m&a
    """,
        "management_pattern": r"""
        management; ceo; cfo; guidance; guided; insiders?; ledningen
    """,
        "multiple_history": r"""
        ev/\w+; p/e; multiples?; trades? at; re-?rat\w+
    """,
        "peer_comparison": r"""
        peers?; versus; vs\.?; compared (?:to|with); competitors?; konkurrent\w*
    """,
        "ratio_pattern": r"""
        margins?; ratios?; turns?; turnover; dso; dpo; roic; roe; leverage; working
        capital; inventory; \w*marginal\w*
    """,
        "sector_norm": r"""
        sector; industry; typical(?:ly)?; norm; retailers; sektorn; branschen
    """,
        "model_template": r"""
        dcf; model template; wacc; terminal growth; discount rate; template
    """,
    }.items()
}
_DOMAINS: Final = {
    name: phrase_pattern(forms)
    for name, forms in {
        "finance": r"""
        revenue; invoices?; vat; fiscal; margin; budget; refunds?; arr; mrr; accounting;
        payments?; settlement; ledger; gross; net of; faktur\w*; moms\w*; bokför\w*
    """,
        "data": r"""
        tables?; columns?; metrics?; sql; quer(?:y|ies); dashboards?; dbt; warehouse;
        event_time; created_at; dataset; pipelines?; etl; airflow; snapshot; cohort;
        tabell\w*
    """,
        "infrastructure": r"""
        servers?; kubernetes; k8s; terraform; clusters?; docker; aws; gcp; azure; vpn;
        nodes?; backups?; database; postgres\w*
    """,
        "engineering": r"""
        code; repo\w*; branch\w*; commit\w*; merge\w*; prs?; pull requests?; tests?; ci;
        python; api; deploys?; library; migrations?; lint\w*; service
    """,
        "product": r"""
        feature\w*; users?; roadmap; onboarding; experiments?; a/b; release notes; ux;
        design
    """,
        "operations": r"""
        on-?call; support; tickets?; incident\w*; sla; vendor\w*; shipping; warehouse
        staff; logistics; lager
    """,
        "retail_margins": r"""
        retail\w*; h&m; store; grocery; apparel; inventory
    """,
        "tech_margins": r"""
        saas; software; cloud; semiconductor\w*; tech
    """,
        "management_evaluation": r"""
        management; ceo; cfo; guidance; board; insiders?
    """,
    }.items()
}


def category_of(low: str, given: str | None, brief: Brief) -> str | None:
    """The category of the slot, otherwise by the words; None: none of the space's categories."""
    known = brief.categories
    if given is not None:
        if given in known:
            return given
        if any(name in _CATEGORIES for name in known):
            given = None
    return _first_match(low, known, _CATEGORIES)


def domain_of(low: str, brief: Brief) -> str | None:
    """The domain by the words; None: unclear, or the space has no domains."""
    return _first_match(low, brief.domains, _DOMAINS)


def _first_match(
    low: str, known: tuple[str, ...], shelves: dict[str, re.Pattern[str]]
) -> str | None:
    best: tuple[int, str] | None = None
    for name in known:
        pattern = shelves.get(name)
        count = len(pattern.findall(low)) if pattern else 0
        if count and (best is None or count > best[0]):
            best = (count, name)
    return best[1] if best else None
