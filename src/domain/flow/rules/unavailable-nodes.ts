import { isAvailable } from '../nodes/behaviours.ts';
import { nodeFault, type Rule } from './rule.ts';

/** Nodes of types that this service cannot carry out: a call that enters one takes its failure edge. */
export const unavailableNodes: Rule = ({ nodes }) =>
  nodes.flatMap((node) =>
    node.type === undefined || isAvailable(node.type)
      ? []
      : [
          nodeFault(
            node,
            'type',
            'node_type_unavailable',
            `this service cannot carry out ${node.type} steps yet. An active flow cannot have them; keep the flow a draft or remove the node.`,
          ),
        ],
  );

/** An active flow has none of them. */
export const onlyAvailableNodes: Rule = (flow) => (flow.isActive ? unavailableNodes(flow) : []);
