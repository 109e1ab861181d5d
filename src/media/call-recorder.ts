import type { SampleRate } from '../audio/sample-rate.ts';
import { wavHeader, wavHeaderBytes } from '../audio/wav-header.ts';
import type { LegRecordingFault } from '../contracts/leg-audio.ts';
import { frameMs } from './call-memory.ts';
import type { OpenRecordingFile, RecordingFile } from './recording-file.ts';
import type { RecordingPeaks } from './recording-peaks.ts';

const channels = 2;
const bytesPerSample = 2;
const framesPerBuffer = 1000 / frameMs;
/** When the header is rewritten, it declares this time ahead too. So it is rewritten only once in this time. */
const declaredAheadFrames = 10 * framesPerBuffer;

interface CallRecorderOptions {
  readonly openFile: OpenRecordingFile;
  /** Receives all audio that is written. Closed when the recording ends. */
  readonly peaks: Pick<RecordingPeaks, 'write' | 'close'>;
  /** 0 inclusive to 1 exclusive: shortens the first buffer by that share, so that the calls of a worker do not all write at the same time. */
  readonly stagger: number;
  readonly sampleRate: SampleRate;
}

export interface RecordingResult {
  /** Duration of the recording, including dropped audio; an upper bound if the fault is `media_failed`. */
  readonly durationMs: number;
  /**
   * Duration of the audio that was dropped because the disk was too slow. The file has silence instead, or ends before
   * the dropped audio if no audio follows.
   */
  readonly lostMs: number;
  readonly fault?: LegRecordingFault;
  readonly error?: string;
}

/**
 * Records a call to a stereo WAV file: remote audio left, local audio right, written once per second during the call.
 * Until the end the header declares more audio than the file holds, which players treat as a truncated file. After a
 * crash the file is playable and lacks about the last second, more if the disk is slow. One of two buffers is written
 * while the other fills. A second for which no buffer is free is lost, and the call continues. If a write fails, the
 * earlier audio is kept and the header is corrected.
 */
export class CallRecorder {
  readonly #sampleRate: SampleRate;
  /** Samples of one side in a frame. */
  readonly #frameSamples: number;
  readonly #bytesPerFrame: number;
  readonly #declaredAheadBytes: number;
  #fillBuffer: Int16Array<ArrayBuffer>;
  /** The buffer that is being written, or the idle buffer. */
  #writeBuffer: Int16Array<ArrayBuffer>;
  readonly #onEnded: (result: RecordingResult) => void;
  readonly #peaks: CallRecorderOptions['peaks'];
  #file: RecordingFile | undefined;
  #filledFrames = 0;
  /** The fill buffer is written when it holds this number of frames. */
  #flushAtFrames: number;
  #lostFrames = 0;
  /** Where the next buffer is written, in audio bytes: includes pending writes and gaps. */
  #endBytes = 0;
  /** Number of audio bytes that the last header declares, whether it is written or being written. */
  #declaredBytes = 0;
  /** Number of audio bytes that have reached the file. */
  #writtenBytes = 0;
  #failure: Error | undefined;
  /** Whether the file is being opened, written or truncated. */
  #isFileBusy = true;
  #finishing = false;
  #isEnded = false;

