import { toCardinal, toOrdinal } from 'n2words/pt-PT';
import { romanceGender, type Gender, type SpokenLanguage, type TextConventions } from '../spoken-language.ts';

const months = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
];
const fractions: Readonly<Record<string, string>> = {
  '1/3': 'um terço',
  '2/3': 'dois terços',
  '1/4': 'um quarto',
  '3/4': 'três quartos',
};
const masculine = /^(?:dias?|mês|meses|problemas?|programas?|sistemas?|mapas?|clientes?|milhão|milhões)$/;
const feminine =
  /^(?:noites?|vez|vezes|mãos?|\p{L}+ção|\p{L}+ções|\p{L}+são|\p{L}+sões|\p{L}+dade|\p{L}+dades)$/u;

const agree = (words: string, gender: Gender): string =>
  gender === 'feminine'
    ? words
        .replace(/(?<!\p{L})um$/u, 'uma')
        .replace(/(?<!\p{L})dois$/u, 'duas')
        .replaceAll('entos', 'entas')
    : words;

const cent = { one: 'cêntimo', other: 'cêntimos' };
const centavo = { one: 'centavo', other: 'centavos' };

const european: SpokenLanguage = {
  cardinal: (value) => toCardinal(value),
  count: (value, gender) => agree(toCardinal(value), gender),
  agrees: (value) => /(?:^|[^1])[12]$|[2-9]\d\d(?:000)?$/.test(value),
  genderOf: (noun) => romanceGender(noun, masculine, feminine),
  decimalMark: ',',
  dateOrder: 'dmy',
  rules: [
    {
      pattern: /(?<=(?<!\p{L})(?:dura|duram|demora|leva|por|em)\s)(\d{1,2})\s?h\s?([0-5]\d)(?![\p{L}\d])/giu,
      speak: ({ 1: hours, 2: minutes }) =>
        `${agree(toCardinal(hours!), 'feminine')} ${hours === '1' ? 'hora' : 'horas'} e ${toCardinal(minutes!)}`,
    },
  ],
  ordinals: [
    {
      pattern: /(?<![\p{L}\d.,])(\d{1,3})\.?([ºª])(?![\p{L}\d])/gu,
      speak({ 1: digits, 2: suffix }) {
        const ordinal = Number(digits) > 0 ? toOrdinal(digits!) : undefined;
        return suffix === 'ª' ? ordinal?.replace(/o(?=$| )/g, 'a') : ordinal;
      },
    },
  ],
  phonePatterns: [
    String.raw`\(\d{2}\) ?9? ?\d{4}[ -]\d{4}`,
    String.raw`\d{2} 9 ?\d{4}[ -]\d{4}`,
    String.raw`\d{2} \d{4}-\d{4}`,
    String.raw`9?\d{4}-\d{4}`,
    String.raw`[29]\d{2} \d{3} \d{3}`,
    String.raw`[29]\d \d{3} \d{2} \d{2}`,
    '9[1236][0-9]{7}',
  ],
  codeWords: [
    String.raw`(?:código(?: postal| de confirmação| de verificação)?|CEP|CPF|NIF|PIN|(?:número (?:do|da|de) )?(?:pedido|encomenda|conta|cliente|fatura|reserva|referência|processo|apólice|protocolo|telefone|cartão|ramal)|ramal|extensão)`,
  ],
  hasPostalCodeBeforeCity: false,
  currencies: {
    USD: { one: 'dólar', other: 'dólares', subunit: cent },
    EUR: { one: 'euro', other: 'euros', subunit: cent },
    GBP: { one: 'libra', other: 'libras', gender: 'feminine', subunit: { one: 'péni', other: 'pence' } },
    CHF: { one: 'franco', other: 'francos', subunit: cent },
    BRL: { one: 'real', other: 'reais', subunit: centavo },
    PESO: { one: 'peso', other: 'pesos', subunit: centavo },
  },
  dollarSign: 'USD',
  and: 'e',
  magnitudes: [
    { pattern: 'mil', one: 'mil', other: 'mil' },
    { pattern: 'M|mi|milhão|milhões', one: 'milhão', other: 'milhões', isNoun: true },
    { pattern: 'bi|bilhão|bilhões', one: 'bilhão', other: 'bilhões', isNoun: true },
  ],
  of: (currency) => `de ${currency}`,
  units: {
    '°C': { one: 'grau', other: 'graus' },
    ºC: { one: 'grau', other: 'graus' },
    '°F': { one: 'grau Fahrenheit', other: 'graus Fahrenheit' },
    '°': { one: 'grau', other: 'graus' },
    kg: { one: 'quilo', other: 'quilos' },
    g: { one: 'grama', other: 'gramas' },
    mg: { one: 'miligrama', other: 'miligramas' },
    km: { one: 'quilómetro', other: 'quilómetros' },
    'km/h': { one: 'quilómetro por hora', other: 'quilómetros por hora' },
    m: { one: 'metro', other: 'metros' },
    'm²': { one: 'metro quadrado', other: 'metros quadrados' },
    cm: { one: 'centímetro', other: 'centímetros' },
    mm: { one: 'milímetro', other: 'milímetros' },
    l: { one: 'litro', other: 'litros' },
    ml: { one: 'mililitro', other: 'mililitros' },
    GB: { one: 'giga', other: 'gigas' },
    MB: { one: 'mega', other: 'megas' },
    min: { one: 'minuto', other: 'minutos' },
  },
  to: 'a',
  symbols: {
    '@': 'arroba',
    '.': 'ponto',
    '-': 'hífen',
    _: 'sublinhado',
    '/': 'barra',
    '+': 'mais',
    '%': 'por cento',
    '&': 'e',
    '#': 'número',
  },
  abbreviations: {
    'sr.': 'senhor',
    'sra.': 'senhora',
    'srta.': 'senhorita',
    'dr.': 'doutor',
    'dra.': 'doutora',
    'eng.': 'engenheiro',
    'p. ex.': 'por exemplo',
    'p.ex.': 'por exemplo',
    'etc.': 'et cetera',
    'aprox.': 'aproximadamente',
    'av.': 'avenida',
    'tel.': 'telefone',
  },
  numberAbbreviations: ['nº', 'n.º', 'n°'],
  months,
  monthAbbreviations: {
    'jan.': 1,
    'fev.': 2,
    'abr.': 4,
    'ago.': 8,
    'set.': 9,
    'out.': 10,
    'nov.': 11,
    'dez.': 12,
  },
  date: ({ day, month, year }) =>
    `${day === 1 ? 'primeiro' : toCardinal(day)} de ${months[month - 1]}${year === undefined ? '' : ` de ${toCardinal(year)}`}`,
  writesTimesWithH: true,
  timeWords: { before: ['às', 'as', 'das'], after: ['horas', 'hora', 'h'] },
  time(hour, minute, period) {
    const hours = agree(toCardinal(hour), 'feminine');
    const minutes = minute === 0 ? '' : ` e ${toCardinal(minute)}`;
    const suffix = { AM: ' da manhã', PM: ' da tarde' };
    if (period !== undefined) return `${hours}${minutes}${suffix[period]}`;
    return minute === 0 ? `${hours} ${hour === 1 ? 'hora' : 'horas'}` : `${hours}${minutes}`;
  },
  year: (year) => toCardinal(year),
  fraction: (numerator, denominator) => fractions[`${numerator}/${denominator}`],
  mixed: (whole, fraction) => `${toCardinal(whole)} e ${fraction}`,
};

