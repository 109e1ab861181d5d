import type { FlowNode } from '../node.ts';
import { leave, type NodeOutcome } from '../state.ts';

/** A step that nothing here can carry out: it fails, and its failure or `else` edge is taken. */
export const unavailableNode = {
  enter: (node: FlowNode): NodeOutcome =>
    leave(false, {
      type: 'warning',
      nodeId: node.id,
      text: `This service does not support ${node.type} steps. The step failed.`,
    }),
};
