import { read } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EncodingDetector, type CsvEncoding } from '../../domain/batches/csv-decoder.ts';
import type { UploadedBytes } from '../uploads/upload.ts';

const readInto = promisify(read);
const blockBytes = 64 * 1024;
/** About 80 numbers, which take at most 10 ms to parse even if each needs the phone number library. */
const yieldEveryBytes = 1024;

/**
 * Returns the encoding of an uploaded file.
 * @throws {Problem} `csv_malformed` if the file is not text
 */
export async function detectEncoding(content: UploadedBytes): Promise<CsvEncoding> {
  const detector = new EncodingDetector();
  for await (const block of readBlocks(content)) detector.push(block);
  return detector.end();
}

/** Yields an uploaded file in small blocks. The event loop runs after each block. */
export async function* readUploadInBlocks(content: UploadedBytes): AsyncGenerator<Uint8Array> {
  for await (const block of readBlocks(content)) {
    for (let at = 0; at < block.length; at += yieldEveryBytes) {
      yield block.subarray(at, at + yieldEveryBytes);
      await setImmediate();
    }
  }
}

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
