import { createEuropeanDigitParser, pauseMark } from '../../understanding/european-digits.ts';
import { frenchNumbers } from './numbers.ts';
import { frenchWords } from './words.ts';

/** Parses the digits in a French text. */
export const parseFrenchDigits = createEuropeanDigitParser(frenchWords, frenchNumbers, {
  repeats: { double: 2, 'deux fois': 2, triple: 3, 'trois fois': 3, 'quatre fois': 4 },
  zeros: 'zeros',
  keys: { etoile: '*', diese: '#' },
  articles: 'un',
  otherArticles: 'une le la les du',
  corrections: 'non pardon ou enfin attendez attends desole erreur plutot',
  connectors: 'le la les du et puis donc alors tiret oui voila ok plus ensuite apres slash encore',
  areaCodes: 'indicatif prefixe',
  numberWords: 'c est mon numero telephone',
  others:
    'pas|mais|ancien|ancienne|avant|etait|avais|precedent|precedente|poste|extension|au lieu|sauf|a partir|à partir|finit|termine|commence|faux|fausse|incorrect',
  before: 'à vers jusqu depuis des',
  after:
    'numeros chiffres telephones minutes heures jours semaines mois ans annees euros personnes enfants questions heure h',
  leadIns:
    'c est le la mon ma numero telephone de client code pin et oui alors puis donc tiret voila ok j ai plus les',
  // "Zéro quatre vingt deux" is 04 22 or 0 82, "soixante quatre vingt" is 64 20 or 60 80. Hyphens decide.
  alternatives: (text) => {
    const joined = text
      .normalize('NFC')
      .replaceAll(/quatre-vingt/g, 'quatrevingt')
      .replaceAll(/(vingt|trente|quarante|cinquante|soixante)-(?=\p{L})/gu, '$1');
    const ambiguous = /(z[eé]ro|vingt|trente|quarante|cinquante|soixante)\s+quatre\s+(?=vingt)/g;
    if (!ambiguous.test(joined)) return [joined];
    return [
      joined.replaceAll(ambiguous, `$1 quatre ${pauseMark} `),
      joined.replaceAll(ambiguous, `$1 ${pauseMark} quatre `),
    ];
  },
});
