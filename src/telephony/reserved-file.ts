import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface ReservedFileOptions {
  /** Made with the file; only its owner may read it. */
  readonly folder: string;
  /** Without its ending. */
  readonly name: string;
  /** How many bytes are taken from the disk for lines to come, twice: the second time for the next file. */
  readonly reservedBytes: number;
}

/** Of the files that are complete. */
export const fileSuffix = '.jsonl';
const spareSuffix = '.draft';

/**
 * A file of lines whose room is taken from the disk beforehand: a disk that fills up costs no line until that room is used up, and that of
 * the next file. What is reserved is spaces, at the end. (A file system that never writes in place, such as Btrfs or ZFS, promises
 * less.) `append` and `begin` throw where the disk takes nothing; the file is then to be begun anew.
 */
export class ReservedFile {
  readonly #options: ReservedFileOptions;
  readonly #path: string;
  readonly #sparePath: string;
  #file: number | undefined;
  #spare: number | undefined;
  #position = 0;
  #positionMax = 0;

  constructor(options: ReservedFileOptions) {
    this.#options = options;
    this.#path = path.join(options.folder, `${options.name}${fileSuffix}`);
    this.#sparePath = path.join(options.folder, `${options.name}${spareSuffix}`);
  }

  /** False where the room is used up, and before the first `begin`: then it is to be begun anew. */
  append(line: string): boolean {
    const bytes = Buffer.from(line);
    if (this.#file === undefined || this.#position + bytes.length > this.#positionMax) return false;
    writeWhole(this.#file, bytes, this.#position);
    this.#position += bytes.length;
    return true;
  }

  /** Puts a file of these lines in the place of the last one, whole or not at all. They take nothing of the room for those to come. */
  begin(lines: string): void {
    const bytes = Buffer.from(lines);
    const spare = this.#spare ?? this.#reserve();
    this.#spare = undefined;
    try {
      writeWhole(spare, bytes, 0);
      renameSync(this.#sparePath, this.#path);
    } catch (error) {
      closeSync(spare);
      throw error;
    }
    this.#closeFile();
    this.#file = spare;
    this.#position = bytes.length;
    this.#positionMax = bytes.length + this.#options.reservedBytes;
    this.#spare = this.#tryToReserve();
  }

  /** Leaves the file behind. Safe to call twice. */
  close(): void {
    this.#closeFile();
    if (this.#spare !== undefined) closeSync(this.#spare);
    this.#spare = undefined;
    rmSync(this.#sparePath, { force: true });
  }

  /** The next time it is tried again. */
  #tryToReserve(): number | undefined {
    try {
      return this.#reserve();
    } catch {
      return undefined;
    }
  }

  #reserve(): number {
    const { folder, reservedBytes } = this.#options;
    makeFolder(folder);
    const spare = openSync(this.#sparePath, 'w', 0o600);
    try {
      writeWhole(spare, Buffer.alloc(reservedBytes, ' '), 0);
      return spare;
    } catch (error) {
      closeSync(spare);
      throw error;
    }
  }

  #closeFile(): void {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) closeSync(file);
  }
}

/** Removes what a process left, its spare too. */
export function removeReservedFile(folder: string, name: string): void {
  for (const suffix of [spareSuffix, fileSuffix])
    rmSync(path.join(folder, `${name}${suffix}`), { force: true });
}

function writeWhole(file: number, bytes: Buffer, position: number): void {
  if (writeSync(file, bytes, 0, bytes.length, position) < bytes.length) throw new Error('the disk is full');
}

/** Not the folder above it: a data folder that was removed is not made again. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
