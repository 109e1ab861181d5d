import { beforeAll, describe, expect, it } from 'vitest';
import { NumberZones } from '../core/number-zones.ts';
import { agentIn, AgentInput } from '../domain/agent.ts';
import { conversationOnlyFlow, flowContext, type CallPlan } from './call-plan.ts';
import { CalleeTimeResolver, type Callee } from './callee-time-resolver.ts';

const nowMs = Date.UTC(2026, 10, 20, 15);
const hourMs = 3_600_000;

let resolver: CalleeTimeResolver;
const queriedCallees: Callee[] = [];

beforeAll(async () => {
  const hours = {
    nextAllowed(callee: Callee, atMs: number) {
      queriedCallees.push(callee);
      return atMs + hourMs;
    },
  };
  resolver = new CalleeTimeResolver({ zones: await NumberZones.load(), hours });
});

const plan = (changes: Partial<CallPlan>): CallPlan => ({
  callId: 'call_1',
  roomName: 'room_1',
  workspaceId: 'ws_1',
  direction: 'outbound',
  agentId: 'agent_1',
  agent: agentIn(AgentInput.parse({ name: 'Ada' }), 'en'),
  flow: conversationOnlyFlow,
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

describe('the resolved time zone of a customer', () => {
  it.each([
    ['the area code, if it has one zone', '+13105550102', 'America/Los_Angeles'],
    ['the country of a British mobile number', '+447700900102', 'Europe/London'],
    ['the country of a German landline number', '+493012345678', 'Europe/Berlin'],
    ['the workspace, if the area code has two zones', '+12705550102', 'America/Chicago'],
    ['the workspace, if the number has no zone', '+18005550102', 'America/Chicago'],
    ['the workspace, if the caller withholds the number', 'anonymous', 'America/Chicago'],
  ])('is that of %s', (_source, customerNumber, timezone) => {
    expect(resolver.resolve(plan({ customerNumber }), nowMs)).toMatchObject({
      timezone,
      isZoneInferred: true,
    });
  });

  it.each([
    ['Denver in winter, when Arizona and the Navajo Nation have the same time', nowMs, 'America/Denver'],
    ['the workspace in summer, when they have different times', Date.UTC(2026, 6, 1), 'America/Chicago'],
  ])('for a number of northern Arizona is that of %s', (_when, atMs, timezone) => {
    expect(resolver.resolve(plan({ customerNumber: '+19285550102' }), atMs).timezone).toBe(timezone);
  });

  it('is that of the customer record, if set', () => {
    const customer = { timezone: 'Asia/Kolkata' };
    // As returned by `callPlanOf`.
    const resolved = resolver.resolve(plan({ customer, timezone: 'Asia/Kolkata' }), nowMs);
    expect(resolved).toMatchObject({ timezone: 'Asia/Kolkata', isZoneInferred: false });
  });
});

it('passes the time zone and the calling hours to the flow', () => {
  const resolved = resolver.resolve(plan({ customerNumber: '+447700900102' }), nowMs);
  const context = flowContext(resolved, nowMs);
  expect(context).toMatchObject({ timezone: 'Europe/London', isZoneInferred: true });
  expect(context.nextAllowed!(nowMs)).toBe(nowMs + hourMs);
  expect(queriedCallees.at(-1)).toEqual({
    number: '+447700900102',
    customerZone: undefined,
    customerRegion: undefined,
    purpose: 'unspecified',
    recentCallsMs: [],
    callingHours: 'law',
    callingWindow: null,
  });
});
