import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

export interface PreallocatedFileOptions {
  /** Created with the file; only its owner can read it. */
  readonly folder: string;
  /** File name without its suffix. */
  readonly name: string;
  /** Number of bytes that are preallocated for further lines, once in the current file and once in the next file. */
  readonly preallocatedBytes: number;
}

/** The place of a line in the file, with its line break. */
export interface LinePlace {
  readonly position: number;
  readonly bytes: number;
}

/** Suffix of complete files. */
export const fileSuffix = '.jsonl';
const spareSuffix = '.draft';

/**
 * A line-based file with preallocated disk space. The next file, which replaces it at a rewrite, is preallocated too:
 * the spare file. If the disk fills up, no line is lost until the space of both is used up. The preallocated space
 * consists of blanks at the end of the file. (Copy-on-write file systems such as Btrfs or ZFS guarantee less.) `append`
 * and `rewrite` throw if the disk rejects a write; the file must then be rewritten.
 */
export class PreallocatedFile {
  readonly #options: PreallocatedFileOptions;
  readonly #path: string;
  readonly #sparePath: string;
  #file: number | undefined;
  #spare: number | undefined;
  #position = 0;
  #maxPosition = 0;

  constructor(options: PreallocatedFileOptions) {
    this.#options = options;
    this.#path = path.join(options.folder, `${options.name}${fileSuffix}`);
    this.#sparePath = path.join(options.folder, `${options.name}${spareSuffix}`);
  }

  /**
   * Appends a line. Returns its place; undefined if the space is used up, and before the first `rewrite`: the file must
   * then be rewritten.
   */
  append(line: string): LinePlace | undefined {
    const bytes = Buffer.from(line);
    const position = this.#position;
    if (this.#file === undefined || position + bytes.length > this.#maxPosition) return undefined;
    writeFully(this.#file, bytes, position);
    this.#position += bytes.length;
    return { position, bytes: bytes.length };
  }

  /** Overwrites a line with blanks. Its line break stays. */
  blank({ position, bytes }: LinePlace): void {
    if (this.#file !== undefined) writeFully(this.#file, Buffer.alloc(bytes - 1, ' '), position);
  }

  /**
   * Atomically replaces the file with these lines. The space preallocated for further lines is available in addition.
   */
  rewrite(lines: string): void {
    const bytes = Buffer.from(lines);
    const spare = this.#spare ?? this.#preallocate();
    this.#spare = undefined;
    try {
      writeFully(spare, bytes, 0);
      renameSync(this.#sparePath, this.#path);
    } catch (error) {
      closeSync(spare);
      throw error;
    }
    this.#closeFile();
    this.#file = spare;
    this.#position = bytes.length;
    this.#maxPosition = bytes.length + this.#options.preallocatedBytes;
    this.#spare = this.#tryToPreallocate();
  }

  /** Closes the file without removing it. Safe to call twice. */
  close(): void {
    this.#closeFile();
    if (this.#spare !== undefined) closeSync(this.#spare);
    this.#spare = undefined;
    rmSync(this.#sparePath, { force: true });
  }

  /** Preallocates the next file. A failure is retried by the next rewrite. */
  #tryToPreallocate(): number | undefined {
    try {
      return this.#preallocate();
    } catch {
      return undefined;
    }
  }

  #preallocate(): number {
    const { folder, preallocatedBytes } = this.#options;
    createFolder(folder);
    const spare = openSync(this.#sparePath, 'w', 0o600);
    try {
      writeFully(spare, Buffer.alloc(preallocatedBytes, ' '), 0);
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

/** Removes the files of a process, including its spare file. */
export function removePreallocatedFile(folder: string, name: string): void {
  for (const suffix of [spareSuffix, fileSuffix])
    rmSync(path.join(folder, `${name}${suffix}`), { force: true });
}

function writeFully(file: number, bytes: Buffer, position: number): void {
  if (writeSync(file, bytes, 0, bytes.length, position) < bytes.length) throw new Error('the disk is full');
}

/** Creates only this folder: a removed data folder is not recreated. */
function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
