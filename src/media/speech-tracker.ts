import { frameMs } from './call-memory.ts';

/** 60 ms, so that a click is not speech. */
const framesToStart = 3;
/** 100 ms in addition to the detector's own hangover of up to about 120 ms. */
const framesToStop = 5;
/** 200 ms below the minimum level also end speech, even if the detector still reports speech in the remaining noise. */
const quietFramesToStop = 10;

/** Minimum level of speech. */
const minSpeechDbfs = -50;
/** Speech exceeds the lowest level of the last 1.5 s by at least this. Quieter audio is steady noise. */
const minAboveFloorDb = 6;
/** The lowest level is measured in blocks of 100 ms. */
const blockFrames = 5;
const floorBlocks = 15;

export type SpeechChange = 'none' | 'started' | 'stopped';

/**
 * Combines the frame decisions of the detector into segments of speech. Start and end are reported once they are
 * certain, with the time at which they actually occurred.
 */
export class SpeechTracker {
  readonly #floor = new NoiseFloor();
  #speaking = false;
  #activeFrames = 0;
  #inactiveFrames = 0;
  #quietFrames = 0;
  #startedMs = 0;
  #endedMs = 0;

  get isSpeaking(): boolean {
    return this.#speaking;
  }

  /** The start of the segment in progress, or the end of the last one. */
  get changedAtMs(): number {
    return this.#speaking ? this.#startedMs : this.#endedMs;
  }

  /** Processes one frame of 20 ms that began at `atMs`: the detector's decision and the frame's level. */
  push(detected: boolean, levelDbfs: number, atMs: number): SpeechChange {
    const floorDbfs = this.#floor.push(levelDbfs);
    const isLoud = levelDbfs > Math.max(minSpeechDbfs, floorDbfs + minAboveFloorDb);
    return this.#speaking
      ? this.#pushWhileSpeaking(detected, isLoud, atMs)
      : this.#pushWhileSilent(detected && isLoud, atMs);
  }

  #pushWhileSilent(active: boolean, atMs: number): SpeechChange {
    if (!active) {
      this.#activeFrames = 0;
      return 'none';
    }
    if (this.#activeFrames === 0) this.#startedMs = atMs;
    this.#activeFrames += 1;
    if (this.#activeFrames < framesToStart) return 'none';
    this.#speaking = true;
    this.#endedMs = atMs + frameMs;
    this.#inactiveFrames = 0;
    this.#quietFrames = 0;
    return 'started';
  }

  #pushWhileSpeaking(detected: boolean, isLoud: boolean, atMs: number): SpeechChange {
    if (detected && isLoud) this.#endedMs = atMs + frameMs;
    this.#inactiveFrames = detected ? 0 : this.#inactiveFrames + 1;
    this.#quietFrames = isLoud ? 0 : this.#quietFrames + 1;
    if (this.#inactiveFrames < framesToStop && this.#quietFrames < quietFramesToStop) return 'none';
    this.#speaking = false;
    this.#activeFrames = 0;
    return 'stopped';
  }
}

/** Tracks the lowest level of the last 1.5 s, in blocks of 100 ms. */
class NoiseFloor {
  readonly #blocks = new Float64Array(floorBlocks).fill(-100);
  #block = 0;
  #frames = 0;
  #lowest = 0;

  push(levelDbfs: number): number {
    this.#lowest = this.#frames === 0 ? levelDbfs : Math.min(this.#lowest, levelDbfs);
    this.#frames += 1;
    if (this.#frames === blockFrames) {
      this.#blocks[this.#block] = this.#lowest;
      this.#block = (this.#block + 1) % floorBlocks;
      this.#frames = 0;
    }
    let floor = 0;
    for (let i = 0; i < floorBlocks; i++) floor = Math.min(floor, this.#blocks[i]!);
    return floor;
  }
}
