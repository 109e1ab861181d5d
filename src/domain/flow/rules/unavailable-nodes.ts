import { isAvailable } from '../nodes/behaviours.ts';
import { nodeFault, type Rule } from './rule.ts';

/** Nodes of types that are not supported. A call that enters one follows its failure edge. */
export const unavailableNodes: Rule = ({ nodes }) =>
  nodes.flatMap((node) =>
    node.type === undefined || isAvailable(node.type)
      ? []
      : [
          nodeFault(
            node,
            'type',
            'node_type_unavailable',
            `${node.type} nodes are not supported yet. Remove the node, or keep the flow a draft.`,
          ),
        ],
  );

/** Active flows must not contain nodes that are not supported. */
export const onlyAvailableNodes: Rule = (flow) => (flow.isActive ? unavailableNodes(flow) : []);
