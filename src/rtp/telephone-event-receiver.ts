import { timestampDistance } from './sequence-number.ts';
import { keyOfEvent, type TelephoneEvent } from './telephone-event.ts';

/** An event that is heard no more is over after this long: its three end packets were all lost. */
const lostEndMs = 120;
/** From the last packet of a key until sound has come through the jitter buffer again. */
const replacedMs = 100;
/** Stragglers of an event that is over come no later. */
const memoryTicks = 8000;

export type KeyReport = (key: string, durationTicks: number) => void;

/**
 * RFC 4733 §2.5.2. An event is known by its RTP timestamp, which all its packets share; marker and end bit may be lost.
 * Each key is told once, when its end is seen, when another begins, or when nothing more is heard of it.
 */
export class TelephoneEventReceiver {
  readonly #report: KeyReport;
  #active = false;
  #event = 0;
  #timestamp = 0;
  #durationTicks = 0;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #finishedAny = false;
  #lastFinished = 0;

  constructor(report: KeyReport) {
    this.#report = report;
  }

  /** Whether a key is down, or was until a moment ago: its packets stand in the place of sound. */
  replacesSound(nowMs: number): boolean {
    return nowMs - this.#heardAtMs < replacedMs;
  }

  receive(event: TelephoneEvent, timestamp: number, nowMs: number): void {
    this.#heardAtMs = nowMs;
    if (this.#isOver(timestamp)) return;
    if (this.#active && timestamp !== this.#timestamp) this.#finish();
    if (!this.#active) this.#begin(event, timestamp);
    this.#durationTicks = Math.max(this.#durationTicks, event.durationTicks);
    if (event.end) this.#finish();
  }

  /** To be called about every frame: ends an event of which nothing more is heard. */
  tick(nowMs: number): void {
    if (this.#active && nowMs - this.#heardAtMs >= lostEndMs) this.#finish();
  }

  /** For a new source: its timestamps are others. What was heard of a key still counts. */
  reset(): void {
    if (this.#active) this.#finish();
    this.#finishedAny = false;
  }

  #isOver(timestamp: number): boolean {
    if (!this.#finishedAny) return false;
    const ahead = timestampDistance(this.#lastFinished, timestamp);
    return ahead <= 0 && ahead > -memoryTicks;
  }

  #begin(event: TelephoneEvent, timestamp: number): void {
    this.#active = true;
    this.#event = event.event;
    this.#timestamp = timestamp;
    this.#durationTicks = 0;
  }

  #finish(): void {
    this.#active = false;
    this.#finishedAny = true;
    this.#lastFinished = this.#timestamp;
    const key = keyOfEvent(this.#event);
    if (key !== undefined) this.#report(key, this.#durationTicks);
  }
}
