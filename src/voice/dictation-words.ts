/** Words of dictated texts by language (ISO 639-1), in lower case and without accents. */

type DigitCount = (word: string) => number | undefined;

/** Returns how many digits a word of a number stands for. `units`: words of one digit. `tens`: words of 10 to 99. */
const digitCounts =
  (units: string, tens: RegExp): DigitCount =>
  (word) =>
    units.split(' ').includes(word) ? 1 : tens.test(word) ? 2 : undefined;

export const numberWords: Readonly<Record<string, DigitCount>> = {
  en: digitCounts(
    'zero oh o nought one two three four five six seven eight nine double triple',
    /^(?:ten|eleven|twelve|.+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)$/,
  ),
  de: digitCounts(
    'null eins zwei zwo drei vier funf sechs sieben acht neun doppel',
    /^(?:elf|zwolf|.*zehn|.+zig|.+ßig|.+ssig)$/,
  ),
  es: digitCounts(
    'cero uno dos tres cuatro cinco seis siete ocho nueve doble',
    /^(?:diez|once|doce|trece|catorce|quince|dieci.+|veint.+|(?:tre|cuare|cincue|sese|sete|oche|nove)nta)$/,
  ),
  fr: digitCounts(
    'zero un deux trois quatre cinq six sept huit neuf double',
    /^(?:dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante)$/,
  ),
  pt: digitCounts(
    'zero um dois tres quatro cinco seis meia sete oito nove duplo',
    /^(?:dez|onze|doze|treze|catorze|quatorze|quinze|dez[ae].+|dezoito|vinte|(?:tri|quare|cinque|sesse|sete|oite|nove)nta)$/,
  ),
  it: digitCounts(
    'zero uno due tre quattro cinque sei sette otto nove doppio',
    /^(?:dieci|undici|.+dici|dici.+|(?:vent|trent|quarant|cinquant|sessant|settant|ottant|novant)[aiou].*)$/,
  ),
  nl: digitCounts('nul een twee drie vier vijf zes zeven acht negen dubbel', /^(?:elf|twaalf|.*tien|.+tig)$/),
};

/** Digits of telephone numbers by region (ISO 3166-1), in the national form and after a plus sign, for numbering plans with one length. */
export const phoneDigits: Readonly<
  Record<string, { readonly national: number; readonly international: number }>
> = {
  US: { national: 10, international: 11 },
  CA: { national: 10, international: 11 },
  FR: { national: 10, international: 11 },
  ES: { national: 9, international: 11 },
  PT: { national: 9, international: 12 },
  NL: { national: 10, international: 11 },
  GB: { national: 11, international: 12 },
  AU: { national: 10, international: 11 },
  MX: { national: 10, international: 12 },
  BR: { national: 11, international: 13 },
};

const endingWith = (words: string): RegExp =>
  new RegExp(`(?:^|[^\\p{L}'])(?:${words.replaceAll(' ', '|')})$`, 'u');

/** Words with which no sentence ends. */
export const danglingWords: Readonly<Record<string, RegExp>> = {
  en: endingWith(
    "and or but so because um uh er the a an to of for with at on in my is it's i if that then maybe like",
  ),
  de: endingWith(
    'und oder aber weil denn ahm ah der dem ein eine einen mit von fur mein meine ist lautet wenn dass',
  ),
  es: endingWith('y o pero porque eh el la los las un una de con para mi es que en'),
  fr: endingWith("et ou mais parce euh le la les un une de du des avec pour mon ma est c'est que"),
  pt: endingWith('e ou mas porque o a os as um uma de do da com para meu minha se que em'),
  it: endingWith('e o ma perche ehm il lo la i gli le un una di del con per se che'),
  nl: endingWith('en of maar omdat eh uh de een van met voor mijn is als'),
};

/** Words of streets, at the start or the end of a word. */
export const streetWords =
  /\b(?:street|avenue|road|lane|drive|boulevard|calle|avenida|plaza|rue|place|chemin|rua|travessa|via|viale|piazza|corso|laan|plein)\b|(?:strasse|straße|weg|platz|allee|straat|gracht)\b/;

/** Texts that start with yes or no. */
export const yesOrNo =
  /^(?:yes|yeah|yep|no|nope|sure|okay|ja|nein|doch|si|oui|non|sim|nao|nee|correct|right|richtig|genau|klopt)\b/;
