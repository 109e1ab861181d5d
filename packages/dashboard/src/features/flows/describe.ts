import type { Flow } from '@parley/sdk/client';
import { labelOf } from '../../wording.ts';
import { text } from '../../text/index.ts';

export type FlowNode = Flow['nodes'][number];
export type FlowEdge = Flow['edges'][number];
type Condition = FlowEdge['condition'];

const words = text.flows;

export const typeLabel = (type: string): string =>
  (words.nodeTypes as Readonly<Record<string, string>>)[type] ?? labelOf(type);

const referenceFields: ReadonlySet<string> = new Set(['agentId', 'flowId']);

export const nodeTitle = ({ name, id }: FlowNode): string => (name === undefined || name === '' ? id : name);

const textFields = [
  'text',
  'prompt',
  'firstMessage',
  'message',
  'url',
  'digits',
  'at',
  'disposition',
  'agentId',
  'flowId',
  'ms',
];

/** The names of agents and flows by their ids. */
export type ResourceNames = ReadonlyMap<string, string>;

/** Returns the line that says most about a node: what it speaks, or what it does. */
export function nodeSummary({ config }: FlowNode, names: ResourceNames = new Map()): string {
  const values = config as Readonly<Record<string, unknown>>;
  for (const name of textFields) {
    const content = plainText(values[name]);
    if (content !== '') return referenceFields.has(name) ? (names.get(content) ?? '') : content;
  }
  const fields = values['fields'];
  return Array.isArray(fields) ? fields.map(({ name }: { name: string }) => name).join(', ') : '';
}

/** Returns a text, or the first of the texts per language. */
function plainText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return String(Object.values(value)[0] ?? '');
}

const phrasesOf = (phrases: Extract<Condition, { type: 'intent' }>['phrases']): readonly string[] =>
  Array.isArray(phrases) ? phrases : (Object.values(phrases ?? {})[0] ?? []);

/** A question that is still written can lack any field. */
type Question = Partial<Extract<FlowNode, { type: 'ask' }>['config']>;

/** Returns the answers that a question stores in its variable, with their names. Empty for other steps, and for questions with any answer. */
export function answersOf(node: FlowNode): readonly (readonly [value: string | boolean, name: string])[] {
  if (node.type !== 'ask') return [];
  const { variable, expect, choices } = node.config as Question;
  if (variable === undefined || variable === '') return [];
  if (expect === 'yes_no')
    return [
      [true, words.editor.answer.yes],
      [false, words.editor.answer.no],
    ];
  return expect === 'choice' ? (choices ?? []).map(({ value }) => [value, value]) : [];
}

/** Returns the condition for an answer to a question. */
export const answerCondition = (question: FlowNode, value: string | boolean): Condition => ({
  type: 'expression',
  all: [{ left: (question.config as Question).variable ?? '', op: '==', right: value }],
});

type ConditionOf<Type extends Condition['type']> = Extract<Condition, { type: Type }>;

const labels: { readonly [Type in Condition['type']]: (condition: ConditionOf<Type>) => string } = {
  always: () => '',
  else: () => words.conditions.else,
  result: ({ ok }) => (ok ? words.conditions.succeeded : words.conditions.failed),
  timeout: ({ seconds }) => words.conditions.timeout(seconds),
  digits: ({ pattern }) => words.conditions.keys(pattern),
  prompt: ({ text: question }) => question,
  intent: ({ phrases, digits = '' }) =>
    [...phrasesOf(phrases).map((phrase) => `“${phrase}”`), digits]
      .filter((part) => part !== '')
      .slice(0, 2)
      .join(', '),
  expression: comparisonsOf,
};

/** Returns a condition in words, such as `coming equals true`. Empty for `always`. */
export const conditionLabel = (condition: Condition): string =>
  (labels[condition.type] as (condition: Condition) => string)(condition);

function comparisonsOf(condition: Extract<Condition, { type: 'expression' }>): string {
  const { all, any } = condition as {
    readonly all?: readonly Comparison[];
    readonly any?: readonly Comparison[];
  };
  const join = all === undefined ? words.conditions.or : words.conditions.and;
  return (all ?? any ?? [])
    .map(({ left, op, right }) => [left, text.form.values[op] ?? op, valueText(right)].join(' ').trim())
    .join(join);
}

function valueText(value: Comparison['right']): string {
  if (typeof value === 'boolean') return value ? words.editor.answer.yes : words.editor.answer.no;
  return String(value ?? '');
}

interface Comparison {
  readonly left: string;
  readonly op: string;
  readonly right?: string | number | boolean | null;
}
