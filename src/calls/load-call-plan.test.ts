import { expect, it } from 'vitest';
import { AgentInput } from '../domain/agent.ts';
import { CallFlowInput } from '../domain/flow/flow.ts';
import type { CallDetailRow } from '../store/calls/calls.ts';
import type { Queryable, Statement } from '../store/queryable.ts';
import { callPlanOf, CallNotPossible, loadCallPlan, type CallPlanRow } from './load-call-plan.ts';

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

it.each([
  ['the overrides', { overrides: { language: 'de-AT' }, customer: { language: 'fr' } }, 'de-AT', 'Guten Tag'],
  ['the customer', { overrides: { firstMessage: 'Allô' }, customer: { language: 'fr' } }, 'fr', 'Allô'],
  ['the customer alone', { overrides: null, customer: { language: 'fr-CA' } }, 'fr-CA', 'Bonjour'],
  ['the agent', { overrides: null, customer: {} }, 'en-US', 'Hello'],
])('selects the texts of the language of %s', (_of, settings, language, firstMessage) => {
  const agent = AgentInput.parse({
    name: 'Ada',
    firstMessage: { de: 'Guten Tag', en: 'Hello', fr: 'Bonjour' },
  });
  const text = { de: 'Auf Wiederhören', en: 'Goodbye', fr: 'Au revoir' };
  const flow = CallFlowInput.parse({ name: 'Bye', nodes: [{ id: 'bye', type: 'end', config: { text } }] });
  const context = {
    agent,
    flow,
    workspaceTimezone: 'UTC',
    callingHours: 'law',
    callingWindow: null,
  } as const;
  const row = { direction: 'outbound', toNumber: '+12025550101', dynamic: {}, record: true, ...settings };
  const plan = callPlanOf(row as unknown as CallPlanRow, context);
  expect([plan.agent.language, plan.agent.firstMessage]).toEqual([language, firstMessage]);
  expect(plan.flow.nodes[0]?.config).toEqual({ text: text[language.slice(0, 2) as 'de'] });
});
