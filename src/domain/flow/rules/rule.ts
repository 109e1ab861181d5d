import type { FieldFault } from '../../../core/problems.ts';
import type { FlowDefinition, FlowEdge } from '../flow.ts';
import type { FlowNode } from '../node.ts';

/** One thing that a flow must keep. Gives every fault it finds; a fault of another rule must not stop it. */
export type Rule = (flow: FlowDefinition) => FieldFault[];

/** A fault of a node; `field` is within the node: `config.text`. */
export function nodeFault(
  flow: FlowDefinition,
  node: FlowNode,
  field: string,
  code: string,
  message: string,
): FieldFault {
  const path = `nodes[${flow.nodes.indexOf(node)}]`;
  return { path: field === '' ? path : `${path}.${field}`, code, message: `Node "${node.id}": ${message}` };
}

/** A fault of an edge; it names the node that the edge leaves. */
export function edgeFault(
  flow: FlowDefinition,
  edge: FlowEdge,
  field: string,
  code: string,
  message: string,
): FieldFault {
  const path = `edges[${flow.edges.indexOf(edge)}].${field}`;
  return { path, code, message: `Edge "${edge.id}" of node "${edge.from}": ${message}` };
}
