import { access, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { recordingKeys } from '../contracts/recording-file.ts';
import type { Clock } from '../core/clock.ts';
import { encryptFile, isEncryptedFile } from '../core/encrypted-file.ts';
import type { Logger } from '../core/logger.ts';
import type { Random } from '../core/random.ts';
import type { NamedKey, SecretBox } from '../core/secret-box.ts';
import type { Database } from '../store/database.ts';
import { type EndedCall, listEndedCalls } from '../store/erase-records.ts';

const callsPerQuery = 100;
const extension = '.wav';
/** Precedes the id of the node in the name of a copy that is not complete. */
const copyMark = '.encrypting-';
/** A copy of this age was left by a crash. */
const abandonedMs = 3_600_000;

interface RecordingEncryptionOptions {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  readonly logger: Logger;
  readonly secrets: Pick<SecretBox, 'deriveNamedKeys'>;
  /** Absolute path of the folder of recordings. */
  readonly recordingRoot: string;
  readonly nodeId: string;
}

/**
 * Encrypts the recordings of this machine after their calls have ended: each is replaced by an encrypted copy with the same name. A crash
 * leaves the recording as it was.
 */
export class RecordingEncryption {
  readonly #options: RecordingEncryptionOptions;
  /** Paths of complete recordings that are not encrypted, by call id. */
  readonly #waiting = new Map<string, string>();

  constructor(options: RecordingEncryptionOptions) {
    this.#options = options;
  }

  /** Adds a recording whose audio is complete. */
  add(file: string): void {
    this.#waiting.set(path.basename(file, extension), file);
  }

  /** Adds the recordings of the folder that are not encrypted, and removes copies that a crash left. */
  async addExisting(): Promise<void> {
    const { recordingRoot } = this.#options;
    for (const month of await namesIn(recordingRoot)) {
      const folder = path.join(recordingRoot, month);
      for (const name of await namesIn(folder)) {
        const file = path.join(folder, name);
        if (name.includes(copyMark)) await this.#removeAbandoned(file);
        else if (name.endsWith(extension) && !(await isEncryptedFile(file))) this.add(file);
      }
    }
  }

  async #removeAbandoned(copy: string): Promise<void> {
    const { mtimeMs } = await stat(copy);
    if (this.#options.clock.now() - mtimeMs > abandonedMs) await rm(copy, { force: true });
  }

  /**
   * Encrypts the added recordings whose calls have ended, and deletes those that their calls no longer have. One that fails is logged, and
   * added again by `addExisting`.
   */
  async encryptEnded(): Promise<void> {
    const callIds = [...this.#waiting.keys()];
    for (let start = 0; start < callIds.length; start += callsPerQuery) {
      const ids = callIds.slice(start, start + callsPerQuery);
      for (const call of await listEndedCalls(this.#options.database.asSystem(), ids))
        await this.#encrypt(call);
    }
  }

  /** Number of recordings that are still to be encrypted. */
  get waiting(): number {
    return this.#waiting.size;
  }

  async #encrypt({ id, workspaceId, hasRecording }: EndedCall): Promise<void> {
    const file = this.#waiting.get(id);
    if (file === undefined) return;
    this.#waiting.delete(id);
    const [key] = recordingKeys(this.#options.secrets, workspaceId);
    try {
      if (!hasRecording) await rm(file, { force: true });
      else if (key !== undefined && !(await isEncryptedFile(file))) await this.#replace(file, id, key);
    } catch (error) {
      this.#options.logger.error({ err: error, callId: id }, 'A recording could not be encrypted.');
    }
  }

  async #replace(file: string, callId: string, key: NamedKey): Promise<void> {
    const { random, nodeId, database } = this.#options;
    const copy = `${file}${copyMark}${nodeId}`;
    try {
      await encryptFile(file, copy, { key, random });
      // The recording may have been deleted meanwhile.
      await access(file);
      await rename(copy, file);
    } finally {
      await rm(copy, { force: true });
    }
    const [call] = await listEndedCalls(database.asSystem(), [callId]);
    if (call?.hasRecording !== true) await rm(file, { force: true });
  }
}

/** Returns the names in a folder; none if it does not exist. */
export const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes((error as { code?: string }).code ?? '')) return [];
    throw error;
  });
