import { createEuropeanNumberParser } from '../../understanding/european-numbers.ts';
import { below100, germanNumbers } from './numbers.ts';
import { germanWords } from './words.ts';

const halves = below100.flatMap(([word, value]) =>
  ['ein halb', 'und ein halb', 'und ein halbe', 'ein halbe'].map(
    (half) => [`${word} ${half}`, value + 0.5] as const,
  ),
);

/** Parses the number in a German text. */
export const parseGermanNumber = createEuropeanNumberParser(germanWords, germanNumbers, {
  rewrites: [
    [
      /^\P{L}*(?:(?:es|das) (?:ist|bin|sind|wär|wäre) )?(?:nur|bloß|bloss|lediglich) ich(?: allein| alleine| selbst)?(?:,? (?:bitte|danke))?\P{L}*$/gu,
      '1',
    ],
    [
      /^\P{L}*(?:nur )?(?:ich und meine? (?:frau|mann|freund|freundin|partner|partnerin|sohn|tochter|mutter|vater)|meine? (?:frau|mann|freund|freundin|partner|partnerin|sohn|tochter|mutter|vater) und ich)(?:,? (?:bitte|danke))?\P{L}*$/gu,
      '2',
    ],
    [
      /(?<!\p{L})(?:in|vor|nach) \S+ (?:sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)(?!\p{L})|(?<!\p{L})fragen(?!\p{L})/gu,
      ' xxlimit ',
    ],
    [
      /(?<!\p{L})(?:kommt|kommen) (?:\p{L}+ )?nicht|aber(?!\p{L})(?=.*(?<!\p{L})(?:nicht|kein\p{L}*|ohne|minus|fehlt|krank|vielleicht|eventuell)(?!\p{L}))/gu,
      ' xxlimit ',
    ],
    [/(\S+) grad unter null(?!\p{L})/gu, 'minus $1'],
    [
      /wenn (?:(?:es|das) )?(?:ihnen |dir )?(?:recht ist|nichts ausmacht|geht|passt|in ordnung ist|möglich ist)|wenn möglich|wenn ich bitten darf/g,
      ' ',
    ],
    [/ach nein,? warte(?:n sie)?(?!\p{L})/gu, ' xxcorrection '],
    [/(?:oder|bzw\.?|beziehungsweise|ach) (?:nein|nee|ne|doch)(?!\p{L})/gu, ' xxcorrection '],
    [/oder so(?:was)?(?!\p{L})|(?:^|\s)(?:von|aus|auf) (?:zehn|10|f[uü]nf|5|hundert|100)(?!\p{L}|\d)/gu, ' '],
    [/tausend dank|(?:k|\bk)ein(?:e|en)? (?:problem|thema|sorge)/g, ' '],
  ],
  corrections:
    'nein|nee|ne|noe|quatsch|sorry|entschuldigung|entschuldige|pardon|verzeihung|ich meine|ich meinte|meine ich|meinte ich|meine natuerlich|besser gesagt|vielmehr|korrektur|ich korrigiere|moment|stopp|halt|falsch|doch lieber|sondern',
  limits:
    'wenn|vielleicht kommt|kommt vielleicht|und ich|ich und|und mein|und meine|anfang|mitte|ende|komma nichts|aber vielleicht|null ahnung|viertelstunde|viertelstunden|falls|sofern|ausser|kommt drauf an|kommt darauf an|mindestens|wenigstens|hoechstens|hochstens|uber|maximal|max|minimal|min|mind|mehr|weniger|ueber|unter|bis|bis zu|ab|oder|bzw|beziehungsweise|zwischen|fast|knapp|beinahe|kaum|nahezu|gut|paar|einige|einigen|mehrere|mehreren|viele|vielleicht auch|noch|zu viel|zu viele|zuviel|zuviele|nicht mal|nicht einmal|geben sie mir|gib mir|gebt mir|warten sie|warte|plus baby|und baby|plus|mal|drittel|mit baby|mit einem baby|zimmer nummer|raum nummer|wohnung nummer',
  idioms:
    'ein moment|eine sekunde|einen moment|eine minute|einen augenblick|zum einen|keine ahnung|keine idee|einer von|eins von|eins a|noch eins|noch eine|noch einer|eins nach dem anderen|gib acht|habe acht|acht gegeben|auf acht|ausser acht|in acht|null bock|null problemo|null problem|null probleme|null plan|null interesse|null lust|null chance|null stress|null idee|null toleranz',
  joiners: 'und plus mal',
  negations: 'nicht kein keine keinen keiner keins',
  articles: 'ein eine einen einem einer eines',
  counted:
    'person personen mensch erwachsener erwachsene erwachsenen kind kinder baby stueck mal mann frau hund katze platz tag woche monat jahr stunde minute nacht euro prozent grad kilo meter zimmer ticket exemplar packung flasche sohn tochter junge maedchen gast punkt',
  plain:
    'es ist sind das waeren waere wir ich bin habe haben nur bloss lediglich genau insgesamt etwa ungefaehr circa ca rund ja fuer allein alleine einzige einziger einziges einzigen einzig nehme brauche moechte will hoechst also danke gar ueberhaupt hier wohl nr nummer leider wuerde sagen sage mal waers waers',
  zeros: 'keine keiner keins keinen keines niemand',
  minus: 'minus',
  decimalMarks: 'komma punkt',
  values: [
    ...halves,
    ...halves.map(([word, value]) => [`${word} tausend`, value * 1000] as const),
    ['anderthalb', 1.5],
    ['anderthalb tausend', 1500],
    ['anderthalbe', 1.5],
    ['ein halb', 0.5],
    ['ein halbe', 0.5],
    ['ein halber', 0.5],
    ['ein halbes', 0.5],
    ['eine halbe', 0.5],
    ['einen halben', 0.5],
    ['einer halben', 0.5],
    ['ein viertel', 0.25],
    ['drei viertel', 0.75],
    ['dutzend', 12],
    ['ein dutzend', 12],
    ['halbes dutzend', 6],
    ['ein halbes dutzend', 6],
    ['zu zweit', 2],
    ['zu dritt', 3],
    ['zu viert', 4],
    ['zu fuenft', 5],
    ['zu sechst', 6],
    ['zu siebt', 7],
    ['zu acht', 8],
    ['zu neunt', 9],
    ['zu zehnt', 10],
  ],
  fractionsAfter: {
    'und eine halbe': 0.5,
    'und einen halben': 0.5,
    'und ein halbes': 0.5,
    'und ein halber': 0.5,
    'und ein halb': 0.5,
    'ein halb': 0.5,
    'ein viertel': 0.25,
    'und ein viertel': 0.25,
    dreiviertel: 0.75,
    'drei viertel': 0.75,
  },
  scales: {
    dutzend: 12,
    k: 1000,
    tsd: 1000,
    tausend: 1000,
    mio: 1e6,
    million: 1e6,
    millionen: 1e6,
    mrd: 1e9,
    milliarde: 1e9,
    milliarden: 1e9,
  },
  timeWords:
    'uhr januar jaenner februar feber maerz april mai juni juli august september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag morgen uebermorgen heute mittag mitternacht viertel halb vor nach',
  clockBefore: 'um gegen am der den dem vom kurz seit halb viertel dreiviertel',
  labels:
    'zimmer zimmernummer raum wohnung etage stock stockwerk gleis tor tuer seite hausnummer gebaeude linie ausfahrt strasse kanal kapitel platz tisch halle apartment kabine bahnsteig schalter durchwahl nebenstelle',
  labelLinks: 'ist sind lautet heisst waere hat die der das nummer nr',
  clockAfter: 'uhr h ten te',
});
