import { createEuropeanNumberParser } from '../../understanding/european-numbers.ts';
import { italianNumbers } from './numbers.ts';
import { italianWords } from './words.ts';

/** Parses the number in an Italian text. */
export const parseItalianNumber = createEuropeanNumberParser(italianWords, italianNumbers, {
  rewrites: [
    [
      /^\P{L}*(?:sono )?(?:(?:solo|soltanto|solamente|unicamente) io|io da sol[oa]|(?:vengo )?da sol[oa])(?:,? (?:per favore|grazie))?\P{L}*$/gu,
      'uno',
    ],
    [
      /^\P{L}*(?:(?:solo )?io e mi[ao] (?:moglie|marito|ragazza|ragazzo|fidanzat[ao]|compagn[ao]|figli[oa]|madre|padre)|mi[ao] (?:moglie|marito|ragazza|ragazzo|fidanzat[ao]|compagn[ao]|figli[oa]|madre|padre) ed? io)(?:,? (?:per favore|grazie))?\P{L}*$/gu,
      '2',
    ],
    [
      /(?<!\p{L})in \S+ (?:second[oi]|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi])(?!\p{L})|(?:minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]) fa(?!\p{L})|(?<!\p{L})domande(?!\p{L})/gu,
      ' xxlimit ',
    ],
    [
      /non (?:viene|vengono|può|possono|ci sarà)(?!\p{L})|(?<!\p{L})ma(?!\p{L})(?=.*(?<!\p{L})(?:non|nessun\p{L}*|senza|meno|manca|forse)(?!\p{L}))|(?<!\p{L})zero (?:voglia|problem[ai]|idee|interesse|stress)/gu,
      ' xxlimit ',
    ],
    [/(\S+) (?:gradi? )?sotto (?:lo )?zero/g, 'meno $1'],
    [/se (?:non )?(?:le|vi|ti) (?:dispiace|va bene)|se (?:è )?possibile/g, ' '],
    [/per ?cento(?!\p{L})/gu, ' '],
    [/(?<!\p{L})mezz'(?=\p{L})/gu, 'mezza '],
    [/(vent)'(?=\p{L})/gu, '$1i '],
    [/((?:tr|quar|cinqu|sess|sett|ott|nov)[ae]nt)'(?=\p{L})/gu, '$1a '],
    [
      /(?<!\p{L})(?:pi[uù] o meno|o gi[uù] di l[iì]|o gi[uù] di li|o cos[iì]|o qualcosa del genere|nessun problema|non c'[eè] problema)(?!\p{L})/gu,
      ' ',
    ],
    [/mille (?:grazie|scuse)/g, ' '],
    [/(?<=\d|\p{L}) su (?:dieci|10|cinque|5|cento|100)(?!\p{L}|\d)/gu, ' '],
    [/(?<!\p{L})o (?:meglio|no|anzi)(?!\p{L})/gu, ' xxcorrection '],
  ],
  corrections:
    'no|scusi|scusa|scusate|mi scusi|pardon|volevo dire|voglio dire|intendevo|anzi|cioe|mi correggo|ho sbagliato|mi sono sbagliato|mi sono sbagliata|meglio|aspetti|aspetta|correzione|bensi|ma',
  contrasts: 'ma',
  limits:
    'se|e io|io e|e mio|e mia|ma forse|dipende|a meno che|salvo|almeno|come minimo|al minimo|al massimo|massimo|minimo|max|min|piu|meno di|o meno|sopra|sotto|oltre|fino|da|o|oppure|tra|fra|quasi|appena|alcuni|alcune|parecchi|parecchie|molti|molte|pochi|poche|paio|coppia|tanti|e rotti|altro|altra|ancora|troppi|neanche|nemmeno|mi dia|dammi|volte|terzi|con un neonato|con un bambino|camera numero|stanza numero|sala numero',
  idioms:
    'un momento|un secondo|un minuto|un attimo|un attimino|un po|uno di|una di|uno o l altro|nessuno di|ci sei|chi sei|dove sei|come sei|tu sei|sei tu|sei un|sei il|sei la|sei una|sei sicuro|sei sicura|sei gentile|sei stato|sei stata|sei ancora|sei lì',
  joiners: 'e ed piu per',
  negations: 'non nessun nessuno nessuna',
  articles: 'un uno una',
  counted:
    'persona persone adulto adulta adulti bambino bambina bambini bebe figlio figlia uomo donna cane gatto posto giorno settimana mese anno ora notte euro grado chilo metro camera pezzo biglietto copia bottiglia ospite punto solo sola',
  plain:
    'è e sono siamo saremo sara sarebbe ho abbiamo c ce solo soltanto solamente esattamente totale in circa sì si per ne unico unica voglio vorrei serve servono direi diciamo noi io da numero di a persona',
  zeros: 'nessuno nessuna nessun niente',
  minus: 'meno',
  decimalMarks: 'virgola punto',
  values: [
    ['mezzo', 0.5],
    ['mezza', 0.5],
    ['un mezzo', 0.5],
    ['la meta', 0.5],
    ['un quarto', 0.25],
    ['tre quarti', 0.75],
    ['una dozzina', 12],
    ['dozzina', 12],
    ['due dozzine', 24],
    ['mezza dozzina', 6],
    ['una mezza dozzina', 6],
  ],
  fractionsAfter: {
    'e mezzo': 0.5,
    'e mezza': 0.5,
    'e un quarto': 0.25,
    'e tre quarti': 0.75,
  },
  scales: {
    k: 1000,
    mila: 1000,
    mille: 1000,
    milione: 1e6,
    milioni: 1e6,
    miliardo: 1e9,
    miliardi: 1e9,
  },
  timeWords:
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre lunedi martedi mercoledi giovedi venerdi sabato domenica domani oggi ieri mezzogiorno mezzanotte',
  clockBefore: 'le alle dalle alla il l ore del dal verso',
  labels:
    'camera stanza sala appartamento piano binario porta pagina edificio linea autobus uscita via canale capitolo tavolo sportello interno',
  labelLinks: 'e è sara ha la il numero',
  clockAfter: 'h',
  otherMeanings: 'secondo secondi',
});
