import type { FieldFault } from '../../../core/problems.ts';
import type { Condition } from '../condition.ts';
import { parseDigitPattern } from '../digit-pattern.ts';
import type { DraftEdge, DraftNode } from '../draft.ts';
import type { NodeType } from '../node.ts';
import { edgeFault, nodeFault, type Rule } from './rule.ts';

const waiting: ReadonlySet<NodeType> = new Set(['ask', 'gather_digits', 'conversation']);

/** Node types that can fail at run time. */
const failing: ReadonlySet<NodeType> = new Set([
  'ask',
  'gather_digits',
  'http',
  'extract',
  'transfer',
  'schedule_callback',
  'send_message',
  'agent_handoff',
]);

/** Edge conditions must be applicable to their source node. */
export const applicableConditions: Rule = (flow) => {
  const types = new Map(flow.nodes.map((node) => [node.id, node.type]));
  return flow.edges.flatMap((edge) => {
    const { condition, from = '' } = edge;
    if (condition === undefined) return [];
    const fault = (field: string, code: string, message: string) =>
      edgeFault(edge, `condition.${field}`, code, message);
    if (condition.type === 'timeout' && !waiting.has(types.get(from) ?? 'ask'))
      return [fault('type', 'condition_never_holds', 'A node that does not listen has no timeout.')];
    return patternFaults(condition, fault);
  });
};

/** Condition types that a global node may have. */
const globalTypes = new Set<Condition['type']>(['intent', 'digits', 'prompt', 'expression']);

export const applicableGlobals: Rule = (flow) =>
  flow.nodes.flatMap((node) => {
    const condition = node.isGlobal?.condition;
    if (condition === undefined) return [];
    const fault = (field: string, code: string, message: string) =>
      nodeFault(node, `isGlobal.condition.${field}`, code, message);
    if (!globalTypes.has(condition.type))
      return [fault('type', 'condition_not_global', `${condition.type} is not allowed for a global node.`)];
    return patternFaults(condition, fault);
  });

function patternFaults(
  condition: Condition,
  fault: (field: string, code: string, message: string) => FieldFault,
): FieldFault[] {
  if (condition.type !== 'digits' || parseDigitPattern(condition.pattern) !== undefined) return [];
  const message =
    'use keys 0-9 * #, a dot for any key, sets such as [1-3], counts such as {4}, and | between alternatives.';
  return [fault('pattern', 'invalid_pattern', message)];
}

/** Nodes that can fail, and branches, must have an edge for that case. */
export const failureEdges: Rule = (flow) => {
  const leaving = Map.groupBy(flow.edges, (edge) => edge.from);
  return flow.nodes
    .filter((node) => lacksFailureEdge(node, leaving.get(node.id)))
    .map((node) =>
      node.type === 'branch'
        ? nodeFault(node, '', 'missing_else', 'a branch needs an else edge.')
        : nodeFault(node, '', 'missing_failure_edge', failureMessage(node)),
    );
};

const failureMessage = (node: DraftNode): string =>
  node.type === 'ask' || node.type === 'gather_digits'
    ? 'nothing follows if there is no answer. Add an else edge, or an edge for result ok false.'
    : 'the node can fail, and nothing follows then. Add an else edge, or an edge for result ok false.';

/** Nodes without edges are checked by `noDeadEnd`. */
function lacksFailureEdge(node: DraftNode, leaving: readonly DraftEdge[] = []): boolean {
  if (node.type === undefined || (node.type !== 'branch' && !failing.has(node.type))) return false;
  return leaving.length > 0 && !leaving.some((edge) => holdsOnFailure(edge.condition, node));
}

/** Returns whether a condition may hold if the node fails. An unreadable condition may hold. */
function holdsOnFailure(condition: Condition | undefined, node: DraftNode): boolean {
  if (condition === undefined) return true;
  if (condition.type === 'else' || condition.type === 'always') return true;
  if (node.type === 'branch') return false;
  return (condition.type === 'result' && !condition.ok) || isForNoAnswer(condition, node);
}

/** Returns whether an expression holds if the answer is null. */
function isForNoAnswer(condition: Condition, node: DraftNode): boolean {
  if (condition.type !== 'expression' || !('variable' in node.config)) return false;
  const { variable } = node.config;
  const terms = condition.any ?? (condition.all?.length === 1 ? condition.all : []);
  return terms.some(
    ({ left, op, right }) => left === variable && (op === 'not_exists' || (op === '==' && right === null)),
  );
}
