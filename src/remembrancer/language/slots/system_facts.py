"""Slot readers for systems: versions, owners, settings, schedules and definitions."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language.holders import find_holder, is_first_person
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.names import find_names, is_name
from remembrancer.language.slots.slot import FilledSlot, Reader, leading_name
from remembrancer.language.statement import Slot
from remembrancer.language.word_patterns import word_set

NOUN: Final = r"(?:[a-z][a-z0-9+]{1,9}://)?[\w./+#'-]+"
_PHRASE: Final = rf"(?:{NOUN}\s+){{0,4}}?{NOUN}"
THE: Final = r"(?:the|our|a|an|this|their|its|all|vår|vårt|våra|den|det|de|en|ett)\s+"
_TOOLS: Final = (
    r"python|postgres(?:ql)?|mysql|sqlite|node(?:\.?js)?|react|django|rails|ruby|java|kotlin|go"
    r"|rust|php|laravel"
    r"|spark|airflow|dbt|kafka|redis|kubernetes|k8s|terraform|docker|ubuntu|debian|windows|macos"
    r"|excel|elixir"
    r"|typescript|angular|vue|next\.?js|pandas|numpy|elasticsearch|mongodb|snowflake|duckdb"
    r"|bigquery|grafana"
    r"|jenkins|gitlab|helm|nginx|openssl|pydantic|fastapi|flask|sqlalchemy|pytest|jdk|\.net"
    r"|dotnet|swift|bas"
)
_RUN: Final = (
    r"(?:run|runs|running|use|uses|using|on|upgraded?(?: \w+)? to|upgrading to|updated? to"
    r"|migrated? to|moved to"
    r"|bumped(?: \w+)? to|pinned(?: \w+)? to|pin|stay on|stuck on|kör|kör på|använder"
    r"|uppgraderat? till|uppgraderade till"
    r"|uppdaterat till|gått över till|require|requires|target|targets|support|supports|is|är"
    r"|built on|standardi[sz]ed on|till|to)"
)
_VERSION: Final = re.compile(
    rf"(?<!\w){_RUN}\s+(?:\w+\s+){{0,2}}?(?P<tool>{_TOOLS})\s+(?:version\s+)?v?(?P<version>\d+(?:\.[\dx]+){{0,3}}(?:\s?lts)?)(?![\w%])(?!\s?(?:users|instances|nodes|servers|times))"
)
_VERSION_OF: Final = re.compile(
    rf"(?<!\w)(?P<tool>{_TOOLS})\s+(?:is|stays?|remains|är|ligger|stannar)\s+(?:still\s+|now\s+"
    rf"|kvar\s+)?"
    r"(?:on|at|pinned\s+to|på)\s+(?:version\s+)?v?(?P<version>\d+(?:\.[\dx]+){0,3})(?![\w%])"
)
_VERSION_NAMED: Final = re.compile(
    rf"(?<!\w)(?P<tool>{NOUN})\s+(?:is\s+(?:on|at)\s+)?version(?:\s+is|\s+är|:)?\s+"
    r"v?(?P<version>\d+(?:\.[\dx]+)+)(?![\w%])"
)
_RUNNING: Final = re.compile(  # the subject right before the verb
    rf"(?:^|[,;:.]\s)\W*(?:(?:on|in|i|på)\s+)?(?P<thing>(?:{NOUN}\s+){{0,3}}?{NOUN}),?\s+(?:now\s+"
    rf"|still\s+|currently\s+|is\s+|are\s+|was\s+|has\s+|have\s+|will\s+|been\s+|nu\s+|har\s+"
    rf"|är\s+|only\s+|already\s+)*$"
)
_WHERE: Final = re.compile(
    rf"\s+(?:in|on|for|i|på|för)\s+(?:{THE})?(?P<thing>(?!all\b|every|now\b|alla\b|nu\b|\w+days?\b)"
    rf"(?:{NOUN}\s+){{0,2}}?[^\W\d][\w-]*)(?=\s*(?:[.,;!]|$))"
)
_THERE: Final = re.compile(
    rf"\W*(?:on|in|i|på)\s+(?:{THE})?(?P<thing>(?:{NOUN}\s+){{0,2}}?[^\W\d][\w-]*),?\s+"
    r"(?:we|kör\s+vi|använder\s+vi)\s"
)
_WE: Final = word_set(
    """
    we i you they it he she we're we've i'm everyone everybody everything all our team company
    project stack code vi jag de alla allt must should please
    """
)
_OWNERS: Final = tuple(
    re.compile(form)
    for form in (
        rf"^\W*(?:{THE})?(?P<thing>{_PHRASE})\s+(?:is|are)\s+(?:now\s+)?(?:owned|maintained|run"
        rf"|managed|handled|looked\s+after)\s+by\s+(?P<who>[^,.;()]{{2,50}})",
        rf"^\W*(?:{THE})?(?P<thing>{_PHRASE})\s+(?:ägs|förvaltas|sköts|underhålls"
        rf"|drivs)\s+(?:nu\s+)?av\s+(?P<who>[^,.;()]{{2,50}})",
        rf"(?:owner\s+(?:of|for)|contact\s+for|ansvarig\s+för|ägare\s+(?:av|till)"
        rf"|kontaktperson\s+för|responsible\s+for)\s+(?:{THE})?(?P<thing>{_PHRASE})\s*(?:\s+is"
        rf"|:|\s+är|\s+=)\s+(?P<who>[^,.;()]{{2,50}})",
        rf"^\W*(?P<who>(?:{THE})?(?:{NOUN}\s+){{0,2}}{NOUN})\s+(?:owns?"
        rf"|is\s+responsible\s+for|are\s+responsible\s+for|ansvarar\s+för|är\s+ansvarig\s+för"
        rf"|har\s+ansvar\s+för|takes?\s+care\s+of|looks?\s+after"
        rf"|maintains?|handles?|sköter|hanterar|approves?)\s+(?:{THE})?(?P<thing>{_PHRASE})(?=$|[.,;!)]|\s+(?:and|och|now|nu|from"
        rf"|since|until|sedan)\b)",
    )
)
_SETTING: Final = (
    r"(?:threshold|limit|timeout|time-out|default|cap|cut-?off|retention|quota|budget|target|sla"
    r"|interval|window|lag|ttl"
    r"|batch\s+size|maximum|minimum|max|min|port|tolerance|rate\s+limit|grace\s+period"
    r"|notice\s+period|cooldown|page\s+size"
    r"|gräns\w*|tröskel\w*|beloppsgräns\w*|tidsgräns\w*|attestgräns\w*|mål\w*|uppsägningstid\w*"
    r"|gallringstid\w*|standardvärde\w*"
    r"|discount|rabatt\w*|hurdle\s+rate|discount\s+rate|wacc|kalkylränta\w*|materiality"
    r"|väsentlighets\w*)"
)
_SETTINGS: Final = re.compile(
    rf"(?:^|(?<=[\s,:(]))(?:{THE})?(?P<thing>(?:{NOUN}\s+){{0,3}}{_SETTING}(?:\s+(?:for|on|of"
    rf"|för|på|to|at|towards|against|with|mot|gentemot|in|i"
    rf"|per)\s+(?:{THE})?(?:{NOUN}\s+){{0,2}}?{NOUN})?)"
    r"(?:\s*[:=]\s*|\s+(?:is|are|was|=|är|ligger|set|stays|of|på|to|at|now|currently|remains"
    r"|blir|satt|till|about|around|cirka|ca|on|om|still)(?=\W))+\s*"
    r"(?P<value>[\ue000-\ue7ff]|[a-z_]+:\d+|\d[\w:.]*)"
)
_DEFINED: Final = re.compile(
    rf"^\W*(?:(?:so|note|btw|fyi|and|also|remember|obs|here|hos oss|internally|för oss|for us|in "
    rf"our (?:data|reports?"
    rf"|world))[,:]?\s+(?:that\s+)?)?(?:{THE})?(?P<thing>[\"'“”*]?{_PHRASE}[\"'“”*]?)\s+"
    r"(?:means|mean|betyder|stands\s+for|står\s+för|is\s+short\s+for|refers\s+to"
    r"|is\s+defined\s+as|are\s+defined\s+as|definieras\s+som|innebär|avser|counts?\s+as"
    r"|räknas\s+som|is\s+what\s+we\s+call|is\s+our\s+name\s+for|is\s+calculated\s+as"
    r"|is\s+computed\s+as|räknas\s+ut\s+som|beräknas\s+som|=)\s+(?P<value>.{3,200})$"
)
COUNTED_IN: Final = ("included", "excluded")  # values that already express a negation
_INTO: Final = frozenset(("include", "includes", "inkluderar", "is gross of"))
_CONTAINS: Final = re.compile(
    rf"^\W*(?:{THE})?(?P<thing>(?:{NOUN}\s+){{0,2}}?{NOUN})\s+(?P<not>(?:does|do)\s+not\s+"
    rf"|(?:doesn't|don't)\s+)?(?P<how>includes?|excludes?|is\snet\sof|is\sgross\sof"
    rf"|inkluderar|exkluderar)\s+(?:{THE})?(?P<value>(?:{NOUN}\s+){{0,2}}?{NOUN})"
    rf"(?=[.!]?$|[,;])"
)
_CONTAINED: Final = re.compile(  # the same with both sides swapped
    rf"^\W*(?:{THE})?(?P<value>(?:{NOUN}\s+){{0,2}}?{NOUN})\s+(?:(?:is|are|is\s+being|är)\s+)?"
    rf"(?P<not>not\s+|never\s+|inte\s+|aldrig\s+)?(?P<how>included\s+in|excluded\s+from"
    rf"|left\s+out\s+of|omitted\s+from|part\s+of|counted\s+in|counted\s+towards|inkluderas\s+i"
    rf"|inkluderade?\s+i|exkluderas\s+från|exkluderade?\s+från|ingår\s+(?P<no>inte\s+|ej\s+)?i"
    rf"|räknas\s+(?P<nor>inte\s+|ej\s+)?(?:in\s+)?i)\s+(?:{THE})?"
    rf"(?P<thing>(?:{NOUN}\s+){{0,2}}?{NOUN})(?=[.!]?$|[,;])"
)
_OUT: Final = ("excluded", "left", "omitted", "exkludera")
_WHEN: Final = (
    r"(?:every|each|daily|weekly|monthly|nightly|hourly|quarterly|twice|once|varje|dagligen"
    r"|varannan|nattligen|at\s+\d[\d:.]*|kl\.?\s*\d[\d:.]*|klockan"
    r"|on\s+(?:mon|tues|wednes|thurs|fri|satur|sun)days?|on\s+weekdays|på\s+(?:mån|tis|ons|tors"
    r"|fre|lör|sön)dagar|on\s+the\s+(?:first|second|third|last|\w+th|\d)|overnight"
    r"|den\s+(?:första|sista))"
)
_ROUTINE: Final = (
    r"(?:job|jobs|pipelines?|syncs?|report|reports|backup|backups|exports?|imports?|batch(?:es)?"
    r"|cron|etl|dag|build|releases?|deploys?|deployments?"
    r"|standup|stand-up|meeting|refresh|load|invoices?|payroll|newsletter|meetup|call|retro"
    r"|jobbet|rapporten|körningen|mötet|backupen"
    r"|exporten|importen|synken|lönekörningen|lönerna|fakturorna|avstämningen|avstämning"
    r"|standupen|reconciliation|snapshot|table|dashboard|feed|review|planning|close|closing"
    r"|bokslutet|stängningen)"
)
_SCHEDULE: Final = re.compile(
    rf"(?:^|(?<=[\s,:]))(?:{THE})?(?P<thing>(?:{NOUN}\s+){{0,3}}?{_ROUTINE})\s+(?:always\s+"
    rf"|usually\s+|now\s+|alltid\s+|only\s+)?(?:runs?|is|are|happens?|kicks?\s+off|starts?|körs"
    rf"|går|kör|refreshe?s?|updates?|lands?|goes\s+out|go\s+out|skickas|sker|hålls|uppdateras"
    rf"|(?:is|are)\s+(?:run|scheduled|refreshed|updated|sent"
    rf"|held))\s+(?:\w+\s+){{0,2}}?(?P<value>{_WHEN}\b.{{0,60}})$"
)
_SINCE: Final = re.compile(r"(?<!\w)(?:since|as of|from|se(?:da)?n|från) (?:the )?$")
_LAST: Final = re.compile(r"^(?:last|this|next|förra|den här)\s+\w+\s+(?=\w)")
_LAG: Final = re.compile(
    rf"(?:{THE})?(?P<thing>(?:{NOUN}\s+){{0,3}}?(?:table|data|feed|dashboard|report|export"
    rf"|{NOUN}))\s+(?:has|have|har|lags?"
    rf"|comes?\s+with)\s+(?:\w+\s+){{0,2}}?(?P<value>[\ue000-\ue7ff])\s*(?:\w+\s+)?(?:lag|delay"
    rf"|behind|fördröjning|eftersläpning|late)"
)
_KEPT: Final = re.compile(
    rf"(?:{THE})?(?P<thing>(?:{NOUN}\s+){{0,3}}?{NOUN})\s+(?:is|are|gets?|sparas|behålls"
    rf"|lagras|arkiveras|raderas|gallras)\s+(?:only\s+)?(?:kept|retained|stored|deleted|purged"
    rf"|archived|i|efter|for|after)\s+(?:for\s+|after\s+|i\s+"
    rf"|efter\s+)?(?P<value>[\ue000-\ue7ff])"
)
_EMAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE: Final = re.compile(r"(?<![\w-])(?:\+\d{1,3}[ -]?|0)\d{1,4}(?:[ -]?\d{2,4}){2,4}(?![\w-])")
_ADDRESS: Final = re.compile(
    r"(?:(?P<use>work|office|home|company|business|team|support|private|personal|billing|jobb"
    r"|kontors|hem|företags|privat)[ -]?)?(?:e-?mail|mejl|e-post|phone|mobile|number|telefon|mobil"
    r"|nummer)\w*"
)
NO_THING: Final = word_set(
    """
    it this that there here he she they we i you what who which everything something nothing all
    one det detta den där här han hon de vi jag du ni man vad vem vilket allt något inget today
    yesterday tomorrow idag igår imorgon which he's she's it's that's there's and but so if when
    because men och så om när eftersom they're we're i'm you're how why where hur varför var says
    say docs think thinks guess said säger tror now numera nu nuförtiden sedan
    """
)
_ARTICLE: Final = re.compile(rf"^(?:{THE})")


def thing_name(text: str) -> str:
    """A thing's name as used in slot names: lower case, without articles and punctuation."""
    name = _ARTICLE.sub("", text.lower().strip(" \"'“”*`_-").rstrip(" .,;:!?"))
    return " ".join(name.split())


