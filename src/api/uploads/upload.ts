import { createHash } from 'node:crypto';
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { reject } from '../../core/problems.ts';
import { formatBytes } from '../http/body-limits.ts';
import type { UploadReservation } from './upload-quota.ts';

/** The bytes of an upload: in memory if small, otherwise the descriptor of an unlinked file. */
export type UploadedBytes = { readonly bytes: Uint8Array } | { readonly descriptor: number };

/** A complete uploaded file. */
export interface Upload {
  readonly content: UploadedBytes;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Frees memory, disk space and quota. Can be called twice. */
  close(): Promise<void>;
}

export interface UploadLimits {
  /** Folder for uploads that exceed `maxMemoryBytes`; created on demand. */
  readonly folder: string;
  /** Files up to this size stay in memory. */
  readonly maxMemoryBytes: number;
  readonly maxSizeBytes: number;
  /** Quota of the sending workspace. */
  readonly reservation: UploadReservation;
  /** Called with each chunk whose memory can be reused: after its write to disk, unless it was held in memory first. */
  readonly onWritten?: (chunk: Uint8Array) => void;
}

/** Creates an upload from bytes that were sent inside JSON. */
export function uploadFromBytes(bytes: Uint8Array): Upload {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { content: { bytes }, sizeBytes: bytes.length, sha256, close: async () => {} };
}

export const rejectTooLarge = (maxBytes: number): never =>
  reject('csv_too_large', {
    details: `The file is larger than ${formatBytes(maxBytes)}. Split it into several files.`,
  });

/**
 * Stores a file while it is received, without blocking other work. A large file is written to an unlinked file on disk, which does not
 * outlive the process.
 * @throws {Problem} `csv_too_large`, `upload_limit_reached`
 * @throws {Outage} if the disk is full or cannot be used
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

/** Collects chunks in memory, and on disk as soon as they exceed the memory limit. */
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
    if (this.sizeBytes > this.#limits.maxSizeBytes) rejectTooLarge(this.#limits.maxSizeBytes);
    await this.#limits.reservation.grow(chunk.length);
    const file = this.#file;
    if (file !== undefined) {
      await this.#limits.reservation.write(() => file.appendFile(chunk));
      this.#limits.onWritten?.(chunk);
      return;
    }
    this.#inMemory.push(chunk);
    if (this.sizeBytes > this.#limits.maxMemoryBytes)
      await this.#limits.reservation.write(() => this.#moveToDisk());
  }

  async #moveToDisk(): Promise<void> {
    const { folder } = this.#limits;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = path.join(folder, `${process.pid}-${process.hrtime.bigint()}`);
    this.#file = await open(name, 'wx+', 0o600);
    await unlink(name);
    for (const chunk of this.#inMemory) await this.#file.appendFile(chunk);
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
