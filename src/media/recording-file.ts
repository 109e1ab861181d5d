import { close, ftruncate, mkdir, open, statfs, write } from 'node:fs';
import path from 'node:path';

type Done = (error?: Error) => void;

/** The file of a recording. Callbacks run in any order, never synchronously. */
export interface RecordingFile {
  /** Writes all of `bytes` at `position`. The bytes must not change until `done`. */
  write(bytes: Uint8Array, position: number, done: Done): void;
  /** Truncates the file to `length` bytes. */
  truncate(length: number, done: Done): void;
  close(done: Done): void;
}

/** Minimum free disk space to start a recording: the database and the write journal (`src/calls/write-journal.ts`) need it. */
export const minFreeBytes = 32 * 1024 * 1024;

export type OpenRecordingFile = (
  file: string,
  onOpened: (error: Error | undefined, file?: RecordingFile) => void,
) => void;

/**
 * Creates a file that only its owner can read. Creates the parent folder if it is missing, but not the folders above
 * it, so that a removed data folder is not recreated. Fails if too little disk space is free.
 */
export const openRecordingFile: OpenRecordingFile = (file, onOpened) => {
  const folder = path.dirname(file);
  mkdir(folder, { mode: 0o700 }, (mkdirError) => {
    if (mkdirError && mkdirError.code !== 'EEXIST') onOpened(mkdirError);
    else checkFreeSpace(folder, (error) => (error ? onOpened(error) : openFile(file, onOpened)));
  });
};

function checkFreeSpace(folder: string, done: Done): void {
  statfs(folder, (error, disk) => {
    if (error) done(error);
    else if (disk.bavail * disk.bsize < minFreeBytes) done(new DiskFull(disk.bavail * disk.bsize));
    else done();
  });
}

/** Less disk space is free than `minFreeBytes`. */
class DiskFull extends Error {
  readonly code = 'ENOSPC';

  constructor(freeBytes: number) {
    super(`ENOSPC: ${freeBytes} bytes are free, and a recording needs ${minFreeBytes}`);
  }
}

function openFile(file: string, onOpened: Parameters<OpenRecordingFile>[1]): void {
  open(file, 'w', 0o600, (error, descriptor) => {
    if (error) onOpened(error);
    else onOpened(undefined, fileOf(descriptor));
  });
}

function fileOf(descriptor: number): RecordingFile {
  return {
    write: (bytes, position, done) => writeAll(descriptor, bytes, position, done),
    truncate: (length, done) => ftruncate(descriptor, length, (error) => done(error ?? undefined)),
    close: (done) => close(descriptor, (error) => done(error ?? undefined)),
  };
}

/** On an almost full disk, a write stores only a part without an error; the next write fails. */
function writeAll(descriptor: number, bytes: Uint8Array, position: number, done: Done): void {
  write(descriptor, bytes, 0, bytes.length, position, (error, written) => {
    if (error) done(error);
    else if (written === bytes.length) done();
    else writeAll(descriptor, bytes.subarray(written), position + written, done);
  });
}
