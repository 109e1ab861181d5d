import { afterEach, describe, expect, it, vi } from 'vitest';
import { ParleyClient } from '../../packages/sdk/src/client.ts';
import type { CarrierEndpoint } from '../../src/contracts/message-carrier.ts';
import { password, ScriptedSmsc, systemId } from '../../src/providers/smpp/testing/scripted-smsc.ts';
import { publicUrl, TwilioMessageServer } from '../../src/providers/twilio/testing/twilio-message-server.ts';
import { accountSid, authToken } from '../../src/providers/twilio/testing/twilio-server.ts';
import { ProgramUnderTest } from './program-under-test.ts';

const ours = '+14155552670';
const theirs = '+14155552671';
const greeting = 'Hello, can you come tomorrow at ten? 🙂';

let program: ProgramUnderTest;
let client: ParleyClient;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function start(settings: Record<string, string>): Promise<string> {
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '27200-27299',
    PARLEY_SMS_FROM: ours,
    ...settings,
  });
  closers.push(() => program.close());
  const { apiKey, workspaceId } = program.parley.firstStart!;
  client = new ParleyClient({ baseUrl: program.parley.httpAddress!, apiKey, workspaceId });
  const flow = await client.createFlow({
    body: { type: 'message', name: 'Reminder', status: 'active', initiationMessage: greeting },
  });
  const { conversation_id: id } = await client.generateMessage({
    body: { flowId: flow.id, to: theirs, autopilot: true },
  });
  return id;
}

/** Waits for real sockets. */
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 100 });

const messagesOf = async (conversationId: string): Promise<string[]> =>
  (await client.getConversation({ path: { conversationId } })).messages.map(
    ({ direction, status, message }) => `${direction} ${status}: ${message}`,
  );

describe('SMS outside the test network', { timeout: 60_000 }, () => {
  it('is sent, confirmed and answered through Twilio', async () => {
    const server = await new TwilioMessageServer().open();
    closers.push(() => server.close());
    const id = await start({
      PARLEY_SMS_CARRIER: 'twilio',
      PARLEY_TWILIO_ACCOUNT_SID: accountSid,
      PARLEY_TWILIO_AUTH_TOKEN: authToken,
      PARLEY_TWILIO_BASE_URL: server.baseUrl,
      PARLEY_PUBLIC_URL: publicUrl,
    });
    await server.waitForReceived(1);
    expect(server.received).toEqual([{ from: ours, to: theirs, text: greeting }]);
    await eventually(async () => expect(await messagesOf(id)).toEqual([`outbound sent: ${greeting}`]));

    const endpoint = endpointOf(program.parley.httpAddress!);
    expect(await server.sendStatus(endpoint, 'delivered')).toBe(200);
    expect(await server.sendInbound(endpoint, { from: theirs, to: ours, text: 'STOP' })).toBe(200);
    expect((await messagesOf(id)).slice(0, 2)).toEqual([
      `outbound delivered: ${greeting}`,
      'inbound received: STOP',
    ]);
    const wrong = {
      ...endpoint,
      handle: (request: Parameters<typeof endpoint.handle>[0]) =>
        endpoint.handle({ ...request, headers: {} }),
    };
    expect(await server.sendInbound(wrong, { from: theirs, to: ours, text: 'START' })).toBe(403);
  });

  it('is sent, confirmed and answered through an SMSC', async () => {
    const smsc = await ScriptedSmsc.start();
    closers.push(() => smsc.close());
    const id = await start({
      PARLEY_SMPP_URL: `smpp://${systemId}:${password}@127.0.0.1:${smsc.port}`,
    });
    await eventually(async () => expect(await messagesOf(id)).toEqual([`outbound sent: ${greeting}`]));
    expect(smsc.messages).toEqual([{ from: ours, to: theirs, text: greeting }]);
    expect(await smsc.sendReceipts('delivered')).toBe(true);
    expect(await smsc.sendInbound({ from: theirs, to: ours, text: 'STOP' })).toBe(true);
    expect((await messagesOf(id)).slice(0, 2)).toEqual([
      `outbound delivered: ${greeting}`,
      'inbound received: STOP',
    ]);
  });
});

/** Sends the requests of a carrier to the program, as a proxy at the public URL does. */
const endpointOf = (httpAddress: string): CarrierEndpoint => ({
  name: 'twilio',
  async handle({ url, headers, body }) {
    const { pathname, search } = new URL(url);
    const response = await fetch(`${httpAddress}${pathname}${search}`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: Buffer.from(body),
    });
    const contentType = response.headers.get('content-type') ?? '';
    return { status: response.status as 200, contentType, body: await response.text() };
  },
});
