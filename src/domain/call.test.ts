import { describe, expect, it } from 'vitest';
import { CallInput } from './call.ts';

const minimal = { agentId: 'agent_1', toNumber: '+12025550100' };

describe('a new call', () => {
  it('needs an agent and a number only', () => {
    expect(CallInput.parse(minimal)).toEqual({
      ...minimal,
      metadata: {},
      dynamic: {},
      customer: {},
      consent: false,
      record: true,
    });
  });

  it.each([
    ['an unknown field', { voice: 'slt' }],
    ['an override of what an agent is', { overrides: { flowId: 'flow_1' } }],
    ['an unknown zone', { customer: { timezone: 'Mars/Base' } }],
    ['a purpose that is none', { purpose: 'fun' }],
    ['a region without its country', { customer: { region: 'OR' } }],
    ['a local time', { scheduledAt: '2026-11-24T10:00' }],
    ['a nested variable', { dynamic: { a: { b: 1 } } }],
    ['101 variables', { dynamic: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`v${n}`, n])) }],
    ['too short a limit', { maxDurationSeconds: 9 }],
  ])('is refused with %s', (_name, more) => {
    expect(CallInput.safeParse({ ...minimal, ...more }).success).toBe(false);
  });

  it('may change how the agent talks', () => {
    const call = CallInput.parse({ ...minimal, overrides: { firstMessage: 'Hi', voice: { speed: 1.2 } } });
    expect(call.overrides).toEqual({ firstMessage: 'Hi', voice: { speed: 1.2 } });
  });
});
