import { describe, expect, it } from 'vitest';
import { answeredCall } from '../../test/support/test-call.ts';
import { CallFlowInput } from '../domain/flow/flow.ts';

const flow = CallFlowInput.parse({
  name: 'Confirmation',
  variables: { day: { default: 'tomorrow' } },
  nodes: [
    { id: 'confirm', type: 'send_message', config: { flowId: 'flow_1', to: '{{customer.phone}}' } },
    { id: 'bye', type: 'end', config: { text: 'You receive a message.' } },
  ],
  edges: [{ id: 'next', from: 'confirm', to: 'bye', condition: { type: 'always' } }],
});

describe('send_message in a call', () => {
  it('requests the message with the variables of the call, and the call continues', async () => {
    const call = await answeredCall({ flow, agent: { name: 'Ada', voicemail: { detection: 'off' } } });
    await call.clock.advance(10_000);
    expect(call.records.events).toContainEqual({
      type: 'message_requested',
      detail: {
        nodeId: 'confirm',
        flowId: 'flow_1',
        to: expect.stringMatching(/^\+\d+$/),
        variables: { day: 'tomorrow' },
      },
    });
    expect(call.said()).toContain('agent: You receive a message.');
  });
});
