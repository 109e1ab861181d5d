import type { FlowNode } from '../node.ts';
import { leave, type Outcome } from '../state.ts';

/** A step that nothing here can carry out: it fails, and its failure or `else` edge is taken. */
export const unavailableNode = {
  enter: (node: FlowNode): Outcome =>
    leave(false, {
      type: 'note',
      nodeId: node.id,
      text: `This service cannot carry out ${node.type} steps; the step failed.`,
    }),
};
