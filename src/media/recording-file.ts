import { close, mkdir, open, write } from 'node:fs';
import path from 'node:path';

type Done = (error?: Error) => void;

/** Where a recording's bytes go. Calls back in any order, never before it returns. */
export interface RecordingFile {
  /** Writes all of `bytes`, which must not change until `done`, at `position`. */
  write(bytes: Uint8Array, position: number, done: Done): void;
  close(done: Done): void;
}

export type OpenRecordingFile = (
  file: string,
  opened: (error: Error | undefined, file?: RecordingFile) => void,
) => void;

/**
 * A file on disk, made anew together with its folder; only its owner may read it. A data folder that was removed is not made again with it.
 */
export const openRecordingFile: OpenRecordingFile = (file, opened) => {
  mkdir(path.dirname(file), { mode: 0o700 }, (mkdirError) => {
    if (mkdirError && mkdirError.code !== 'EEXIST') opened(mkdirError);
    else
      open(file, 'w', 0o600, (error, descriptor) => {
        if (error) opened(error);
        else opened(undefined, fileOf(descriptor));
      });
  });
};

function fileOf(descriptor: number): RecordingFile {
  return {
    write: (bytes, position, done) => writeAll(descriptor, bytes, position, done),
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
