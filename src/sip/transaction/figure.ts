import type { TimerName } from './timers.ts';

export type TimerInput = `timer ${TimerName}`;

/** A transaction's state machine as RFC 3261 §17 draws it: a pure table. */
export interface Figure<State extends string, Input extends string, Action extends string> {
  readonly initial: State;
  /** What each input does in each state; what is not listed is passed over. */
  readonly transitions: Readonly<
    Record<State, { readonly [input in Input | TimerInput]?: readonly [next: State, action: Action] }>
  >;
  /** Which timers run in each state. One that runs in two neighbours goes on across the step. */
  readonly timers: Readonly<Record<State, readonly TimerName[]>>;
}

/** One step. Undefined where the input does nothing in this state. */
export function step<State extends string, Input extends string, Action extends string>(
  figure: Figure<State, Input, Action>,
  state: State,
  input: Input | TimerInput,
): readonly [next: State, action: Action] | undefined {
  return figure.transitions[state][input];
}
