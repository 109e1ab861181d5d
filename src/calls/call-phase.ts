/** The allowed transitions between the phases of a session; see docs/call-states.md. */
const phaseTransitions = {
  connecting: ['detecting', 'talking', 'closing', 'closed'],
  detecting: ['talking', 'call-screening', 'leaving-message', 'closing', 'closed'],
  'call-screening': ['talking', 'leaving-message', 'closing', 'closed'],
  talking: ['leaving-message', 'closing', 'closed'],
  'leaving-message': ['closing', 'closed'],
  closing: ['closed'],
  closed: [],
} as const satisfies Record<string, readonly string[]>;

export type CallPhase = keyof typeof phaseTransitions;

/** Holds the phase of one session. */
export class CallPhases {
  #current: CallPhase = 'connecting';

  get current(): CallPhase {
    return this.#current;
  }

  /** Throws if the transition is not allowed. */
  enter(phase: CallPhase): void {
    const allowed: readonly CallPhase[] = phaseTransitions[this.#current];
    if (!allowed.includes(phase))
      throw new Error(`Invalid call phase transition from ${this.#current} to ${phase}.`);
    this.#current = phase;
  }
}
