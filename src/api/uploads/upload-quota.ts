import { statfs } from 'node:fs/promises';
import { refuse } from '../../core/problems.ts';

const mebibyte = 1024 * 1024;

/** Limits in bytes. */
export interface UploadQuotaLimits {
  /** All uploads in progress of one workspace, in memory and on disk. */
  readonly workspaceBytesMax: number;
  /** All uploads in progress on this node. */
  readonly allBytesMax: number;
  /** Larger uploads are written to disk. */
  readonly memoryBytesMax: number;
  /** Disk space that stays free for the database and recordings. */
  readonly freeBytesMin: number;
}

const defaultLimits: UploadQuotaLimits = {
  workspaceBytesMax: 512 * mebibyte,
  allBytesMax: 1024 * mebibyte,
  memoryBytesMax: mebibyte,
  freeBytesMin: 512 * mebibyte,
};

/** Number of bytes of an upload after which the free disk space is checked again. */
const checkEveryBytes = 16 * mebibyte;
const retryAfterSeconds = 10;

/** The reserved space of one upload. */
export interface UploadReservation {
  /**
   * Reserves bytes before they are stored.
   * @throws {Problem} `upload_limit_reached`, `storage_full`
   */
  grow(bytes: number): Promise<void>;
  /** Frees the space. Can be called twice. */
  release(): void;
}

/** Limits the space of the uploads in progress on this node, per workspace and in total. */
export class UploadQuota {
  readonly #folder: string;
  readonly #limits: UploadQuotaLimits;
  readonly #freeBytes: (folder: string) => Promise<number>;
  readonly #used = new Map<string, number>();
  #total = 0;

  /** @param folder path on the disk for uploads; it need not exist yet */
  constructor(folder: string, limits: UploadQuotaLimits = defaultLimits, freeBytes = freeBytesOf) {
    this.#folder = folder;
    this.#limits = limits;
    this.#freeBytes = freeBytes;
  }

  /** Starts a reservation for one upload. */
  open(workspaceId: string): UploadReservation {
    let reserved = 0;
    let checkAt = this.#limits.memoryBytesMax;
    return {
      grow: async (bytes) => {
        this.#reserve(workspaceId, bytes);
        reserved += bytes;
        if (reserved <= checkAt) return;
        checkAt = reserved + checkEveryBytes;
        await this.#requireFreeSpace();
      },
      release: () => {
        this.#release(workspaceId, reserved);
        reserved = 0;
      },
    };
  }

  #reserve(workspaceId: string, bytes: number): void {
    const used = (this.#used.get(workspaceId) ?? 0) + bytes;
    if (used > this.#limits.workspaceBytesMax || this.#total + bytes > this.#limits.allBytesMax)
      refuse('upload_limit_reached', { retryAfterSeconds });
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
    if ((await this.#freeBytes(this.#folder)) < this.#limits.freeBytesMin) refuseStorageFull();
  }
}

/** @throws {Problem} `storage_full` */
export const refuseStorageFull = (cause?: unknown): never =>
  refuse('storage_full', { retryAfterSeconds: 60, cause });

/** Returns the free disk space; infinity if the folder cannot be read, because a write to it then fails anyway. */
async function freeBytesOf(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => undefined);
  return found === undefined ? Infinity : found.bavail * found.bsize;
}
