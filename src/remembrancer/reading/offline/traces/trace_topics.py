"""Topic words of decisions that are worth a record, and of trivial ones."""

from __future__ import annotations

import re
from typing import Final

# Leisure talk holds no decisions worth a record.
LEISURE: Final = re.compile(
    r"\b(?:lasagn\w*|pizza\w*|sushi|burger\w*|ramen|tacos?|pasta|salads?|curry|soups?|steak|"
    r"lunch\w*|dinner|breakfast|brunch|dessert\w*|cake|coffee|beers?|wine|cocktails?|pubs?|"
    r"(?:reading|watching|listening to|read|watch) (?:that|this|the)|(?:that|this) book|"
    r"caf[eé]s?|restaurants?|menu|movies?|films?|netflix|series|episodes?|novels?|podcasts?|"
    r"concerts?|songs?|albums?|playlists?|bands?|video ?games?|board ?games?|beach|"
    r"hikes?|hiking|museums?|football|soccer|tennis|golf|gym|yoga|recipes?|haircut|costume|"
    r"weather|sunny|rain\w*|umbrella|birthday|party|mat(?:en)?|middag\w*|frukost|fika|kaffe|öl|"
    r"vin(?:et)?|glass|efterrätt|restaurang\w*|krog\w*|bio|filmen|serien|boken|låt(?:en)?|spelet|"
    r"stranden|vandring\w*|fotboll\w*|vädret|kalas\w*|fest(?:en)?)\b",
    re.IGNORECASE,
)
LOGISTICS: Final = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:mån|tis|ons|tors|fre|lör|sön)dag\w*|"
    r"\b(?:o'clock|\d{1,2}(?::\d\d)? ?[ap]m|kl\.? ?\d|zoom|teams call|calendar|reschedul\w*|the "
    r"(?:meeting|call)|a (?:call|break|quick call)|mötet|samtalet|paus)\b",
    re.IGNORECASE,
)
WEIGHTY: Final = re.compile(
    r"\b(?:pensions?|retir\w*|drawdown|annuit\w*|sipp|isa|mortgage\w*|loans?|tax\w*|invest\w*|"
    r"funds?"
    r"|budget\w*|costs?|price|pricing|fees?|contracts?|clients?|customers?|suppliers?|vendors?|"
    r"providers?|licen[cs]\w*|revenue|insur\w*|risk\w*|polic(?:y|ies)|database\w*|servers?|"
    r"deploy\w*|"
    r"migrat\w*|releases?|hir(?:e|ing)|salar(?:y|ies)|dividend\w*|company|compliance|"
    r"lån\w*|skatt\w*|bolag\w*|avtal\w*|kund\w*|leverantör\w*|utdelning\w*|lön\w*|"
    r"försäkring\w*|avgift\w*|kostnad\w*|moms\w*|bokföring\w*|anställ\w*|[£$€]\s?\d|\d\s?(?:kr|sek|"
    r"gbp|usd|eur|%))",
    re.IGNORECASE,
)