def filled_slot(
    name: str, value: str | float, unit: str | None, match: re.Match[str], *, is_weak: bool = False
) -> FilledSlot:
    """A filled slot for a thing, at the offsets of a match."""
    return FilledSlot(
        Slot(name, value, unit), match.start(), match.end(), Family.FACT, is_weak=is_weak
    )


def matched_value(masked: MaskedText, match: re.Match[str]) -> tuple[str | float, str | None]:
    """The value of a match and its unit."""
    said = match["value"]
    if len(said) == 1 and "\ue000" <= said <= "\ue7ff":
        amount = masked.amount_of(said)
        return amount.value, amount.unit
    return masked.plain_slice(*match.span("value")).strip(" .!\"'“”*`"), None


def _version(masked: MaskedText) -> FilledSlot | None:
    low = masked.plain.lower()
    match = _VERSION.search(low) or _VERSION_OF.search(low) or _VERSION_NAMED.search(low)
    if match is None or match["tool"] in NO_THING:
        return None
    # A plain offset is close enough to the masked one here.
    found = filled_slot(f"version of {match['tool']}", match["version"], None, match)
    return found._replace(slot=found.slot._replace(holder=_runtime_of(low, match)))


def _runtime_of(low: str, match: re.Match[str]) -> str | None:
    """The environment that runs a version: "staging"; None: all of them."""
    where = _WHERE.match(low, match.end()) or _THERE.match(low)
    if where is not None:
        return thing_name(where["thing"])
    ahead = _RUNNING.search(low, 0, match.start())
    if ahead is None or not _WE.isdisjoint(ahead["thing"].split()):
        return None
    return thing_name(ahead["thing"])


