import type { FlowNode } from '../node.ts';
import { leave, type NodeOutcome } from '../state.ts';

/** The behaviour of node types that are not supported: the node fails, and its failure or `else` edge is followed. */
export const unavailableNode = {
  enter: (node: FlowNode): NodeOutcome =>
    leave(false, {
      type: 'warning',
      nodeId: node.id,
      text: `This service does not support ${node.type} steps. The step failed.`,
    }),
};
