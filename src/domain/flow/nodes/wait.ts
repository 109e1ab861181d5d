import type { NodeOf } from '../node.ts';
import type { Outcome } from '../state.ts';

/** Silence. */
export const waitNode = {
  enter: (node: NodeOf<'wait'>): Outcome => ({
    type: 'stay',
    listening: null,
    actions: [{ type: 'wait', nodeId: node.id, ms: node.config.ms }],
  }),

  resumes: 'waited',
} as const;
