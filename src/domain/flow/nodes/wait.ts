import type { NodeOf } from '../node.ts';
import type { NodeOutcome } from '../state.ts';

/** Waits in silence. */
export const waitNode = {
  enter: (node: NodeOf<'wait'>): NodeOutcome => ({
    type: 'stay',
    listening: null,
    actions: [{ type: 'wait', nodeId: node.id, ms: node.config.ms }],
  }),

  resumeInput: 'wait-ended',
} as const;
