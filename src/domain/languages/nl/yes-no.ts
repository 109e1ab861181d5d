import { clauseParser } from '../../understanding/yes-no-clauses.ts';
import { dutchWords } from './words.ts';

/** Parses yes and no in Dutch, with the forms of Flanders. */
export const parseYesNo = clauseParser(dutchWords, {
  subjects: 'ik wij we',
  resuming: 'ik wij we dan',
  conclusions: 'dus daarom',
  spellings: {
    'ik ga': 'kga',
    'ik zal': 'kzal',
    'ik ben': 'kben ikben',
    'ik heb': 'kheb kem',
    'ik kan': 'kkan',
    'ik kom': 'kkom',
    'ik wil': 'kwil',
    'ik moet': 'kmoet',
    ik: 'ikke',
    niet: 'nt nie ni niej nit',
    gewoon: 'gwn',
    jullie: 'julie',
    twee: '2',
    drie: '3',
    vier: '4',
    vijf: '5',
    zes: '6',
    zeven: '7',
    acht: '8',
    negen: '9',
    tien: '10',
    elf: '11',
    twaalf: '12',
    mijn: 'mn',
    zeker: 'zkr',
    afspraak: 'afspr',
    natuurlijk: 'ntrlk natuurlik',
  },
  hesitations: 'goh eh uh ehm uhm hm hmm euh euhm eeh awel amai allee allez tja bah ba',
  alternatives: 'of dan',
  hasNegativeConcord: false,
  hasCapitalNames: true,
  echoes: [],
  hours: `smiddags|in de middag|in de namiddag|savonds|in de avond|om één|één uur|één u|half één|om twee|twee uur|twee u|half twee|om drie|drie uur|drie u
      |half drie|om vier|vier uur|vier u|half vier|om vijf|vijf uur|vijf u|half vijf|om zes|zes uur|half zes|om zeven|zeven uur|zeven u|half zeven|om acht
      |acht uur|acht u|half acht|om negen|negen uur|negen u|half negen|om tien|tien uur|tien u|half tien|om elf|elf uur|half elf|om twaalf|twaalf uur
      |twaalf u|half twaalf`,
  hourUnit: 'uur u',
  mornings: '',
  weekdays: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag',
  clauseStarts:
    'ja ik|nee ik|nee dan|nee dat|ja dat|ja dan|ik kan|ik kom|ik ben|ik heb|ik moet|ik zal|ik red|ik haal|ik ga|ik wil|ik kijk|ik zou|we komen|wij komen|wij kunnen|we kunnen|dan kan ik|dan ben ik|dan heb ik|dan moet ik|dat gaat|dat past|dat lukt|dat kan',
  embedding:
    'denk zeg zegt gezegd zei hoop weet vind dacht dat of als omdat want geloof gevraagd vraagt vindt denkt hoopt gelooft schreef',
  coming: 'komen kom kan kunnen haal red lukt nodig zijn ben past',
  timePrepositions: 'voor',
  separable: { verbs: 'zeg zegt zeggen bel', particle: 'af' },
  phrases: {
    yes: `ja|j|jaa|jaja|jep|jup|jawel|jazeker|jazeker wel|jaha|joh ja|ja hoor|jahoor|ja zeker|ja ja|yes|yeah|yep|yup|oui|mhm|ah ja|oh ja|nou ja graag|jawohl
      |toch wel|wel ja|zeker wel|natuurlijk wel|ik zeg ja|zeg ja|ikke wel|ik wel|jao|jo|bijlange ja|jazeker joh|jawadde|joa|joah|jao hoor|zekers|welja
      |ja man`,
    no: `nee|n|neen|nein|nee hoor|neehoor|neeje|nope|no|non|nah|nééé|oh nee|ah nee|maar nee|nou nee|welnee|wel nee|neuh|neu|né|nei|nae|nieje|o nee|ach nee|neenee`,
    loneYes: '',
    agreement: `wat mij betreft wel|geen probleem|geen enkel probleem|helemaal geen probleem|is geen probleem|dat is geen probleem|geen punt|geen bezwaar
      |geen enkel bezwaar|geen moeite|geen enkele moeite|geen twijfel|zonder twijfel|zonder problemen|zonder meer|zonder probleem|waarom niet|waarom ook niet
      |waarom eigenlijk niet|ik zou niet weten waarom niet|niets op tegen|niks op tegen|niks mis mee|ik heb er niets op tegen|ik heb er niks op tegen
      |niets tegen in te brengen|daar zeg ik geen nee tegen|daar zeg ik geen nee op|ik zeg niet nee|geen bezwaren|heb ik geen problemen mee
      |heb ik geen probleem mee|daar heb ik geen problemen mee|daar heb ik geen probleem mee|daar heb ik geen bezwaar tegen|ik heb geen bezwaar
      |ik heb er geen probleem mee|ik heb er geen problemen mee|maakt mij niet uit hoor ja|vind ik niet erg|dat vind ik niet erg|dat stoort me niet
      |ik zou het niet willen missen|ik kan niet wachten|graag|heel graag|zeer graag|graag zelfs|ja graag|met plezier|met veel plezier|met alle plezier
      |met genoegen|liefst wel|akkoord|ik ga akkoord|ik ben akkoord|akkoord hoor|ik ga ermee akkoord|ik ga daarmee akkoord|daar ga ik mee akkoord|mee eens
      |ik ben het ermee eens|daar ben ik het mee eens|afgesproken|dat is afgesproken|is goed|dat is goed|das goed|t is goed|het is goed|tis goed|is prima
      |dat is prima|is ok|dat is ok|dat is oke|is in orde|dat is in orde|in orde|komt in orde|dat komt in orde|komt goed|dat komt goed|komt voor elkaar
      |prima voor mij|goed voor mij|voor mij is het goed|voor mij goed|voor mij prima|voor mij is dat goed|voor mij ok|vind ik goed|dat vind ik goed
      |vind ik prima|dat vind ik prima|vind ik leuk|is mij goed|dat kan|kan|kan wel|dat kan wel|dat kan hoor|kan prima|dat kan prima|dat lukt|lukt|lukt wel
      |dat lukt wel|gaat lukken|dat gaat lukken|dat zal lukken|zal lukken|lukt me|lukt mij|dat lukt me wel|dat gaat|gaat goed|dat gaat wel|past|dat past
      |past mij|past me|past prima|past mij goed|dat past mij|dat past me|dat past me goed|dat past perfect|dat past goed|past ons|schikt|dat schikt
      |schikt mij|komt uit|dat komt uit|komt goed uit|dat komt goed uit|komt mij goed uit|komt me goed uit|dat komt me goed uit|dat komt mij goed uit
      |werkt voor mij|dat werkt voor mij|dat werkt|klopt|dat klopt|klopt helemaal|dat klopt helemaal|dat is correct|is correct|dat is juist|is juist
      |dat is waar|zo is het|dat is zo|dat ben ik|ben ik|ik ben het|ben ik zelf|daar spreekt u mee|spreekt u mee|u spreekt ermee|spreekt u mee ja|met mij
      |ikzelf|ik zelf|ik bevestig|ik bevestig het|bevestig|bevestig ik|bevestigd|bij deze bevestigd|ik bevestig de afspraak|hierbij bevestig ik|ik accepteer
      |ik neem het aan|ik neem hem|ik stem in|ik stem toe|ik stem ermee in|stem toe|goedgekeurd|ik kom|ik kom graag|kom ik|wij komen|we komen|ik zal er zijn
      |ik zal komen|zal er zijn|we zullen er zijn|wij zullen er zijn|ik ben er|ik ben er bij|ik ben erbij|ben erbij|ben er|ben ik bij|ik ben aanwezig
      |ik doe mee|doe mee|doe ik|dat doe ik|doen we|dat doen we|gaan we doen|doe maar|doet u maar|doe dat maar|ga uw gang|ga je gang|ga je gang maar
      |laten we dat doen|laten we het doen|ik ga|ik wil wel|wil ik wel|wil ik graag|dat wil ik|wil ik|ik wil graag|ik wil|dat wil ik wel|zou ik graag willen
      |dat zou ik graag willen|dat zou fijn zijn|zou fijn zijn|dat zou mooi zijn|dat zou goed zijn|dat zou leuk zijn|dat zou prima zijn|dat zou perfect zijn
      |dat zou super zijn|zou leuk zijn|zou prima zijn|zou mooi zijn|lijkt me goed|lijkt me prima|lijkt mij goed|lijkt mij prima|lijkt me leuk|lijkt mij leuk
      |lijkt me een goed idee|lijkt me een goed plan|goed idee|goed plan|klinkt goed|dat klinkt goed|klinkt prima|klinkt perfect|ik kan|kan ik|dat kan ik
      |ik kan komen|we kunnen|ik ben beschikbaar|ik ben vrij|dan kan ik|daar kan ik|ik heb interesse|ik ben geïnteresseerd|tot dan|tot morgen|tot straks
      |tot later|tot ziens|tot gauw|tot maandag|tot dinsdag|tot woensdag|tot donderdag|tot vrijdag|zie je dan|ik zie u dan|zie u dan|we zien elkaar dan
      |duim omhoog|noteer maar|schrijf me maar op|boek maar|reken op mij|u kunt op mij rekenen|je kan op me rekenen|dat is oké zo|ça va|ca va|haal ik
      |dat haal ik|ik haal het|dat red ik|ik red het|niet vergeten|ben het niet vergeten|ik ben het niet vergeten|dat ben ik niet vergeten
      |ik was het niet vergeten|was ik niet vergeten|vergeet ik niet|dat vergeet ik niet|zeker niet vergeten hoor|sla niet over|sla ik niet over
      |ik sla niet over|ik sla die afspraak zeker niet over|zeker niet over|mis ik niet|dat mis ik niet|dat wil ik niet missen|wil ik niet missen|blijft zo
      |dat blijft zo|het blijft zo|kijk ernaar uit|ik kijk ernaar uit|ik kijk er naar uit|kijk er naar uit|van mij mag het|mag van mij|wat mij betreft prima
      |wat mij betreft is het goed|komt voor mekaar|komt helemaal goed|dat komt helemaal goed|niks aan de hand|niets aan de hand|wees gerust|niks te doen
      |ik heb niks te doen|ik heb niets te doen|moet geen probleem zijn|dat moet geen probleem zijn|zou geen probleem moeten zijn|is totaal geen probleem
      |totaal geen probleem|klinkt interessant|lijkt me interessant|dat lijkt me interessant|interesseert me|interesseert me wel|dat interesseert me
      |dat interesseert me wel|ik heb wel interesse|heb wel interesse|best interessant|vertel|vertel maar|vertelt u maar|zeg het eens|stuur maar
      |stuur maar op|stuur maar door|stuur maar een mail|laat maar horen|kom maar op|steek maar van wal|kan geregeld worden|regel ik|dat regel ik
      |komt voor de bakker|dat komt voor de bakker|joh tuurlijk|ik heb tijd|heb ik tijd|dan heb ik tijd|ik heb vrij|heb ik vrij|dan heb ik vrij
      |ik ben dan vrij|ik heb dan tijd|da gaat|dat gaat prima|gaat prima|dat gaat zeker|gaat zeker|zeker gaan|da lukt|da past|das prima|dat is gepast
      |helemaal juist|klopt als een bus|doet u dat maar|doet u dat|doe dat|doe het maar|zeker doen|moet u doen|nog steeds geïnteresseerd|nog steeds goed
      |krijg ik wel voor elkaar|dat krijg ik wel voor elkaar|haal ik makkelijk|dat haal ik makkelijk|haal ik wel|u kunt op me rekenen|kunt op me rekenen
      |kunt op mij rekenen|op me rekenen|geen vraag|maar natuurlijk|bel me maar|bel maar|bel me|dat is het|dat is hem|is genoteerd|staat genoteerd
      |past in mijn agenda|dat treft|dat treft goed|daar kunt u van op aan|laat ik me niet ontgaan|wordt geregeld|is akkoord|helemaal akkoord
      |ge moogt op mij rekenen|ge kunt op mij rekenen|je kan op mij rekenen|je kunt op mij rekenen
      |waarom zou ik niet|waarom zou ik niet komen|dat staat vast|dat staat gewoon vast|staat gewoon vast|staat vast|staat in mijn agenda
      |staat al in mijn agenda|staat in de agenda|staat al in de agenda|dat staat in mijn agenda|dat staat al in mijn agenda|dat staat in de agenda
      |schrijf maar op|schrijft u maar op|zet me maar op de lijst|zet mij maar op de lijst|zet mij op de lijst|zet me op de lijst|noteer me maar
      |noteer mij maar|zet me er maar in|zet mij er maar in|zet me maar in de agenda|zet mij maar in de agenda|no spang|er is niks veranderd
      |er is niets veranderd|niks veranderd|niets veranderd|komt me zelfs beter uit|komt me beter uit|komt beter uit|dat ga ik niet missen
      |ga ik niet missen|bevestigend|ik zeg ja|ik ben van plan te komen|van plan te komen|geen stress|ik moet niet werken|moet niet werken
      |ik hoef niet te werken|hoef niet te werken|dan hoef ik niet te werken`,
    emphasis: `natuurlijk|tuurlijk|uiteraard|vanzelfsprekend|zeker|zeker weten|zeker en vast|vast en zeker|absoluut|absoluut wel|inderdaad|precies|exact|klopt ja
      |sowieso|in ieder geval|in elk geval|helemaal|volledig|echt wel|honderd procent|100 procent|100 percent|altijd|definitief|beslist|ongetwijfeld
      |wis en waarachtig|reken maar|nou en of|of course|sure|jawel zeker|logisch|duidelijk|allicht|stellig|zonder meer ja|vanzelf|heel zeker|welzeker|echt
      |daadwerkelijk|met zekerheid|heel zeker wel|en of|effectief
      |zeker weten man`,
    against:
      'onmogelijk|fout|verkeerd|onjuist|incorrect|slecht|heel slecht|komt slecht uit|dat komt slecht uit|komt niet goed uit|ongelegen|komt ongelegen|te laat|te vroeg|veel te vroeg|veel te laat|te ver|veel te ver|tegen|ik ben tegen|verhinderd|ik ben verhinderd|onhandig|uitgesloten|ik betwijfel het|betwijfel|betwijfel ik|dat betwijfel ik|ik weiger|weiger|ik pas|ik bedank|bedank ervoor|ik bedank ervoor|ik sla over|sla over|ik sla het over|onbespreekbaar',
    weak: `ok|oki|okee|okido|okidoki|oke|k|goed|heel goed|zeer goed|prima|perfect|super|top|mooi|fijn|leuk|fantastisch|geweldig|uitstekend|schitterend|keurig
      |juist|waar|correct|cool|vet|best|lekker|gaaf|tof|wel goed|ideaal|optimaal|geregeld|gesnopen|begrepen|genoteerd|roger|great|plezant|goe|bon|dik in orde
      |picobello|helemaal goed|helemaal top|helemaal prima|interessant|spannend|heerlijk|chill|nice|mega|prachtig|netjes|okido dan|zalig|superfijn|topie
      |tof hoor`,
    support: `past mij wel|uitkomen|uit|passen|schikken|gaan lukken|lukken|lukt het|komen|aanwezig|mogelijk|haalbaar|beschikbaar|vrij|geïnteresseerd|geinteresseerd
      |interesse|tijd|zin|akkoord gaan|eens|werken voor mij|werkt|meedoen|mee|bereid|klaar|erbij|bij zijn|er zijn|gelegen|handig|gewenst|acceptabel
      |aanvaardbaar|redelijk goed|fijn voor mij|bevestigen|blij|voor|kom|komt|aan de beurt|gaat|schikt het|langskomen|langs|halen|redden|gunstig|lijkt
      |goed uit|bevalt|nodig wel|juist zo|doen|dat wel|bijwonen|deelnemen|neem deel|zal`,
    modals: '',
    refusal: `zeker niet|absoluut niet|natuurlijk niet|tuurlijk niet|uiteraard niet|vanzelfsprekend niet|beslist niet|echt niet|helemaal niet|totaal niet
      |liever niet|beter van niet|beter niet|ik vrees van niet|vrees van niet|ik ben bang van niet|bang van niet|vermoedelijk niet|eigenlijk niet|niet echt
      |geen zin|geen tijd|helaas geen tijd|geen interesse|geen enkele interesse|geen belangstelling|geen behoefte|geen behoefte aan|geen goesting|geen optie
      |geen kans|geen sprake van|daar is geen sprake van|geen denken aan|geen haar op mijn hoofd|in geen geval|in geen enkel geval|onder geen beding
      |onder geen enkele voorwaarde|van mijn leven niet|van z n leven niet|nooit van mijn leven|nooit meer|nooit niet|vergeet het maar|vergeet het
      |dat wordt niks|wordt niks|dat wordt niets|wordt hem niet|wordt het niet|gaat hem niet worden|dat gaat hem niet worden|gaat niet door|niks voor mij
      |niets voor mij|dat is niks voor mij|dat is niets voor mij|is niks voor mij|mij niet gezien|laat maar zitten|nee bedankt|nee dank u|nee dank je
      |nee dank u wel|nee dank je wel|bedankt maar nee|hoeft niet|dat hoeft niet|hoeft voor mij niet|dat hoeft voor mij niet|van niet|ik wijs het af
      |afgewezen|verkeerd nummer|verkeerd verbonden|u heeft het verkeerde nummer|verkeerde nummer|never|no way|duim omlaag|kan echt niet|bijlange niet
      |bijlange na niet|toch niet|zonder mij|in de verste verte niet|geenszins|allerminst|noppes|nada|ammenooitniet|dat zie ik niet zitten|zie ik niet zitten
      |zie het niet zitten|ik zie het niet zitten|mij niet rekenen|niet op mij rekenen|reken niet op mij|ge moet op mij niet rekenen
      |daar heb ik geen geld voor|geen geld|geen geld voor|interesseert me niet|interesseert mij niet|interesseert me totaal niet
      |dat interesseert me totaal niet|dat interesseert me niet|dat interesseert mij niet|wil niks kopen|wil niets kopen|ik wil niks kopen|ik koop niks
      |koop niks|koop niets|al iets anders|heb al iets|ik heb al iets|ik heb dan al iets|heb ik al iets|heb ik al iets anders|heb dan al iets|dan al iets
      |al een andere afspraak|al een afspraak|een andere afspraak dan|heb ik al wat|al plannen|al andere plannen|andere plannen|met rust|laat me met rust
      |laat mij met rust|moet ik helaas passen|moet ik passen|moet passen|dan moet ik passen|dan moet ik helaas passen|ziek geworden|helaas ziek geworden
      |lukt me niet|lukt mij niet|kom niet|kom niet meer|ik zie ervan af|zie ervan af|zie er vanaf|zie ik vanaf|niet meer nodig|heb ik niet nodig|niks nodig
      |niets nodig|ik heb niks nodig|hoef ik niet|hoef niks|niet geïnteresseerd|tot nu toe niet|voorlopig niet|nu niet|nu even niet|past niet
      |past helaas niet|komt niet uit|komt mij niet uit|komt me niet uit|gaat em nie worden|em nie worden|gaat em niet worden|wordt em niet|dat wordt em niet
      |we hebben alles al|ik ben al voorzien|al voorzien|nee laat maar|nee laat maar hoor|nee laat maar zitten|krijg ik niet voor elkaar
      |dat krijg ik niet voor elkaar|krijg het niet geregeld|ik krijg het niet geregeld|dan heb ik school|heb ik school|heb ik les|heb ik dienst
      |praktisch onmogelijk|niet in de stad|ik heb me bedacht|heb me bedacht|moet helaas passen|ik moet helaas passen|verkeerde adres
      |dat is het verkeerde adres|het verkeerde adres|de verkeerde|ik zit vol|dan zit ik vol|zit ik vol|volgeboekt|te krap|iets tussengekomen
      |er is iets tussengekomen|krijg geen vrij|ik krijg geen vrij|ik kan niet weg|kan niet weg|ik heb het me bedacht|van gedachten veranderd
      |ik ben van gedachten veranderd|ik vrees dat het niet gaat
      |dan een andere afspraak|ik heb dan een andere afspraak|heb dan een andere afspraak|ik kom daar nooit meer|ik werk dan|ik werk maandag
      |maandag werk ik|maandags werk ik|werk dan|dan werk ik|sorry ben ziek|sorry ik ben ziek|ik kom nooit meer|kom daar nooit meer|daar kom ik nooit meer`,
    negatable: `wil|willen|kunnen|kan dan|zou|zal het|zullen|ben|zijn|heb|hebben|hoef|hoeft|hoeven|moet|mag|denk|geloof|vind|ga|gaan|doe|neem|kon|wens|behoefte
      |gaat door|red|haal|bevestig|stem|zie|zie zitten|zitten|meer nodig|nodig|zit|voel|komt mij|kan het|lust|accepteer`,
    negators: 'niet|nooit|nie|ni|nimmer|niet meer|dus niet',
    weakNegators:
      'geen|niks|niets|niemand|zonder|nergens|noch|nauwelijks|amper|geeneen|geen enkel|geen enkele',
    hedges: `waarschijnlijk niet|zeg geen nee|ik zeg geen nee|zeker niet missen|zeker niet vergeten|zeker niet afzeggen|zeker niet verzetten|misschien
      |misschien wel|misschien niet|mss|eventueel|mogelijk wel|wellicht|allicht misschien|waarschijnlijk|waarschijnlijk wel|vermoedelijk|wie weet
      |hangt ervan af|dat hangt ervan af|hangt er van af|dat hangt er vanaf|hangt er vanaf|het hangt ervan af|ligt eraan|dat ligt eraan|het ligt eraan
      |ligt er aan|afhankelijk|we zien wel|we zullen zien|we zullen wel zien|zien we wel|moet even kijken|moet kijken|ik moet even kijken|ik kijk het na
      |nakijken|nagaan|checken|even checken|overleggen|even overleggen|moet overleggen|navragen|vragen|even vragen|nadenken|over nadenken|denken over
      |denk erover|denk erover na|ik denk er nog over|er nog over denken|overwegen|bekijken|mijn agenda kijken|agenda checken|weet niet|weet ik niet
      |weet het niet|ik weet niet|ik weet het niet|ik weet het nog niet|geen idee|geen flauw idee|geen benul|niet zeker|niet helemaal zeker
      |niet 100 percent zeker|onzeker|niet helemaal|niet altijd|niet per se|niet noodzakelijk|niet precies|niet zo goed|niet volledig|niet slecht
      |niet verkeerd|niet mis|niet dat ik weet|niet onmogelijk|niet nee|niet ja|hopelijk|ik hoop|hoop|ik hoop het|hopen|hoop het|hoop ik|ik hoop van wel
      |laten we hopen|laat ons hopen|ik neem aan|neem ik aan|ik vermoed|vermoed|veronderstel|ik veronderstel|zou kunnen|kan zijn|zou kunnen lukken
      |zou moeten lukken|zou moeten|zou moeten kunnen|moet lukken|zou goed kunnen|min of meer|een beetje|half half|zo zo|zozo|gaat wel|gaat zo|matig|deels
      |gedeeltelijk|soms|af en toe|fifty fifty|ja en nee|ja of nee|nee en ja|nee of ja|of niet|of wel|of toch niet|maakt niet uit|maakt me niet uit
      |maakt mij niet uit|maakt niks uit|dat maakt niet uit|om het even|mij om het even|boeit niet|boeit me niet|geeft niet|geeft niks|dat geeft niet
      |dat geeft niets|niet erg|is niet erg|dat is niet erg|wat u wil|wat u wilt|wat jij wil|zoals u wilt|u zegt het maar|zeg het maar|doe wat je wil
      |eventjes wachten|blijf hangen|ik laat het weten|laat het weten|laat ik weten|laat nog weten|ik laat iets weten|laat het u weten|laat het je nog weten
      |laten weten|kom erop terug|ik kom erop terug|kom er op terug|kom ik op terug|bel terug|ik bel terug|ik probeer|probeer|proberen|ik doe mijn best
      |doe mijn best|ik zal mijn best doen|moeilijk|lastig|moeilijk te zeggen|goede vraag|twijfel|ik twijfel|twijfel nog|ik begrijp het niet|begrijp ik niet
      |begrijp het niet|niet begrepen|niet verstaan|versta u niet|ik versta het niet|hoor u niet|ik hoor u niet|snap het niet|wat zegt u|wablief|pardon
      |sorry wat|hij is er niet|zij is er niet|is er niet|niet thuis|het is niet dat|niet uitgesloten|nou ja|mwah|mwa|meh|bof|ik wil erover nadenken
      |ik zeg niet ja|onder voorbehoud|in principe|in theorie|normaal gezien|normaal wel|zal wel|het zal wel|laat maar|hetzelfde|ik denk|denk ik|ik denk dat
      |ik geloof|geloof ik|ik dacht|ik denk van wel|ik denk het wel|denk het wel|ik geloof het wel|ik geloof van wel|denk van wel|ik dacht het wel
      |ik dacht van wel|ik denk het niet|denk het niet|ik denk van niet|denk van niet|ik dacht het niet|dacht het niet|ik geloof het niet|ik geloof van niet
      |dacht ik niet|denk ik niet|denk ik wel|eigenlijk wel|ja eigenlijk wel|normaal gesproken|in principe wel|nu geen tijd|nu even geen tijd|even geen tijd
      |versta u slecht|versta u heel slecht|ik versta u heel slecht|ik hoor u slecht|waar gaat het over|gaat het over|nachtje over slapen|bijna|half en half
      |ik moet nog|moet nog|moet eerst|moet het eerst|moet ik eerst|ik kom zo|kom zo|ik kom zo terug|ben zo terug|ik ben zo terug|ik kom eraan zo|ben er zo
      |ik ben er zo|mijn man zei|mijn vrouw zei|ja ik denk|denk het eigenlijk niet|ik denk het eigenlijk niet|niet echt zeker|in een vergadering
      |ik zit in een vergadering|aan het eten|in de auto|ik ben aan het rijden|ze is er niet|hij is er nu niet|ze is er nu niet|laat maar zien
      |laat maar weten
      |ik begrijp het|begrijp ik`,
    knowing:
      'weet|weten|wist|zeggen|zeker|beloven|garanderen|beloof|overtuigd|besloten|beslist nog|beslissen|beslis|kiezen|herinneren|begrijp|begrijpen|verstaan|horen|versta|toezeggen|vastleggen|inschatten|beoordelen|antwoorden|zekerheid|uitsluiten|duidelijk|voorspellen|bevestigen nog|vooruit zeggen|bekend',
    partial:
      'helemaal|volledig|alle|alles|altijd|alleen|enkel|per se|perse|noodzakelijk|precies|zo|heel|totaal zeker|allemaal|iedere|elke|beide|slechts|vóór|voor|tot|lang|lang meer',
    conditions: `als|indien|mits|alleen|alleen als|enkel|enkel als|slechts|behalve|tenzij|uitgezonderd|op voorwaarde dat|zolang|zo lang|pas|ten vroegste|ten laatste
      |hooguit|op zijn vroegst|op zijn laatst|wanneer|vanaf|of dat|mocht|voor het geval|voordat|vooraleer|minstens|hoogstens|tot en met|uitsluitend|ingeval
      |voor zover dat`,
    regrets:
      'helaas|jammer|jammer genoeg|spijtig|spijtig genoeg|helaas pindakaas|ongelukkigerwijs|bedroevend|ik vrees',
    contrasts:
      'maar|echter|alhoewel|hoewel|toch maar|nochtans|desondanks|anders|evenwel|daarentegen|ofschoon|al moet ik zeggen|doch',
    changes: `afzeggen|afgezegd|zeg af|zeg het af|zegt u het af|zeg maar af|af|afbellen|annuleren|annuleer|geannuleerd|annulering|annuleert|schrappen|schrap
      |geschrapt|verwijderen|verwijder|verwijdert|wissen|stoppen|stop|stopt|opzeggen|opgezegd|zeg op|verzetten|verzet|verzetten we|verplaatsen|verplaats
      |verplaatst|verschuiven|verschuif|verschoven|uitstellen|uitgesteld|stel uit|wijzigen|wijzig|wijziging|gewijzigd|veranderen|verander|verandering
      |omboeken|omruilen|wisselen|ruilen|ziek|griep|koorts|corona|covid|verkouden|ziekenhuis|vakantie|op vakantie|verlof|in verlof|reis|op reis|weg
      |buitenland|afwezig|bezet|druk|ander|andere|een andere|een ander|andere afspraak|in plaats|in de plaats|vroeger|later|eerder|liever later|gewond|file
      |vertraging|te laat komen|quarantaine|uitschrijven|schrijf me uit|opgenomen`,
    elsewhen: '',
    reservations: `volgende week|volgende maand|volgend jaar|volgende keer|de volgende keer|een andere keer|andere keer|een andere dag|andere dag|een ander moment
      |ander moment|ander tijdstip|een andere week|ooit|ooit eens|over een week|over twee weken|over een maand|daarna|de dag erna|dag erna|week erna
      |de week daarop|een andere datum|had|hadden|wilde|wou|was|waren|zou graag gekomen zijn|was graag gekomen|gekomen|kon|moest|werken|moet werken
      |ik moet werken|werk|aan het werk|moet weg|liever|beter|liefst|beter op|of|te duur|duur|dat doe ik morgen|doe ik morgen|doe ik later|doe ik vanavond
      |dat doe ik nog|ik wacht nog|wacht nog|ik kom uit|kom uit`,
    courtesies: `alstublieft|alsjeblieft|aub|ajb|asjeblieft|alsjeblief|asjeblief|dank|dank u|dank je|dank u wel|dank je wel|dankuwel|dankjewel|dankje|hartelijk dank
      |veel dank|bedankt|heel erg bedankt|erg bedankt|hartelijk bedankt|dank u vriendelijk|merci|mercikes|thanks|thank you|please|thx
      |bedankt voor de herinnering|dank u voor de herinnering|bedankt voor het bellen|bedankt voor het bericht|bedankt voor de uitnodiging
      |bedankt voor het vragen|bedankt voor uw telefoontje|dank voor de herinnering|voor de herinnering|voor het bellen|voor het bericht|voor de uitnodiging
      |voor uw hulp|hallo|hoi|hey|hé|dag|goedendag|goedemorgen|goeiemorgen|goedemiddag|goedenavond|goeienavond|goeiedag|welterusten|fijne dag|fijne dag nog
      |prettige dag|nog een fijne dag|fijn weekend|prettig weekend|fijne avond|een fijne avond|doei|doeg|daag|salut|groeten|groetjes|vriendelijke groeten
      |vriendelijke groet|met vriendelijke groet|met vriendelijke groeten|hartelijke groeten|mvg|grt|grtjs|insgelijks|geen zorgen|maak je geen zorgen
      |maakt u zich geen zorgen|geen haast|geen dank|geen paniek|geen wijzigingen|geen verandering|geen veranderingen|geen vragen|geen verdere vragen
      |graag gedaan|zo snel mogelijk|zo gauw mogelijk|als het kan|als dat kan|als het mogelijk is|indien mogelijk|als dat mag|als het mag
      |als u het niet erg vindt|als je het niet erg vindt|als dat goed is|als het past|zoals afgesproken|zoals altijd|zoals gepland|zoals besproken|sorry
      |het spijt me|het spijt mij|spijt me|mijn excuses|excuses|excuseer|excuseer me|neem me niet kwalijk|neemt u mij niet kwalijk|met mij gaat het goed
      |het gaat goed met mij|heel vriendelijk|dat is vriendelijk|vriendelijk van u|dat is lief|lief van je|wat leuk|wat fijn|gelukkig|gelukkig maar
      |zoals ik al zei|ik zei het al|eerlijk gezegd|om eerlijk te zijn|meneer|mevrouw|menheer|dokter|juffrouw|mijnheer|beste|geachte|heer|lieverd|schat|jong
      |hé man|weet je|weet u|snap je|hè|toch|niet waar zeker|voilà|komaan|afijn|ziezo|gezellig|voor het terugbellen|voor uw bericht|voor het berichtje
      |bedankt voor het berichtje|voor de herinnering hoor|bedankt voor het herinneren|dank voor het bellen|zeg ik toch|dat heb ik al gezegd|heb ik al gezegd
      |zoals gezegd|ik weet het|ja ik weet het wel|meissie|jongedame|jongeman|alles goed|alles prima|het spijt me echt|spijt me echt|wat jammer|o wat jammer
      |gr|grtz|liefs
      |x|xx|xxx|ik wacht er al maanden op|wacht er al|wat dacht je|wat dacht u|wat denk je|wat had u gedacht|wat dacht je dan`,
    additions: `vrouw|man|partner|zoon|dochter|kind|kinderen|kids|familie|gezin|vriend|vriendin|moeder|vader|mama|papa|ouders|broer|zus|oma|opa|kleinkind|kleindochter
      |kleinzoon|papieren|documenten|formulieren|identiteitskaart|id kaart|paspoort|rijbewijs|pasje|verzekeringspas|zorgpas|kaart|voorschrift|recept|uitslag
      |foto s|breng|breng mee|meebrengen|meenemen|neem mee|breng ik mee|herinnering|bericht|berichtje|sms|mail|mailtje|email|brief|uitnodiging|ontvangen
      |gekregen|gehad|auto|wagen|bus|trein|tram|fiets|te voet|lopend|taxi|agenda|kalender|ingeschreven|opgeschreven|genoteerd staan
      |onderweg|ik vertrek|vertrek|ben onderweg|er bijna|op tijd|stipt|iets vroeger|iets eerder|een beetje eerder|een kwartiertje eerder|paar minuten
      |tien minuten eerder|sinds|jaren|jaar|adres|weg ken|ken|kijk ernaar uit|kijk er naar uit|ik kijk ernaar uit|kijk ernaar|uitkijken|benieuwd|samen
      |allebei|met z n tweeën|collega|baas|thuis zijn|zie u|zien|behandeling|pijn|pijnklachten|buurman|buurvrouw|buren|aangenomen|aangekomen|afgeleverd
      |bezorgd|betaald|overgemaakt|afgeschreven|allang|gisteren|eergisteren|vorige week|vanmorgen|vanochtend|vrij genomen|vrij voor genomen|vrijgenomen
      |genomen|speciaal|rekening|factuur|pakket|pakje|pakketje|brengt|brengt me|brengt mij|rijdt|rijdt me|rij|rijd|rijden|fiets naar|loop|haalt me op
      |denk eraan|ik denk eraan|denk er aan|ik denk er aan|opsturen|per mail|per post|tevreden|heel tevreden|alles was goed|alles super|was goed|was alles
      |informatie|info|folder|mail sturen|nuchter|parkeren|rolstoel|rollator|schoonmoeder|kleinkinderen|begeleider|taxibus|regiotaxi|hond|kat|medicijnen
      |medicatie|bril|in mijn agenda|in de agenda|genoteerd|in mijn telefoon|telefoon|herinnering gezet|wekker|vrijgehouden|thuis
      |al thuis|gaat mee|mee naar|eraan denken
      |dienst geruild|mijn dienst geruild|dienst kunnen ruilen|staan|hangen|zij kan niet|ze kan niet|zij kunnen niet|ze kunnen niet|hij kan niet|keuken
      |knie|heup|rug|zeer doet|doet pijn|weet ervan|geeft me|geen oppas|geen vervoer|geen lift|op het werk|op mijn werk|koelkast|stoep|maanden|geruild
      |gepensioneerd|met pensioen|speciaal vrij`,
    attendance: `ik kom|kom ik|ik kom graag|wij komen|we komen|ik zal er zijn|ik zal komen|zal er zijn|we zullen er zijn|wij zullen er zijn|ik ben er|ik ben er bij
      |ik ben erbij|ben erbij|ben er|ben ik er|ben ik bij|ik ben aanwezig|ik kan komen|ik ga komen|ik kom gewoon|ik kom toch|ik kom toch gewoon|ik kom eraan
      |ik ben van de partij|ben van de partij|ik ben op tijd|laat maar zo staan|laat maar staan|laat de afspraak maar staan|laat de afspraak staan
      |laat hem maar staan|laat maar zo|afspraak blijft staan|de afspraak blijft staan|blijft staan|de afspraak blijft|gewoon blijven staan|mag blijven staan
      |kan blijven staan|kan gewoon blijven staan|de afspraak kan gewoon blijven staan|moet blijven|de afspraak moet blijven|ik heb de afspraak nodig
      |heb de afspraak nodig|ik wil de afspraak houden|wil de afspraak houden|ik houd de afspraak|ik kom maandag|ik kom natuurlijk|natuurlijk kom ik
      |ik kom zeker|kom ik zeker|ik zen er|ik zal op tijd zijn|ben op tijd|ik kom wel|ik zal aanwezig zijn|zal aanwezig zijn|kunnen we komen|we kunnen komen
      |wij kunnen komen|ik ga er zijn|ga er zijn|ik kom naar de afspraak|wij zullen komen|we zijn er|wij zijn er|ik wil komen|wil komen|vrijgehouden
      |ik sta klaar|ik houd me aan de afspraak
      |ik sta daar|ik sta er|ik zal er staan|ik ben daar|kom gewoon|k kom|k ben er|k zal er zijn|zorgen dat ik er ben|ik zorg dat ik er ben
      |zal zorgen dat ik er ben|kom ma gewoon|kom maandag gewoon`,
    wishes: `graag|heel graag|zeer graag|ik zou graag|ik zou graag komen|ik zou wel willen|ik zou willen|ik zou graag willen|zou graag|ik zou wel willen komen
      |ik had graag|ik wilde wel komen|ik wilde graag komen|eigenlijk wel graag|ik had graag gekomen`,
    thinking: `moment|een moment|een momentje|momentje|even kijken|even kijken hoor|eens kijken|eens even kijken|even zien|eens zien|laat me even kijken
      |laat me eens kijken|laat me kijken|even denken|even nadenken|ik kijk even|even in mijn agenda kijken|wacht even|wacht even hoor|wacht|wacht eens
      |ogenblik|een ogenblik|ogenblikje|seconde|een seconde|ik pak mijn agenda|ik pak mijn agenda erbij|ik pak even mijn agenda|pak mijn agenda erbij
      |ik pak de agenda`,
    cancelling: `afzeggen|zeg af|zeg het af|zeg maar af|zeg de afspraak af|zeg mijn afspraak af|zegt u het af|zegt u maar af|zegt u de afspraak af|afbellen|annuleren
      |annuleer|annuleert|annuleert u|schrappen|schrap|cancelen|cancel|afzegge|annuleer maar|annuleert u maar|annuleer hem maar|annuleer die maar
      |zeg hem maar af|zeg die maar af|zegt u hem maar af|doe maar annuleren|annuleert u hem maar|annuleert u hem|zeg de afspraak maar af
      |zeg die afspraak maar af|weg ermee`,
    obligations: `moet|moeten|gedwongen|zou|zouden|wil|willen`,
    absences: `op vakantie|vakantie|met vakantie|verlof|in verlof|met verlof|op reis|ziek|griep|koorts|corona|covid|ziekenhuis|in het ziekenhuis|buitenland
      |in het buitenland|weg|afwezig|druk|bezet|verkouden|op pad|de hele dag op pad|op zakenreis
      |naar mijn werk|naar het werk|begrafenis|bruiloft|trouwfeest|crematie|examen|tentamen|sollicitatiegesprek|rechtbank|revalidatie|zakenreis
      |nachtdienst|dagdienst|moet ik werken|ik moet werken|moet werken|moet gaan werken`,
    thatTime: `dan|die dag|op die dag|die week|op dat moment|dan ook`,
    greetings: `hallo|hoi|hey|dag|goedendag|goedemorgen|goeiemorgen|goedemiddag|goedenavond|goeienavond|goeiedag|goeiemiddag`,
    requests: `kunt u|kan u|kun je|kan je|wilt u|wil u|wil je|zou u|zou je|kunnen jullie`,
    functionWords: `ik|je|jij|u|hij|ze|zij|we|wij|jullie|mij|me|mijn|ons|onze|hem|haar|hun|het|dat|dit|die|deze|de|een|er|is|bent|was ook|zo|ook|wel|nu eenmaal|gewoon|nou
      |nu|dan|daar|daarvoor|ervoor|hoor|zelf|al|eens|even|maar even|best wel|heel|erg|zeer|best leuk|te|om|ervan|ermee|daarmee|mee eens|ah|oh|och|ach|ow|o
      |eigenlijk|antwoord|mijn antwoord is|het antwoord is|zeg|zei|gezegd|s|t|'t|kunt|heeft|hebt|ben ik ook|ge|gij|da|dà|das|tis|nog|mijne|worden|wordt|ie
      |nochtans niet|joh|zeg maar|bij deze|voor zover ik weet|voor zover ik weet wel|voor zover|ikzelf dan|eraan|ernaar|zenne|gewoonweg|moppie|wijffie
      |nou kijk|meid|mop|manneke|tegen haar|tegen hem|tegen mij|tegen me|tegen ons|ja nee|nee ja`,
    neutral: `vandaag|morgen|overmorgen|gisteren|straks|meteen|direct|dadelijk|zo meteen|vanmiddag|vanavond|vanochtend|vannacht|ochtend|ochtends|voormiddag|middag
      |namiddag|avond|nacht|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|ma|di|wo|do|vr|za|zo n|januari|februari|maart|april|mei|juni|juli
      |augustus|september|oktober|november|december|uur|half|kwart|kwart over|kwart voor|een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf
      |vijftien|twintig|dertig|eerste|tweede|derde|vierde|vijfde|dag|dagen|week|maand|keer|deze keer|deze week|die dag|dat moment|afspraak|afspraken|datum
      |tijdstip|tijd om|bezoek|gesprek|vergadering|om|op|in|aan|met|van|naar|bij|tegen tien|rond|over|tot|vanuit|op dit moment|momenteel|voorlopig|nog steeds
      |nog altijd|steeds|persoonlijk|voor mij|voor ons|wat mij betreft|van mij|van mijn kant|dokter|voorstel|aanbod|mijn kant|aanstaande|komende
      |eerstvolgende|nummer|alles|beide|beiden|iets|meer|hier|ginder|en|ginds|ondertussen|terug|weer|opnieuw|tijdje|wat|kwartiertje|bent u|hoe dan ook
      |op zich|graag dan|toch vrij|ik ben toch vrij|in de buurt|ik ben in de buurt|heb vrij|na het werk|voor het werk|allebei|wij allebei|bij jullie|bij u
      |naar jullie|naar u toe|praktijk|in de praktijk|behandelafspraak|controle|onderzoek|terug van vakantie|weer terug van vakantie|terug van verlof`,
    placePrepositions: 'in|te|naar|vanuit|uit|nabij',
    introductions: `mijn naam is|ik heet|u spreekt met|je spreekt met|spreekt met|met|hier|hier is|dit is|meneer|mevrouw|menheer|mijnheer|dokter|groeten|groetjes
      |vriendelijke groeten|vriendelijke groet|met vriendelijke groet|met vriendelijke groeten|mvg|namens
      |groet|dhr|mevr|mw`,
    questions: `wie|wat|waarom|hoe|hoeveel|hoelang|welke|welk|wat is|wie is|waarvoor|waarover|waarvan|van wie|wat kost|wat is dit|kunt u|kan u|kun je|kan je|kan het ook|kan dat ook|kan ik ook|mag ik|heeft u|hebt u|heb je|is het|is dat|is er|bent u|ben je|past het u|past u dat|komt het u|gaat het over|weet u zeker|weet je zeker|mag het|hoezo|hoe bedoelt u|en waar gaat|is die nog|is dat nog|moet ik afzeggen|tot wanneer|kan men|kun je ook|kan ik nog|kan ik dan nog|heeft de dokter|zal ik`,
    practicalQuestions: `waar|hoe laat|om hoe laat|waar moet ik|waar kan ik|waar is het|wat moet ik meebrengen|wat moet ik meenemen|wat moet ik|moet ik iets meebrengen|moet ik iets meenemen|moet ik|op welk adres|welk adres|wanneer moet ik`,
    conjunctions: 'en|aangezien|dus|daar|gezien',
    reasons: 'want|omdat',
    corrections:
      'ik bedoel|bedoel ik|ik bedoelde|correctie|nee wacht|wacht nee|sorry ik bedoel|vergissing|ik vergis me|beter gezegd',
  },
});