def _owner(masked: MaskedText) -> FilledSlot | None:
    for pattern in _OWNERS:
        match = pattern.search(masked.low)
        if match is None:
            continue
        who = masked.plain_slice(*match.span("who")).strip()
        thing = thing_name(match["thing"])
        first = who.split()[0]
        is_party = is_name(first) or re.search(
            r"\b(?:team\w*|group|squad|gruppen|avdelningen)\b", who
        )
        if not is_party or thing.split()[0] in NO_THING or who.lower() in NO_THING:
            continue
        return filled_slot(f"owner of {thing}", leading_name(who) or thing_name(who), None, match)
    return None


def _setting(masked: MaskedText) -> FilledSlot | None:
    match = _SETTINGS.search(masked.low)
    if match is None or not NO_THING.isdisjoint(match["thing"].split()):
        return None
    return filled_slot(thing_name(match["thing"]), *matched_value(masked, match), match)


def _definition(masked: MaskedText) -> FilledSlot | None:
    match = _DEFINED.match(masked.low)
    thing = thing_name(match["thing"]) if match else ""
    if match is None or not thing or thing.split()[0] in NO_THING:
        return None
    return filled_slot(thing, *matched_value(masked, match), match)


def _schedule(masked: MaskedText) -> FilledSlot | None:
    match = _SCHEDULE.search(masked.low)
    if match is None or match["thing"].split()[0] in NO_THING:
        return None
    value, unit = matched_value(masked, match)
    # "Since last sprint deploys go out …": the sprint says when, and not which deploys.
    is_since = _SINCE.search(masked.low, 0, match.start("thing")) is not None
    thing = _LAST.sub("", match["thing"]) if is_since else match["thing"]
    return filled_slot(f"schedule of {thing_name(thing)}", value, unit, match)


