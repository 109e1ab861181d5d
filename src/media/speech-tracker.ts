import { frameMs } from './call-memory.ts';

/** 60 ms: a click is no speech. */
const framesToStart = 3;
/** 100 ms beyond the detector's own hangover of about 160 ms. */
const framesToStop = 5;
/** 200 ms below the gate end speech too, whatever the detector says of the noise that remains. */
const quietFramesToStop = 10;

/** Below this nothing is speech. */
const leastDbfs = -50;
/** How far speech stands above the quietest moment of the last 1.5 s; what stays nearer to it is steady noise. */
const aboveFloorDb = 6;
const blockFrames = 5;
const floorBlocks = 15;

export type SpeechChange = 'none' | 'started' | 'stopped';

/**
 * Turns the detector's answers, frame by frame, into stretches of speech. Both ends are told when they are certain, with the
 * time at which they really were.
 */
export class SpeechTracker {
  readonly #floor = new NoiseFloor();
  #speaking = false;
  #activeFrames = 0;
  #inactiveFrames = 0;
  #quietFrames = 0;
  #beganMs = 0;
  #endedMs = 0;

  get speaking(): boolean {
    return this.#speaking;
  }

  /** When the stretch that started last began, or the one that stopped last ended. */
  get changedAtMs(): number {
    return this.#speaking ? this.#beganMs : this.#endedMs;
  }

  /** One frame of 20 ms that began at `atMs`: the detector's answer and the frame's level. */
  push(detected: boolean, levelDbfs: number, atMs: number): SpeechChange {
    const floorDbfs = this.#floor.push(levelDbfs);
    const loud = levelDbfs > Math.max(leastDbfs, floorDbfs + aboveFloorDb);
    return this.#speaking
      ? this.#whileSpeaking(detected, loud, atMs)
      : this.#whileSilent(detected && loud, atMs);
  }

  #whileSilent(active: boolean, atMs: number): SpeechChange {
    if (!active) {
      this.#activeFrames = 0;
      return 'none';
    }
    if (this.#activeFrames === 0) this.#beganMs = atMs;
    this.#activeFrames += 1;
    if (this.#activeFrames < framesToStart) return 'none';
    this.#speaking = true;
    this.#endedMs = atMs + frameMs;
    this.#inactiveFrames = 0;
    this.#quietFrames = 0;
    return 'started';
  }

  #whileSpeaking(detected: boolean, loud: boolean, atMs: number): SpeechChange {
    if (detected && loud) this.#endedMs = atMs + frameMs;
    this.#inactiveFrames = detected ? 0 : this.#inactiveFrames + 1;
    this.#quietFrames = loud ? 0 : this.#quietFrames + 1;
    if (this.#inactiveFrames < framesToStop && this.#quietFrames < quietFramesToStop) return 'none';
    this.#speaking = false;
    this.#activeFrames = 0;
    return 'stopped';
  }
}

/** The lowest level of the last 1.5 s, in blocks of 100 ms. */
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

/** Mean power of a frame in dB below full scale; -100 for silence. */
export function levelDbfs(frame: Int16Array): number {
  let sum = 0;
  for (let i = 0; i < frame.length; i++) sum += frame[i]! * frame[i]!;
  if (sum === 0) return -100;
  return 10 * Math.log10(sum / frame.length / (32_768 * 32_768));
}
