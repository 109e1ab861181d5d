import { describe, expect, it } from 'vitest';
import type { SampleRate } from '../audio/sample-rate.ts';
import { parseWav } from '../audio/wav-header.ts';
import { peaksOf } from '../contracts/recording-peaks.ts';
import { CallRecorder, type RecordingResult } from './call-recorder.ts';
import type { OpenRecordingFile } from './recording-file.ts';
import { RecordingPeaks } from './recording-peaks.ts';

/** An in-memory disk that completes writes on demand. */
class FakeDisk {
  bytes = new Uint8Array(0);
  closed = 0;
  error: Error | undefined;
  readonly #pending: (() => void)[] = [];

  readonly open: OpenRecordingFile = (_file, opened) => {
    this.#pending.push(() =>
      opened(undefined, {
        write: (bytes, position, done) =>
          void this.#pending.push(() => {
            if (this.error === undefined) this.#writeBytes(bytes, position);
            done(this.error);
          }),
        truncate: (length, done) =>
          void this.#pending.push(() => {
            this.bytes = this.bytes.slice(0, length);
            done();
          }),
        close: (done) => {
          this.closed += 1;
          this.#pending.push(() => done());
        },
      }),
    );
  };

  /** Completes all pending operations, including those that they start. */
  completeAll(): void {
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) next();
  }

  completeOne(): void {
    this.#pending.shift()!();
  }

  #writeBytes(bytes: Uint8Array, position: number): void {
    const grown = new Uint8Array(Math.max(this.bytes.length, position + bytes.length));
    grown.set(this.bytes);
    grown.set(bytes, position);
    this.bytes = grown;
  }
}

function createRecorder(stagger = 0, sampleRate: SampleRate = 8000) {
  const disk = new FakeDisk();
  const results: RecordingResult[] = [];
  const peaksDisk = new FakeDisk();
  const peaks = new RecordingPeaks('x.wav', peaksDisk.open);
  peaksDisk.completeAll();
  const options = { openFile: disk.open, peaks, stagger, sampleRate };
  const recorder = new CallRecorder('x.wav', options, (result) => results.push(result));
  const frameSamples = sampleRate / 50;
  let frames = 0;
  const push = (count: number) => {
    for (let i = 0; i < count; i++) {
      frames += 1;
      recorder.push(new Int16Array(frameSamples).fill(frames), new Int16Array(frameSamples).fill(-frames));
    }
  };
  return { disk, peaksDisk, results, recorder, push };
}

