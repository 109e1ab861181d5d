import type { FlowNode } from './node.ts';
import type { EdgeStatement } from './protocol.ts';
import { renderPrompt } from './scope.ts';
import type { StepContext } from './state.ts';

/** The most moves of one call. Afterwards the flow follows its edges only. */
export const maxMoves = 30;

const maxDescriptionCharacters = 300;

/** Ids of edges in flows contain no colon. */
const prefix = 'move:';

/** Returns the node of an edge id that stands for a move; undefined for another edge id. */
export const moveTargetOf = (edgeId: string): string | undefined =>
  edgeId.startsWith(prefix) ? edgeId.slice(prefix.length) : undefined;

/** Returns whether the language model can move to another node. */
export const canMove = ({ graph, state }: StepContext): boolean =>
  graph.moveTargets.length > 0 && state.moves < maxMoves;

/** Returns the statements for the nodes to which the language model can move, without the current node. */
export function moveStatements(step: StepContext, exceptNodeId: string): EdgeStatement[] {
  if (!canMove(step)) return [];
  return step.graph.moveTargets
    .filter(({ id }) => id !== exceptNodeId)
    .map((node) => ({
      edgeId: `${prefix}${node.id}`,
      text: `The conversation must continue at the step "${node.name ?? node.id}"${describeStep(node, step)}`,
    }));
}

/** Returns the end of a statement: what the agent says at the node, if it has a text. */
function describeStep(node: FlowNode, step: StepContext): string {
  const text = renderPrompt(textOf(node), step).replaceAll(/\s+/g, ' ').trim();
  return text === '' ? '.' : `: ${text.slice(0, maxDescriptionCharacters)}`;
}

function textOf(node: FlowNode): string {
  switch (node.type) {
    case 'say':
      return node.config.text;
    case 'conversation':
    case 'ask':
    case 'gather_digits':
    case 'schedule_callback':
      return node.config.prompt;
    case 'transfer':
    case 'agent_handoff':
      return node.config.message;
    default:
      return '';
  }
}
