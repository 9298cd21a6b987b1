"""A gazetteer: common given names in the languages of Europe and some of the world's largest.

A capital letter says that a word may be a name. That it names a person, and no firm, tool, team or
town, is known only from a list or from the sentence. Names that are more often something else
(`Alexa`, `Julia`, `Mercedes`, `Paris`, `Ruby`, `Will`) are left out.
"""

from __future__ import annotations

from typing import Final

from remembrancer.language.word_patterns import word_set

_NORDIC: Final = """
    adam agnes albert albin alexander alfons alfred algot alice allan alma alva alvar alvin
    amanda anders andreas anette angelica anja anki ann anna anna-karin anne annelie annette
    annika ante anton arne aron arvid arvo assar astrid august axel barbro beata bengt berit
    bernt bertil birger birgit birgitta björn bo bosse britt britta börje cajsa carin carina
    carl carolina cecilia charlotta christer christina christoffer claes conny curt dag dagmar
    dagny dan daniel david ebba eddie edit edith edla edvin egil einar eira elias elin elina
    elis elisabet elisabeth elise ella ellen ellinor elof elsa elvin elvira emelie emil emilia
    emma engla erica erik erika erland ernst eskil ester eva evald evelina fanny felicia filip
    filippa folke fredrik freja frida fritiof frode gabriel gabriella gabrielle georg gerd gerda
    gitte greta gudrun gun gunborg gunhild gunilla gunnar gustaf gustav gustava gärd göran göta
    göte haakon halvard hampus hanna hanne hannes hans harald hasse hedda hedvig hege heidi
    helena helene helge helmi henning henny henrik herman hilda hilde hillevi hilma hjalmar hugo
    håkan håvard iben ida inga ingalill inge ingeborg ingela ingemar inger ingmar ingrid ingvar
    irene irma isabella isabelle isak ivar jacob jakob jan janne jannike jarl jeanette jennie
    jenny jens jesper joakim joel johan johanna johannes john jonas jonathan josef josefin
    josefine julius jytte jörgen jørgen kaj kajsa kalle karin karl karolina karoline kasper
    katarina katja kenneth kerstin kicki kim kirsi kjell klara klas knut konrad kristian kristin
    kristina kristoffer kurt lage lars lasse leif leila lena lennart leo levi liam lill lillemor
    lilly linda linn linnea linus lisa lisbeth liselott lisen loke lotta lotten louise lova
    lovisa ludvig lukas lydia madeleine magnus maj-britt maja malin malte marcus margareta
    margit maria marianne marie marit martin mathias matilda mats mattias mattis max melker
    melvin merete mette mia micke mikael mikaela mikko milla minna moa mohamed mona monica
    morten märit märta måns natalie nathalie nellie niels nikita niklas nikolaj nikolina nils
    nina noah nora oda oddvar ola olaf olav ole olga olivia olle olof oscar oskar ottilia otto
    ove patrik paula per pernilla peter petra petter pia pontus preben ragnar ragnhild randi
    rasmus rebecka reidar reine rickard rikard roger roland rolf ronja ronny rune rut saga
    samuel sandra sanna sara sebastian selma sigge signe signhild sigrid sigurd simon sissel siv
    sivert sixten sofia sofie solveig sonja staffan stefan stellan sten stig stina sture sune
    susanna susanne svante sven synnøve sören søren tage tea ted teo teodor terese theo therese
    thomas tilda tilde tim timo tindra tine tobias tom tomas tommy tone tor tora torbjörn tord
    tore torkel torsten torun tove trond turid tuva tyko tyra ulf ulla ulrik ulrika uno valdemar
    vendela vera veronica victor victoria vidar viggo viktor viktoria vilgot vilhelm vilma
    vincent viola viveca viveka wanja wilhelm wilma ylva yngve yvonne ådne åke åsa åse öivind
    örjan östen
"""
_ENGLISH: Final = """
    aaron abigail adam adrian agatha aidan alan alastair albert alec alex alexandra alexis alfie
    alicia alison alistair allan allen amelia amy andrea andrew andy angela angus anita annie
    anthony anya archie arthur ashley audrey ava barbara barry beatrice becky ben benedict
    benjamin bernadette bernard beth bethany betty billy blake bob bobby bradley brandon brenda
    brendan brian bridget bruce bryan byron caitlin callum calvin cameron camilla carla carly
    carmel carol caroline cassandra catherine cedric chad charles charlie charlotte chester
    chloe chris christian christine christopher claire clara clare clarence clement clifford
    clive cody colin connor corey courtney craig curtis cynthia cyril daisy damian dan dana
    danielle danny daphne darcy darren dave dean debbie deborah declan denise dennis derek
    derrick desmond devon diana diane dominic dominique donald donna dora doris dorothy doug
    douglas duncan dwayne dwight dylan earl ed eddie edgar edith edmund edward edwin eileen
    elaine eleanor elias eliza elizabeth ella ellie elliot elliott elsie emily emmanuel enid
    eric ernest esther ethan eugene eva evan evelyn ewan ezra felicity finlay fiona florence
    floyd frances francis frank frankie fred freddie freya gail gareth garry gary gavin gemma
    geoff geoffrey george georgina gerald gerard gerry gilbert giles gillian gina gladys glen
    glenn gloria gordon grace graham grant greg gregory greta gwen gwyneth hamish hannah harold
    harriet harriett harry harvey hayley heather hector helen henrietta henry herbert hettie
    hilary hilda holly horace howard hubert hugh hugo ian ida imogen irene iris irving isaac
    isabel isabelle isaiah isla ivor ivy jack jackie jacob jacqueline jake james jamie jan jane
    janet janice jared jason jay jean jeanette jeff jeffrey jemima jennifer jeremiah jeremy
    jerome jerry jess jesse jessica jessie jill jim jimmy jo joan joanna joanne jodie joe joel
    jonah jonathan joseph josephine josh joshua joyce judith judy julian julie justin kara karen
    kate katherine kathleen kathryn katie katrina kay kayla keira keith kelly ken kenneth kenny
    kent kerry kevin kieran kirk kirsten kirsty kit kristen kyle lachlan lana lara laura lauren
    laurence lawrence leah lena lenny leo leon leona leonard lesley leslie lewis lindsay lindsey
    lionel lisa liz logan lola loretta lorna lorraine louis louisa lucas lucy luke luther lydia
    lynn mabel maddie maggie malcolm mandy marc marcia marcus margaret margot marianne marie
    marilyn marina marion marjorie martha martina martyn marvin mary matt matthew maude maureen
    maurice mavis max maxine megan melanie melissa michael michelle mick mildred millie miranda
    miriam mitchell moira molly mona monica muriel nancy naomi natalie natasha nathan nathaniel
    neil neville nicholas nick nicola nicole nigel noel nora norma norman oliver olivia orla
    oscar oswald otis owen paige pamela pat patricia patrick patsy patti paul paula pauline
    penelope percy perry pete phil philip philippa phillip philomena phoebe phyllis polly
    prudence quentin rachel ralph randolph raquel raymond rebecca reginald rhiannon rhoda rhys
    richard ricky rita robert roberta robin rodney roger roisin roland ron ronald rory rosa
    rosalind rosemary rosie ross rowena roxanne roy rufus rupert russell ruth ryan sadie sally
    sam samantha samuel sarah scott sean seth shane shannon sharon shaun sheila sheldon shirley
    simon siobhan sophia sophie spencer stacey stanley stella stephanie stephen steve steven
    stewart stuart susan suzanne sybil sylvia tabitha tamsin tanya tara ted terence teresa
    terrence terry tessa thelma theo theodore theresa tim timothy tina toby todd tom tony tracey
    tracy travis trevor tristan trudy tyler una uri ursula valerie vanessa vernon veronica vicky
    victor vincent vivian wallace walter wanda warren wayne wendy wesley wilfred wilma winifred
    winston yasmin yvonne zach zachary zack zoe
"""
_WORLD: Final = """
    abdul abdullah adaeze adebayo adel adele adil aditi aditya adnan adriana agata agnieszka
    ahmed ahmet aicha aiko aisha akiko akira alain alba alejandro aleksander aleksandra aleksei
    alessandro alexandru alfonso alfredo alhassan ali alicja alina alvaro amadou amara amina
    amir amit ana anand ananya anastasia andras andrei andrzej andrés angelika angelo anh anil
    anita anjali anneke annemarie anouk antje antoine antonio anya aparna araceli arash arif
    arjun armando arnaud artem asha ashok asif aslı aurelia aurora ayse aysha ayumi ayşe aziz
    babak balázs barbara bartosz bashir bastian beata beatriz benedetta benoît bernd berta
    bianca bilal birgül bogdan bogusław boris bożena brigitte bruno béla camila camille cansu
    carlo carlos carmen catalina caterina celeste celina chantal chen chiara chidi chika chinedu
    chloé christoph claudia claudio clément conchita cosmin cristina cyrille cécile céline
    dagmar daiki dalia damian damir daniela danijel danuta dario deepak delphine deniz diego
    dieter dmitri dmitry dorota dragan dušan edith eduardo efua ekaterina elena eleni eleonora
    eliane elif eliška elvira emeka emiliano emilio emmanuelle emre enrico enrique ernesto erwin
    esteban ewa fabian fabio fahad faisal farah farid farida fatima fatma fatou federico felix
    feng fernando filippo flavia florian florin francesca francesco francisco franz françois
    frieda fumiko gabriela gabriele gaëlle gerhard gilles giorgio giovanna giovanni giulia
    giuseppe goran gordana graciela grzegorz guadalupe guido guillermo gustavo gül günter hadiza
    haifa hakan halima hamid hana hanh hans-peter hao harish haruto hasan hassan hatice hector
    heike heinrich heinz helga helmut herbert hiroko hiroshi hoang horst huang hubert huda
    hussein ibrahim ignacio igor ikram ilaria ilona ilse imane imran ines inés irina isaac
    isabela ismail ivan ivana iván iwona jacek jacques jadwiga jakub jamal jan-willem janek
    javier jelena jin jitendra joana joanna joaquín jolanta joost jorge josé jovana joão juan
    juanita juha juliana jun júlia jürgen kadir kaori karel karim karolien karthik katarzyna
    kateřina katja kavita kazuo keiko kemal kenji khalid kiran klaus kofi krisztina krzysztof
    kumar kwame kyoko laila lakshmi larisa laszlo layla lech leila leonardo leonie leticia ling
    lorenzo luca lucia luciana lucie lucía ludmila luigi luis luiz luka lukasz maarten maciej
    magda magdalena mahmoud mai malika mamadou manfred manish manoj manon manuel manuela marcel
    marcelo marcin marco marek margarita mariam mariana marija mario marisol marlene marta marwa
    maryam masha mateo mateusz mathieu mathilde matteo maxim małgorzata meera mehdi mehmet mei
    meriem michaela michał miguel mihai mikhail minh mira mircea mirjana mohamed mohammad
    mohammed moritz muhammad mukesh murat mustafa mònica nabil nadia nadine naoki nasrin natalia
    natasha navid neha nelson ngozi nguyen nicolas nicolás nikhil nikita nikola nikolai nikos
    nimra nisha noor nuno nur oksana oleg oleksandr olena olivier omar omid osman ottmar pablo
    padma paolo parisa pascal patrícia paulina pavel pawel paweł pedro perrine petr petros
    philippe pierre piet pilar piotr pooja pradeep prakash pranav prasad priya rabia radek
    rafael rahul raj rajesh ramesh ramón rana rania rashid ravi raúl reinhard reinhild renata
    renate ricardo riccardo rico rima roberto rodrigo rohan rohit roza rubén sabine sakura salma
    salvatore samir samira sana sandeep sanjay santiago saskia satoshi sebastián seo-yeon sergei
    sergey sergio setareh shalini shanti sheng shirin shreya sibel silke silvia simone sinan
    sneha snezana sofía soraya stanislav stavros stefania stéphane sunil sunita suresh svenja
    svetlana sylvie sébastien sławomir tadeusz tahir takashi tamara tanja taras tariq tatiana
    tatjana tatsuya tendai tereza thabo thanh theodora theresia thierry tiago tomas tomasz
    tomoko tomás tuan tyrone ulrich umar ursula uwe valentina vanja varun vasilis vasily
    veronika vesna vijay vikram vincenzo vinod viola virginie vito vladimir véronique wanda wei
    wiktor wim wojciech wolfgang władysław xavier xiao xin yan yann yannick yara yasir yasmin
    yasmine yelena yiannis yolanda yosef youssef yuan yui yuki yuri yusuf yuto yves zahra zainab
    zara zbigniew zdeněk zeynep zhang zlatan zofia zoran zsófia ágnes łukasz
"""
GIVEN_NAMES: Final = word_set(_NORDIC) | word_set(_ENGLISH) | word_set(_WORLD)


def is_given_name(name: str) -> bool:
    """Whether a name begins with a known given name: "Dana", "Dana Sand", "Hans-Peter"."""
    words = name.split()
    if not words:
        return False
    low = words[0].lower()
    return low in GIVEN_NAMES or low.partition("-")[0] in GIVEN_NAMES