describe('CallRecorder', () => {
  it('writes every frame: remote audio to the left channel, local audio to the right', () => {
    const { disk, results, recorder, push } = createRecorder();
    disk.completeAll();
    for (let i = 0; i < 12; i++) {
      push(10);
      disk.completeAll();
    }
    recorder.finish();
    disk.completeAll();
    const { channels, sampleRate, samples } = parseWav(disk.bytes);
    expect([channels, sampleRate, samples.length]).toEqual([2, 8000, 120 * 320]);
    expect([samples[0], samples[1], samples[119 * 320], samples[119 * 320 + 1]]).toEqual([1, -1, 120, -120]);
    expect(results).toEqual([{ durationMs: 2400, lostMs: 0 }]);
    expect(disk.closed).toBe(1);
  });

  it.each([16_000, 24_000] as const)('records audio of %i Hz with its rate and length', (rate) => {
    const { disk, results, recorder, push } = createRecorder(0, rate);
    disk.completeAll();
    for (let i = 0; i < 12; i++) {
      push(10);
      disk.completeAll();
    }
    const whileRecording = parseWav(disk.bytes).sampleRate;
    recorder.finish();
    disk.completeAll();
    const { channels, sampleRate, samples } = parseWav(disk.bytes);
    expect([whileRecording, channels, sampleRate, samples.length / channels]).toEqual([
      rate,
      2,
      rate,
      2.4 * rate,
    ]);
    expect([samples[0], samples[1], samples.at(-2), samples.at(-1)]).toEqual([1, -1, 120, -120]);
    expect(results).toEqual([{ durationMs: 2400, lostMs: 0 }]);
  });

  it('keeps the file playable at all times, complete except for about the last second', () => {
    const { disk, recorder, push } = createRecorder(0.4);
    disk.completeAll();
    for (let frame = 1; frame <= 200; frame++) {
      push(1);
      disk.completeAll();
      expect(parseWav(disk.bytes).samples.length / 320).toBeGreaterThan(frame - 51);
    }
    recorder.finish();
    disk.completeAll();
    expect(new DataView(disk.bytes.buffer).getUint32(40, true)).toBe(disk.bytes.length - 44);
  });

  it('writes the peaks of both sides for each frame, also of those before the end', () => {
    const { disk, peaksDisk, recorder, push } = createRecorder(0.4);
    disk.completeAll();
    for (let frame = 1; frame <= 120; frame++) {
      push(1);
      disk.completeAll();
    }
    recorder.finish();
    disk.completeAll();
    expect(peaksDisk.closed).toBe(0);
    peaksDisk.completeAll();
    expect(peaksDisk.bytes).toEqual(peaksOf(parseWav(disk.bytes).samples, 160));
    expect(peaksDisk.bytes).toHaveLength(240);
    expect(peaksDisk.closed).toBe(1);
  });

  it('records without peaks if their file cannot be written, and writes no later peaks', () => {
    const { disk, peaksDisk, results, recorder, push } = createRecorder();
    peaksDisk.error = new Error('EIO: i/o error, write');
    disk.completeAll();
    push(50);
    disk.completeAll();
    peaksDisk.completeAll();
    peaksDisk.error = undefined;
    push(50);
    recorder.finish();
    disk.completeAll();
    peaksDisk.completeAll();
    expect(results).toEqual([{ durationMs: 2000, lostMs: 0 }]);
    expect([peaksDisk.bytes.length, peaksDisk.closed]).toEqual([0, 1]);
  });

  it('drops seconds while both buffers are full, and keeps the timing of later audio', () => {
    const { disk, results, recorder, push } = createRecorder();
    disk.completeAll();
    push(170);
    disk.completeAll();
    push(30);
    recorder.finish();
    disk.completeAll();
    expect(results).toEqual([{ durationMs: 4000, lostMs: 2000, fault: 'disk_slow' }]);
    const { samples } = parseWav(disk.bytes);
    expect([samples[60 * 320], samples[160 * 320]]).toEqual([0, 161]);
  });

  it('keeps the audio written before the disk was full, with its actual duration, and stops recording', () => {
    const { disk, results, recorder, push } = createRecorder();
    disk.completeAll();
    for (let second = 0; second < 3; second++) {
      push(50);
      disk.completeAll();
    }
    disk.error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    push(50);
    disk.completeOne();
    disk.error = undefined;
    disk.completeAll();
    push(60);
    recorder.finish();
    disk.completeAll();
    expect(results).toEqual([
      { durationMs: 3000, lostMs: 0, fault: 'disk_full', error: 'ENOSPC: no space left on device, write' },
    ]);
    expect(disk.bytes).toHaveLength(44 + 3 * 32_000);
    expect(new DataView(disk.bytes.buffer).getUint32(40, true)).toBe(3 * 32_000);
    expect(disk.closed).toBe(1);
  });

  it('ends once if nothing can be written, not even the header', () => {
    const { disk, results, recorder, push } = createRecorder();
    disk.error = new Error('EIO: i/o error, write');
    disk.completeAll();
    push(60);
    recorder.finish();
    disk.completeAll();
    expect(results).toEqual([
      { durationMs: 0, lostMs: 0, fault: 'disk_error', error: 'EIO: i/o error, write' },
    ]);
    expect(disk.closed).toBe(1);
  });

  it('ends with an error if the file cannot be created', () => {
    const results: RecordingResult[] = [];
    const open: OpenRecordingFile = (_file, opened) => opened(new Error('EACCES: permission denied'));
    const peaks = new RecordingPeaks('x', open);
    const options = { openFile: open, peaks, stagger: 0, sampleRate: 8000 } as const;
    const recorder = new CallRecorder('x', options, (result) => results.push(result));
    recorder.finish();
    expect(results).toMatchObject([{ error: 'EACCES: permission denied' }]);
  });

  it('can be abandoned while the disk does not respond, and closes the file when it responds', () => {
    const { disk, results, recorder, push } = createRecorder();
    disk.completeAll();
    push(50);
    recorder.finish();
    recorder.abandon();
    expect(results).toMatchObject([{ error: 'the disk did not respond' }]);
    disk.completeAll();
    expect(disk.closed).toBe(1);
    expect(results).toHaveLength(1);
  });

  it('writes an empty file for an empty recording', () => {
    const { disk, results, recorder } = createRecorder();
    recorder.finish();
    disk.completeAll();
    expect(parseWav(disk.bytes).samples).toHaveLength(0);
    expect(results).toEqual([{ durationMs: 0, lostMs: 0 }]);
  });
});
