import { createHash } from 'node:crypto';
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { refuse, type ProblemCode } from '../../core/problems.ts';
import { refuseStorageFull, type UploadReservation } from './upload-quota.ts';

/** Where the bytes of a file lie: small ones in memory, large ones in a file of which only the descriptor is left. */
export type UploadedBytes = { readonly bytes: Uint8Array } | { readonly descriptor: number };

/** A file that somebody sent, whole. */
export interface Upload {
  readonly content: UploadedBytes;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Frees it; may be called twice. */
  close(): Promise<void>;
}

export interface UploadLimits {
  /** Folder for what does not fit into memory; made when it is needed. */
  readonly folder: string;
  /** Up to here a file stays in memory. */
  readonly memoryBytesMax: number;
  readonly sizeBytesMax: number;
  /** Of the workspace that sends it. */
  readonly reservation: UploadReservation;
  /** The refusal of a larger one. */
  readonly tooLarge: ProblemCode;
  /** Told of bytes that stand in the file and are not needed any longer. */
  readonly onWritten?: (chunk: Uint8Array) => void;
}

/** A text that came inside JSON, as if it had been sent as a file. */
export function uploadFromBytes(bytes: Uint8Array): Upload {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { content: { bytes }, sizeBytes: bytes.length, sha256, close: async () => {} };
}

/**
 * Takes a file in at whatever pace it comes; nothing else waits for it meanwhile. A large one goes to disk, under no name, so that
 * a crash leaves nothing behind.
 * @throws {Problem} `limits.tooLarge`, `upload_limit_reached`, `storage_full`
 */
export async function storeUpload(chunks: AsyncIterable<Uint8Array>, limits: UploadLimits): Promise<Upload> {
  const hash = createHash('sha256');
  const spool = new Spool(limits);
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      await spool.append(chunk);
    }
  } catch (error) {
    await spool.close();
    throw error;
  }
  const close = () => spool.close();
  return { content: spool.content(), sizeBytes: spool.sizeBytes, sha256: hash.digest('hex'), close };
}

class Spool {
  readonly #limits: UploadLimits;
  #inMemory: Uint8Array[] = [];
  #file: FileHandle | undefined;
  sizeBytes = 0;

  constructor(limits: UploadLimits) {
    this.#limits = limits;
  }

  async append(chunk: Uint8Array): Promise<void> {
    this.sizeBytes += chunk.length;
    if (this.sizeBytes > this.#limits.sizeBytesMax) refuse(this.#limits.tooLarge);
    await this.#limits.reservation.grow(chunk.length);
    if (this.#file === undefined) this.#inMemory.push(chunk);
    else {
      await write(this.#file, chunk);
      this.#limits.onWritten?.(chunk);
    }
    if (this.#file === undefined && this.sizeBytes > this.#limits.memoryBytesMax) await this.#moveToDisk();
  }

  async #moveToDisk(): Promise<void> {
    const { folder } = this.#limits;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = path.join(folder, `${process.pid}-${process.hrtime.bigint()}`);
    this.#file = await open(name, 'wx+', 0o600);
    await unlink(name);
    for (const chunk of this.#inMemory) await write(this.#file, chunk);
    this.#inMemory = [];
  }

  content(): UploadedBytes {
    if (this.#file !== undefined) return { descriptor: this.#file.fd };
    return { bytes: Buffer.concat(this.#inMemory) };
  }

  async close(): Promise<void> {
    this.#inMemory = [];
    this.#limits.reservation.release();
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}

/** @throws {Problem} `storage_full` where the disk takes no more */
async function write(file: FileHandle, chunk: Uint8Array): Promise<void> {
  try {
    await file.appendFile(chunk);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOSPC' || code === 'EDQUOT') refuseStorageFull(error);
    throw error;
  }
}
