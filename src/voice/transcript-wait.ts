import type { Clock, Timer } from '../core/clock.ts';

/** The longest wait for the final transcript of a turn. After it, the last partial transcript is used. */
const timeoutMs = 2_000;
/** The longest total wait if the recogniser fails. Each failure starts the wait of `timeoutMs` again. */
const maxWaitMs = 4_000;
/** If the transcript takes longer, the agent says so. */
const slowMs = 1_200;

export interface TranscriptWaitOptions {
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  readonly onSlow: () => void;
  readonly onMissing: () => void;
}

/** The wait for the final transcript of a turn. */
export class TranscriptWait {
  readonly #options: TranscriptWaitOptions;
  #startedMs = 0;
  #slowTimer: Timer | undefined;
  #timeout: Timer | undefined;

  constructor(options: TranscriptWaitOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, onSlow, onMissing } = this.#options;
    this.stop();
    this.#startedMs = clock.monotonicMs();
    this.#slowTimer = clock.after(slowMs, onSlow);
    this.#timeout = clock.after(timeoutMs, onMissing);
  }

  /** Waits longer, because the next connection or recogniser receives the audio of the turn. */
  extend(): void {
    const { clock, onMissing } = this.#options;
    const leftMs = this.#startedMs + maxWaitMs - clock.monotonicMs();
    this.#timeout?.cancel();
    this.#timeout = clock.after(Math.max(0, Math.min(timeoutMs, leftMs)), onMissing);
  }

  /** Safe to call twice. */
  stop(): void {
    this.#slowTimer?.cancel();
    this.#timeout?.cancel();
  }
}
