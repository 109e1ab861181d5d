import { read } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { UploadedBytes } from '../uploads/upload.ts';

const readInto = promisify(read);
/** So little is checked within 5 ms, even where each number has to be looked at closely; then calls have their turn. */
const pieceBytes = 4 * 1024;

/** An uploaded file from its beginning, in small pieces with a pause for everything else after each. */
export async function* readUpload(content: UploadedBytes): AsyncGenerator<Uint8Array> {
  for (let at = 0; ;) {
    const piece =
      'bytes' in content ? content.bytes.subarray(at, at + pieceBytes) : await readFile(content, at);
    if (piece.length === 0) return;
    yield piece;
    at += piece.length;
    await setImmediate();
  }
}

async function readFile({ descriptor }: { readonly descriptor: number }, at: number): Promise<Uint8Array> {
  const { bytesRead, buffer } = await readInto(descriptor, Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
  return buffer.subarray(0, bytesRead);
}
