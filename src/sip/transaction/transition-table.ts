import type { TimerName } from './timers.ts';

export type TimerInput = `timer ${TimerName}`;

/** The state machine of a transaction (RFC 3261 §17) as a pure table. */
export interface TransitionTable<State extends string, Input extends string, Action extends string> {
  readonly initial: State;
  /** The effect of each input in each state. Unlisted inputs are ignored. */
  readonly transitions: Readonly<
    Record<State, { readonly [input in Input | TimerInput]?: readonly [next: State, action: Action] }>
  >;
  /** The timers that run in each state. A timer that runs in two consecutive states continues across the transition. */
  readonly timers: Readonly<Record<State, readonly TimerName[]>>;
}

/** Returns the next state and the action for an input; `undefined` if the input is ignored in this state. */
export function findTransition<State extends string, Input extends string, Action extends string>(
  table: TransitionTable<State, Input, Action>,
  state: State,
  input: Input | TimerInput,
): readonly [next: State, action: Action] | undefined {
  return table.transitions[state][input];
}
