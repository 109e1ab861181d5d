import { describe, expect, it } from 'vitest';
import { CallInput } from './call.ts';

const minimal = { agentId: 'agent_1', toNumber: '+12025550100' };

describe('CallInput', () => {
  it('requires only an agent and a number', () => {
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
    ["an override of the agent's identity", { overrides: { flowId: 'flow_1' } }],
    ['an unknown zone', { customer: { timezone: 'Mars/Base' } }],
    ['an unknown purpose', { purpose: 'fun' }],
    ['a region without its country', { customer: { region: 'OR' } }],
    ['a local time', { scheduledAt: '2026-11-24T10:00' }],
    ['a nested variable', { dynamic: { a: { b: 1 } } }],
    ['101 variables', { dynamic: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`v${n}`, n])) }],
    ['a maximum duration that is too short', { maxDurationSeconds: 9 }],
  ])('rejects %s', (_name, more) => {
    expect(CallInput.safeParse({ ...minimal, ...more }).success).toBe(false);
  });

  it('accepts overrides of how the agent talks', () => {
    const call = CallInput.parse({ ...minimal, overrides: { firstMessage: 'Hi', voice: { speed: 1.2 } } });
    expect(call.overrides).toEqual({ firstMessage: 'Hi', voice: { speed: 1.2 } });
  });
});
