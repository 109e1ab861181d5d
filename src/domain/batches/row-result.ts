import { namedEnum } from '../fields.ts';
import type { CallFlow } from '../flow/flow.ts';

/** What a person decided in the last call of a row, or why nobody was reached. */
export const rowResults = [
  'confirmed',
  'declined',
  'other_time',
  'answered',
  'not_reached',
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
  wrong_number: 'Wrong number',
  opted_out: 'Opted out',
};

export const batchRowResult = namedEnum(rowResults, {
  id: 'BatchRowResult',
  title: 'Batch row result',
  description:
    'The decision of the person, from the outcome, the disposition and the answers of the last call.',
  values: {
    confirmed: 'The person said yes to the first yes-or-no question of the flow, or is `interested`.',
    declined: 'The person said no to that question, or is `not_interested`.',
    other_time: 'A callback was agreed, or the person did not say yes and gave another time.',
    answered: 'A person answered, and none of the other results applies.',
    not_reached: 'No person was reached.',
    wrong_number: 'The number belongs to another person.',
    opted_out: 'The person wants no more calls.',
  },
  example: 'confirmed',
});

/** The variables of flows that decide about the result of a row. */
export interface ResultVariables {
  /** The variable of the first yes-or-no question. Null if the flows have none. */
  readonly question: string | null;
  /** The variables of the questions for a time. */
  readonly times: readonly string[];
}

/** Returns the variables that decide about results. The first flow with a yes-or-no question decides about `question`. */
export function resultVariables(flows: readonly Pick<CallFlow, 'nodes'>[]): ResultVariables {
  const questions = flows.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (node.type === 'ask' ? [node.config] : [])),
  );
  const times = questions.filter(({ expect }) => expect === 'date_time').map(({ variable }) => variable);
  return {
    question: questions.find(({ expect }) => expect === 'yes_no')?.variable ?? null,
    times: [...new Set(times)],
  };
}
