import { describe, expect, it } from 'vitest';
import { agentIn, AgentInput } from '../domain/agent.ts';
import { flowIn, CallFlowInput } from '../domain/flow/flow.ts';
import type { AmdResult } from '../voice/answering-machine.ts';
import { conversationOnlyFlow } from './call-plan.ts';
import { amdActionFor } from './amd-action.ts';

type Voicemail = NonNullable<AgentInput['voicemail']>;

const menuFlow = flowIn(
  CallFlowInput.parse({
    name: 'Menu',
    nodes: [
      { id: 'press', type: 'press_digits', config: { digits: '1' } },
      { id: 'bye', type: 'end', config: { text: 'Goodbye.' } },
    ],
    edges: [{ id: 'e', from: 'press', to: 'bye' }],
  }),
  'en',
);

const action = (result: AmdResult, voicemail: Voicemail, flow = conversationOnlyFlow) =>
  amdActionFor(result, { agent: agentIn(AgentInput.parse({ name: 'Ada', voicemail }), 'en'), flow });

const leaveMessage: Voicemail = { action: 'leave_message', message: 'Please call us back.' };

describe('amdActionFor', () => {
  it.each<[AmdResult, Voicemail, string]>([
    ['human', { action: 'hangup' }, 'talk'],
    ['uncertain', { action: 'hangup' }, 'talk'],
    ['machine', { action: 'hangup' }, 'hang-up'],
    ['machine', leaveMessage, 'leave-message'],
    ['machine', { action: 'leave_message', message: '' }, 'hang-up'],
    ['machine', { action: 'continue' }, 'talk'],
    ['ivr', leaveMessage, 'hang-up'],
    ['ivr', { action: 'continue' }, 'talk'],
    ['screening', { action: 'hangup' }, 'identify'],
    ['screening', { action: 'continue' }, 'talk'],
  ])('for %s with the settings %j returns %s', (result, voicemail, expected) => {
    expect(action(result, voicemail)).toBe(expected);
  });

  it('returns talk for a menu if the flow sends digits', () => {
    expect(action('ivr', { action: 'hangup' }, menuFlow)).toBe('talk');
  });
});
