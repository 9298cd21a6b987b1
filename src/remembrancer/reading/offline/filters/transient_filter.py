"""The transient filter: current trouble, daydreams and choices for this once."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.word_patterns import contains_any, phrase_pattern, word_set

SMALL_WORDS_MAX: Final = 3  # of a spontaneous choice

_TROUBLE: Final = phrase_pattern(
    r"""
    (?:is|are|\w+'s|\w+'re|was|were|keeps?|kept|started|starts|still|just) (?:\w+
    )?(?:failing|broken|crashing|hanging|throwing|erroring|timing out|stuck);
    (?:fails|failed|crashes|crashed|broke|breaks|dies|died) (?:with|at|again|for me|now);
    (?:get|gets|getting|got|seeing|see|hit|hitting|gives?|gave|throws?|threw)(?: \w+){0,4}?
    (?:error|errors|exception|exceptions|traceback|timeout)s?; \w+(?:error|exception)(?=:);
    (?:won't|doesn't|does not|will not|can't|cannot)
    (?:build|compile|start|load|install|boot|connect|import);
    (?:kraschar|kraschade|hänger sig|strular|är trasigt?|går sönder|gick sönder|ligger nere);
    (?:funkar|fungerar|startar|bygger|kompilerar|laddar) (?:\w+ )?inte;
    (?:får|fick|ger|gav|kastar)(?: \w+){0,4}? (?:felet|felmeddelande\w*|undantag)
    """
)
_TROUBLE_HINTS: Final = (  # each of the phrases above holds one
    "fail", "bro", "crash", "hanging", "throw", "error", "timing out", "stuck", "break", "die",
    "exception", "traceback", "timeout", "build", "compile", "start", "load", "install", "boot",
    "connect", "import", "krasch", "hänger", "strular", "trasig", "sönder", "nere", "funkar",
    "fungerar", "bygger", "kompilerar", "laddar", "felet", "felmeddel", "undantag",
)  # fmt: skip
_AS_A_RULE: Final = phrase_pattern(
    """
    when; whenever; if; because; since; unless; every; always; never; until; after; due to; once;
    om; när; eftersom; varje; alltid; aldrig; tills; på grund av; så fort; known issue; känt fel
    """
)
_WHO: Final = r"(?:i|we|he|she|they|you|jag|vi|han|hon|de|du|ni|man)"
_UNREAL: Final = (
    r"(?:ever |bara |någonsin )?(?:were|was|had|won|could|got|ruled|became|vore|var|hade|vann"
    r"|kunde|fick|skulle|blev)"
)
_CONDITIONS: Final = ("if ", "om ")
_DAYDREAM: Final = re.compile(
    rf"(?<![\w'])(?:(?:if|om) {_WHO} {_UNREAL}\b.{{1,80}}?(?:\bwould\b|\bcould\b|\bskulle\b|\w'd\b)"
    rf"|(?:\bwould\b|\bskulle\b|\w'd\b) .{{1,80}}? (?:if|om) {_WHO} {_UNREAL}\b)"
)
_PICKS: Final = re.compile(
    r"\W*(?:(?:ok|okay|okej|fine|sure|then|so|great|yes|ja|då|perfect|alright|bra)[,.! ]+)*"
    r"(?:let's|lets|let us|we'll|i'll|vi|då|jag|låt oss)(?: (?:just|all|rather|då|vi))*"
    r" (?:go(?: with| for)?|do|take|have|pick|choose|say|order|get|grab|köra?(?: på| med)?|tar?"
    r"|säger|väljer|bestämmer|gå på) (?P<what>[^,;:]{1,40}?)(?: then| instead| today| tonight"
    r"| please| då| idag| i stället| istället| ikväll)*[.! ]*$"
)
_DAY: Final = (
    r"(?:[\ue000-\uefff]|\d{1,2}(?::\d\d)?(?: ?[ap]m)?|morning|afternoon|evening|noon|lunchtime"
    r"|förmiddag(?:en)?|eftermiddag(?:en)?|kväll(?:en)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|(?:mån|tis|ons|tors|fre|lör|sön)dag(?:en)?)"
)
_ONE_OF_THEM: Final = re.compile(
    r"(?:(?:on|at|the|an?|some|på|en|ett|den|det|lite) )*(?:"
    rf"{_DAY}(?: (?:at |on |kl\.? |klockan )?{_DAY})*"
    r"|(?:first|second|third|last|other|former|latter|left|right|top|bottom|red|blue|green|bigger"
    r"|smaller|första|andra|tredje|sista|vänstra|högra|blå|röda|gröna)"
    r"(?: (?:one|option|alternativet|varianten))?"
    r"|that(?: one)?|this(?: one)?|it|det|option [a-d1-9]|alternativ [a-d1-9]|[a-d])"
)
_SERVED: Final = word_set(
    """
    lunch dinner breakfast coffee tea kaffe te fika middag frukost pizza sushi tacos pasta burger
    burgers sandwich sandwiches salad soup curry cake beer öl wine vin juice water smörgås soppa
    sallad hamburgare glass bulle bullar tårta takeaway snacks
    """
)


_FELT: Final = word_set(
    """
    terrible awful horrible useless annoying annoyed ridiculous hate stupid rubbish sick tired fed
    love amazing wonderful gorgeous boring funny hilarious weird hopeless joke nightmare
    hemsk hemskt värdelös värdelöst jobbig jobbigt irriterande löjligt hatar dum dumt trött usel
    uselt älskar underbart tråkigt roligt konstigt hopplöst skämt mardröm
    """
)
_WITHDRAWN: Final = re.compile(
    r"(?<!\w)(?:(?:suspect(?:ed|s)?|wondered|feared|worried|misstänk\w+|befarade)"
    r"(?!\w)[^.;]{1,120}(?<!\w)(?:but|men)(?!\w)|false alarm|falskt alarm|it was nothing"
    r"|det var inget(?! att)"
    # A value that is taken back in the same breath: "980, no wait that was the old one".
    r"|(?:no|wait|hang on|hold on|sorry|nej|vänta|förlåt)[ ,]+(?:wait[ ,]+|vänta[ ,]+)?"
    r"(?:that|this|it|those|det|den|de)(?:'s| was| is| were| var| är) (?:the |an? |den |det |de )?"
    r"(?:old|last|previous|wrong|gamla|förra|fel))"
    r"|(?:but|no|nah|actually|nej|nä)[, ]+(?:forget (?:that|it)|glöm det)(?= ?[,.;!]|$)"
    # The whole is taken back, and nothing is put in its place.
    r"|(?:(?:take|taking) (?:that|this|it|all of (?:that|it)) back|tar tillbaka (?:det|detta|allt)"
    r"|(?:det|detta) tar jag tillbaka|(?:forget|never mind) (?:that|this|it|(?:what|everything) "
    r"(?:i|we|he|she|they) (?:just )?(?:said|wrote|told you)(?: [\w']+){0,12})"
    r"|(?:i|we)(?: must| have to)? take back (?:what|everything|all) [^.;,]{3,80}"
    r"|(?:glöm|strunta? i|bortse från) (?:det|(?:det|vad) (?:jag|vi) (?:sa|sade|skrev)"
    r"(?: \w+){0,12}))[\s.!]*$"
    # Somebody's words that are denied at once: "the mail says he pays, but that's not true".
    r"|(?:says?|said|claims?|reads|wrote|states?|säger|sa|påstår|skriver|står) [^.;]{3,160}"
    r"(?:but|men) (?:that|this|it|det)(?:'s| is| was| är| var)? (?:wrong|not (?:true|right|so)"
    r"|untrue|false|nonsense|fel|inte sant|stämmer inte)(?!\w)"
)


def is_gripe(words: frozenset[str]) -> bool:
    """Whether a text says how somebody feels about something."""
    return not words.isdisjoint(_FELT)


def is_withdrawn(low: str) -> bool:
    """Whether a suspicion is taken back: "I thought that …, but it was nothing"."""
    return _WITHDRAWN.search(low) is not None


def is_current_trouble(low: str) -> bool:
    """Whether something goes wrong right now, without a rule about when it does."""
    if not contains_any(low, _TROUBLE_HINTS):
        return False
    return _TROUBLE.search(low) is not None and _AS_A_RULE.search(low) is None


def is_mock_request(low: str) -> bool:
    """Whether somebody asks in jest for what nobody wants: "Sure, ring me at midnight, nothing
    makes me happier"."""
    return _MOCK.match(low) is not None and _GLAD.search(low) is not None


_MOCK: Final = re.compile(
    r"\W*(?:toppen|visst|javisst|absolut|självklart|underbart|härligt|strålande|great|sure"
    r"|absolutely|lovely|brilliant|fantastic|wonderful|perfect|of course|oh yes|oh great|ja visst"
    r"|by all means)[,!.:]?\s+(?:(?:do|please|go ahead and)\s)?"
    r"(?:ring|skicka|släng|ta|kom|boka|ställ|väck|lägg|send|call|book|wake|throw|phone|text|e?mail"
    r"|bring|add|give|put|schedule|come|mejla)(?!\w)"
)
_GLAD: Final = re.compile(
    r"(?<!\w)(?:\w*glad(?:are|ast)?|längtar|längtat|älskar|happier|happy|delighted|love|thrilled"
    r"|just what i|exactly what i|precis vad jag|roligare|nicer)(?!\w)"
)


def is_daydream(low: str) -> bool:
    """Whether a text says what somebody would do in an unreal case."""
    return contains_any(low, _CONDITIONS) and _DAYDREAM.search(low) is not None


def is_small_choice(low: str) -> bool:
    """Whether a text picks a day, a dish or one of two things for this once."""
    found = _PICKS.match(low)
    if found is None:
        return False
    what = found["what"].strip()
    if _ONE_OF_THEM.fullmatch(what):
        return True
    return what.count(" ") < SMALL_WORDS_MAX and not _SERVED.isdisjoint(what.split())
