import { close, ftruncate, mkdir, open, statfs, write } from 'node:fs';
import path from 'node:path';

type Done = (error?: Error) => void;

/** Where a recording's bytes go. Calls back in any order, never before it returns. */
export interface RecordingFile {
  /** Writes all of `bytes`, which must not change until `done`, at `position`. */
  write(bytes: Uint8Array, position: number, done: Done): void;
  /** Cuts what lies behind `length` bytes. */
  truncate(length: number, done: Done): void;
  close(done: Done): void;
}

/** No recording begins with less free space: the database and the journal need what is left. */
export const leastFreeBytes = 32 * 1024 * 1024;

export type OpenRecordingFile = (
  file: string,
  opened: (error: Error | undefined, file?: RecordingFile) => void,
) => void;

/**
 * A file on disk, made anew together with its folder; only its owner may read it. A data folder that was removed is not made again with it.
 * Fails where little space is free.
 */
export const openRecordingFile: OpenRecordingFile = (file, opened) => {
  const folder = path.dirname(file);
  mkdir(folder, { mode: 0o700 }, (mkdirError) => {
    if (mkdirError && mkdirError.code !== 'EEXIST') opened(mkdirError);
    else whenFree(folder, (error) => (error ? opened(error) : openFile(file, opened)));
  });
};

function whenFree(folder: string, done: Done): void {
  statfs(folder, (error, disk) => {
    if (error) done(error);
    else if (disk.bavail * disk.bsize < leastFreeBytes) done(new DiskFull(disk.bavail * disk.bsize));
    else done();
  });
}

/** Less space is free than a recording may begin with. */
class DiskFull extends Error {
  readonly code = 'ENOSPC';

  constructor(freeBytes: number) {
    super(`ENOSPC: ${freeBytes} bytes are free, and a recording needs ${leastFreeBytes}`);
  }
}

function openFile(file: string, opened: Parameters<OpenRecordingFile>[1]): void {
  open(file, 'w', 0o600, (error, descriptor) => {
    if (error) opened(error);
    else opened(undefined, fileOf(descriptor));
  });
}

function fileOf(descriptor: number): RecordingFile {
  return {
    write: (bytes, position, done) => writeAll(descriptor, bytes, position, done),
    truncate: (length, done) => ftruncate(descriptor, length, (error) => done(error ?? undefined)),
    close: (done) => close(descriptor, (error) => done(error ?? undefined)),
  };
}

/** A disk that is nearly full takes a part without an error; the next write tells. */
function writeAll(descriptor: number, bytes: Uint8Array, position: number, done: Done): void {
  write(descriptor, bytes, 0, bytes.length, position, (error, written) => {
    if (error) done(error);
    else if (written === bytes.length) done();
    else writeAll(descriptor, bytes.subarray(written), position + written, done);
  });
}
