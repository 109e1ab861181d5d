import { createEuropeanDigitParser } from '../../understanding/european-digits.ts';
import { italianNumbers } from './numbers.ts';
import { italianWords } from './words.ts';

/** Parses the digits in a Italian text. */
export const parseItalianDigits = createEuropeanDigitParser(italianWords, italianNumbers, {
  repeats: {
    doppio: 2,
    doppia: 2,
    'due volte': 2,
    triplo: 3,
    'tre volte': 3,
    'quattro volte': 4,
  },
  zeros: 'zeri',
  keys: { asterisco: '*', stella: '*', cancelletto: '#' },
  articles: 'un',
  otherArticles: 'una il lo la i le',
  corrections: 'no scusi scusa o anzi cioe aspetti aspetta oppure pardon',
  connectors: 'e poi dunque trattino sì si il lo la i le ok piu barra allora ancora',
  areaCodes: 'prefisso',
  numberWords: 'è il mio numero telefono cellulare',
  others:
    'ma|bensi|vecchio|vecchia|prima|precedente|era|erano|avevo|interno|estensione|non è|non era|invece|tranne|sbagliato|alle|dalle|dopo le|fino alle|a partire|finisce|termina|comincia|inizia|sbagliata|errato',
  before: 'non ne dopo fino dal',
  after:
    'numeri cifre telefoni cellulari minuti ore giorni settimane mesi anni euro persone figli domande volte',
  leadIns:
    'è e il la mio mia numero telefono cellulare di cliente codice pin sì si poi dunque trattino ecco ok ho piu',
});
