import type { NodeOutcome } from '../state.ts';

/** Only edges. Intents and digits are held against the last answer. */
export const branchNode = {
  enter: (): NodeOutcome => ({ type: 'leave', ok: null, actions: [] }),
};
