import { wavHeader, wavHeaderBytes } from '../audio/wav-header.ts';
import type { LegRecordingFault } from '../contracts/leg-audio.ts';
import { frameMs, frameSamples } from './call-memory.ts';
import type { OpenRecordingFile, RecordingFile } from './recording-file.ts';

const sampleRate = 8000;
const channels = 2;
const bytesPerFrame = frameSamples * channels * 2;
const framesPerBuffer = 1000 / frameMs;
const bufferBytes = framesPerBuffer * bytesPerFrame;
/** A header promises ten seconds more than there are, and so is written once in ten seconds. */
const promisedBytes = 10 * bufferBytes;

export interface RecordingResult {
  /** Of what is in the file. */
  readonly durationMs: number;
  /** Milliseconds that the disk was too slow for; they are silence in the file. */
  readonly lostMs: number;
  readonly fault?: LegRecordingFault;
  readonly error?: string;
}

/**
 * A stereo WAV, far side left, our side right, written in pieces of a second while the call goes on. Until the end the
 * header promises more than there is, which readers take for a file cut short: one whose process was killed plays, and
 * lacks the last second at most. Two buffers: while one is written the other fills; a disk slower than that costs the
 * second, never the call. Where a write fails, what was written before is kept, with a header of its length.
 */
export class CallRecorder {
  #filling: Int16Array<ArrayBuffer> = new Int16Array(bufferBytes / 2);
  /** Being written, or idle. */
  #spare: Int16Array<ArrayBuffer> = new Int16Array(bufferBytes / 2);
  readonly #ended: (result: RecordingResult) => void;
  #file: RecordingFile | undefined;
  #filledFrames = 0;
  #flushAtFrames: number;
  #lostFrames = 0;
  #flushedBytes = 0;
  #headerBytes = 0;
  /** Up to here samples are in the file. */
  #writtenBytes = 0;
  #failure: Error | undefined;
  #writing = true;
  #finishing = false;
  #over = false;

