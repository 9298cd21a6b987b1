"""Later statements in plain talk: handed over, moved, corrected, taken back, done, told again.

The rows are stories as in `act_examples`; a statement that names its speaker is a line of a chat.
"""

from __future__ import annotations

from tests.judging.act_examples import EN, SV, Story

# Somebody else holds a role, a thing is gone, a value moved: replaced, or a person is asked.
CHANGED = [
    Story("community", EN, ("Deepa is the club secretary.",
          "Lewis has taken over as club secretary."), noticed=("^Deepa", "Lewis")),
    Story("community", EN, ("Kim is the band's drummer.",
          "I've handed the drummer job over to Asha."), noticed=("^Kim", "Asha")),
    Story("community", EN, ("Gus is chair of the residents' group.",
          "gus: Noreen was elected chair of the residents' group tonight."),
          noticed=("^Gus is", "Noreen")),
    Story("companion", SV, ("Lagets tränare är Conny.",
          "Från och med nu är Mirja lagets tränare."), noticed=("Conny", "Mirja")),
    Story("community", SV, ("Ulla är föreningens kassör.",
          "ulla: Jag har lämnat över kassörsjobbet till Ragnar."), noticed=("^Ulla är", "Ragnar")),
    Story("corporate", SV, ("Tariq har hand om jourtelefonen.",
          "Så nu är det Linnea som har hand om jourtelefonen."), noticed=("^Tariq", "Linnea")),
    Story("companion", EN, ("Our landlord is Mr Pettifer.",
          "We've got a new landlord, Mrs Adeyemi."), noticed=("Pettifer", "Adeyemi")),
    Story("companion", SV, ("Alva går på förskolan Solrosen.",
          "Alva har slutat på Solrosen."), noticed=("går på", "slutat")),
    Story("adviser", EN, ("I own a narrowboat, the Peregrine, moored at Braunston.",
          "The Peregrine is sold."), noticed=("I own", "sold")),
    Story("companion", EN, ("We have an upright piano in the hall.",
          "We gave the piano away, the school came for it."), noticed=("upright", "gave")),
    Story("adviser", SV, ("Jag har en elcykel, en Crescent.", "Crescenten är såld."),
          noticed=("elcykel", "såld")),
    Story("companion", EN, ("Book club is on Tuesdays.",
          "Sorry all, the hall double booked us: book club has moved to Sundays."),
          noticed=("Tuesday", "Sunday")),
    Story("companion", SV, ("Simskolan är på tisdagar.", "Simskolan har flyttats till torsdagar."),
          noticed=("tisdag", "torsdag")),
    Story("corporate", EN, ("Opening hours at the Kendal depot are 8 am to 4 pm.",
          "As of Monday opening hours at the Kendal depot are 7 am to 6 pm, please tell all."),
          noticed=("4 pm", "6 pm")),
    Story("companion", EN, ("I take 20 mg of citalopram every evening.",
          "The doctor rang, she has put my citalopram up to 30 mg."), noticed=("20 mg", "30 mg")),
    Story("desk", EN, ("Ordell guides to FY25 capex of EUR 310m.",
          "Ordell has raised its FY25 capex guidance; it is now EUR 365m."),
          noticed=("310m", "365m")),
    Story("desk", SV, ("Lumo räknar med investeringar på 240 miljoner kronor i år.",
          "Lumo har höjt sin investeringsprognos; den är nu 280 miljoner kronor."),
          noticed=("240", "280")),
    # Called off, denied or torn up, with verbs and particles of many sorts.
    Story("companion", SV, ("Vi har beslutat att arrangera en julmarknad.",
          "Nej, vi blåser av julmarknaden, det blir för dyrt."), noticed=("arrangera", "blåser")),
    Story("corporate", EN, ("We're moving the reports to Kafka, that's agreed.",
          "We're backing out of Kafka for the reports."), noticed=("moving", "backing")),
    Story("companion", SV, ("Föreningen beslutade att sälja bryggan.",
          "Föreningen beslutade i onsdags att inte sälja bryggan."), noticed=("att sälja", "inte")),
    Story("companion", SV, ("Vi har bestämt att Maja leder kören.",
          "Maja ska inte leda kören."), noticed=("bestämt", "inte")),
    Story("community", EN, ("We decided to hold the seed swap at the chapel.",
          "forget what I said, we decided to hold the seed swap at the boathouse"),
          noticed=("chapel", "boathouse")),
    Story("desk", EN, ("We decided to book Larkhill's grant as income.",
          "We decided to book Larkhill's grant as a liability."), noticed=("income", "liability")),
    Story("adviser", EN, ("We agreed to give up the allotment.",
          "We've had second thoughts, we agreed to hold on to the allotment."),
          noticed=("give up", "hold on")),
    Story("corporate", EN, ("The design review happens Tuesdays at 2.",
          "heads up, the design review got pushed to Fridays"), noticed=("Tuesday", "Friday")),
    # The sentence before says what "it" is.
    Story("companion", SV, ("Våra pärmar står hos Shurgard.",
          "malin: Nu är flytten av pärmarna klar! De står hos Pelican sen i torsdags."),
          noticed=("Shurgard", "Pelican")),
    Story("community", EN, ("I live in Bootle.",
          "Moved to Ulverston on Friday, so no more Bootle for me."),
          noticed=("live", "Ulverston")),
]  # fmt: skip

