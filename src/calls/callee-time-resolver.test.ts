import { beforeAll, describe, expect, it } from 'vitest';
import { NumberZones } from '../core/number-zones.ts';
import { AgentInput } from '../domain/agent.ts';
import { bareConversation, flowContext, type CallPlan } from './call-plan.ts';
import { CalleeTimeResolver, type Callee } from './callee-time-resolver.ts';

const nowMs = Date.UTC(2026, 10, 20, 15);
const hourMs = 3_600_000;

let callees: CalleeTimeResolver;
const asked: Callee[] = [];

beforeAll(async () => {
  const hours = {
    nextAllowed(callee: Callee, atMs: number) {
      asked.push(callee);
      return atMs + hourMs;
    },
  };
  callees = new CalleeTimeResolver({ zones: await NumberZones.load(), hours });
});

const plan = (changes: Partial<CallPlan>): CallPlan => ({
  callId: 'call_1',
  workspaceId: 'ws_1',
  direction: 'outbound',
  agentId: 'agent_1',
  agent: AgentInput.parse({ name: 'Ada' }),
  flow: bareConversation,
  customer: {},
  customerNumber: '+12025550100',
  dynamic: {},
  timezone: 'America/Chicago',
  callingHours: 'law',
  callingWindow: null,
  record: false,
  maxDurationMs: 600_000,
  ...changes,
});

describe('the time zone of a customer', () => {
  it.each([
    ['an area code with one zone', '+13105550102', 'America/Los_Angeles'],
    ['a British mobile phone', '+447700900102', 'Europe/London'],
    ['a German landline', '+493012345678', 'Europe/Berlin'],
    ['the workspace, where an area code has two zones', '+12705550102', 'America/Chicago'],
    ['the workspace, if the number has none', '+18005550102', 'America/Chicago'],
    ['the workspace, where a caller hides the number', 'anonymous', 'America/Chicago'],
  ])('%s', (_whose, customerNumber, timezone) => {
    expect(callees.resolve(plan({ customerNumber }), nowMs)).toMatchObject({ timezone, isZoneGuessed: true });
  });

  it.each([
    ['in winter', nowMs, 'America/Denver'],
    [
      'in summer, when the clocks of Arizona and of the Navajo differ',
      Date.UTC(2026, 6, 1),
      'America/Chicago',
    ],
  ])('northern Arizona %s', (_when, atMs, timezone) => {
    expect(callees.resolve(plan({ customerNumber: '+19285550102' }), atMs).timezone).toBe(timezone);
  });

  it('comes from the customer record, if set', () => {
    const customer = { timezone: 'Asia/Kolkata' };
    // As returned by `callPlanOf`.
    const settled = callees.resolve(plan({ customer, timezone: 'Asia/Kolkata' }), nowMs);
    expect(settled).toMatchObject({ timezone: 'Asia/Kolkata', isZoneGuessed: false });
  });
});

it('passes the time zone and the calling hours to the flow', () => {
  const settled = callees.resolve(plan({ customerNumber: '+447700900102' }), nowMs);
  const context = flowContext(settled, nowMs);
  expect(context).toMatchObject({ timezone: 'Europe/London', isZoneGuessed: true });
  expect(context.nextAllowed!(nowMs)).toBe(nowMs + hourMs);
  expect(asked.at(-1)).toEqual({
    number: '+447700900102',
    customerZone: undefined,
    customerRegion: undefined,
    purpose: 'unspecified',
    earlierCallsMs: [],
    callingHours: 'law',
    callingWindow: null,
  });
});
