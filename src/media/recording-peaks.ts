import { peaksOf, peaksPath } from '../contracts/recording-peaks.ts';
import type { OpenRecordingFile, RecordingFile } from './recording-file.ts';

/**
 * Writes the peaks of a recording beside it. After an error nothing more is written: the file remains shorter than the recording, and
 * readers compute its peaks from the audio. The recording does not depend on this file.
 */
export class RecordingPeaks {
  #file: RecordingFile | undefined;
  #hasFailed = false;
  #isClosed = false;
  #pendingWrites = 0;

  constructor(recordingPath: string, openFile: OpenRecordingFile) {
    openFile(peaksPath(recordingPath), (_error, file) => {
      this.#file = file;
      this.#closeIfIdle();
    });
  }

  /** Adds complete frames of interleaved stereo samples. `position` is the number of frames before them. */
  write(samples: Int16Array, frameSamples: number, position: number): void {
    if (this.#hasFailed || this.#file === undefined) {
      this.#hasFailed = true;
      return;
    }
    this.#pendingWrites += 1;
    this.#file.write(peaksOf(samples, frameSamples), position * 2, (error) => {
      this.#pendingWrites -= 1;
      if (error) this.#hasFailed = true;
      this.#closeIfIdle();
    });
  }

  /** Closes the file after the last write. */
  close(): void {
    this.#isClosed = true;
    this.#closeIfIdle();
  }

  #closeIfIdle(): void {
    if (!this.#isClosed || this.#pendingWrites > 0 || this.#file === undefined) return;
    this.#file.close(() => {});
    this.#file = undefined;
  }
}
