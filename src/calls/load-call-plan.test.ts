import { expect, it } from 'vitest';
import type { CallDetailRow } from '../store/calls/call-row.ts';
import type { Queryable, Statement } from '../store/queryable.ts';
import { CallNotPossible, loadCallPlan } from './load-call-plan.ts';

/** Names of the statements that the plan of a call to this number needs. */
async function statementsFor(toNumber: string): Promise<readonly (string | undefined)[]> {
  const names: (string | undefined)[] = [];
  const note = ({ name }: Statement) => names.push(name);
  const db = {
    row: async (statement: Statement) => void note(statement),
    rows: async (statement: Statement) => [void note(statement)].slice(1),
  } as unknown as Queryable;
  const call = { direction: 'outbound', toNumber, customer: {}, purpose: null, createdAt: new Date(0) };
  await expect(loadCallPlan(db, call as unknown as CallDetailRow)).rejects.toThrow(CallNotPossible);
  return names;
}

it.each([
  ['Florida, whose law counts calls', '+13055551234', true],
  ['Georgia, whose law counts none once the person agreed', '+14045551234', false],
  ['the test network', '+12025550101', false],
])(
  'reads the earlier calls to a number only where a rule counts them: %s',
  async (_where, number, isRead) => {
    expect((await statementsFor(number)).includes('find_earlier_calls')).toBe(isRead);
  },
);
