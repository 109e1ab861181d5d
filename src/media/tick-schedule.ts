import { frameMs } from './call-memory.ts';

/** Calls are spread over four moments of a frame, so that bursts stay short. */
export const subTicks = 4;
const subTickMs = frameMs / subTicks;
/** Two frames may be caught up with; a frame later than that would only arrive behind its successors. */
const latestMs = 2 * frameMs;
/** A machine that slept, or was stopped in a debugger, begins anew. */
const restartMs = 1000;

export type TickManner =
  /** In time, or late by two frames at most. */
  | 'send'
  /** Too late to send: time passes without a packet. */
  | 'skip';

export interface TickHandler {
  /** The calls of group `subTick` are due; `latenessMs` is how long they have been. */
  tick(subTick: number, manner: TickManner, latenessMs: number): void;
  /** Whole frames of time went by unnoticed, for all calls. */
  jump(frames: number): void;
}

/** An absolute schedule: what is late now does not make the next late. */
export class TickSchedule {
  #dueMs: number;
  #subTick = 0;

  constructor(startMs: number) {
    this.#dueMs = startMs;
  }

  /** When the next sub-tick is due. */
  get dueMs(): number {
    return this.#dueMs;
  }

  /** Handles what is due. `now` is asked again after each sub-tick, for work takes time. */
  run(now: () => number, handler: TickHandler): void {
    this.#jumpIfStopped(now(), handler);
    for (let nowMs = now(); nowMs >= this.#dueMs; nowMs = now()) {
      const latenessMs = nowMs - this.#dueMs;
      handler.tick(this.#subTick, latenessMs > latestMs ? 'skip' : 'send', latenessMs);
      this.#subTick = (this.#subTick + 1) % subTicks;
      this.#dueMs += subTickMs;
    }
  }

  #jumpIfStopped(nowMs: number, handler: TickHandler): void {
    const latenessMs = nowMs - this.#dueMs;
    if (latenessMs < restartMs) return;
    const frames = Math.floor(latenessMs / frameMs);
    this.#dueMs += frames * frameMs;
    handler.jump(frames);
  }
}