def _contains(masked: MaskedText) -> FilledSlot | None:
    """Whether one thing includes another."""
    match = _CONTAINS.match(masked.low)
    if match is not None:
        is_in = (match["how"] in _INTO) != (match["not"] is not None)
    elif (match := _CONTAINED.match(masked.low)) is not None:
        is_denied = any(match[word] for word in ("not", "no", "nor"))
        is_in = match["how"].startswith(_OUT) == is_denied
    if match is None or {match["thing"].split()[0], match["value"].split()[0]} & NO_THING:
        return None
    name = f"{thing_name(match['value'].rstrip('.!'))} in {thing_name(match['thing'])}"
    return filled_slot(name, COUNTED_IN[0] if is_in else COUNTED_IN[1], None, match)


def _lag(masked: MaskedText) -> FilledSlot | None:
    match = _LAG.search(masked.low) if masked.amounts else None
    if match is None or match["thing"].split()[0] in NO_THING:
        return None
    return filled_slot(f"lag of {thing_name(match['thing'])}", *matched_value(masked, match), match)


def _retention(masked: MaskedText) -> FilledSlot | None:
    match = _KEPT.search(masked.low)
    if match is None or match["thing"].split()[0] in NO_THING:
        return None
    value, unit = matched_value(masked, match)
    if unit not in ("days", "weeks", "months", "years", "hours"):
        return None
    return filled_slot(f"retention of {thing_name(match['thing'])}", value, unit, match)


