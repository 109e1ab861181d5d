import type { FieldFault } from '../../../core/problems.ts';
import type { DraftEdge, DraftNode, FlowDraft } from '../draft.ts';

/**
 * One thing that a flow must keep. Gives every fault it finds; a fault of another rule, or something that cannot be read,
 * must not stop it.
 */
export type Rule = (flow: FlowDraft) => FieldFault[];

/** A fault of a node; `field` is within the node: `config.text`. */
export function nodeFault(node: DraftNode, field: string, code: string, message: string): FieldFault {
  const path = `nodes[${node.index}]`;
  return { path: field === '' ? path : `${path}.${field}`, code, message: `Node "${node.id}": ${message}` };
}

/** A fault of an edge; it names the node that the edge leaves. */
export function edgeFault(edge: DraftEdge, field: string, code: string, message: string): FieldFault {
  const { id = `number ${edge.index + 1}`, from } = edge;
  const whose = from === undefined ? `Edge "${id}"` : `Edge "${id}" of node "${from}"`;
  return { path: `edges[${edge.index}].${field}`, code, message: `${whose}: ${message}` };
}