# A short old value: without its unit, its month, or as a weekday.
CORRECTED = [
    Story("companion", SV, ("Vår kontakt på fackförbundet heter Lena Broman.",
          "Oj, jag blandade ihop dem. Vår kontakt på fackförbundet heter Lisa Broman och ingen"
          " annan."),
          noticed=("Lena", "Lisa")),
    Story("adviser", EN, ("Rosalind has two nephews.",
          "rosalind: A slip in your letter: I don't have two nephews, I have five."),
          noticed=("two nephews", "five")),
    Story("desk", EN, ("The lease liability at Farrow is 90 million dollars.",
          "The wrong currency, sorry: the lease liability at Farrow is 90 million euros, not"
          " dollars."),
          noticed=("dollars.", "euros")),
    Story("companion", EN, ("The dentist is on the 3rd of next month.",
          "Sorry, wrong line in the diary: the dentist is on the 8th, not the 3rd."),
          noticed=("on the 3rd of", "8th")),
    Story("desk", EN, ("Order intake at Brask was EUR 410 million in Q2.",
          "Order intake at Brask was EUR 401 million in Q2, not 410."),
          noticed=("410 mill", "401")),
    Story("desk", SV, ("Hedlunda Skog hade en orderbok på 740 miljoner kronor vid årsskiftet.",
          "Rättelse: orderboken i Hedlunda Skog var 704 miljoner kronor vid årsskiftet, inte 740."),
          noticed=("740 mil", "704")),
    Story("corporate", EN, ("The archive is emptied every Sunday night.",
          "That's not right. The archive is emptied every Saturday night, not every Sunday night."),
          noticed=("^The archive is emptied every Sun", "Saturday")),
    Story("corporate", EN, ("We decided to run the survey in March.",
          "Change of plan, we're running the survey in May after all, not March."),
          noticed=("in March", "May")),
    Story("companion", SV, ("Vi har bestämt oss för laminatgolv i hallen.",
          "Det blir inget laminatgolv ändå, det kändes kallt. Vi kör på kork i stället."),
          noticed=("^Vi har bestämt", "kork")),
    Story("companion", EN, ("We've decided on Lisbon for the anniversary weekend.",
          "Lisbon hotels are silly money. We're doing Whitby instead."),
          noticed=("decided", "Whitby")),
    Story("desk", EN, ("We decided to overweight copper.",
          "After the data we reversed that: copper goes to neutral."),
          noticed=("overweight", "neutral")),
]  # fmt: skip

# Two facts of one subject: one is replaced or questioned, the other stays.
PARTED = [
    Story("corporate", EN, ("The badge rollout is owned by Tess and starts on 4 May.",
          "The badge rollout is owned by Karim from today."), ("4 May",),
          noticed=("Tess", "Karim")),
    Story("corporate", SV, ("Projekt Lom leds av Tyra och lanseras den 4 maj.",
          "Projekt Lom leds av Ismet från och med idag."), ("4 maj",), noticed=("Tyra", "Ismet")),
    Story("desk", EN, ("Norrel is rated A minus by Fitch and its payout ratio is 40 percent.",
          "Norrel is no longer A minus, it's rated BBB plus now."), ("payout",),
          noticed=("by Fitch", "plus")),
]  # fmt: skip

