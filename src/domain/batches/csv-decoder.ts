import { isAscii, isUtf8 } from 'node:buffer';
import { reject } from '../../core/problems.ts';

export const csvEncodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;

export type CsvEncoding = (typeof csvEncodings)[number];

/** First bytes of files that are not text. */
const otherFiles: readonly (readonly [bytes: readonly number[], details: string])[] = [
  [[0xff, 0xfe, 0, 0], 'The file is in UTF-32. Save it as CSV in UTF-8.'],
  [[0, 0, 0xfe, 0xff], 'The file is in UTF-32. Save it as CSV in UTF-8.'],
  [
    [0x50, 0x4b, 0x03, 0x04],
    'The file is a ZIP archive, perhaps an Excel workbook (.xlsx). Save it as CSV in UTF-8.',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'The file is an Excel workbook (.xls). Save it as CSV in UTF-8.'],
  [[0x1f, 0x8b], 'The file is compressed with gzip. Send it uncompressed.'],
  [[0x25, 0x50, 0x44, 0x46], 'The file is a PDF document. Save its table as CSV in UTF-8.'],
];

const byteOrderMarks: readonly (readonly [bytes: readonly number[], encoding: CsvEncoding])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Size of the start of the file by which other formats and UTF-16 without a byte order mark are recognised. */
const sampleBytes = 1024;
/** Size of the start of the header in which at least a quarter of the characters are ASCII, in all languages of the header. */
const headerBytes = 64;

/**
 * Characters in UTF-8 that hardly occur as Windows-1252: Latin letters with accents (`Ã¼`), punctuation (`â€™`), emoji, and pairs of characters of
 * other scripts. Windows-1252 has other sequences that are valid UTF-8, such as `ß»`.
 */
const likelyUtf8 =
  // oxlint-disable-next-line no-control-regex -- bytes as Latin-1
  /[\xc2-\xc5][\x80-\xbf]|\xe2[\x80\x82\x84][\x80-\xbf]|(?:[\xc6-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}){2}|\xf0[\x90-\xbf][\x80-\xbf]{2}/;
/** Bytes that Windows-1252 does not define. DOS code pages use them: 0x81 is `ü`. */
// oxlint-disable-next-line no-control-regex -- bytes as Latin-1
const undefinedBytes = /[\x81\x8d\x8f\x90\x9d]/;

const startsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean =>
  beginning.every((byte, index) => bytes[index] === byte);

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/**
 * Detects the encoding of a file from all its bytes, in pieces of any size, before the file is decoded. A file that is not UTF-8 as a whole is
 * Windows-1252, unless some of it is UTF-8: the decoder rejects such a file.
 */
export class EncodingDetector {
  readonly #sequences = new Utf8Sequences();
  #sample: Uint8Array = new Uint8Array();
  #isUtf8 = true;
  #hasLikelyUtf8 = false;
  #hasUndefinedBytes = false;