const brazilianWords = (spoken: string): string =>
  spoken
    .replaceAll('dezasseis', 'dezesseis')
    .replaceAll('dezassete', 'dezessete')
    .replaceAll('dezanove', 'dezenove');

const brazilian: SpokenLanguage = {
  ...european,
  cardinal: (value) => brazilianWords(european.cardinal(value)),
  count: (value, gender) => brazilianWords(agree(toCardinal(value), gender)),
  date: (date) => brazilianWords(european.date(date)),
  time: (hour, minute, period) => brazilianWords(european.time(hour, minute, period)),
  year: (year) => brazilianWords(european.year(year)),
  currencies: {
    ...european.currencies,
    USD: { one: 'dólar', other: 'dólares', subunit: centavo },
    EUR: { one: 'euro', other: 'euros', subunit: centavo },
  },
  units: {
    ...european.units,
    km: { one: 'quilômetro', other: 'quilômetros' },
    'km/h': { one: 'quilômetro por hora', other: 'quilômetros por hora' },
  },
};

/** `region` is an ISO 3166 code; undefined if the language tag has none. */
export const spokenPortuguese = (region: string | undefined): SpokenLanguage =>
  region === 'BR' ? brazilian : european;

export const portugueseTextConventions: TextConventions = {
  abbreviations: 'eng|exmo|exma|apto',
  abbreviationsWithinSentence: 'n|num|núm|tel|art|fig|pág|jan|fev|mar|abr|jun|jul|ago|set|out|nov|dez',
  abbreviationsBeforeLowerCase: 'etc',
  codeLinks: String.raw`número|n\.?º|é|termina em`,
  stageDirections: {
    single: 'silêncio|risos|riso|sorriso|suspiro',
    verbs: 'rindo|sorri|sorrindo|suspira|suspirando|sussurra|acena|faz uma pausa',
  },
};
