import { read } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { encodingField } from '../../domain/batches/batch.ts';
import { EncodingDetector, type CsvEncoding } from '../../domain/batches/csv-decoder.ts';
import type { UploadedBytes } from '../uploads/upload.ts';

/** Fields of the response to each import of a file: its faults and its encoding. */
export const importReport = {
  errors: z
    .array(
      z.object({
        row: z.int().meta({
          description: 'Row number as in a spreadsheet; the header is row 1.',
          examples: [2],
        }),
        column: z.string().meta({ description: 'The column of the file.', examples: ['phone_number'] }),
        code: z.string().meta({ description: 'A constant for programs.', examples: ['invalid_number'] }),
        message: z.string().meta({
          description: 'What is wrong and how to correct it.',
          examples: ['Write the number with its country code, such as +12025550100.'],
        }),
        value: z.string().meta({ description: 'The value of the cell.', examples: ['12 34'] }),
      }),
    )
    .meta({ description: 'At most the first 100.' }),
  errorsTruncated: z.boolean().meta({ description: 'Whether the file has more errors than are listed.' }),
  encoding: encodingField,
} as const;

const readInto = promisify(read);
const blockBytes = 64 * 1024;
/** Contains about 80 numbers, which take at most 10 ms to parse even if each needs the phone number library. */
const pieceBytes = 1024;

/**
 * Returns the encoding of an uploaded file.
 * @throws {Problem} `csv_malformed` if the file is not text
 */
export async function detectEncoding(content: UploadedBytes): Promise<CsvEncoding> {
  const detector = new EncodingDetector();
  for await (const block of readBlocks(content)) detector.push(block);
  return detector.end();
}

/** Yields an uploaded file in pieces of at most 1 KiB. The event loop runs after each piece, whose bytes are valid until the next one. */
export async function* readUploadInPieces(content: UploadedBytes): AsyncGenerator<Uint8Array> {
  for await (const block of readBlocks(content)) {
    for (let at = 0; at < block.length; at += pieceBytes) {
      yield block.subarray(at, at + pieceBytes);
      await setImmediate();
    }
  }
}

/** Yields the bytes in memory as one block, or a file in blocks of 64 KiB that share one buffer. */
async function* readBlocks(content: UploadedBytes): AsyncGenerator<Uint8Array> {
  if ('bytes' in content) {
    yield content.bytes;
    return;
  }
  const block = Buffer.allocUnsafe(blockBytes);
  for (let at = 0; ;) {
    const { bytesRead } = await readInto(content.descriptor, block, 0, blockBytes, at);
    if (bytesRead === 0) return;
    yield block.subarray(0, bytesRead);
    at += bytesRead;
  }
}
