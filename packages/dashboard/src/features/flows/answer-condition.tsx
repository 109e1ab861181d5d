import type { Flow } from '@parley/sdk/client';
import { Field, Select } from '../../components/field.tsx';
import { isEqual } from '../../merge-patch.ts';
import { text } from '../../text/index.ts';
import { nodeSummary, nodeTitle, type FlowEdge } from './describe.ts';

const words = text.flows.editor.answer;

interface AnswerConditionProps {
  readonly flow: Flow;
  readonly condition: FlowEdge['condition'];
  readonly onCondition: (condition: FlowEdge['condition']) => void;
}

/** Writes the condition for an answer to a question of the flow. Nothing if the flow asks no question with known answers. */
export function AnswerCondition({ flow, condition, onCondition }: AnswerConditionProps) {
  const answers = answersOf(flow);
  if (answers.length === 0) return null;
  const current = answers.findIndex((answer) => isEqual(answer.condition, condition));
  return (
    <Field label={words.label} hint={words.hint}>
      <Select
        value={current === -1 ? '' : String(current)}
        onValue={(index) => index !== '' && onCondition(answers[Number(index)]!.condition)}
        options={[['', words.choose], ...answers.map(({ label }, index) => [String(index), label] as const)]}
      />
    </Field>
  );
}

interface Answer {
  readonly label: string;
  readonly condition: FlowEdge['condition'];
}

const answersOf = ({ nodes }: Flow): readonly Answer[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'ask') return [];
    const question: Question = node.config;
    const { variable: left = '' } = question;
    if (left === '') return [];
    return valuesOf(question).map(([right, value]): Answer => ({
      label: words.is(nodeSummary(node) || nodeTitle(node), value),
      condition: { type: 'expression', all: [{ left, op: '==', right }] },
    }));
  });

/** A question that is still written can lack any field. */
type Question = Partial<Extract<Flow['nodes'][number], { type: 'ask' }>['config']>;

/** The values that a question stores, with their names. */
function valuesOf({ expect, choices = [] }: Question): readonly (readonly [string | boolean, string])[] {
  if (expect === 'yes_no')
    return [
      [true, words.yes],
      [false, words.no],
    ];
  return expect === 'choice' ? choices.map(({ value }) => [value, value]) : [];
}
