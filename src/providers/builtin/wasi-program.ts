import { MemoryFile } from './wasi-files.ts';

/*
 * Runs a WASI command (wasi_snapshot_preview1) with arguments, standard output and in-memory files. Implements the 13 functions that Flite imports.
 * node:wasi is experimental and needs real files.
 */

/** Error numbers (`errno`). */
const success = 0;
const errorBadDescriptor = 8;
const errorNoEntry = 44;
const errorInvalidSeek = 70;

/** File types (`filetype`). */
const fileTypeCharacterDevice = 2;
const fileTypeDirectory = 3;
const fileTypeRegular = 4;

/** Bit of the flags of `path_open` (`oflags`): create the file if it does not exist. */
const openCreate = 1;
const allRights = 0xffff_ffff_ffff_ffffn;
/** The descriptor of the folder with all files, the first after the standard streams. */
const preopenedDirectory = 3;
const entryPoint = '_start';

type Descriptor =
  | { readonly type: 'standard' }
  | { readonly type: 'directory' }
  | { readonly type: 'file'; readonly file: MemoryFile; position: number };

type PathOpenParameters = [
  directory: number,
  lookupFlags: number,
  nameAt: number,
  nameBytes: number,
  flags: number,
  rights: bigint,
  inheritedRights: bigint,
  descriptorFlags: number,
  at: number,
];

