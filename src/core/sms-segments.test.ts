import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countSegments,
  decodeGsm7,
  decodeUcs2,
  encodeGsm7,
  encodeUcs2,
  splitSegments,
  type SmsEncoding,
} from './sms-segments.ts';

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '\f^{}\\[~]|€';
const family = '👩‍👩‍👧‍👦';

const gsmText = fc
  .array(fc.constantFrom(...basic, ...extended), { maxLength: 1_000 })
  .map((characters) => characters.join(''));
const anyText = fc.oneof(
  gsmText,
  fc.string({ unit: 'grapheme', maxLength: 600 }),
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc
    .array(
      fc.constantFrom(
        'a',
        'é',
        'ع',
        '\u200f',
        '\r\n',
        '😀',
        family,
        '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
        'e\u0301',
        `z${'\u0301'.repeat(40)}`,
      ),
      {
        maxLength: 300,
      },
    )
    .map((pieces) => pieces.join('')),
);

const sizeOf = (part: string, encoding: SmsEncoding): number =>
  encoding === 'gsm7' ? encodeGsm7(part).length : part.length;

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

describe('countSegments', () => {
  it.each<[string, string, SmsEncoding, number]>([
    ['no text', '', 'gsm7', 1],
    ['160 letters', 'a'.repeat(160), 'gsm7', 1],
    ['161 letters', 'a'.repeat(161), 'gsm7', 2],
    ['306 letters', 'a'.repeat(306), 'gsm7', 2],
    ['307 letters', 'a'.repeat(307), 'gsm7', 3],
    ['80 euro signs', '€'.repeat(80), 'gsm7', 1],
    ['81 euro signs', '€'.repeat(81), 'gsm7', 2],
    ['153 euro signs: 76 in a part', '€'.repeat(153), 'gsm7', 3],
    ['the whole alphabet', basic, 'gsm7', 1],
    ['70 Cyrillic letters', 'ж'.repeat(70), 'ucs2', 1],
    ['71 Cyrillic letters', 'ж'.repeat(71), 'ucs2', 2],
    ['a small c with cedilla', 'ç', 'ucs2', 1],
    ['a grave accent', '`', 'ucs2', 1],
    ['an escape character', '\u001b', 'ucs2', 1],
    ['35 emoji', '😀'.repeat(35), 'ucs2', 1],
    ['67 emoji: 33 in a part', '😀'.repeat(67), 'ucs2', 3],
    ['10,000 Chinese characters', '字'.repeat(10_000), 'ucs2', 150],
  ])('counts %s', (_, text, encoding, segments) => {
    expect(countSegments(text)).toEqual({ encoding, segments });
  });
});

describe('splitSegments', () => {
  it('keeps a grapheme in one part', () => {
    const text = `${'ж'.repeat(60)}${family}${'ж'.repeat(20)}`;
    expect(splitSegments(text).parts).toEqual(['ж'.repeat(60), `${family}${'ж'.repeat(20)}`]);
  });

  it('splits a grapheme that is longer than 33 units', () => {
    const text = `z${'\u0301'.repeat(199)}`;
    expect(splitSegments(text).parts.map((part) => part.length)).toEqual([67, 67, 66]);
  });

  it('splits 10,000 characters into at most 255 parts', () => {
    for (const size of [2, 11, 23, 24, 33, 34, 40]) {
      const text = `z${'\u0301'.repeat(size - 1)}`.repeat(Math.floor(10_000 / size));
      expect(splitSegments(text).parts.length).toBeLessThanOrEqual(255);
    }
  });

  it('returns parts that fit, that are the text when joined, and that end at a boundary', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { encoding, parts } = splitSegments(text);
        expect(parts.join('')).toBe(text);
        const limit = { gsm7: [160, 153], ucs2: [70, 67] }[encoding][parts.length === 1 ? 0 : 1]!;
        for (const part of parts) expect(sizeOf(part, encoding)).toBeLessThanOrEqual(limit);
        for (const [index, part] of parts.slice(1).entries()) {
          expect(part).not.toBe('');
          expect(
            isHigh(parts[index]!.charCodeAt(parts[index]!.length - 1)) && isLow(part.charCodeAt(0)),
          ).toBe(false);
        }
      }),
    );
  });

  it('leaves less than 33 units of a part unused', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { encoding, parts } = splitSegments(text);
        for (const part of parts.slice(0, -1)) {
          expect(sizeOf(part, encoding)).toBeGreaterThan((encoding === 'gsm7' ? 153 : 67) - 33);
        }
      }),
    );
  });
});

describe('the encodings', () => {
  it('decodes what was encoded', () => {
    fc.assert(
      fc.property(gsmText, (text) => {
        expect(decodeGsm7(encodeGsm7(text))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeUcs2(encodeUcs2(text))).toBe(text);
      }),
    );
  });

  it('encodes the codes of 3GPP TS 23.038', () => {
    expect([...encodeGsm7('@ΔÉ AZ¿aà€|\f')]).toEqual([
      0x00, 0x10, 0x1f, 0x20, 0x41, 0x5a, 0x60, 0x61, 0x7f, 0x1b, 0x65, 0x1b, 0x40, 0x1b, 0x0a,
    ]);
    expect([...encodeUcs2('Aж😀')]).toEqual([0x00, 0x41, 0x04, 0x36, 0xd8, 0x3d, 0xde, 0x00]);
  });

  it('decodes unknown and incomplete sequences', () => {
    expect(decodeGsm7(Uint8Array.of(0x1b, 0x41, 0x1b, 0x1b, 0xc2, 0x1b))).toBe('A B');
    expect(decodeUcs2(Uint8Array.of(0x00, 0x41, 0x00))).toBe('A');
    fc.assert(fc.property(fc.uint8Array(), (octets) => typeof decodeGsm7(octets) === 'string'));
  });
});