  /** `onEnded` is called once. */
  constructor(path: string, options: CallRecorderOptions, onEnded: (result: RecordingResult) => void) {
    const { openFile, peaks, stagger, sampleRate } = options;
    this.#peaks = peaks;
    this.#sampleRate = sampleRate;
    this.#frameSamples = (sampleRate * frameMs) / 1000;
    this.#bytesPerFrame = this.#frameSamples * channels * bytesPerSample;
    this.#declaredAheadBytes = declaredAheadFrames * this.#bytesPerFrame;
    const bufferSamples = framesPerBuffer * this.#frameSamples * channels;
    this.#fillBuffer = new Int16Array(bufferSamples);
    this.#writeBuffer = new Int16Array(bufferSamples);
    this.#onEnded = onEnded;
    this.#flushAtFrames = Math.max(1, Math.round(framesPerBuffer * (1 - stagger)));
    openFile(path, (error, file) => this.#onOpened(error, file));
  }

  /** Adds one frame of 20 ms per side. */
  push(remote: Int16Array, local: Int16Array): void {
    if (this.#isEnded || this.#finishing) return;
    const frameSamples = this.#frameSamples;
    const offset = this.#filledFrames * frameSamples * channels;
    interleave(remote, local, frameSamples, this.#fillBuffer, offset);
    this.#filledFrames += 1;
    if (this.#filledFrames >= this.#flushAtFrames && !this.#isFileBusy) this.#flush();
    if (this.#filledFrames === framesPerBuffer) this.#dropBuffer();
  }

  /** Writes the remaining audio, then ends. */
  finish(): void {
    if (this.#isEnded || this.#finishing) return;
    this.#finishing = true;
    if (!this.#isFileBusy) this.#writeRemaining();
  }

  /** Ends immediately, with the audio that is on the disk. */
  abandon(): void {
    this.#end(new DiskTimeout());
  }

  #onOpened(error: Error | undefined, file: RecordingFile | undefined): void {
    if (file === undefined) {
      this.#end(error ?? new Error('the file could not be opened'));
      return;
    }
    this.#file = file;
    if (this.#isEnded) file.close(() => {});
    else this.#writeHeader(this.#declaredAheadBytes);
  }

  /**
   * Drops the full buffer because the file is busy: it is being opened, or the other buffer or the header is being
   * written. The gap remains in the file, so that later audio keeps its timing.
   */
  #dropBuffer(): void {
    this.#lostFrames += this.#filledFrames;
    this.#endBytes += this.#filledFrames * this.#bytesPerFrame;
    this.#filledFrames = 0;
  }

  #flush(): void {
    const full = this.#fillBuffer;
    const frames = this.#filledFrames;
    this.#fillBuffer = this.#writeBuffer;
    this.#writeBuffer = full;
    this.#flushAtFrames = framesPerBuffer;
    this.#write(full, frames);
  }

  /** Writes the first frames of a buffer. */
  #write(buffer: Int16Array<ArrayBuffer>, frames: number): void {
    const bytes = new Uint8Array(buffer.buffer, 0, frames * this.#bytesPerFrame);
    const samples = buffer.subarray(0, frames * this.#frameSamples * channels);
    this.#filledFrames = 0;
    this.#peaks.write(samples, this.#frameSamples, this.#endBytes / this.#bytesPerFrame);
    const position = wavHeaderBytes + this.#endBytes;
    this.#endBytes += bytes.length;
    this.#writeBytes(bytes, position, () => {
      this.#writtenBytes = position - wavHeaderBytes + bytes.length;
      this.#afterWrite();
    });
  }

  #afterWrite(): void {
    if (this.#finishing && this.#filledFrames > 0) this.#writeRemaining();
    else if (this.#finishing) this.#writeHeader(this.#endBytes);
    else if (this.#endBytes >= this.#declaredBytes)
      this.#writeHeader(this.#endBytes + this.#declaredAheadBytes);
  }

  #writeHeader(dataBytes: number): void {
    this.#declaredBytes = dataBytes;
    this.#writeBytes(wavHeader({ sampleRate: this.#sampleRate, channels, dataBytes }), 0, () => {
      if (this.#finishing) this.#writeRemaining();
    });
  }

  /** Writes bytes. Only one write runs at a time; `onWritten` can start the next. */
  #writeBytes(bytes: Uint8Array, position: number, onWritten: () => void): void {
    this.#isFileBusy = true;
    this.#file!.write(bytes, position, (error) => {
      this.#isFileBusy = false;
      if (this.#isEnded) this.#file!.close(() => {});
      else if (error) this.#fail(error);
      else onWritten();
    });
  }

  /**
   * Stops recording after a failed write. Truncates the file and corrects the header, whose disk space is already
   * allocated. Ends at once if the failed write was the corrected header, or the final header of an empty recording.
   */
  #fail(error: Error): void {
    if (this.#failure !== undefined || this.#declaredBytes === 0) {
      this.#end(error);
      return;
    }
    this.#failure = error;
    this.#finishing = true;
    this.#filledFrames = 0;
    this.#endBytes = this.#writtenBytes;
    this.#isFileBusy = true;
    this.#file!.truncate(wavHeaderBytes + this.#writtenBytes, () => {
      this.#isFileBusy = false;
      if (this.#isEnded) this.#file!.close(() => {});
      else this.#writeHeader(this.#writtenBytes);
    });
  }

  /** Writes the last samples, then the final header, then ends. */
  #writeRemaining(): void {
    if (this.#filledFrames === 0) {
      if (this.#declaredBytes === this.#endBytes) this.#end(undefined);
      else this.#writeHeader(this.#endBytes);
      return;
    }
    this.#write(this.#fillBuffer, this.#filledFrames);
  }

  #end(error: Error | undefined): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#peaks.close();
    const cause = this.#failure ?? error;
    // A pending operation closes the file when it completes.
    if (this.#file === undefined || this.#isFileBusy) this.#report(cause);
    else this.#file.close((closeError) => this.#report(cause ?? closeError));
  }

  #report(error: Error | undefined): void {
    const lostMs = this.#lostFrames * frameMs;
    const bytes = error === undefined ? this.#endBytes : this.#writtenBytes;
    const fault = error === undefined ? gapFault(lostMs) : faultOf(error);
    this.#onEnded({
      durationMs: Math.floor(bytes / this.#bytesPerFrame) * frameMs,
      lostMs,
      ...(fault && { fault }),
      ...(error && { error: error.message }),
    });
  }
}

class DiskTimeout extends Error {
  constructor() {
    super('the disk did not respond');
  }
}

const gapFault = (lostMs: number): LegRecordingFault | undefined => (lostMs > 0 ? 'disk_slow' : undefined);

function faultOf(error: Error): LegRecordingFault {
  if (error instanceof DiskTimeout) return 'disk_slow';
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'disk_error';
}

function interleave(
  left: Int16Array,
  right: Int16Array,
  count: number,
  target: Int16Array,
  offset: number,
): void {
  for (let i = 0; i < count; i++) {
    target[offset + 2 * i] = left[i]!;
    target[offset + 2 * i + 1] = right[i]!;
  }
}
