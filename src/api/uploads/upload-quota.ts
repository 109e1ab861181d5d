import { statfs } from 'node:fs/promises';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { Outage } from '../../core/outage.ts';
import { OutageLog } from '../../core/outage-log.ts';
import { reject } from '../../core/problems.ts';

const mebibyte = 1024 * 1024;

/** Limits in bytes. */
export interface UploadQuotaLimits {
  /** All uploads in progress of one workspace, in memory and on disk. */
  readonly maxWorkspaceBytes: number;
  /** All uploads in progress on this node. */
  readonly maxAllBytes: number;
  /** Larger uploads are written to disk. */
  readonly maxMemoryBytes: number;
  /** Disk space that stays free for the database and recordings. */
  readonly minFreeBytes: number;
}

const defaultLimits: UploadQuotaLimits = {
  maxWorkspaceBytes: 512 * mebibyte,
  maxAllBytes: 1024 * mebibyte,
  maxMemoryBytes: mebibyte,
  minFreeBytes: 512 * mebibyte,
};

/** Number of bytes of an upload after which the free disk space is checked again. */
const checkEveryBytes = 16 * mebibyte;
const retryAfterSeconds = 10;

/** The reserved space of one upload. */
export interface UploadReservation {
  /**
   * Reserves bytes before they are stored.
   * @throws {Problem} `upload_limit_reached`
   * @throws {Outage} if the disk has too little free space
   */
  grow(bytes: number): Promise<void>;
  /**
   * Writes to the disk.
   * @throws {Outage} if the disk is full or cannot be used
   */
  write<T>(work: () => Promise<T>): Promise<T>;
  /** Frees the space. Can be called twice. */
  release(): void;
}

const fullReason = 'The disk of the server has too little free space for uploads.';

/** Outages by the error code of the operating system. */
const outages: Readonly<Record<string, [code: Outage['code'], reason: string]>> = {
  ENOSPC: ['storage_full', fullReason],
  EDQUOT: ['storage_full', 'The disk quota of the server is used up.'],
  EROFS: ['storage_unavailable', 'The disk of the server is read-only.'],
  EIO: ['storage_unavailable', 'The disk of the server cannot be read or written.'],
};

export interface UploadQuotaOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits?: UploadQuotaLimits;
  /** Returns the free disk space; infinity if it is unknown. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** Limits the space of the uploads in progress on this node, per workspace and in total. */
export class UploadQuota {
  readonly #folder: string;
  readonly #limits: UploadQuotaLimits;
  readonly #freeBytes: (folder: string) => Promise<number>;
  readonly #outages: OutageLog;
  readonly #used = new Map<string, number>();
  #total = 0;

  /** @param folder path on the disk for uploads; it need not exist yet */
  constructor(folder: string, options: UploadQuotaOptions) {
    this.#folder = folder;
    this.#limits = options.limits ?? defaultLimits;
    this.#freeBytes = options.freeBytes ?? freeBytesOf;
    this.#outages = new OutageLog({
      ...options,
      check: () => this.#requireFreeSpace(),
      started: 'The disk of the data folder cannot be used for uploads. They are rejected.',
      ended: 'The disk of the data folder can be used for uploads again.',
    });
  }

  /** Starts a reservation for one upload. */
  open(workspaceId: string): UploadReservation {
    let reserved = 0;
    let checkAt = this.#limits.maxMemoryBytes;
    return {
      grow: async (bytes) => {
        this.#reserve(workspaceId, bytes);
        reserved += bytes;
        if (reserved <= checkAt) return;
        checkAt = reserved + checkEveryBytes;
        await this.#useDisk(() => this.#requireFreeSpace());
      },
      write: (work) => this.#useDisk(work),
      release: () => {
        this.#release(workspaceId, reserved);
        reserved = 0;
      },
    };
  }

  close(): void {
    this.#outages.close();
  }

  /** Records an outage of the disk. */
  async #useDisk<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const found = outages[(cause as { code?: string }).code ?? ''];
      const error = found === undefined ? cause : new Outage(...found, cause);
      if (error instanceof Outage) this.#outages.record(error);
      throw error;
    }
  }

  #reserve(workspaceId: string, bytes: number): void {
    const used = (this.#used.get(workspaceId) ?? 0) + bytes;
    if (used > this.#limits.maxWorkspaceBytes || this.#total + bytes > this.#limits.maxAllBytes)
      reject('upload_limit_reached', { retryAfterSeconds });
    this.#used.set(workspaceId, used);
    this.#total += bytes;
  }

  #release(workspaceId: string, bytes: number): void {
    const used = (this.#used.get(workspaceId) ?? 0) - bytes;
    if (used > 0) this.#used.set(workspaceId, used);
    else this.#used.delete(workspaceId);
    this.#total -= bytes;
  }

  async #requireFreeSpace(): Promise<void> {
    if ((await this.#freeBytes(this.#folder)) < this.#limits.minFreeBytes)
      throw new Outage('storage_full', fullReason);
  }
}

/** Returns the free disk space; infinity if the folder cannot be read, because a write to it then fails anyway. */
async function freeBytesOf(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => undefined);
  return found === undefined ? Infinity : found.bavail * found.bsize;
}
