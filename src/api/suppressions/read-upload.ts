import { read } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { UploadedBytes } from '../uploads/upload.ts';

const readInto = promisify(read);
const blockBytes = 64 * 1024;
/** Some 80 numbers: checked within 10 ms even where each has to be looked at closely; then calls have their turn. */
const yieldEveryBytes = 1024;

/** An uploaded file from its beginning, in small pieces with a pause for everything else after each. */
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