# Other holders, other roles, other measures, a part, a quotation: nothing happens to the first.
UNTOUCHED = [
    Story("companion", SV, ("Vårt elnät sköts av Norrbygden.",
          "Vi har planer på att byta till ett annat elnät än Norrbygden."), ("sköts",)),
    Story("corporate", EN, ("The export job is limited to 40 rows.",
          "The import job is limited to 90 rows."), ("40", "90")),
    Story("community", EN, ("We decided to hire a caterer for the fair.",
          "We decided to hire a tent for the fair."), ("caterer", "tent")),
    Story("adviser", EN, ("I have life cover of £150,000.",
          "I have critical illness cover of £60,000."), ("150,000", "60,000")),
    Story("adviser", EN, ("Our bank is Nordea.",
          "olle: No. Our bank used to be Danske, years ago."), ("Nordea",)),
    Story("community", EN, ("Ida is the captain of the girls' team.",
          "Noor is now the captain of the boys' team."), ("Ida", "Noor")),
    Story("community", EN, ("Maureen is the society's treasurer.",
          "Faisal is now the society's deputy treasurer."), ("Maureen", "Faisal")),
    Story("corporate", EN, ("Project Heron is led by Ayo.",
          "Project Egret is led by Benedikt from today."), ("Ayo", "Benedikt")),
    Story("companion", EN, ("Piano lessons are on Mondays.",
          "Swimming lessons have moved to Wednesdays."), ("Monday", "Wednesday")),
    Story("desk", EN, ("Ordell guides to FY25 capex of EUR 310m.",
          "Ordell has raised its FY25 sales guidance; it is now EUR 900m."), ("310m", "900m")),
    Story("adviser", EN, ("I own a flat in Leeds.", "I sold the flat in Hull last week."),
          ("Leeds",)),
    Story("adviser", EN, ("My pension is with Kestrel.",
          'Funny mail: "Great news, your pension is now with Moneytree." Obviously spam.'),
          ("Kestrel",)),
    Story("companion", SV, ("Alva går på förskolan Solrosen.", "Hugo har slutat på Solrosen."),
          ("Alva",)),
    Story("adviser", EN, ("Joanna's son Jack was born in 2012.",
          "Barney, Joanna's son, was born in 2014."), ("2012", "2014")),
]  # fmt: skip

# It is told again in other words, in passing: one item, which is confirmed.
AGAIN = [
    Story("adviser", EN, ("I have a peanut allergy.",
          "sub: Reminder that I have a peanut allergy, so no satay please."), ("peanut",)),
    Story("community", EN, ("I'm the treasurer of the rowing club.",
          "sub: I'm still the treasurer of the rowing club."), ("treasurer",)),
    Story("corporate", SV, ("Vi använder Lime som CRM-system.",
          "nadja: vårt CRM-system är Lime, du får inlogg av mig"), ("Lime",)),
    Story("companion", SV, ("Jag sjunger i Katarina kammarkör.",
          "Jag sjunger ju i Katarina kammarkör, så onsdagar funkar inte."), ("Katarina",)),
    Story("desk", SV, ("Största ägaren i Bysjö Kraft är familjen Lager med 31 procent.",
          "Familjen Lager är största ägare i Bysjö Kraft, de har 31 procent."), ("Lager",)),
    Story("desk", EN, ("Net revenue at Fenn Gaming was $912m in FY24.",
          "Fenn Gaming booked FY24 net revenue of $912 million."), ("912",)),
]  # fmt: skip

# A task that is named in short is done, if no other one may be meant.
DONE_IN_SHORT = [
    Story("community", EN, ("Sal will order the concert posters by Friday.",
          "sal: posters are ordered, the invoice is in the folder"), ended=("order the",)),
    Story("adviser", EN, ("Sub will send the P60 to Ann by Friday.",
          "sub: The P60 was sent yesterday, so cross that off."), ended=("send the P60",)),
    Story("adviser", SV, ("Jag ska skicka in deklarationen senast den 2 maj.",
          "Deklarationen är inskickad, skönt att ha det gjort."), ended=("skicka in",)),
]  # fmt: skip
EITHER_MAY_BE_MEANT = [
    Story("community", EN, ("Mo will print the junior forms by Friday.",
          "Sal will print the senior forms by Friday.", "mo: forms are printed"),
          ("junior", "senior")),
    Story("community", EN, ("Mo will print the forms and the labels by Friday.",
          "mo: forms are printed"), ("labels",)),
]  # fmt: skip
