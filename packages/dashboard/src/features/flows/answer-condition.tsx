import type { Flow } from '@parley/sdk/client';
import { Field, Select } from '../../components/field.tsx';
import { isEqual } from '../../merge-patch.ts';
import { text } from '../../text/index.ts';
import { answerCondition, answersOf, nodeSummary, nodeTitle, type FlowEdge } from './describe.ts';

const words = text.flows.editor.answer;

interface AnswerConditionProps {
  readonly flow: Flow;
  readonly condition: FlowEdge['condition'];
  readonly onCondition: (condition: FlowEdge['condition']) => void;
}

/** Writes the condition for an answer to a question of the flow. Nothing if the flow asks no question with known answers. */
export function AnswerCondition({ flow, condition, onCondition }: AnswerConditionProps) {
  const answers = choicesOf(flow);
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

const choicesOf = ({ nodes }: Flow): readonly Answer[] =>
  nodes.flatMap((node) =>
    answersOf(node).map(([value, name]) => ({
      label: words.is(nodeSummary(node) || nodeTitle(node), name),
      condition: answerCondition(node, value),
    })),
  );
