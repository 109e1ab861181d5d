import { read } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { UploadedBytes } from '../uploads/upload.ts';

const readInto = promisify(read);
const blockBytes = 64 * 1024;
/** About 80 numbers. Checking them takes at most 10 ms even if each needs the slow path; then calls can run. */
const yieldEveryBytes = 1024;

/** Yields an uploaded file from its beginning in small blocks, and lets the event loop run after each. */
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
