import { createTableParser } from '../../understanding/date-tables.ts';
import { dutchNumbers } from './numbers.ts';
import { dutchWords } from './words.ts';

/** "Dinsdagavond", "morgenmiddag". */
const dayWithPart =
  /\b((?:maan|dins|woens|donder|vrij|zater|zon)dag|morgen|overmorgen)(ochtend|morgen|voormiddag|namiddag|middag|avond|nacht|vroeg)\b/gi;

/** Parses the dates and times of Dutch, also of Belgium ("voormiddag", "namiddag"). "Half drie" is 2:30. */
export const parseDateTime = createTableParser({
  words: dutchWords,
  numbers: dutchNumbers,
  weekdays: [
    'zondag',
    'maandag|ma',
    'dinsdag|di|din',
    'woensdag|wo|woe',
    'donderdag|do',
    'vrijdag|vr',
    'zaterdag|za',
  ],
  months: [
    'januari|jan',
    'februari|feb',
    'maart|mrt',
    'april|apr',
    'mei',
    'juni|jun',
    'juli|jul',
    'augustus|aug',
    'september|sept|sep',
    'oktober|okt',
    'november|nov',
    'december|dec',
  ],
  counts: {
    'een paar': 'few',
    enkele: 'few',
    'een stuk of drie': 3,
    anderhalf: 1.5,
    anderhalve: 1.5,
    'twee en een half': 2.5,
  },
  articles: 'een ene',
  hasDashDates: true,
  nextYear: 'volgend jaar|komend jaar|van volgend jaar',
  dateLeads: 'op de',
  clockLeads: 'om rond tegen',
  dates: [
    '(op|de) (de) {daynumber} {month} ({year})',
    '(op|de) (de) {daynumber} van {month} ({year})',
    '(op|de) (de) {ordinal} {monthordinal} ({year})',
    '(op|de) (de) {numerals}',
    'op de {day}',
    'op {ordinal}',
    'de {day}',
  ],
  days: [
    ['(op) (de) {nth} {weekday} van|in {month} ({year})', { isNth: true }],
    ['vandaag', {}],
    ['vandaag nog', {}],
    ['(op) kerstavond', { date: [12, 24] }],
    ['(op) (de) eerste kerstdag', { date: [12, 25] }],
    ['(op) (de) tweede kerstdag', { date: [12, 26] }],
    ['(op) oudejaarsdag|oudejaarsavond|oudjaar', { date: [12, 31] }],
    ['(op) nieuwjaarsdag', { date: [1, 1] }],
    ['morgen', { days: 1 }],
    ['overmorgen', { days: 2 }],
    ['over morgen', { days: 2 }],
    ['over {count} dag|dagen', { perCount: 1 }],
    ['binnen {count} dag|dagen', { perCount: 1 }],
    ['over een dag of {count}', { perCount: 1 }],
    ['over een week of {count}', { perCount: 7 }],
    ['over {count} week|weken', { perCount: 7 }],
    ['vandaag over {count} week|weken', { perCount: 7 }],
    ['vandaag over acht|8 dagen', { days: 7, isOpen: true }],
    ['morgen over {count} week|weken', { days: 1, perCount: 7 }],
    ['(op) {weekday}', {}],
    ['(op) {weekday} (de) {date}', {}],
    ['(op) {weekday} (de) {day}', {}],
    ['{weekday} over {count} week|weken', { perCount: 7 }],
    ['deze {weekday}', { week: 'this' }],
    ['(op) komende|aanstaande|eerstvolgende|aankomende {weekday}', {}],
    ['(op) {weekday} aanstaande', {}],
    ['(op) volgende {weekday}', { week: 'next', isVague: true }],
    ['volgende|komende week (op) {weekday}', { week: 'next' }],
    ['(op) {weekday} (van|in) volgende|komende week', { week: 'next' }],
    ['(op) {weekday} (van) deze week', { week: 'this' }],
    ['deze week (op) {weekday}', { week: 'this' }],
    ['volgende week', { week: 'next', weekday: 1 }],
    ['komende week', { week: 'next', weekday: 1, isOpen: true }],
    ['de week erna|daarna', { week: 'next', weekday: 1, days: 7, isOpen: true }],
    ['(aan) (het) begin (van) volgende week', { week: 'next', weekday: 1 }],
    ['begin volgende week', { week: 'next', weekday: 1 }],
    ['(in) (het) midden (van) volgende week', { week: 'next', weekday: 3 }],
    ['halverwege volgende week', { week: 'next', weekday: 3 }],
    ['(aan) (het) einde|eind (van) volgende week', { week: 'next', weekday: 5 }],
    ['(aan) (het) einde|eind (van) (de|deze) week', { week: 'this', weekday: 5 }],
    ['(in|dit|het) (het) weekend|weekeinde', { week: 'this', weekday: 6 }],
    ['komend weekend', { week: 'this', weekday: 6 }],
    ['volgend weekend', { week: 'this', weekday: 6, isVague: true }],
  ],
  clocks: [
    ['(om|rond|tegen) {hour} uur|u', {}],
    ['(om|rond|tegen) {hour} uur|u (en) {minute} (minuten)', {}],
    ['(om|rond|tegen) {time} (uur|u)', {}],
    ['om|rond|tegen {hour}', {}],
    ['om {hour} stipt', {}],
    ['(om|rond|tegen) half {hour} (uur)', { plus: -30 }],
    ['(om|rond|tegen) (een) kwart|kwartier over|na {hour} (uur)', { plus: 15 }],
    ['(om|rond|tegen) (een) kwart|kwartier voor {hour} (uur)', { plus: -15 }],
    ['(om|rond|tegen) {minute} (minuten|minuut) over|na {hour} (uur)', {}],
    ['(om|rond|tegen) {minute} (minuten|minuut) voor {hour} (uur)', { isBefore: true }],
    ['(om|rond|tegen) {minute} (minuten|minuut) over|na half {hour} (uur)', { plus: -30 }],
    ['(om|rond|tegen) {minute} (minuten|minuut) voor half {hour} (uur)', { plus: -30, isBefore: true }],
    ['om klokslag {hour} (uur)', {}],
    ['(om) middernacht', { hour: 24 }],
  ],
  dayParts: [
    ['(in) (de) ochtend|voormiddag', 'morning', 9],
    ["'s ochtends|morgens|voormiddags", 'morning', 9],
    ['vroeg', 'morning', 9],
    ['in de vroege ochtend', 'morning', 8],
    ["'s ochtends|morgens vroeg", 'morning', 8],
    ['(heel) vroeg in de ochtend', 'morning', 8],
    ['vanochtend|vanmorgen', 'morning', 9, 0, true],
    ['deze ochtend|voormiddag', 'morning', 9, 0, true],
    ['laat in de ochtend|voormiddag', 'morning', 11],
    ['halverwege de ochtend', 'morning', 10, 30],
    ['(aan) (het) einde|eind van de ochtend', 'morning', 11],
    ['in de late ochtend', 'morning', 11],
    ['(in) (de) middag|namiddag', 'afternoon', 14],
    ["'s middags|namiddags", 'afternoon', 14],
    ['vanmiddag|vannamiddag', 'afternoon', 14, 0, true],
    ['deze middag|namiddag', 'afternoon', 14, 0, true],
    ['tussen de middag', 'afternoon', 12],
    ['op de middag', 'afternoon', 12],
    ['vroeg in de middag|namiddag', 'afternoon', 13],
    ['(aan) (het) begin van de middag|namiddag', 'afternoon', 13],
    ['halverwege de middag', 'afternoon', 15],
    ['laat in de middag|namiddag', 'afternoon', 16],
    ['in de late middag|namiddag', 'afternoon', 16],
    ['(aan) (het) einde|eind van de middag|namiddag', 'afternoon', 16],
    ['(aan) (het) einde|eind van de dag', 'afternoon', 17],
    ['(in) (de) avond', 'evening', 18],
    ["'s avonds", 'evening', 18],
    ['vanavond', 'evening', 18, 0, true],
    ['deze avond', 'evening', 18, 0, true],
    ['(aan) (het) begin van de avond', 'evening', 17, 30],
    ['vroeg in de avond', 'evening', 17, 30],
    ['(in) (de) nacht', 'night', 20],
    ["'s nachts", 'night', 20],
    ['na het werk|werken', 'evening', 17, 30],
    ['na werktijd', 'evening', 17, 30],
    ['voor het werk', 'morning', 8],
    ['na de lunch|middagpauze', 'afternoon', 14],
    ['na het middageten|middagmaal', 'afternoon', 14],
    ['voor de lunch', 'morning', 11],
    ['rond de lunch', 'afternoon', 12],
    ['tijdens de lunch', 'afternoon', 12],
    ['rond lunchtijd', 'afternoon', 12],
    ['na het eten|avondeten', 'evening', 19, 30],
    ['na school', 'afternoon', 16],
  ],
  offsets: [
    ['over {count} uur|uren|uurtje|uurtjes', 60],
    ['over een uur of {count}', 60],
    ['over een minuut of {count}', 1],
    ['over {count} minuut|minuten|minuutjes|min', 1],
    ['over {count} uur|uren en {minute} minuten', 60],
    ['over (een) half uur|uurtje', 30],
    ['over (een) halfuur|halfuurtje', 30],
    ['over (een) kwartier|kwartiertje', 15],
    ['over drie kwartier', 45],
    ['over driekwartier', 45],
    ['over {count} en een half uur', 60, 30],
    ['binnen {count} uur', 60],
    ['binnen (een) half uur', 30],
  ],
  sameTime: [
    '(op) (om) dezelfde tijd|tijdstip',
    'op hetzelfde tijdstip|uur',
    'zelfde tijd',
    'rond deze tijd',
  ],
  leadIns:
    'vrij mogen op om rond tegen in de het een is ja graag ok goed prima mij me ik zou wil willen kan kunnen kunt u jij je wij we dan misschien liever beter ' +
    'maar gaat past schikt zo ongeveer circa uur u en of zo doe doen maak maken eens maak afspraak voor wel nog tijd dat even zeggen fijn dag van ' +
    'bel bellen mag lijkt heb',
  openWords:
    'voor na tot vanaf sinds uiterlijk minstens tussen kort bijna januari februari maart april mei juni juli augustus september oktober november ' +
    'december kerst kerstmis nieuwjaar pasen pinksteren sinterklaas verjaardag feestdag maand jaar maanden later laatste',
  alternatives: 'of ofwel',
  preferences: /(?<!\p{L})(?:dus|dan|daarom) (?:maar |toch )?(?:liever|beter|eerder)(?! niet)(?!\p{L})/iu,
  corrections:
    'nee|neen|sorry|ik bedoel|ik bedoelde|bedoel ik|pardon|wacht|wacht even|oftewel|of liever|althans|correctie',
  rejectsAtEnd: 'nee',
  prepare: (text) =>
    text
      // In lower case, "zo" is no Sunday.
      .replaceAll(/\bZo(?:\.(?=\s)|,?(?= \d))/g, 'zondag')
      .replaceAll(dayWithPart, '$1 in de $2')
      .replaceAll(/in de (morgen|vroeg)\b/gi, 'in de ochtend'),
  courtesies:
    /(?<!\p{L})(?:voor (?:mij|me|ons)|met mijn (?:zoon|dochter|vrouw|man|kinderen|moeder|vader)|(?:vriendelijke groeten?|groetjes|groeten|mvg)[,.!]?\s+\p{L}+(?: \p{L}+)?[.!]?\s*$|goed(?:e|en)? ?(?:morgen|middag|dag|avond|namiddag)|als (?:het |dat )?(?:kan|mogelijk is|lukt|u uitkomt|past|goed is|u schikt|je uitkomt)|indien mogelijk|waarom niet|ik (?:had gedacht|dacht)(?: aan)?|geen probleem|of zo)(?!\p{L})/giu,
  clauseSeparators:
    /(?<!\p{L})(?:maar|liever(?! niet)|beter(?! niet)|dus|wel)(?!\p{L})|(?=(?<!\p{L})(?:want|omdat|aangezien)(?!\p{L}))/iu,
  limits:
    'misschien ook niet|of niet|zo snel mogelijk|als|indien|tenzij|behalve|elke|elk|iedere|ieder|uitgezonderd|ligt eraan|hangt ervan af|hangt er van af|afhankelijk|tussen|tot|noch|wanneer|' +
    'ooit|een keer|altijd|soms|of anders|hetzij|zolang|mits|een dezer dagen|op een dag|alle dagen',
  limitPattern:
    /(?<!\p{L})(?:maan|dins|woens|donder|vrij|zater|zon)dagen(?!\p{L})|(?<!\p{L})'?s (?:maan|dins|woens|donder|vrij|zater|zon)dags(?!\p{L})/iu,
  past: 'gisteren eergisteren vorige afgelopen laatste geleden was waren had hadden ging kwam',
  rejections:
    'niet nooit geen bezet verhinderd onmogelijk slecht verkeerd volgeboekt weg vakantie zonder ongelegen moeilijk lastig niks niets bezig werken werk onbeschikbaar',
  rejectionRuns: 'andere dag|ander tijdstip|iets anders|al iets|te laat|te vroeg|te kort',
  obstacles:
    /\b(?:heb|hebben)(?: (?!graag\b)\w+){0,4} (?:afspraak|afspraken|controle|keuring|behandeling|gesprek|bezoek)\b|\b(?:mijn|de|onze) afspraak is\b|\bhet is (?:(?!om |goed |ok )\w+ ){0,3}uur\b|\b(?:ik bel|bel ik|wij bellen|we bellen)\b|\bu zei\b|\bkom\w*(?: \w+){0,4} terug\b|\b(?:zien|kijken)$|\balleen s \w+s$|\bik ga\b(?! (?:voor|akkoord)\b)/,
  negators: 'niet|in plaats van|en niet|maar niet|liever niet|vooral niet',
  prepositions: 'op om de het in voor rond',
  verbs:
    'kan gaat past wil ben is kunnen mag zal heb lukt ik mij me we het dat schikt ook werk maandag dinsdag woensdag donderdag vrijdag zaterdag zondag morgen',
  questions: 'wat|welke|wie|waar|waarom|wanneer|hebt u|heeft u|bent u|is|is er|zijn er|hoe laat',
  proposals: 'wat dacht u van|wat dacht je van|wat vindt u van|heeft u plaats|is er plaats|heeft u iets',
  answerWords:
    'probeert ' +
    'fijne moeten ' +
    'nodig hartelijk ' +
    'ja jawel jazeker zeker prima goed ok oke okay oké akkoord uitstekend perfect fijn top super geweldig leuk ' +
    'heerlijk mooi ideaal best beste beter graag heel erg helemaal natuurlijk uiteraard absoluut precies juist klopt ' +
    'afgesproken hallo hoi hey dag goedemorgen goedemiddag goedenavond dank bedankt danku dankje dankjewel dankuwel u ' +
    'wel alstublieft alsjeblieft aub gedaan groet groeten groetjes vriendelijke met tot ziens dan doei meneer mevrouw ' +
    'ik mij me mijn m n jij je jou uw wij we ons het dat dit die deze een de er hier daar is ben bent zijn wordt ' +
    'worden zou zouden zal zullen wil willen wilt wilde kan kunnen kunt kun mag mogen gaat gaan ga komt komen kom ' +
    'komend langs langskomen lukt lukken t past passen schikt schikken uit uitkomt uitkomen gelegen handig handigst ' +
    'makkelijk makkelijkst doe doen doet neem nemen noem noemen kies kiezen zeg zeggen maak maken maakt plan plannen ' +
    'inplannen ingepland zet zetten noteer noteren schrijf schrijven reserveer reserveren boek boeken regelen spreek ' +
    'spreken afspreken geef geven houden houd hou blijft blijven vasthouden prikken prik bel bellen belt ' +
    'terugbellen terug terugbel bereiken bereikbaar contact opnemen neemt op weer opnieuw nog nogmaals eens ' +
    'even proberen probeer praten heb hebt heeft hebben tijd vrij beschikbaar plek plaats gaatje ruimte ' +
    'afspraak afspraken dagen week weken uur uren uurtje minuten moment ' +
    'tijdstip datum hele voorkeur liefst liever prefereer verkies voorstellen voorstel voorgesteld stel voor mogelijk ' +
    'misschien wellicht waarschijnlijk eventueel denk dacht geloof vermoed hoop lijkt gewoon eigenlijk dus nou nu hè ' +
    'hoor toch ook alleen maar en of van om rond tegen in te bij aan naar per zo ongeveer circa omstreeks stipt eind ' +
    'eerste meteen direct gelijk volgende komende aanstaande november zie kijken kijk zien laten laat effe effen ff ' +
    'oh ah eh uhm ehm tja ach hm hoe s',
  agreements: 'goed prima perfect beter best beste past passen schikt liever lukt',
  callWords: 'bel bellen terugbellen belt',
  reasons: 'want|omdat|aangezien',
});
