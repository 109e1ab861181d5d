import { namedEnum } from '../fields.ts';
import type { CallFlow } from '../flow/flow.ts';

/** What a person decided in the last call of a row, or why nobody was reached. */
export const rowResults = [
  'confirmed',
  'declined',
  'other_time',
  'answered',
  'not_reached',
  'failed',
  'wrong_number',
  'opted_out',
] as const;

export type RowResult = (typeof rowResults)[number];

/** The results as the dashboard and files for Excel show them. */
export const rowResultTitles: Readonly<Record<RowResult, string>> = {
  confirmed: 'Confirmed',
  declined: 'Declined',
  other_time: 'Another time',
  answered: 'Answered otherwise',
  not_reached: 'Not reached',
  failed: 'Failed',
  wrong_number: 'Wrong number',
  opted_out: 'Opted out',
};

export const batchRowResult = namedEnum(rowResults, {
  id: 'BatchRowResult',
  title: 'Batch row result',
  description:
    'The decision of the person, from the outcome, the disposition and the answers of the last call.',
  values: {
    confirmed:
      'The person is `interested`, or said yes to the decisive question and is not `not_interested`. The decisive question is the step that stores `confirmed`, else the first yes-or-no question of the flow.',
    declined: 'The person said no to that question, or is `not_interested`.',
    other_time: 'A callback was agreed, or the person did not say yes and gave another time.',
    answered: 'A person answered, and none of the other results applies.',
    not_reached: 'No person was reached.',
    failed: 'The call failed, before or after a person answered.',
    wrong_number: 'The number belongs to another person.',
    opted_out: 'The person wants no more calls.',
  },
  example: 'confirmed',
});

/** The variables of flows that decide about the result of a row. */
export interface ResultVariables {
  /** The variable of the decisive question: `confirmed`, else that of the first yes-or-no question. Null if the flows have neither. */
  readonly question: string | null;
  /** The variables of the questions for a time. */
  readonly times: readonly string[];
}

/** A flow can have yes-or-no questions before the decisive one, such as for the right person. */
const decisiveVariable = 'confirmed';

/** Returns the variables that decide about results. Without a step that stores `confirmed`, the first flow with a yes-or-no question decides. */
export function resultVariables(flows: readonly Pick<CallFlow, 'nodes'>[]): ResultVariables {
  const nodes = flows.flatMap((flow) => flow.nodes);
  const questions = nodes.flatMap((node) => (node.type === 'ask' ? [node.config] : []));
  const extracted = nodes.flatMap((node) => (node.type === 'extract' ? node.config.fields : []));
  const times = questions.filter(({ expect }) => expect === 'date_time').map(({ variable }) => variable);
  const names = [...questions.map(({ variable }) => variable), ...extracted.map(({ name }) => name)];
  return {
    question: names.includes(decisiveVariable)
      ? decisiveVariable
      : (questions.find(({ expect }) => expect === 'yes_no')?.variable ?? null),
    times: [...new Set(times)],
  };
}
