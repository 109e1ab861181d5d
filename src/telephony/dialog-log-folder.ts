import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DialogLogEntry, DialogLog } from '../sip/dialog-log.ts';
import { fileSuffix, type LinePlace, removePreallocatedFile, PreallocatedFile } from './preallocated-file.ts';

/** One line of a file. The property names are the file format. */
export interface StoredEntry {
  readonly key: string;
  readonly trace: DialogLogEntry;
}

export interface DialogLogFolderOptions {
  /** Absolute path; only its owner can read it. */
  readonly folder: string;
  /** Unique to this process. */
  readonly nodeId: string;
  readonly logger: { error(fields: { readonly err: unknown }, message: string): void };
  /**
   * Number of bytes that are preallocated for further entries, once in the current file and once in the next file.
   * Default 1 MiB. When both are used up and the disk is full, further entries are lost.
   */
  readonly preallocatedBytes?: number;
}

/**
 * The dialog log in files, one per process, with one line per write or removal. The last line of a key counts. A line
 * is passed to the operating system before a method returns, so it survives the end of the process. Files are not
 * synced, so a power failure can lose the last lines. Within the preallocated space, a full disk loses no entries. A
 * failing disk loses entries, but affects no call.
 */
export class DialogLogFolder implements DialogLog {
  readonly #options: DialogLogFolderOptions;
  /** The lines of the current entries, by key. */
  readonly #entries = new Map<string, string>();
  readonly #file: PreallocatedFile;
  /** The lines of the current entries in the file, by key. They contain phone numbers, so they are overwritten when the entry is removed. */
  readonly #places = new Map<string, LinePlace[]>();
  /** Whether the file contains all current entries. */
  #isWritten = true;
  #hasFailed = false;

  constructor(options: DialogLogFolderOptions) {
    const { folder, nodeId, preallocatedBytes = 1024 * 1024 } = options;
    this.#options = options;
    this.#file = new PreallocatedFile({ folder, name: nodeId, preallocatedBytes });
  }

  /** Preallocates disk space. Otherwise the first entry preallocates it. */
  preallocate(): void {
    this.#rewrite();
  }

  put(key: string, entry: DialogLogEntry): void {
    const stored: StoredEntry = { key, trace: entry };
    const line = `${JSON.stringify(stored)}\n`;
    this.#entries.set(key, line);
    const place = this.#write(line);
    if (place !== undefined) this.#places.set(key, [...(this.#places.get(key) ?? []), place]);
  }

  remove(key: string): void {
    if (!this.#entries.delete(key)) return;
    this.#write(`${JSON.stringify({ key })}\n`);
    // After a rewrite, the file has no line of the entry.
    for (const place of this.#places.get(key) ?? []) this.#tryWrite(() => this.#file.blank(place));
    this.#places.delete(key);
  }

  /** Returns the other processes whose files exist, terminated or running. */
  otherNodes(): readonly string[] {
    return listNames(this.#options.folder)
      .filter((name) => name.endsWith(fileSuffix))
      .map((name) => name.slice(0, -fileSuffix.length))
      .filter((nodeId) => nodeId !== this.#options.nodeId);
  }

  /**
   * Takes over the entries of a terminated process. Its file is removed when the entries are stored in the file of this
   * process.
   */
  takeOver(nodeId: string): readonly StoredEntry[] {
    const { folder } = this.#options;
    const entries = this.#tryWrite(() => readEntries(path.join(folder, `${nodeId}${fileSuffix}`))) ?? [];
    for (const { key, trace } of entries) this.put(key, trace);
    if (this.#isWritten) this.#tryWrite(() => removePreallocatedFile(folder, nodeId));
    return entries;
  }

  /**
   * Closes the file of this process, and removes it if it has no entries. To be called when no calls are active. Safe
   * to call twice.
   */
  close(): void {
    const { folder, nodeId } = this.#options;
    this.#tryWrite(() => this.#file.close());
    if (this.#entries.size === 0) this.#tryWrite(() => removePreallocatedFile(folder, nodeId));
  }

  /** Appends a line and returns its place. If the file has to be rewritten instead, returns undefined. */
  #write(line: string): LinePlace | undefined {
    const place = this.#isWritten ? this.#tryWrite(() => this.#file.append(line)) : undefined;
    if (place === undefined) this.#rewrite();
    return place;
  }

  #rewrite(): void {
    const lines = [...this.#entries.values()].join('');
    this.#places.clear();
    let position = 0;
    for (const [key, line] of this.#entries) {
      const bytes = Buffer.byteLength(line);
      this.#places.set(key, [{ position, bytes }]);
      position += bytes;
    }
    this.#isWritten =
      this.#tryWrite(() => {
        this.#file.rewrite(lines);
        return true;
      }) ?? false;
  }

  /** Logs only the first of consecutive failures. */
  #tryWrite<Result>(operation: () => Result): Result | undefined {
    try {
      const result = operation();
      this.#hasFailed = false;
      return result;
    } catch (error) {
      if (!this.#hasFailed) this.#options.logger.error({ err: error }, 'Writing the dialog log failed.');
      this.#hasFailed = true;
      return undefined;
    }
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readEntries(file: string): readonly StoredEntry[] {
  const entries = new Map<string, StoredEntry>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const { key, trace } = readLine(line);
    if (typeof key === 'string' && trace === undefined) entries.delete(key);
    else if (typeof key === 'string' && trace !== undefined) entries.set(key, { key, trace });
  }
  return [...entries.values()];
}

/** Parses a line. Returns an empty object if it was truncated by a crash or a full disk. */
function readLine(line: string): Partial<StoredEntry> {
  try {
    return (JSON.parse(line) as Partial<StoredEntry> | null) ?? {};
  } catch {
    return {};
  }
}
