import { createTableParser } from '../../understanding/date-tables.ts';
import { germanNumbers } from './numbers.ts';
import { germanWords } from './words.ts';

/** "Dienstagabend", and "Dienstag Morgen", which is no "morgen" of tomorrow. */
const weekdayPart =
  /\b((?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)(?: ?(morgen|früh|abend|nacht|(?:vor|nach)?mittag))s?\b/gi;

/** Parses the dates and times of German. "Viertel drei" and "dreiviertel drei" are 2:15 and 2:45. */
export const parseDateTime = createTableParser({
  words: germanWords,
  numbers: germanNumbers,
  weekdays: [
    'sonntag|son',
    'montag|mo',
    'dienstag|di',
    'mittwoch|mi',
    'donnerstag|do|don',
    'freitag|fr',
    'samstag|sonnabend|sa|sam',
  ],
  months: [
    'januar|jänner|jan',
    'februar|feber|feb',
    'märz|maerz',
    'april|apr',
    'mai',
    'juni|juno|jun',
    'juli|julei|jul',
    'august|aug',
    'september|sept|sep',
    'oktober|okt',
    'november|nov',
    'dezember|dez',
  ],
  counts: {
    'ein paar': 'few',
    paar: 'few',
    einigen: 'few',
    wenigen: 'few',
    anderthalb: 1.5,
    eineinhalb: 1.5,
    zweieinhalb: 2.5,
    dreieinhalb: 3.5,
  },
  articles: 'ein eine einen einem einer eines',
  dateLeads: 'am den der dem zum',
  clockLeads: 'um gegen ab',
  hasDotDates: true,
  nextYear:
    'nächsten jahres|kommenden jahres|nächstes jahr|kommendes jahr|im nächsten jahr|im kommenden jahr',
  dates: [
    '(am|der|den|dem|zum) {day} {month} ({year})',
    '(am|der|den|dem|zum) {ordinal} {monthordinal} ({year})',
    '(am|der|den|dem|zum) {numerals}',
    'am|der|den|dem|zum {day}',
  ],
  days: [
    ['(am|der|den|dem) {nth} {weekday} im|des|vom {month} ({year})', { isNth: true }],
    ['heute', {}],
    ['heute noch', {}],
    ['noch heute', {}],
    ['(an|am) heiligabend', { date: [12, 24] }],
    ['(am) heiligen abend', { date: [12, 24] }],
    ['(am) ersten weihnachtstag|weihnachtsfeiertag', { date: [12, 25] }],
    ['(am) zweiten weihnachtstag|weihnachtsfeiertag', { date: [12, 26] }],
    ['(an|am|zu) silvester', { date: [12, 31] }],
    ['(an|am) neujahr|neujahrstag', { date: [1, 1] }],
    ['morgen', { days: 1 }],
    ['übermorgen', { days: 2 }],
    ['über morgen', { days: 2 }],
    ['überübermorgen', { days: 3 }],
    ['in acht tagen', { days: 7 }],
    ['in {count} tag|tagen', { perCount: 1 }],
    ['heute in acht|8 tagen', { days: 7 }],
    ['heute in vierzehn|14 tagen', { days: 14 }],
    ['morgen in acht|8 tagen', { days: 8 }],
    ['heute über acht|8 tage', { days: 7 }],
    ['(heute) in {count} woche|wochen', { perCount: 7 }],
    ['morgen in {count} woche|wochen', { days: 1, perCount: 7 }],
    ['heute in {count} tagen', { perCount: 1 }],
    ['(am) {weekday}', {}],
    ['(am) {weekday} (der|den|dem) {date}', {}],
    ['{date} (ein) {weekday}', {}],
    ['(am) {weekday} in acht|8 tagen', { days: 7 }],
    ['(am) {weekday} in {count} woche|wochen', { perCount: 7 }],
    ['(am) diesen|dieser|diesem {weekday}', { week: 'this' }],
    ['(am) kommenden|kommender|kommendem {weekday}', {}],
    ['(am) nächsten|nächster|nächstem {weekday}', { week: 'next', isVague: true }],
    ['(am) übernächsten|übernächster {weekday}', { week: 'next', days: 7, isVague: true }],
    ['diese woche (am) {weekday}', { week: 'this' }],
    ['(am) {weekday} dieser|diese woche', { week: 'this' }],
    ['(in) nächste|nächster|kommende|kommender woche (am) {weekday}', { week: 'next' }],
    ['(am) {weekday} (in|der) nächste|nächster|kommende|kommender woche', { week: 'next' }],
    ['(in) übernächste|übernächster woche (am) {weekday}', { week: 'next', days: 7 }],
    ['(am) {weekday} (in) übernächste|übernächster woche', { week: 'next', days: 7 }],
    ['(in) (der) nächste|nächster|nächsten|kommende|kommender|kommenden woche', { week: 'next', weekday: 1 }],
    ['(in) (der) übernächste|übernächster|übernächsten woche', { week: 'next', weekday: 1, days: 7 }],
    ['(am) anfang (der) nächster|nächste|nächsten|kommender woche', { week: 'next', weekday: 1 }],
    ['mitte (der) nächster|nächste|nächsten|kommender woche', { week: 'next', weekday: 3 }],
    ['ende (der) nächster|nächste|nächsten|kommender woche', { week: 'next', weekday: 5 }],
    ['mitte (der|dieser) woche', { week: 'this', weekday: 3 }],
    ['(am|gegen) ende (der|dieser) woche', { week: 'this', weekday: 5 }],
    ['(am|dieses|das) wochenende', { week: 'this', weekday: 6 }],
    ['(am) nächstes|nächsten|kommendes|kommenden wochenende', { week: 'this', weekday: 6, isVague: true }],
  ],
  clocks: [
    ['(um|gegen|ab) {hour} uhr', {}],
    ['(um|gegen|ab) {hour} uhr {minute}', {}],
    ['(um|gegen|ab) {hour} uhr und {minute} minuten', {}],
    ['(um|gegen|ab) {time} uhr', {}],
    ['um|gegen {time}', {}],
    ['um|gegen {hour}', {}],
    ['so um {hour} (herum|rum)', {}],
    ['um {hour} herum|rum', {}],
    ['(um|gegen) halb {hour} (uhr)', { plus: -30 }],
    ['(um|gegen) viertel nach {hour} (uhr)', { plus: 15 }],
    ['(um|gegen) viertel ab {hour} (uhr)', { plus: 15 }],
    ['(um|gegen) viertel über {hour} (uhr)', { plus: 15 }],
    ['(um|gegen) viertel vor {hour} (uhr)', { plus: -15 }],
    ['(um|gegen) viertel {hour} (uhr)', { plus: -45 }],
    ['(um|gegen) dreiviertel {hour} (uhr)', { plus: -15 }],
    ['(um|gegen) drei viertel {hour} (uhr)', { plus: -15 }],
    ['(um|gegen) {minute} (minuten) nach {hour} (uhr)', {}],
    ['(um|gegen) {minute} (minuten) vor {hour} (uhr)', { isBefore: true }],
    ['(um|gegen) {minute} (minuten) nach halb {hour} (uhr)', { plus: -30 }],
    ['(um|gegen) {minute} (minuten) vor halb {hour} (uhr)', { plus: -30, isBefore: true }],
    ['(um) mitternacht', { hour: 24 }],
    ['punkt {hour} (uhr)', {}],
  ],
  dayParts: [
    ['heute morgen', 'morning', 9, 0, true],
    ['früh', 'morning', 9],
    ['in der früh|frühe', 'morning', 9],
    ['am morgen', 'morning', 9],
    ['morgens|frühmorgens', 'morning', 9],
    ['am frühen morgen', 'morning', 8],
    ['am frühen vormittag', 'morning', 9],
    ['am späten vormittag', 'morning', 11],
    ['am frühen nachmittag', 'afternoon', 13],
    ['am späten nachmittag', 'afternoon', 16],
    ['am frühen abend', 'evening', 17, 30],
    ['am späten abend', 'evening', 20],
    ['(am) vormittag|vormittags', 'morning', 9],
    ['als erstes', 'morning', 9],
    ['gleich in der früh|frühe', 'morning', 9],
    ['(zu|am|über|gegen) mittag|mittags', 'afternoon', 12],
    ['in der mittagspause', 'afternoon', 12],
    ['(am) nachmittag|nachmittags', 'afternoon', 14],
    ['(am) abend|abends', 'evening', 18],
    ['(in) (der) nacht|nachts', 'night', 20],
    ['nach (der) arbeit', 'evening', 17, 30],
    ['nach feierabend', 'evening', 17, 30],
    ['nach (der) schule', 'afternoon', 16],
    ['vor (der) arbeit', 'morning', 8],
    ['nach (dem) mittagessen|mittag', 'afternoon', 14],
    ['nach (der) mittagspause', 'afternoon', 14],
    ['vor (dem) mittagessen', 'morning', 11],
    ['nach (dem) abendessen', 'evening', 19, 30],
    ['nach (dem) frühstück', 'morning', 9],
  ],
  offsets: [
    ['in {count} stunde|stunden|std', 60],
    ['in {count} minute|minuten|min', 1],
    ['in {count} stunde|stunden (und) {minute} minuten', 60],
    ['in {count} ein halb stunden', 60, 30],
    ['in {count} und einer halben stunde', 60, 30],
    ['in {count} stunden und einer halben', 60, 30],
    ['in (einer|ner) halben|halbe stunde', 30],
    ['in (einer|ner) viertelstunde', 15],
    ['in (einer) viertel stunde', 15],
    ['in (einer) dreiviertelstunde', 45],
    ['in (einer) dreiviertel stunde', 45],
    ['in ner stunde', 60],
    ['in (einem) stündchen', 60],
    ['innerhalb (von) {count} stunde|stunden', 60],
  ],
  sameTime: [
    '(um|zur) (die) gleiche|gleichen|selbe|selben zeit|uhrzeit',
    'um dieselbe|diese zeit|uhrzeit',
    'zur selben|gleichen zeit|uhrzeit',
  ],
  leadIns:
    'frei am um gegen in im an auf der die das den dem ein einen ist es ja gern gerne ok okay gut passt mir ich hätte haette wäre waere möchte moechte ' +
    'würde wuerde will kann können koennen wir sie uns dann da vielleicht lieber besser am besten geht ginge so etwa ungefähr ungefaehr circa ca ' +
    'rum herum uhr und wie mit vorschlagen sagen mal doch noch schon zeit habe haben machen nehmen jetzt einfach wenns',
  openWords:
    'vor nach bis ab von seit spätestens spaetestens frühestens fruehestens zwischen kurz januar jänner februar märz april mai juni juli august ' +
    'september oktober november dezember weihnachten heiligabend silvester neujahr ostern pfingsten geburtstag feiertag monat jahr jahren monaten',
  alternatives: 'oder entweder',
  preferences:
    /(?<!\p{L})(?:also|dann|deshalb|daher|deswegen|drum) (?:doch )?(?:bitte )?(?:lieber|besser|eher)(?! nicht)(?!\p{L})/iu,
  corrections:
    'nein|nee|quatsch|moment|ich meine|ich meinte|meine ich|entschuldigung|sorry|beziehungsweise|vielmehr|halt nein|stopp|ach nein|doch lieber',
  rejectsAtEnd: 'nein',
  prepare: (text) =>
    text
      // In lower case, "so" is no Sunday.
      .replaceAll(/\bSo(?:\.(?=\s)|,?(?= \d))/g, 'Sonntag')
      .replaceAll(/\b(\d{1,2})\. ?(\d{1,2})\.(?! ?\d)/g, '$1.$2')
      .replaceAll(weekdayPart, '$1 am $2'),
  courtesies:
    /(?<!\p{L})(?:(?:schönen|guten) tag(?: noch)?|von mir aus|mit (?:meine[mnr]? |unsere[mnr]? )?(?:sohn|tochter|frau|mann|kind(?:ern)?|mutter|vater)|(?:viele|liebe|beste|freundliche|mit freundlichen) gr(?:ü|ue)(?:ß|ss)en?[,.!]?\s+\p{L}+(?: \p{L}+)?[.!]?\s*$|guten (?:morgen|tag|abend)|einen schönen tag|wenn (?:es |das |ihnen |dir )?(?:möglich|geht|passt|recht|genehm)(?: ist| wäre)?|wenn(?:'s| es)? (?:ihnen |dir )?(?:geht|passt|recht ist)|wenn möglich|wenn (?:es|das|da) (?:noch )?frei ist|wenn ich bitten darf|ich hatte (?:an )?(?=[^.]* gedacht)|warum nicht|kein problem|keine ahnung)(?!\p{L})/giu,
  clauseSeparators:
    /(?<!\p{L})(?:aber|sondern|dafür|also|lieber(?! nicht)|besser(?! nicht))(?!\p{L})|(?=(?<!\p{L})(?:weil|denn)(?!\p{L}))/iu,
  limits:
    'wenn|falls|außer|ausser|jeden|jede|jeder|jedes|ausgenommen|abhängig|kommt drauf an|kommt darauf an|hängt davon ab|es sei denn|sofern|solange|' +
    'weder|entweder|vielleicht auch nicht|oder auch nicht|irgendwann|irgendein|egal|eines tages|zwischen|bis|ob|je nach|manchmal|immer',
  limitPattern: /(?<!\p{L})(?:(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs)(?!\p{L})/iu,
  past: 'gestern vorgestern letzten letzte letzter letztes vergangenen vergangene vorigen vorige war waren hatte hatten wurde ging kam',
  rejections:
    'nicht nie niemals kein keine keinen keiner beschäftigt verhindert unmöglich schlecht falsch ausgebucht belegt unterwegs urlaub ohne ' +
    'ungünstig unguenstig unpassend verplant schlechter arbeiten weg',
  rejectionRuns:
    'anderer tag|anderen tag|an einem anderen|etwas anderes|was anderes|schon was vor|zu spät|zu früh|zu knapp',
  obstacles:
    /\b(?:habe|haben|hab)(?: \w+){0,5} termine?\b|\btermin (?:\w+ )?(?:habe|hab)\b|\b(?:mein|der) termin (?:ist|waere)\b|\bsie (?:kann|koennte|moechte|will|hat|ist)\b|\bhaben wir zu\b|\bkomm\w*(?: \w+){0,4} zurueck\b|\b(?:sehen|schauen|gucken|ueberlegen)$|\bnur (?:morgens|vormittags|mittags|nachmittags|abends)\b|\bes ist (?:(?!um |gut |ok )\w+ ){0,3}uhr\b|\b(?:ich|wir) (?:melden?|rufen?)\b|\b(?:melde|rufe) (?:ich|sie)\b|\bmelde mich\b|\bsage? (?:ihnen|dir|euch)\b|\bsie (?:\w+ )?(?:gesagt|sagten)\b/,
  negators: 'nicht|statt|anstatt|anstelle von|nicht erst|nicht schon|nur nicht|bloß nicht',
  prepositions: 'am um den der dem in an gegen erst schon gleich',
  verbs:
    'kann geht passt will bin ist möchte können könnte werde wird habe arbeite klappt ginge ich mir uns da es',
  questions:
    'was|welcher|welchen|welche|wann|wer|wo|warum|wieso|haben sie|sind sie|ist das|ist|gibt es|was ist',
  proposals: 'was halten sie von|wie wäre es|haben sie etwas',
  answerWords:
    'jemand sich ' +
    'sein ' +
    'müsste müssten beste bester ' +
    'bin bist brauche brauchen bräuchte bräuchten benötige benötigen schönen scho hätt ' +
    'ja jo joa jawohl jep genau richtig klar natürlich selbstverständlich sicher bestimmt gewiss okay in ordnung ' +
    'super prima perfekt toll wunderbar hervorragend ausgezeichnet ideal optimal bestens schön sehr recht wirklich ' +
    'ganz einverstanden abgemacht alles hallo hi guten tag servus moin grüezi grüß gott danke dankeschön vielen ' +
    'lieben dank bis dahin tschüss tschüß wiedersehen wiederhören passen passte passend kann kannst könnte könnten ' +
    'können könnt gehen geht s ginge klappt klappen klappte funktioniert funktionieren haut hin machbar möglich ' +
    'möglicherweise möchten möcht wollen wollte würd nehm nehme nimm sag sage sagt sagen würden kommen komme komm ' +
    'käme kämen vorbei vorbeikommen schaffen schaffe schaff einrichten eintragen trag tragen trage schreiben schreib ' +
    'notieren buchen buche reservieren vereinbaren ausmachen ausgemacht festhalten bleiben bleibt gilt mich meine ' +
    'meiner meinem mein meinen dir euch ihr ihre ihrem ihren ihnen du er man wir es gerade eben eher gut günstig ' +
    'angenehm bequem liebsten besten wünschen wünsche wunsch bevorzuge bevorzugen bevorzugt vorziehen ziehe freien ' +
    'freie freier freies zeitlich verfügbar da erreichbar anwesend flexibel offen woche tage ' +
    'tages tageszeit zeitpunkt termin termine uhrzeit stunde minuten anrufen rufen rufe ruf ' +
    'zurückrufen zurück rückruf melden meld melde telefonieren sprechen hören versuchen versuch probieren ' +
    'erreichen wieder nochmal einmal erneut werden wird glaub glaube glauben denke denk schätze vermutlich ' +
    'wahrscheinlich eventuell evtl vllt spontan vorschlag schlage schlag vor probiers sei seien wars auch nur dieser ' +
    'diesem dieses diese diesen jener dort hier für zu zum zur bei beim so n irgendwie halt eigentlich einfach schon ' +
    'ruhig gleich direkt sofort erst ersten wenigstens jedenfalls na nun tja naja ach oh hä mei gell ne oder nicht ' +
    'wahr welchen gerne liebend herzlich gruß grüße freundlichen herzliche liebe besser lieber uhr punkt pünktlich ' +
    'nächsten november ganzen ganztägig jederzeit beliebig sonst kein problem den ' +
    'überlegen überlege schauen schau gucken ' +
    'guck sehen seh mal lassen lass lasst uns überhaupt am wärs hätt hätten vormerken merken festmachen anbieten ' +
    'vorgeschlagen das mir',
  agreements:
    'passt passen passte gut super prima perfekt besser besten liebsten lieber geht ginge klappt recht',
  callWords: 'rufen ruf anrufen zurückrufen rückruf',
  reasons: 'weil|da ich|denn|nämlich',
});
