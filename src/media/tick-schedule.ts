import { frameMs } from './call-memory.ts';

/** Calls are distributed over four sub-ticks per frame, which keeps bursts short. */
export const subTicks = 4;
const subTickMs = frameMs / subTicks;
/** A frame is sent at most two frame durations late. Later, it would miss its playout time at the receiver. */
const maxCatchUpMs = 2 * frameMs;
/** After a pause of at least this length (suspend, debugger), all missed frames are skipped in one step. */
const longPauseMs = 1000;

export type TickMode =
  /** On time, or late by at most two frames. */
  | 'send'
  /** Too late to send: time advances without a packet. */
  | 'skip';

export interface TickHandler {
  /** Processes the calls of group `subTick`, which are late by `latenessMs`. */
  tick(subTick: number, mode: TickMode, latenessMs: number): void;
  /** Advances the time of all calls by frames that were missed. */
  skipFrames(frames: number): void;
}

/** An absolute schedule: a late tick does not delay the next. */
export class TickSchedule {
  #dueMs: number;
  #subTick = 0;

  constructor(startMs: number) {
    this.#dueMs = startMs;
  }

  /** The time at which the next sub-tick is due. */
  get dueMs(): number {
    return this.#dueMs;
  }

  /** Runs all due sub-ticks. Reads `now` again after each one, because ticks take time. */
  run(now: () => number, handler: TickHandler): void {
    this.#skipAfterPause(now(), handler);
    for (let nowMs = now(); nowMs >= this.#dueMs; nowMs = now()) {
      const latenessMs = nowMs - this.#dueMs;
      handler.tick(this.#subTick, latenessMs > maxCatchUpMs ? 'skip' : 'send', latenessMs);
      this.#subTick = (this.#subTick + 1) % subTicks;
      this.#dueMs += subTickMs;
    }
  }

  #skipAfterPause(nowMs: number, handler: TickHandler): void {
    const latenessMs = nowMs - this.#dueMs;
    if (latenessMs < longPauseMs) return;
    const frames = Math.floor(latenessMs / frameMs);
    this.#dueMs += frames * frameMs;
    handler.skipFrames(frames);
  }
}
