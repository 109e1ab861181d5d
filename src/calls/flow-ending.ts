import type { Clock, Timer } from '../core/clock.ts';
import type { FlowState } from '../domain/flow/state.ts';
import type { FlowEndReason, FlowEvent } from './flow-event.ts';

/** How long the agent waits for the customer to speak between its last words and the hang-up. */
const hangUpWaitMs = 600;
/** The same wait if the flow has only made announcements: it has not listened in the call. */
const announcementHangUpWaitMs = 3_000;
/** The longest further wait for a customer who is still speaking. */
const maxLastTurnMs = 5_000;
/** The same wait if the customer's words can keep the call. */
const maxKeepingTurnMs = 30_000;
const checkEveryMs = 100;

export interface FlowEndingOptions {
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  readonly voice: { readonly isCallerSpeaking: boolean; readonly isSpeaking: boolean };
  readonly emit: (event: FlowEvent) => void;
}

/** The end of a flow: the wait before the hang-up, and a call that its customer keeps after the language model has ended it. */
export class FlowEnding {
  readonly #options: FlowEndingOptions;
  /** What the flow listened for before the language model ended the call; undefined if the model has not ended it. */
  #listeningBefore: FlowState['listening'] | undefined;
  #timer: Timer | undefined;

  constructor(options: FlowEndingOptions) {
    this.#options = options;
  }

  /** Whether the language model has ended the call, and the customer can keep it. */
  get canBeKept(): boolean {
    return this.#listeningBefore !== undefined;
  }

  /** Handles that the language model has ended the call. */
  endedByModel(before: FlowState): void {
    this.#listeningBefore = before.listening;
  }

  /** Emits `hang-up-pending`, and `flow-ended` after a short wait in which the customer may speak. To be called when all speech has ended. */
  hangUp(reason: FlowEndReason, hasListened: boolean): void {
    const { emit } = this.#options;
    this.#timer?.cancel();
    emit({ type: 'hang-up-pending', reason });
    this.#afterLastTurn(hasListened ? hangUpWaitMs : announcementHangUpWaitMs, () =>
      emit({ type: 'flow-ended', reason }),
    );
  }

  /** Stops the wait. */
  cancel(): void {
    this.#timer?.cancel();
    this.#listeningBefore = undefined;
  }

  /** Stops the wait and returns the state with which the call continues. */
  keepCall(state: FlowState): FlowState {
    const listening = this.#listeningBefore ?? null;
    this.cancel();
    this.#options.emit({ type: 'hang-up-pending', reason: undefined });
    return { ...state, isEnded: false, listening };
  }

  /** Calls `run` after the wait, and later if the caller is still speaking then. */
  #afterLastTurn(waitMs: number, run: () => void): void {
    const { clock, voice } = this.#options;
    const waitUntilMs = clock.monotonicMs() + waitMs;
    const deadlineMs = waitUntilMs + (this.canBeKept ? maxKeepingTurnMs : maxLastTurnMs);
    const check = () => {
      const nowMs = clock.monotonicMs();
      // The agent speaks again if a command makes it say a text.
      const isTurnOpen = voice.isSpeaking || (voice.isCallerSpeaking && nowMs < deadlineMs);
      const mustWait = nowMs < waitUntilMs || isTurnOpen;
      if (mustWait) this.#timer = clock.after(checkEveryMs, check);
      else run();
    };
    check();
  }
}
