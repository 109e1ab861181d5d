import { createEuropeanNumberParser } from '../../understanding/european-numbers.ts';
import { spellingsFrom } from '../../understanding/number-reader.ts';
import { below100, dutchNumbers } from './numbers.ts';
import { dutchWords } from './words.ts';

const halves = below100.flatMap(([word, value]) =>
  ['en half', 'en halve', 'en een half', 'en een halve'].map(
    (half) => [`${word} ${half}`, value + 0.5] as const,
  ),
);
/** "Met z'n vieren". */
const companies = spellingsFrom(
  ',,tweeen,drieen|drietjes,vieren,vijven,zessen,zevenen,achten,negenen,tienen'.split(','),
);

/** Parses the number in a Dutch text. */
export const parseDutchNumber = createEuropeanNumberParser(dutchWords, dutchNumbers, {
  rewrites: [
    [
      /^\P{L}*(?:(?:het|dat) is )?(?:(?:alleen|enkel|slechts) (?:ikzelf|mezelf|ik)|ik alleen|ik in m'n eentje|(?:ik ben |ik kom )alleen)(?:,? (?:alstublieft|alsjeblieft|graag|bedankt))?\P{L}*$/gu,
      'één',
    ],
    [
      /^\P{L}*(?:(?:alleen )?ik en (?:mijn|m'n) (?:vrouw|man|vriend|vriendin|partner|zoon|dochter|moeder|vader)|(?:mijn|m'n) (?:vrouw|man|vriend|vriendin|partner|zoon|dochter|moeder|vader) en ik)(?:,? (?:alstublieft|alsjeblieft|graag|bedankt))?\P{L}*$/gu,
      '2',
    ],
    [
      /(?<!\p{L})(?:over|binnen|in) \S+ (?:seconden?|minuut|minuten|uur|uren|dag|dagen|weken|week|maand|maanden|jaar|jaren)(?!\p{L})|geleden(?!\p{L})|(?<!\p{L})vragen(?!\p{L})/gu,
      ' xxlimit ',
    ],
    [
      /(?<!\p{L})(?:komt|komen|kan|kunnen) (?:\p{L}+ )?niet|(?<!\p{L})maar(?!\p{L})(?=.*(?<!\p{L})(?:niet|geen|zonder|min|mist|misschien|ziek)(?!\p{L}))|(?<!\p{L})nul (?:zin|interesse|idee|problemen|probleem|stress)/gu,
      ' xxlimit ',
    ],
    [/(\S+) (?:graden )?onder nul(?!\p{L})/gu, 'min $1'],
    [/als (?:het|dat) (?:kan|mag|goed is|u uitkomt|je uitkomt|lukt)|indien mogelijk/g, ' '],
    [/(?<!\p{L})zeve(?!\p{L})/gu, 'zeven'],
    [/het is (?=\S+ uur)/g, ' xxlimit '],
    [/(?:of|ach) (?:nee|neen)(?!\p{L})/gu, ' xxcorrection '],
    [/of zo(?:iets)?(?!\p{L})|min of meer|(?:een )?stuk of|(?<!\p{L})zo'n(?!\p{L})|stuk of wat/gu, ' '],
    [/met (?:z'?n|zijn|ons|onze|hun) (?=\p{L}+(?:en|tjes)(?!\p{L}))/gu, ' '],
    [/(?:op|van|van de|uit) (?:de )?(?:tien|10|vijf|5|honderd|100)(?!\p{L}|\d)/gu, ' '],
    [/duizend(?:maal)? dank|geen (?:probleem|punt|zorgen)/g, ' '],
  ],
  corrections:
    'nee|neen|sorry|pardon|excuseer|excuus|ik bedoel|ik bedoelde|bedoel ik|bedoelde ik|eigenlijk|correctie|wacht|beter gezegd|oftewel|toch maar|doe toch maar|fout|maar',
  contrasts: 'maar',
  limits:
    'als|en ik|ik en|en mijn|maar misschien|kwartier|indien|tenzij|hangt ervan af|ligt eraan|minstens|tenminste|minimaal|minimum|maximaal|maximum|max|hooguit|hoogstens|meer|minder|boven|onder|tot|vanaf|of|ofwel|tussen|bijna|haast|nauwelijks|paar|enkele|enige|meerdere|verschillende|veel|nog|te veel|niet eens|geef me|geef mij|momentje|dik|ruim|plus|keer|maal|a|met een baby|kamer nummer|zaal nummer',
  idioms:
    'een moment|een seconde|een minuut|een ogenblik|geen idee|een van|nog een|een voor een|geef acht|in acht',
  joiners: 'en plus keer maal',
  negations: 'niet geen',
  articles: 'een ene',
  counted:
    'persoon personen mens volwassene volwassenen kind kinderen baby stuk stuks man vrouw hond kat plaats dag week maand jaar uur minuut nacht euro procent graad kilo meter kamer kaartje ticket exemplaar fles zoon dochter jongen meisje gast punt',
  plain:
    'het is zijn dat dit wij we ik ben heb hebben alleen maar slechts enkel precies totaal in ongeveer zo ja voor enige neem wil graag nodig dus hier nummer nr zou zeggen zeg helaas er gewoon eentje',
  zeros: 'geen niemand niets',
  minus: 'min minus',
  decimalMarks: 'komma punt',
  values: [
    ...halves,
    ...companies,
    ...halves.map(([word, value]) => [`${word} duizend`, value * 1000] as const),
    ['anderhalf', 1.5],
    ['anderhalf duizend', 1500],
    ['anderhalve', 1.5],
    ['een half', 0.5],
    ['een halve', 0.5],
    ['een kwart', 0.25],
    ['drie kwart', 0.75],
    ['dozijn', 12],
    ['een dozijn', 12],
    ['half dozijn', 6],
    ['een half dozijn', 6],
    ['twee dozijn', 24],
    ['eentje', 1],
  ],
  fractionsAfter: {
    'en een half': 0.5,
    'en een halve': 0.5,
    'en half': 0.5,
    'en halve': 0.5,
    'en een kwart': 0.25,
    'en driekwart': 0.75,
  },
  scales: {
    dozijn: 12,
    k: 1000,
    duizend: 1000,
    mln: 1e6,
    miljoen: 1e6,
    mld: 1e9,
    miljard: 1e9,
  },
  timeWords:
    'januari februari maart april mei juni juli augustus september oktober november december maandag dinsdag woensdag donderdag vrijdag zaterdag zondag morgen overmorgen vandaag middernacht kwart half',
  clockBefore: 'om rond de op kwart half over sinds',
  labels:
    'kamer zaal appartement verdieping perron spoor deur pagina huisnummer gebouw lijn bus uitgang straat kanaal hoofdstuk tafel loket toestel',
  labelLinks: 'is heeft wordt de het nummer nr',
  clockAfter: 'h',
});
