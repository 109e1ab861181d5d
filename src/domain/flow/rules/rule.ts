import type { FieldFault } from '../../../core/problems.ts';
import type { DraftEdge, DraftNode, FlowDraft } from '../draft.ts';

/**
 * A validation rule of flows. Returns all faults that it finds. It must also work on flows that other rules reject, or that have unreadable parts.
 */
export type Rule = (flow: FlowDraft) => FieldFault[];

/** Returns a fault of a node. `field` is relative to the node, such as `config.text`. */
export function nodeFault(node: DraftNode, field: string, code: string, message: string): FieldFault {
  const path = `nodes[${node.index}]`;
  return { path: field === '' ? path : `${path}.${field}`, code, message: `Node "${node.id}": ${message}` };
}

/** Returns a fault of an edge, with its source node in the message. */
export function edgeFault(edge: DraftEdge, field: string, code: string, message: string): FieldFault {
  const { id = `number ${edge.index + 1}`, from } = edge;
  const subject = from === undefined ? `Edge "${id}"` : `Edge "${id}" of node "${from}"`;
  return { path: `edges[${edge.index}].${field}`, code, message: `${subject}: ${message}` };
}
