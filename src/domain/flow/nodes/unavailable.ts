import type { FlowNode } from '../node.ts';
import { leave, type NodeOutcome } from '../state.ts';

/** A node type that is not supported: it fails, and its failure or `else` edge is followed. */
export const unavailableNode = {
  enter: (node: FlowNode): NodeOutcome =>
    leave(false, {
      type: 'warning',
      nodeId: node.id,
      text: `This service does not support ${node.type} steps. The step failed.`,
    }),
};
