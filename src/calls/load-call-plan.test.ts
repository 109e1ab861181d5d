import { expect, it } from 'vitest';
import type { CallDetailRow } from '../store/calls/calls.ts';
import type { Queryable, Statement } from '../store/queryable.ts';
import { CallNotPossible, loadCallPlan } from './load-call-plan.ts';

/** Loads the plan of a call to the number, and returns the names of the executed SQL statements. */
async function statementsFor(toNumber: string): Promise<readonly (string | undefined)[]> {
  const names: (string | undefined)[] = [];
  const recordName = ({ name }: Statement) => names.push(name);
  const db = {
    row: async (statement: Statement) => void recordName(statement),
    rows: async (statement: Statement) => [void recordName(statement)].slice(1),
  } as unknown as Queryable;
  const call = { direction: 'outbound', toNumber, customer: {}, purpose: null, createdAt: new Date(0) };
  await expect(loadCallPlan(db, call as unknown as CallDetailRow)).rejects.toThrow(CallNotPossible);
  return names;
}

it.each([
  ['Florida, whose law limits calls', '+13055551234', true],
  ['Georgia, whose law limits only calls without consent', '+14045551234', false],
  ['the test network', '+12025550101', false],
])(
  'reads the earlier calls to a number only if a calling rule limits them: %s',
  async (_where, number, isRead) => {
    expect((await statementsFor(number)).includes('find_earlier_calls')).toBe(isRead);
  },
);
