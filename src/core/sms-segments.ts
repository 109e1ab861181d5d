/** `gsm7`: the GSM 7-bit default alphabet (3GPP TS 23.038 §6.2.1). `ucs2`: UTF-16, for all other text. */
export type SmsEncoding = 'gsm7' | 'ucs2';

export interface SmsSegmentCount {
  readonly encoding: SmsEncoding;
  /** The number of parts that are sent and billed, at least 1. */
  readonly segments: number;
}

export interface SmsParts {
  readonly encoding: SmsEncoding;
  /** The text of each part, at least one part. Joined they are the text. */
  readonly parts: readonly string[];
}

/*
 * 140 octets of user data (3GPP TS 23.040 §9.2.3.16), of which each part of a long message has 6 octets of header (§9.2.3.24.1):
 *
 *   gsm7  140 · 8 / 7 = 160 septets     (140 − 6) · 8 / 7 = 153 septets
 *   ucs2  140 / 2     =  70 units       (140 − 6) / 2     =  67 units
 */
const singleUnits = { gsm7: 160, ucs2: 70 } as const;
const partUnits = { gsm7: 153, ucs2: 67 } as const;

/** A longer grapheme is split like other text, so that 10,000 characters have at most 255 parts. */
const maxWholeGrapheme = 33;

/** The default alphabet, by code. 0x1B is the escape to the extension table. */
const alphabet = [
  ...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?',
  ...'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
];
const escape = 0x1b;

/** The extension table (3GPP TS 23.038 §6.2.1.1): each character is two septets, the escape and this code. */
const extension = new Map([
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
]);

/** The septets of each character. */
const septets: ReadonlyMap<string, readonly number[]> = new Map([
  ...alphabet
    .map((character, code): [string, number[]] => [character, [code]])
    .filter(([, [code]]) => code !== escape),
  ...[...extension].map(([code, character]): [string, number[]] => [character, [escape, code]]),
]);

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the encoding of a text and the number of its parts. */
export function countSegments(text: string): SmsSegmentCount {
  const { encoding, parts } = splitSegments(text);
  return { encoding, segments: parts.length };
}

/**
 * Splits a text into the parts of one SMS. A part never ends inside a surrogate pair or an escape sequence, and inside a grapheme only if the grapheme
 * is longer than 33 units.
 */
export function splitSegments(text: string): SmsParts {
  const characters = [...text];
  const encoding = characters.every((character) => septets.has(character)) ? 'gsm7' : 'ucs2';
  if (unitsOf(characters, encoding) <= singleUnits[encoding]) return { encoding, parts: [text] };
  return { encoding, parts: fillParts(text, encoding) };
}

function fillParts(text: string, encoding: SmsEncoding): string[] {
  const parts: string[] = [];
  let part = '';
  let free: number = partUnits[encoding];
  const append = (piece: string, units: number): void => {
    if (units > free) {
      parts.push(part);
      part = '';
      free = partUnits[encoding];
    }
    part += piece;
    free -= units;
  };
  for (const { segment } of graphemes.segment(text)) {
    const characters = [...segment];
    const units = unitsOf(characters, encoding);
    if (units <= maxWholeGrapheme) append(segment, units);
    else for (const character of characters) append(character, unitsOf([character], encoding));
  }
  return [...parts, part];
}

/** Returns the number of septets (gsm7) or UTF-16 code units (ucs2). */
function unitsOf(characters: readonly string[], encoding: SmsEncoding): number {
  return characters.reduce(
    (units, character) => units + (encoding === 'gsm7' ? septets.get(character)!.length : character.length),
    0,
  );
}

/** Encodes a text of the default alphabet, one septet per octet. Characters outside the alphabet become `?`. */
export function encodeGsm7(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((character) => septets.get(character) ?? septets.get('?')!));
}

/** Decodes septets, one per octet. The unknown escape sequences are decoded as §6.2.1.1 requires: as the character of the default alphabet. */
export function decodeGsm7(octets: Uint8Array): string {
  let text = '';
  let isEscaped = false;
  for (const octet of octets) {
    const code = octet & 0x7f;
    if (isEscaped) {
      text += code === escape ? ' ' : (extension.get(code) ?? alphabet[code]!);
      isEscaped = false;
    } else if (code === escape) isEscaped = true;
    else text += alphabet[code]!;
  }
  return text;
}

/** Encodes a text as UTF-16, the high octet first. */
export function encodeUcs2(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16();
}

/** Decodes UTF-16, the high octet first. An incomplete last unit is ignored. */
export function decodeUcs2(octets: Uint8Array): string {
  const complete = octets.length - (octets.length % 2);
  return Buffer.from(octets.subarray(0, complete)).swap16().toString('utf16le');
}
