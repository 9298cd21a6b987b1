"""A gazetteer: names of countries and towns."""

from __future__ import annotations

from typing import Final

from remembrancer.language.word_patterns import word_set

_COUNTRIES: Final = """
    sweden sverige norway norge denmark danmark finland iceland island germany tyskland france
    frankrike spain spanien portugal italy italien greece grekland poland polen austria
    österrike switzerland schweiz belgium belgien netherlands nederländerna holland ireland
    irland england scotland skottland wales britain storbritannien uk usa america amerika canada
    kanada mexico brazil brasilien argentina chile australia australien zealand japan china kina
    india indien singapore thailand vietnam indonesia malaysia philippines dubai israel turkey
    turkiet egypt kenya nigeria ghana morocco cyprus cypern malta croatia kroatien estonia
    estland latvia lettland lithuania litauen ukraine ukraina hungary ungern czechia tjeckien
    romania rumänien bulgaria serbia slovenia slovakia åland
"""
_TOWNS: Final = """
    stockholm göteborg gothenburg malmö uppsala lund umeå luleå växjö kalmar borås örebro
    västerås linköping norrköping jönköping helsingborg gävle sundsvall östersund karlstad
    halmstad eskilstuna södertälje täby solna nacka lidingö sollentuna huddinge visby gotland
    skåne dalarna småland värmland falun borlänge skellefteå kiruna trollhättan skövde
    kristianstad karlskrona varberg falkenberg nyköping enköping norrtälje ystad landskrona
    trelleborg kungsbacka mölndal alingsås uddevalla motala mora åre piteå boden örnsköldsvik
    härnösand hudiksvall oslo bergen trondheim stavanger copenhagen köpenhamn aarhus odense
    helsinki helsingfors turku tampere reykjavik tallinn riga vilnius berlin munich münchen
    hamburg frankfurt cologne köln düsseldorf stuttgart leipzig dresden paris lyon marseille
    nice bordeaux toulouse madrid barcelona valencia malaga málaga seville lisbon lissabon porto
    rome rom milan milano turin naples florence venice vienna wien zurich zürich geneva genève
    basel bern brussels bryssel antwerp amsterdam rotterdam utrecht eindhoven dublin cork galway
    belfast london manchester birmingham leeds liverpool bristol sheffield newcastle nottingham
    leicester edinburgh glasgow aberdeen dundee cardiff swansea bath york oxford cambridge
    brighton southampton portsmouth plymouth exeter norwich reading durham derby coventry hull
    bradford sunderland bournemouth cornwall devon kent essex surrey sussex norfolk suffolk
    dorset somerset yorkshire cheshire warsaw warszawa krakow kraków gdansk prague prag budapest
    bucharest sofia belgrade zagreb athens aten istanbul ankara moscow kyiv tel cairo nairobi
    lagos accra johannesburg sydney melbourne brisbane perth auckland wellington tokyo osaka
    seoul beijing shanghai shenzhen hong mumbai delhi bangalore bengaluru hyderabad chennai pune
    bangkok jakarta manila hanoi toronto vancouver montreal ottawa calgary york boston chicago
    seattle portland austin dallas houston denver phoenix atlanta miami philadelphia washington
    detroit minneapolis nashville san los las brooklyn texas california florida oregon colorado
"""
PLACES: Final = word_set(_COUNTRIES) | word_set(_TOWNS)


def is_place(name: str) -> bool:
    """Whether a name is a known country or town."""
    words = name.lower().replace("new york", "york").removeprefix("new ").split()
    return bool(words) and words[0].strip(",.'") in PLACES
