import { createEuropeanDigitParser } from '../../understanding/european-digits.ts';
import { dutchNumbers } from './numbers.ts';
import { dutchWords } from './words.ts';

/** Parses the digits in a Dutch text. */
export const parseDutchDigits = createEuropeanDigitParser(dutchWords, dutchNumbers, {
  repeats: {
    dubbel: 2,
    dubbele: 2,
    'twee keer': 2,
    'twee maal': 2,
    tweemaal: 2,
    driemaal: 3,
    'drie keer': 3,
    'drie maal': 3,
    'vier keer': 4,
  },
  zeros: 'nullen',
  keys: { sterretje: '*', ster: '*', hekje: '#' },
  articles: 'een',
  otherArticles: 'de het',
  corrections: 'nee neen sorry of wacht pardon fout excuseer',
  connectors: 'en dan dus streepje ja ok plus de het daarna schuine streep',
  areaCodes: 'kengetal netnummer landnummer landcode',
  numberWords: 'is mijn het nummer telefoonnummer',
  others:
    'niet|geen|maar|oude|oud|vroeger|vorige|was|waren|had|toestel|doorkiesnummer|in plaats|behalve|verkeerde|half|kwart|eindigt|begint|fout|verkeerd',
  before: 'om na vanaf tot voor sinds rond toestel ben',
  after:
    'nummers cijfers telefoons minuten uur uren dagen weken maanden jaar euro procent personen mensen kinderen vragen keer',
  leadIns:
    'het is zijn de mijn nummer klantnummer telefoonnummer code pin en ja dan dus streepje ok ik heb dat plus',
});
