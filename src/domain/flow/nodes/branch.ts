import type { Outcome } from '../state.ts';

/** Only edges. Intents and digits are held against the last answer. */
export const branchNode = {
  enter: (): Outcome => ({ type: 'leave', ok: null, actions: [] }),
};
