import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CarrierInbox, MessageCarrierError } from '../../contracts/message-carrier.ts';
import { messageCarrierSuite, suiteMessage } from '../../contracts/testing/message-carrier-suite.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { createTwilioMessages } from './message-carrier.ts';
import { createTwilioEndpoint } from './message-endpoint.ts';
import { publicUrl, TwilioMessageServer } from './testing/twilio-message-server.ts';
import { accountSid, authToken } from './testing/twilio-server.ts';

const noInbox: CarrierInbox = { onMessage: async () => {}, onReceipt: async () => {} };

async function open(inbox: CarrierInbox = noInbox) {
  const server = await new TwilioMessageServer().open();
  const clock = new ManualClock();
  server.createdAt = new Date(clock.now());
  const settings = { accountSid, authToken, publicUrl, clock, baseUrl: server.baseUrl };
  const carrier = createTwilioMessages(settings);
  return { server, clock, settings, carrier, endpoint: createTwilioEndpoint(settings, inbox) };
}

messageCarrierSuite(
  'Twilio',
  {
    channel: 'sms',
    behaviours: ['accept', 'refuse', 'refuse_opted_out', 'busy', 'lose_response', 'ignore', 'offline'],
    receipts: ['delivered', 'failed'],
    receives: true,
    maxTextLength: 1_600,
  },
  async (inbox) => {
    const { server, clock, carrier, endpoint } = await open(inbox);
    return {
      carrier,
      credentials: [authToken, Buffer.from(`${accountSid}:${authToken}`).toString('base64')],
      async setBehaviour(behaviour) {
        await server.setBehaviour(behaviour);
        // Ends the lifetime of the cached health.
        await clock.advance(60_000);
      },
      received: () => server.received,
      waitForReceived: (count) => server.waitForReceived(count),
      sendReceipts: async (outcome) => (await server.sendStatus(endpoint, outcome)) === 200,
      sendInbound: async (message) => (await server.sendInbound(endpoint, message)) === 200,
      async close() {
        await carrier.close();
        await server.close();
      },
    };
  },
);
describe('createTwilioMessages', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(async () => {
    await opened.carrier.close();
    await opened.server.close();
  });
  const signal = new AbortController().signal;
  /** An instant that is not a whole second, as Twilio's times are. */
  const startedAt = (): Date => new Date(opened.clock.now() + 999);

  it('requests status callbacks with the reference', async () => {
    const message = suiteMessage('sms', 'Hello.');
    await opened.carrier.send(message, signal);
    expect(opened.server.accepted[0]?.statusCallback).toBe(
      `${publicUrl}/v1/carriers/twilio/status?reference=${message.reference}`,
    );
  });

  it('lets a messaging service select the sender', async () => {
    const messagingServiceSid = 'MG00000000000000000000000000000000';
    const carrier = createTwilioMessages({ ...opened.settings, publicUrl: undefined, messagingServiceSid });
    const message = suiteMessage('sms', 'Hello.');
    const accepted = await carrier.send(message, signal);
    expect(opened.server.accepted[0]).toMatchObject({ from: messagingServiceSid, statusCallback: null });
    expect(await carrier.find!(message, startedAt(), signal)).toEqual(accepted);
  });

  it('rejects more than 1,600 characters without a request', async () => {
    const sending = opened.carrier.send(suiteMessage('sms', 'x'.repeat(1_601)), signal);
    await expect(sending).rejects.toMatchObject({ failure: 'refused' });
    expect(opened.server.received).toEqual([]);
  });

  it('returns the delay that Twilio requests', async () => {
    await opened.server.setBehaviour('busy');
    const sending = opened.carrier.send(suiteMessage('sms', 'Hello.'), signal);
    await expect(sending).rejects.toMatchObject({ failure: 'unavailable', retryAfterMs: 3_000 });
  });

  it('reports an unknown failure when the response takes too long', async () => {
    await opened.server.setBehaviour('ignore');
    const sending = opened.carrier
      .send(suiteMessage('sms', 'Hello.'), signal)
      .catch((error: unknown) => error);
    await opened.server.waitForReceived(1);
    await opened.clock.advance(15_000);
    expect(await sending).toMatchObject({ failure: 'unknown' });
  });

  it.each([
    ['finds a message of the second in which the attempt began', 0, 'found'],
    ['does not find an equal message of two minutes before', 120_000, undefined],
    ['does not decide on an equal message of a second before, because clocks differ', 1_001, 'unknown'],
  ])('%s', async (_name, earlierMs, outcome) => {
    const message = suiteMessage('sms', 'Hello.');
    const accepted = await opened.carrier.send(message, signal);
    opened.server.createdAt = new Date(startedAt().getTime() - earlierMs);
    const found = await opened.carrier.find!(message, startedAt(), signal).catch(
      (error: MessageCarrierError) => error.failure,
    );
    expect(found).toEqual(outcome === 'found' ? accepted : outcome);
  });

  it('reports wrong credentials as unavailable', async () => {
    const carrier = createTwilioMessages({ ...opened.settings, authToken: 'wrong-token' });
    const sending = carrier.send(suiteMessage('sms', 'Hello.'), signal);
    await expect(sending).rejects.toMatchObject({ failure: 'unavailable' });
    expect(await carrier.checkHealth()).toEqual({ ok: false, detail: 'Twilio responded with status 401.' });
  });
});
