import type { FlowNode, NodeType } from './node.ts';

/** Node types to which the language model can move: they speak with the caller, and do not end the call. */
const targetTypes: ReadonlySet<NodeType> = new Set([
  'say',
  'ask',
  'conversation',
  'gather_digits',
  'schedule_callback',
  'transfer',
  'agent_handoff',
]);

/** Returns whether a node of the type can be the target of a move. */
export const isMoveTargetType = (type: NodeType): boolean => targetTypes.has(type);

/** Returns whether the language model can move to the node. Global nodes have their own condition. */
export const isMoveTarget = ({ type, isGlobal }: FlowNode): boolean =>
  isMoveTargetType(type) && isGlobal === undefined;