  push(bytes: Uint8Array): void {
    if (this.#sample.length < sampleBytes)
      this.#sample = Buffer.concat([this.#sample, bytes.subarray(0, sampleBytes - this.#sample.length)]);
    this.#check(this.#sequences.complete(bytes));
  }

  /**
   * Returns the encoding. `utf-8` includes files that the decoder rejects.
   * @throws {Problem} `csv_malformed` with the file format if the file is not text
   */
  end(): CsvEncoding {
    this.#check(this.#sequences.rest);
    const byStart = encodingByStart(this.#sample);
    if (byStart !== undefined) return byStart;
    const isWindows1252 = !this.#isUtf8 && !this.#hasLikelyUtf8 && !this.#hasUndefinedBytes;
    return isWindows1252 ? 'windows-1252' : 'utf-8';
  }

  #check(bytes: Uint8Array): void {
    if (isAscii(bytes)) return;
    const isValid = isUtf8(bytes);
    this.#isUtf8 &&= isValid;
    if (isValid && this.#hasLikelyUtf8) return;
    const text = latin1(bytes);
    this.#hasLikelyUtf8 ||= likelyUtf8.test(text);
    this.#hasUndefinedBytes ||= undefinedBytes.test(text);
  }
}

/** Returns the encoding by the byte order mark or the NUL bytes of UTF-16; undefined without either. */
function encodingByStart(sample: Uint8Array): CsvEncoding | undefined {
  const other = otherFiles.find(([beginning]) => startsWith(sample, beginning));
  if (other !== undefined) reject('csv_malformed', { details: other[1] });
  const mark = byteOrderMarks.find(([bytes]) => startsWith(sample, bytes));
  if (mark !== undefined) return mark[1];
  const units = Buffer.from(sample.subarray(0, headerBytes));
  const pairs = Array.from({ length: units.length >> 1 }, (_, index) => units.readUInt16BE(index * 2));
  const isAsciiUnit = (unit: number) => unit > 0 && unit < 0x80;
  const bigEndian = pairs.filter(isAsciiUnit).length;
  const littleEndian = pairs.filter((unit) => (unit & 0xff) === 0 && isAsciiUnit(unit >> 8)).length;
  if (Math.max(bigEndian, littleEndian) * 4 >= pairs.length && bigEndian !== littleEndian)
    return littleEndian > bigEndian ? 'utf-16le' : 'utf-16be';
  const nuls = sample.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  if (nuls > 0 && nuls * 4 >= sample.length)
    reject('csv_malformed', { details: 'The file is not text. Save it as CSV in UTF-8.' });
  return undefined;
}

/** Joins UTF-8 sequences that the end of a piece divides. */
class Utf8Sequences {
  /** The start of a divided sequence, at most 3 bytes. */
  rest: Uint8Array = new Uint8Array();

  /** Returns the bytes up to the end of the last complete sequence, including the rest of the previous piece. */
  complete(bytes: Uint8Array): Uint8Array {
    const all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    const end = all.length - incompleteBytes(all);
    // A copy, because the caller may reuse the piece.
    this.rest = new Uint8Array(all.subarray(end));
    return end === all.length ? all : all.subarray(0, end);
  }
}

/** Returns the number of bytes at the end that can be the start of a longer sequence. */
function incompleteBytes(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count]!;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const sequenceBytes = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return count < sequenceBytes ? count : 0;
  }
  return 0;
}

/** Decoded text, and why the text ends there if the next bytes cannot be decoded. */
export interface DecodedText {
  readonly text: string;
  readonly fault?: string;
}

const notUtf8 =
  'has characters in another encoding than the rest of the file, or in an unknown encoding. Save the whole file in UTF-8.';
const isCut = 'ends in the middle of a character: the file is incomplete. Send the whole file.';

/** Decodes a file in pieces of any size and removes the byte order mark. */
export class CsvDecoder {
  readonly #encoding: CsvEncoding;
  readonly #sequences = new Utf8Sequences();
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  readonly #other: InstanceType<typeof TextDecoder>;
  #isFirst = true;
  #bytes = 0;

  constructor(encoding: CsvEncoding) {
    this.#encoding = encoding;
    this.#other = new TextDecoder(encoding);
  }

  /** `fault` is set at most once; the file must not be decoded further. */
  decode(bytes: Uint8Array, isLast: boolean): DecodedText {
    return this.#encoding === 'utf-8' ? this.#decodeUtf8(bytes, isLast) : this.#decodeOther(bytes, isLast);
  }

  #decodeUtf8(bytes: Uint8Array, isLast: boolean): DecodedText {
    const whole = this.#sequences.complete(bytes);
    const { rest } = this.#sequences;
    try {
      const text = this.#withoutMark(this.#utf8.decode(whole));
      return isLast && rest.length > 0 ? { text, fault: isCut } : { text };
    } catch {
      return { text: this.#withoutMark(validStart(whole)), fault: notUtf8 };
    }
  }

  /** Unpaired surrogates of UTF-16 become U+FFFD, which is reported as a lost character. */
  #decodeOther(bytes: Uint8Array, isLast: boolean): DecodedText {
    this.#bytes += bytes.length;
    const text = this.#other.decode(bytes, { stream: true });
    const isOdd = this.#encoding !== 'windows-1252' && this.#bytes % 2 === 1;
    if (isLast && isOdd) return { text, fault: isCut };
    return { text: isLast ? text + this.#other.decode() : text };
  }

  #withoutMark(text: string): string {
    if (!this.#isFirst || text === '') return text;
    this.#isFirst = false;
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }
}

/** Returns the text before the first invalid sequence. */
function validStart(bytes: Uint8Array): string {
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    const start = bytes.subarray(0, middle);
    if (isUtf8(start.subarray(0, middle - incompleteBytes(start)))) valid = middle;
    else invalid = middle;
  }
  const start = bytes.subarray(0, valid);
  return Buffer.from(start.subarray(0, valid - incompleteBytes(start))).toString();
}
