import { keypadDateDigits } from '../understanding/keypad-date.ts';
import { longestDigits } from './digit-pattern.ts';
import { edgesOf, type Graph } from './graph.ts';
import type { Condition } from './condition.ts';
import type { FlowNode, NodeOf } from './node.ts';
import type { DigitRules } from './protocol.ts';

type Ask = NodeOf<'ask'>['config'];

const interDigitMs = 3000;

/** In a conversation, keys are what the caller tells the language model. The last # belongs to them: a prompt can ask for it. */
const conversationRules: DigitRules = {
  minDigits: 1,
  maxDigits: 32,
  terminator: '#',
  keepsTerminator: true,
  interDigitMs: 2000,
};

/** Returns the rules for collecting DTMF digits in a conversation: for its edges and the global nodes, else for the language model. */
export const conversationDigitRules = (graph: Graph, node: FlowNode): DigitRules =>
  digitRulesFor(graph, node) ?? conversationRules;

/** Returns the rules for collecting DTMF digits at a node: for its question, its edges and the global nodes. Null if digits are ignored. */
export function digitRulesFor(graph: Graph, node: FlowNode): DigitRules | null {
  const questionRules = questionDigitRules(node);
  const keyCounts = [
    ...edgesOf(graph, node.id).map((edge) => edge.condition),
    ...graph.globals.map((global) => global.condition),
  ].map((condition) => keyCount(condition, graph));
  const longest = Math.max(0, ...keyCounts);
  if (questionRules === null) {
    return longest === 0
      ? null
      : { minDigits: 1, maxDigits: longest, terminator: longest === 1 ? '' : '#', interDigitMs };
  }
  return { ...questionRules, maxDigits: Math.max(questionRules.maxDigits, longest) };
}

function keyCount(condition: Condition, graph: Graph): number {
  if (condition.type === 'intent') return condition.digits?.length ?? 0;
  if (condition.type !== 'digits') return 0;
  const pattern = graph.digitPatterns.get(condition.pattern);
  return pattern === undefined ? 0 : longestDigits(pattern);
}

const createRules = (minDigits: number, maxDigits: number, terminator = '#'): DigitRules => ({
  minDigits,
  maxDigits,
  terminator: maxDigits === 1 ? '' : terminator,
  interDigitMs,
});

const digitRulesByType: Record<Ask['expect'], (config: Ask) => DigitRules | null> = {
  yes_no: () => createRules(1, 1),
  choice: ({ choices }) => createRules(1, String(choices.length).length),
  number: () => createRules(1, 15),
  digits: ({ minDigits = 1, maxDigits = 32 }) => createRules(minDigits, maxDigits),
  date_time: () => createRules(keypadDateDigits.min, keypadDateDigits.max),
  text: () => null,
};

/** Returns the rules for digits that answer the node's own question; null if digits cannot answer it. */
export function questionDigitRules(node: FlowNode): DigitRules | null {
  if (node.type === 'ask') return digitRulesByType[node.config.expect](node.config);
  if (node.type !== 'gather_digits') return null;
  const { minDigits, maxDigits, terminator } = node.config;
  return { minDigits, maxDigits, terminator, interDigitMs };
}
