import { refuse } from '../../core/problems.ts';

/** First bytes of files in other formats. */
const otherFiles: readonly (readonly [bytes: readonly number[], details: string])[] = [
  [[0xff, 0xfe], 'The file is in UTF-16 (little-endian). Save it as CSV in UTF-8.'],
  [[0xfe, 0xff], 'The file is in UTF-16 (big-endian). Save it as CSV in UTF-8.'],
  [
    [0x50, 0x4b, 0x03, 0x04],
    'The file is a ZIP archive, perhaps an Excel workbook (.xlsx). Save it as CSV in UTF-8.',
  ],
  [[0xd0, 0xcf, 0x11, 0xe0], 'The file is an Excel workbook (.xls). Save it as CSV in UTF-8.'],
  [[0x1f, 0x8b], 'The file is compressed with gzip. Send it uncompressed.'],
  [[0x25, 0x50, 0x44, 0x46], 'The file is a PDF document. Save its table as CSV in UTF-8.'],
];

/** Size of the sample in which NUL bytes are counted, to distinguish UTF-16 without a byte order mark from text with a NUL. */
const sampleBytes = 1024;

/** Decodes the bytes of a file in pieces of any size and removes the byte order mark. */
export class CsvDecoder {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isFirst = true;

  /** @throws {Problem} `csv_malformed` with the detected encoding or file format */
  decode(bytes: Uint8Array, isLast: boolean): string {
    if (this.#isFirst) refuseOtherFiles(bytes);
    this.#isFirst = false;
    return this.#asText(bytes, isLast);
  }

  #asText(bytes: Uint8Array, isLast: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream: !isLast });
    } catch (cause) {
      const details =
        'The file is not in UTF-8 but in another encoding, such as Latin-1 (ISO 8859-1) or Windows-1252. Save it in UTF-8.';
      return refuse('csv_malformed', { details, cause });
    }
  }
}

function refuseOtherFiles(bytes: Uint8Array): void {
  const other = otherFiles.find(([beginning]) => beginning.every((byte, index) => bytes[index] === byte));
  if (other !== undefined) refuse('csv_malformed', { details: other[1] });
  const sample = bytes.subarray(0, sampleBytes);
  const nuls = sample.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  if (nuls * 4 < sample.length || nuls === 0) return;
  refuse('csv_malformed', {
    details:
      'The file is in UTF-16 or UTF-32 (without a byte order mark), or is not text. Save it as CSV in UTF-8.',
  });
}
