import { describe, expect, it } from 'vitest';
import type { InboundMessage } from '../../contracts/message-carrier.ts';
import { messageCarrierSuite } from '../../contracts/testing/message-carrier-suite.ts';
import { openTestCarrier, untilHealth } from './testing/open-test-carrier.ts';
import { password } from './testing/scripted-smsc.ts';

messageCarrierSuite(
  'SmppCarrier',
  {
    channel: 'sms',
    behaviours: ['accept', 'refuse', 'busy', 'lose_response', 'ignore', 'offline'],
    receipts: ['delivered', 'failed'],
    receives: true,
  },
  async (inbox) => {
    const { clock, smsc, carrier } = await openTestCarrier(inbox);
    return {
      carrier,
      credentials: [password],
      async setBehaviour(behaviour) {
        smsc.behaviour = behaviour;
        if (behaviour === 'offline') {
          await smsc.goOffline();
          await untilHealth(carrier, false);
          return;
        }
        await smsc.goOnline();
        // Ends a pause of throttling, or the delay before the next connection.
        await clock.advance(1_000);
        await untilHealth(carrier, true);
      },
      received: () => smsc.messages,
      waitForReceived: (count) => smsc.waitUntil(() => smsc.messages.length >= count),
      sendReceipts: (outcome) => smsc.sendReceipts(outcome),
      sendInbound: (message) => smsc.sendInbound(message),
      async close() {
        const closed = carrier.close();
        // Ends the wait for the outstanding responses.
        await clock.advance(5_000);
        await closed;
        await smsc.close();
      },
    };
  },
);

describe('the id of an inbound message', () => {
  it('is the same for an equal message, and ends when the response has arrived', async () => {
    const messages: InboundMessage[] = [];
    const acknowledged: string[] = [];
    const { clock, smsc, carrier } = await openTestCarrier({
      onMessage: async (message) => void messages.push(message),
      onReceipt: () => Promise.resolve(),
      onAcknowledged: async (id) => void acknowledged.push(id),
    });
    const message = { from: '+12025550123', to: '+12025550100', text: 'Yes' };
    await smsc.sendInbound(message);
    await smsc.sendInbound(message);
    await smsc.sendInbound({ ...message, text: 'No' });
    const ids = messages.map(({ externalId }) => externalId);
    expect(ids).toEqual([ids[0], ids[0], expect.not.stringMatching(ids[0]!)]);
    expect(messages.every(({ isProvisionalId }) => isProvisionalId)).toBe(true);
    await clock.advance(1_999);
    expect(acknowledged).toEqual([]);
    await clock.advance(1);
    expect(acknowledged).toEqual(ids);
    await smsc.sendInbound(message);
    await smsc.goOffline();
    await untilHealth(carrier, false);
    await clock.advance(60_000);
    expect(acknowledged).toEqual(ids);
    await carrier.close();
  });
});
