import { describe, expect, it } from 'vitest';
import { agentIn, AgentInput } from '../domain/agent.ts';
import { conversationOnlyFlow, flowContext, type CallPlan } from './call-plan.ts';

const plan = (customer: CallPlan['customer']): CallPlan => ({
  callId: 'call_1',
  roomName: 'room_1',
  workspaceId: 'ws_1',
  direction: 'outbound',
  agentId: 'agent_1',
  agent: agentIn(AgentInput.parse({ name: 'Ada' }), 'en'),
  flow: conversationOnlyFlow,
  customer,
  customerNumber: '+12025550100',
  dynamic: {},
  timezone: 'America/New_York',
  callingHours: 'law',
  callingWindow: null,
  record: false,
  maxDurationMs: 600_000,
});

describe('the customer in the flow context', () => {
  it('has all fields of the API request under the same names, and the number', () => {
    const customer = {
      name: 'Anna',
      email: 'anna@example.com',
      externalId: 'crm-7',
      timezone: 'Europe/Berlin',
    };
    expect(flowContext(plan(customer), 0).customer).toEqual({ ...customer, phone: '+12025550100' });
  });

  it('omits fields that were not sent', () => {
    expect(flowContext(plan({}), 0).customer).toEqual({ phone: '+12025550100' });
  });
});
