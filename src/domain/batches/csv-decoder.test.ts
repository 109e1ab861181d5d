import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../core/problems.ts';
import { CsvDecoder, EncodingDetector, type CsvEncoding } from './csv-decoder.ts';

interface Decoded {
  readonly encoding: CsvEncoding;
  readonly text: string;
  readonly fault?: string;
}

/** Detects and decodes a file in pieces of `pieceBytes`. */
function decode(file: Uint8Array, pieceBytes = 1 << 16): Decoded {
  // Like a reader of a file, each piece reuses the memory of the previous one.
  const memory = new Uint8Array(pieceBytes);
  const pieces = function* () {
    for (let at = 0; at < file.length; at += pieceBytes) {
      const piece = file.subarray(at, at + pieceBytes);
      memory.fill(0xff);
      memory.set(piece);
      yield memory.subarray(0, piece.length);
    }
  };
  const detector = new EncodingDetector();
  for (const piece of pieces()) detector.push(piece);
  const encoding = detector.end();
  const decoder = new CsvDecoder(encoding);
  let text = '';
  for (const piece of pieces()) {
    const decoded = decoder.decode(piece, false);
    text += decoded.text;
    if (decoded.fault !== undefined) return { encoding, text, fault: decoded.fault };
  }
  const end = decoder.decode(new Uint8Array(), true);
  return { encoding, ...end, text: text + end.text };
}

/** The characters 0x80 to 0x9F of Windows-1252; U+FFFF where it has none. */
const special =
  '\u20ac\uffff\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\uffff\u017d\uffff\uffff\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\uffff\u017e\u0178';

function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.codePointAt(0)!;
    return code < 0x100 ? code : 0x80 + special.indexOf(character);
  });
}

const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const mark = '\ufeff';

const latinCharacters = [
  ...Array.from({ length: 96 }, (_, index) => String.fromCharCode(0xa0 + index)),
  ...special,
];
const westernCell = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'abc ,;"'),
    fc.constantFrom(...latinCharacters.filter((character) => character !== '\uffff')),
  ),
  maxLength: 12,
});
const anyCell = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((cell) => !/[\0\ufeff]/.test(cell));
const fileOf = (cells: readonly string[]) =>
  `phone_number,name\r\n${cells.map((cell) => `+12024561111,"${cell.replaceAll('"', '""')}"\r\n`).join('')}`;
/** Returns the decoded file, or the reason for which it is not text. */
function resultOf(file: Uint8Array, size?: number): Decoded | string {
  try {
    return decode(file, size);
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

const pieceSize = fc.integer({ min: 1, max: 70 });

describe('the encoding of a file', () => {
  it('is recognised and decoded for any table in Unicode, in pieces of any size', () => {
    const encoders: readonly (readonly [CsvEncoding, (text: string) => Uint8Array])[] = [
      ['utf-8', (text) => Buffer.from(text)],
      ['utf-8', (text) => Buffer.from(mark + text)],
      ['utf-16le', utf16le],
      ['utf-16le', (text) => utf16le(mark + text)],
      ['utf-16be', utf16be],
      ['utf-16be', (text) => utf16be(mark + text)],
    ];
    fc.assert(
      fc.property(fc.array(anyCell), pieceSize, (cells, size) => {
        const text = fileOf(cells);
        for (const [encoding, encode] of encoders)
          expect(decode(encode(text), size)).toEqual({ encoding, text });
      }),
    );
  });

  it('is Windows-1252 for any table with its characters, unless the bytes look like UTF-8', () => {
    let decodedFiles = 0;
    fc.assert(
      fc.property(fc.array(westernCell), pieceSize, (cells, size) => {
        const text = fileOf(cells);
        const bytes = windows1252(text);
        const { encoding, text: decoded, fault = '' } = decode(bytes, size);
        if (encoding === 'windows-1252') decodedFiles += 1;
        const expected = encoding === 'windows-1252' ? text : Buffer.from(bytes).toString();
        const isRejected = fault.includes('Save the whole file in UTF-8.');
        expect(isRejected ? !isUtf8(bytes) : decoded === expected).toBe(true);
      }),
    );
    expect(decodedFiles).toBeGreaterThan(20);
  });

  it.each(['Müller', 'Spaß»', '« appelé\u00a0»', 'CAFÉ’S', 'El Niño – 3 €', 'ÇÜ', 'São João'])(
    'is Windows-1252 for a file with %s after ASCII of any length',
    (name) => {
      for (const rows of [0, 5, 5000]) {
        const text = fileOf([...Array.from({ length: rows }, () => 'Ada'), name, 'Jörg']);
        for (const size of [1000, 65_536])
          expect(decode(windows1252(text), size)).toEqual({ encoding: 'windows-1252', text });
      }
    },
  );

  it('is UTF-8 with a fault at the first invalid byte if a file has two encodings, in pieces of any size', () => {
    const start = fileOf(['Müller', 'Ada']);
    const file = Buffer.concat([
      Buffer.from(start),
      Buffer.from('+1,J\xf6rg\r\n', 'latin1'),
      Buffer.from(start),
    ]);
    for (let size = 1; size < 80; size += 1) {
      const decoded = decode(file, size);
      expect(decoded.encoding).toBe('utf-8');
      expect(decoded.text).toBe(`${start}+1,J`);
      expect(decoded.fault).toContain('another encoding');
    }
  });

  it('is decoded completely or with a fault for any cut file', () => {
    const text = fileOf(['Müller 漢字 😀', 'Ada']);
    for (const file of [Buffer.from(text), utf16le(mark + text), utf16be(text)])
      for (let length = 70; length < file.length; length += 1) {
        const { text: decoded, fault, encoding } = decode(file.subarray(0, length), 7);
        if (encoding === 'windows-1252') continue;
        expect(fault ?? text.startsWith(decoded.replace(/\ufffd$/, ''))).toSatisfy(
          (result) => result === true || /incomplete|another encoding/.test(String(result)),
        );
      }
  });

  it('never makes the decoder fail without a reason, for any bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    fc.assert(
      fc.property(bytes, pieceSize, (file, size) => {
        expect(resultOf(file, size)).toEqual(resultOf(file));
      }),
      { numRuns: 2000 },
    );
  });
});
