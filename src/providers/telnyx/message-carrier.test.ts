import { describe, expect, it } from 'vitest';
import type { CarrierInbox } from '../../contracts/message-carrier.ts';
import { messageCarrierSuite, suiteMessage } from '../../contracts/testing/message-carrier-suite.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { createTelnyxMessages } from './message-carrier.ts';
import { createTelnyxEndpoint } from './message-endpoint.ts';
import {
  eventsUrl,
  inboundEvent,
  publicUrl,
  TelnyxMessageServer,
  TelnyxSigner,
} from './testing/telnyx-message-server.ts';
import { apiKey } from './testing/telnyx-server.ts';

const noInbox: CarrierInbox = { onMessage: async () => {}, onReceipt: async () => {} };

async function open(inbox: CarrierInbox = noInbox) {
  const server = await new TelnyxMessageServer().open();
  const clock = new ManualClock();
  const settings = { apiKey, publicUrl, clock, baseUrl: server.baseUrl };
  const signer = new TelnyxSigner(clock);
  return {
    server,
    clock,
    settings,
    signer,
    carrier: createTelnyxMessages(settings),
    endpoint: createTelnyxEndpoint({ publicKey: signer.publicKey, clock }, inbox),
  };
}

messageCarrierSuite(
  'Telnyx',
  {
    channel: 'sms',
    behaviours: ['accept', 'refuse', 'refuse_opted_out', 'busy', 'lose_response', 'ignore', 'offline'],
    receipts: ['delivered', 'failed'],
    receives: true,
  },
  async (inbox) => {
    const { server, clock, carrier, signer, endpoint } = await open(inbox);
    return {
      carrier,
      credentials: [apiKey],
      async setBehaviour(behaviour) {
        await server.setBehaviour(behaviour);
        // Ends the lifetime of the cached health.
        await clock.advance(60_000);
      },
      received: () => server.received.map(({ from, to, text }) => ({ from, to, text })),
      waitForReceived: (count) => server.waitForReceived(count),
      sendReceipts: async (outcome) => (await signer.post(endpoint, server.finalEvent(outcome))) === 200,
      sendInbound: async (message) => (await signer.post(endpoint, inboundEvent(message))) === 200,
      async close() {
        await carrier.close();
        await server.close();
      },
    };
  },
);

describe('createTelnyxMessages', () => {
  it('sends the reference as a tag, and the URL of callbacks', async () => {
    const { server, settings } = await open();
    const messagingProfileId = '16fd2706-8baf-433b-82eb-8c7fada847da';
    const carrier = createTelnyxMessages({ ...settings, messagingProfileId });
    const message = suiteMessage('sms', 'Hello.');
    await carrier.send(message, new AbortController().signal);
    expect(server.received).toEqual([
      {
        type: 'SMS',
        from: message.from,
        to: message.to,
        text: 'Hello.',
        tags: [message.reference],
        messaging_profile_id: messagingProfileId,
        webhook_url: eventsUrl,
      },
    ]);
    await server.close();
  });
});
