import type { NodeOutcome } from '../state.ts';

/** Follows an edge. Intent and digit conditions use the last answer. */
export const branchNode = {
  enter: (): NodeOutcome => ({ type: 'leave', ok: null, actions: [] }),
};
