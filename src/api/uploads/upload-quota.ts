import { statfs } from 'node:fs/promises';
import { refuse } from '../../core/problems.ts';

const mebibyte = 1024 * 1024;

export interface UploadQuotaLimits {
  /** Of all uploads under way of one workspace, in memory and on disk. */
  readonly workspaceBytesMax: number;
  /** Of all uploads under way at this node. */
  readonly allBytesMax: number;
  /** Larger uploads are written to the disk. */
  readonly memoryBytesMax: number;
  /** What uploads leave free on the disk, for the database and recordings. */
  readonly freeBytesMin: number;
}

const defaultLimits: UploadQuotaLimits = {
  workspaceBytesMax: 512 * mebibyte,
  allBytesMax: 1024 * mebibyte,
  memoryBytesMax: mebibyte,
  freeBytesMin: 512 * mebibyte,
};

/** How often the disk is asked for its free space while an upload grows. */
const checkEveryBytes = 16 * mebibyte;
const retryAfterSeconds = 10;

/** The space of one upload. */
export interface UploadReservation {
  /**
   * Counts bytes before they are kept.
   * @throws {Problem} `upload_limit_reached`, `storage_full`
   */
  grow(bytes: number): Promise<void>;
  /** May be called twice. */
  release(): void;
}

/** The space that uploads under way take at this node, counted by workspace. */
export class UploadQuota {
  readonly #folder: string;
  readonly #limits: UploadQuotaLimits;
  readonly #freeBytes: (folder: string) => Promise<number>;
  readonly #used = new Map<string, number>();
  #total = 0;

  /** @param folder on the disk that uploads are written to; it need not exist yet */
  constructor(folder: string, limits: UploadQuotaLimits = defaultLimits, freeBytes = freeBytesOf) {
    this.#folder = folder;
    this.#limits = limits;
    this.#freeBytes = freeBytes;
  }

  open(workspaceId: string): UploadReservation {
    let own = 0;
    let checkAt = this.#limits.memoryBytesMax;
    return {
      grow: async (bytes) => {
        this.#reserve(workspaceId, bytes);
        own += bytes;
        if (own <= checkAt) return;
        checkAt = own + checkEveryBytes;
        await this.#requireFreeSpace();
      },
      release: () => {
        this.#release(workspaceId, own);
        own = 0;
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

/** A folder that cannot be asked limits nothing: to write into it fails by itself. */
async function freeBytesOf(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => undefined);
  return found === undefined ? Infinity : found.bavail * found.bsize;
}