export interface ProgramResult {
  readonly exitCode: number;
  readonly output: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

class ProgramExit extends Error {
  readonly exitCode: number;
  constructor(exitCode: number) {
    super(`the program exited with code ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** Runs `module` to completion in this thread. `maxBytes` limits each file and the output. */
export function runProgram(
  module: WebAssembly.Module,
  programArguments: readonly string[],
  maxBytes: number,
): ProgramResult {
  const program = new WasiProgram(programArguments, maxBytes);
  return program.run(module);
}

class WasiProgram {
  readonly #arguments: readonly Uint8Array[];
  readonly #maxBytes: number;
  readonly #files = new Map<string, MemoryFile>();
  readonly #output = new MemoryFile();
  readonly #descriptors = new Map<number, Descriptor>([
    [0, { type: 'standard' }],
    [1, { type: 'standard' }],
    [2, { type: 'standard' }],
    [preopenedDirectory, { type: 'directory' }],
  ]);
  #nextDescriptor = preopenedDirectory + 1;
  #memory = new WebAssembly.Memory({ initial: 0 });

  constructor(programArguments: readonly string[], maxBytes: number) {
    const encoder = new TextEncoder();
    this.#arguments = programArguments.map((argument) => encoder.encode(`${argument}\0`));
    this.#maxBytes = maxBytes;
  }

  run(module: WebAssembly.Module): ProgramResult {
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.#imports() });
    this.#memory = instance.exports.memory as WebAssembly.Memory;
    const exitCode = this.#start(instance.exports[entryPoint] as () => void);
    const files = new Map([...this.#files].map(([name, file]) => [name, file.bytes]));
    return { exitCode, output: new TextDecoder('latin1').decode(this.#output.bytes), files };
  }

  #start(start: () => void): number {
    try {
      start();
      return 0;
    } catch (error) {
      if (error instanceof ProgramExit) return error.exitCode;
      throw error;
    }
  }

  /** The imported functions. Parameters that end in `At` are addresses in the memory of the program; results are written to `at`. */
  #imports(): Record<string, (...values: never[]) => number> {
    return {
      args_sizes_get: (countAt: number, bytesAt: number) => this.#argumentSizes(countAt, bytesAt),
      args_get: (pointersAt: number, bytesAt: number) => this.#writeArguments(pointersAt, bytesAt),
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        this.#view().setBigUint64(at, process.hrtime.bigint(), true);
        return success;
      },
      fd_close: (descriptor: number) => (this.#descriptors.delete(descriptor) ? success : errorBadDescriptor),
      fd_fdstat_get: (descriptor: number, at: number) => this.#writeFdstat(descriptor, at),
      fd_fdstat_set_flags: () => success,
      fd_prestat_get: (descriptor: number, at: number) => this.#writePrestat(descriptor, at),
      fd_prestat_dir_name: (_descriptor: number, at: number) => {
        this.#bytes()[at] = '.'.charCodeAt(0);
        return success;
      },
      path_open: (...[, , nameAt, nameBytes, flags, , , , at]: PathOpenParameters) =>
        this.#open(nameAt, nameBytes, flags, at),
      fd_read: (descriptor: number, listAt: number, count: number, at: number) =>
        this.#read(descriptor, listAt, count, at),
      fd_seek: (descriptor: number, offset: bigint, whence: number, at: number) =>
        this.#seek(descriptor, Number(offset), whence, at),
      fd_write: (descriptor: number, listAt: number, count: number, at: number) =>
        this.#write(descriptor, listAt, count, at),
      proc_exit: (exitCode: number) => {
        throw new ProgramExit(exitCode);
      },
    };
  }

  /** Returns a new view each time, since the buffer is replaced when the memory grows. */
  #view(): DataView {
    return new DataView(this.#memory.buffer);
  }

  #bytes(): Uint8Array {
    return new Uint8Array(this.#memory.buffer);
  }

  #argumentSizes(countAt: number, bytesAt: number): number {
    const bytes = this.#arguments.reduce((sum, argument) => sum + argument.length, 0);
    this.#view().setUint32(countAt, this.#arguments.length, true);
    this.#view().setUint32(bytesAt, bytes, true);
    return success;
  }

  #writeArguments(pointersAt: number, bytesAt: number): number {
    let at = bytesAt;
    for (const [index, argument] of this.#arguments.entries()) {
      this.#view().setUint32(pointersAt + index * 4, at, true);
      this.#bytes().set(argument, at);
      at += argument.length;
    }
    return success;
  }

  /** Writes the struct fdstat: type (1 byte), flags, then rights at 8 and inheriting rights at 16. */
  #writeFdstat(descriptor: number, at: number): number {
    const opened = this.#descriptors.get(descriptor);
    if (opened === undefined) return errorBadDescriptor;
    const types = {
      standard: fileTypeCharacterDevice,
      directory: fileTypeDirectory,
      file: fileTypeRegular,
    };
    this.#bytes().fill(0, at, at + 24);
    const view = this.#view();
    view.setUint8(at, types[opened.type]);
    view.setBigUint64(at + 8, allRights, true);
    view.setBigUint64(at + 16, allRights, true);
    return success;
  }

  #writePrestat(descriptor: number, at: number): number {
    if (descriptor !== preopenedDirectory) return errorBadDescriptor;
    this.#view().setUint8(at, 0);
    this.#view().setUint32(at + 4, 1, true);
    return success;
  }

  #open(nameAt: number, nameBytes: number, flags: number, at: number): number {
    const name = new TextDecoder().decode(this.#bytes().slice(nameAt, nameAt + nameBytes));
    let file = this.#files.get(name);
    if (file === undefined) {
      if ((flags & openCreate) === 0) return errorNoEntry;
      file = new MemoryFile();
      this.#files.set(name, file);
    }
    const descriptor = this.#nextDescriptor++;
    this.#descriptors.set(descriptor, { type: 'file', file, position: 0 });
    this.#view().setUint32(at, descriptor, true);
    return success;
  }

  /** Standard input is empty. */
  #read(descriptor: number, listAt: number, count: number, at: number): number {
    const opened = this.#descriptors.get(descriptor);
    let total = 0;
    if (opened?.type === 'file') {
      for (const target of this.#vectors(listAt, count)) {
        const part = opened.file.bytes.subarray(opened.position, opened.position + target.length);
        target.set(part);
        opened.position += part.length;
        total += part.length;
      }
    }
    this.#view().setUint32(at, total, true);
    return success;
  }

  #seek(descriptor: number, offset: number, whence: number, at: number): number {
    const opened = this.#descriptors.get(descriptor);
    if (opened?.type !== 'file') return errorInvalidSeek;
    const [start, current, end] = [0, opened.position, opened.file.length];
    const base = [start, current, end][whence] ?? start;
    opened.position = Math.max(0, base + offset);
    this.#view().setBigUint64(at, BigInt(opened.position), true);
    return success;
  }

  #write(descriptor: number, listAt: number, count: number, at: number): number {
    const opened = this.#descriptors.get(descriptor);
    if (opened === undefined) return errorBadDescriptor;
    let total = 0;
    for (const source of this.#vectors(listAt, count)) {
      if (opened.type === 'file') {
        opened.file.write(opened.position, source, this.#maxBytes);
        opened.position += source.length;
      } else {
        this.#output.write(this.#output.length, source, this.#maxBytes);
      }
      total += source.length;
    }
    this.#view().setUint32(at, total, true);
    return success;
  }

  /** Returns the memory ranges of a list of (pointer, length). */
  #vectors(listAt: number, count: number): Uint8Array[] {
    const view = this.#view();
    return Array.from({ length: count }, (_, i) => {
      const start = view.getUint32(listAt + i * 8, true);
      return this.#bytes().subarray(start, start + view.getUint32(listAt + i * 8 + 4, true));
    });
  }
}
