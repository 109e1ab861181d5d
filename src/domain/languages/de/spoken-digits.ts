import { createEuropeanDigitParser } from '../../understanding/european-digits.ts';
import { germanNumbers } from './numbers.ts';
import { germanWords } from './words.ts';

/** Parses the digits in a German text. */
export const parseGermanDigits = createEuropeanDigitParser(germanWords, germanNumbers, {
  repeats: {
    doppel: 2,
    doppelt: 2,
    'zwei mal': 2,
    zweimal: 2,
    zwomal: 2,
    dreifach: 3,
    dreimal: 3,
    'drei mal': 3,
    viermal: 4,
    'vier mal': 4,
  },
  zeros: 'nullen',
  keys: { doppelnull: '00', stern: '*', sternchen: '*', raute: '#', rautetaste: '#', o: '0' },
  articles: 'ein',
  otherArticles: 'eine einen einem einer eines die der das',
  corrections: 'nein nee ne quatsch sorry entschuldigung oder moment halt falsch pardon',
  connectors:
    'und dann also minus strich bindestrich die der das ja ok nochmal plus mal danach schraegstrich',
  areaCodes: 'vorwahl landesvorwahl ortsvorwahl',
  numberWords: 'es ist sind meine nummer rufnummer telefonnummer lautet',
  others:
    'nicht|kein|keine|sondern|oder|alte|alter|altes|alten|frueher|fruehere|frueheren|ehemalige|nummer war|war die|war meine|war mal|war frueher|hatte|durchwahl|nebenstelle|falsche|statt|ausser|halb|viertel|endet|endet auf|beginnt|faengt mit|am ende|am anfang|stimmt nicht|falsch',
  before: 'um ab bis gegen nach vor seit durchwahl zimmer bin',
  after:
    'nummern ziffern stellen handys telefone zahlen minuten stunden tage tagen wochen monate monaten jahre jahren uhr euro prozent personen leute kinder fragen',
  leadIns:
    'es ist sind die das der meine mein nummer kundennummer telefonnummer handynummer vertragsnummer code pin lautet und ja dann also mal minus strich bindestrich wohl ok vorwahl ich habe plus',
});