  /**
   * `ended` is called once. `stagger`, 0 up to 1, makes the first piece shorter by that share, so that the calls of a worker do not
   * all write at once.
   */
  constructor(
    path: string,
    openFile: OpenRecordingFile,
    stagger: number,
    ended: (result: RecordingResult) => void,
  ) {
    this.#ended = ended;
    this.#flushAtFrames = Math.max(1, Math.round(framesPerBuffer * (1 - stagger)));
    openFile(path, (error, file) => this.#opened(error, file));
  }

  /** One frame of 160 samples of each side. */
  push(far: Int16Array, near: Int16Array): void {
    if (this.#over || this.#finishing) return;
    interleave(far, near, this.#filling, this.#filledFrames * frameSamples * channels);
    this.#filledFrames += 1;
    if (this.#filledFrames >= this.#flushAtFrames && !this.#writing) this.#flush();
    if (this.#filledFrames === framesPerBuffer) this.#lose();
  }

  /** Writes what is left, then ends. */
  finish(): void {
    if (this.#over || this.#finishing) return;
    this.#finishing = true;
    if (!this.#writing) this.#writeRest();
  }

  /** Ends now, with what is on the disk. */
  abandon(): void {
    this.#end(new SlowDisk());
  }

  #opened(error: Error | undefined, file: RecordingFile | undefined): void {
    if (file === undefined) {
      this.#end(error ?? new Error('the file could not be opened'));
      return;
    }
    this.#file = file;
    if (this.#over) file.close(() => {});
    else this.#writeHeader(promisedBytes);
  }

  /** The disk is behind and there is no room: these seconds stay empty in the file, so that what follows keeps its time. */
  #lose(): void {
    this.#lostFrames += this.#filledFrames;
    this.#flushedBytes += this.#filledFrames * bytesPerFrame;
    this.#filledFrames = 0;
  }

  #flush(): void {
    const full = this.#filling;
    const bytes = new Uint8Array(full.buffer, 0, this.#filledFrames * bytesPerFrame);
    this.#filling = this.#spare;
    this.#spare = full;
    this.#filledFrames = 0;
    this.#flushAtFrames = framesPerBuffer;
    this.#write(bytes);
  }

  #write(bytes: Uint8Array): void {
    const position = wavHeaderBytes + this.#flushedBytes;
    this.#flushedBytes += bytes.length;
    this.#put(bytes, position, () => {
      this.#writtenBytes = position - wavHeaderBytes + bytes.length;
      this.#afterWrite();
    });
  }

  #afterWrite(): void {
    if (this.#finishing && this.#filledFrames > 0) this.#writeRest();
    else if (this.#finishing) this.#writeHeader(this.#flushedBytes);
    else if (this.#flushedBytes >= this.#headerBytes) this.#writeHeader(this.#flushedBytes + promisedBytes);
  }

  #writeHeader(dataBytes: number): void {
    this.#headerBytes = dataBytes;
    this.#put(wavHeader({ sampleRate, channels, dataBytes }), 0, () => {
      if (this.#finishing) this.#writeRest();
    });
  }

  /** One write at a time: `then` may begin the next. */
  #put(bytes: Uint8Array, position: number, then: () => void): void {
    this.#writing = true;
    this.#file!.write(bytes, position, (error) => {
      this.#writing = false;
      if (this.#over) this.#file!.close(() => {});
      else if (error) this.#fail(error);
      else then();
    });
  }

  /** Nothing more is recorded. The header that promised more gets the true length; its room on the disk is taken already. */
  #fail(error: Error): void {
    if (this.#failure !== undefined || this.#headerBytes === 0) {
      this.#end(error);
      return;
    }
    this.#failure = error;
    this.#finishing = true;
    this.#filledFrames = 0;
    this.#flushedBytes = this.#writtenBytes;
    this.#writing = true;
    this.#file!.truncate(wavHeaderBytes + this.#writtenBytes, () => {
      this.#writing = false;
      if (this.#over) this.#file!.close(() => {});
      else this.#writeHeader(this.#writtenBytes);
    });
  }

  /** The last samples, then a header that tells the truth, then the end. */
  #writeRest(): void {
    if (this.#filledFrames === 0) {
      if (this.#headerBytes === this.#flushedBytes) this.#end(undefined);
      else this.#writeHeader(this.#flushedBytes);
      return;
    }
    const bytes = new Uint8Array(this.#filling.buffer, 0, this.#filledFrames * bytesPerFrame);
    this.#filledFrames = 0;
    this.#write(bytes);
  }

  #end(error: Error | undefined): void {
    if (this.#over) return;
    this.#over = true;
    const cause = this.#failure ?? error;
    // A write that is still under way closes the file when it comes back.
    if (this.#file === undefined || this.#writing) this.#report(cause);
    else this.#file.close((closeError) => this.#report(cause ?? closeError));
  }

  #report(error: Error | undefined): void {
    const lostMs = this.#lostFrames * frameMs;
    const bytes = error === undefined ? this.#flushedBytes : this.#writtenBytes;
    const fault = error === undefined ? gapsOf(lostMs) : faultOf(error);
    this.#ended({
      durationMs: Math.floor(bytes / bytesPerFrame) * frameMs,
      lostMs,
      ...(fault && { fault }),
      ...(error && { error: error.message }),
    });
  }
}

class SlowDisk extends Error {
  constructor() {
    super('the disk did not answer');
  }
}

const gapsOf = (lostMs: number): LegRecordingFault | undefined => (lostMs > 0 ? 'disk_slow' : undefined);

function faultOf(error: Error): LegRecordingFault {
  if (error instanceof SlowDisk) return 'disk_slow';
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'disk_error';
}

function interleave(left: Int16Array, right: Int16Array, into: Int16Array, at: number): void {
  for (let i = 0; i < frameSamples; i++) {
    into[at + 2 * i] = left[i]!;
    into[at + 2 * i + 1] = right[i]!;
  }
}