def _address(masked: MaskedText) -> FilledSlot | None:
    if "@" in masked.plain and (match := _EMAIL.search(masked.plain)):
        return _with_address_owner(
            masked, filled_slot("email", match[0].lower().rstrip("."), None, match)
        )
    if re.search(
        r"\b(?:phone|mobile|number|call|ring|telefon\w*|mobil\w*|nummer|nås)\b", masked.low
    ):
        match = _PHONE.search(masked.plain)
        if match is not None:
            return _with_address_owner(
                masked, filled_slot("phone", re.sub(r"[ -]", "", match[0]), None, match)
            )
    return None


def _with_address_owner(masked: MaskedText, found: FilledSlot) -> FilledSlot:
    """The address with its owner and its purpose: "work email"."""
    slot = found.slot
    told = _ADDRESS.search(masked.low)
    if told is None:
        first = next(iter(find_names(masked.plain[: found.start])), None)
        is_own = first is None or is_first_person(masked.plain)
        return found if is_own else found._replace(slot=slot._replace(holder=first))
    name = f"{told['use']} {slot.name}" if told["use"] else slot.name
    return found._replace(slot=slot._replace(name=name, holder=find_holder(masked, told).name))


_TOOL_NAMES: Final = (
    "python postgres mysql sqlite node react django rails ruby java kotlin rust php laravel spark "
    "airflow dbt kafka redis kubernetes k8s terraform docker ubuntu debian windows macos excel "
    "elixir "
    "typescript angular vue next pandas numpy elastic mongodb snowflake duckdb bigquery grafana "
    "jenkins gitlab helm nginx openssl pydantic fastapi flask sqlalchemy pytest jdk net swift "
    "bas go_ "
)
READERS: Final[tuple[tuple[Reader, str], ...]] = (
    (
        _address,
        "@ phone mobile number call ring telefon mobil nummer nås",
    ),
    (
        _owner,
        "own respons ansvar ägs äger ägare maintain managed contact kontakt handled förvalt "
        "looks_after look_after handle sköter hanterar approve sköts drivs run_by underhåll "
        "takes_care",
    ),
    (
        _definition,
        "mean betyder stands_for står_för short_for refers defin innebär avser counts_as "
        "count_as räknas call name_for calculated computed beräknas =",
    ),
    (
        _contains,
        "includ exclud net_of gross_of inkludera exkludera left_out omitted part_of counted ingår "
        "räknas",
    ),
    (
        _lag,
        "lag delay behind fördröj eftersläp late",
    ),
    (
        _retention,
        "kept retained stored deleted purged archived sparas behålls lagras arkiv radera gallra",
    ),
    (
        _setting,
        "threshold limit timeout time-out default cap cut retention quota budget target sla "
        "interval window lag ttl size max min port tolerance period cooldown gräns tröskel "
        "mål tid standardvärde discount rabatt hurdle wacc kalkyl material väsentlig",
    ),
    (
        _schedule,
        "run every each daily weekly monthly nightly hourly varje dagligen körs _at_ days "
        "dagar kl varannan once twice overnight on_the happens den_sista den_första",
    ),
    (
        _version,
        f"{_TOOL_NAMES} version _is_on_ is_at är_på ligger_på",
    ),
)
