import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Phone } from './phone.ts';
import { ProgramUnderTest } from './program-under-test.ts';

const ownNumber = '+14155552670';
/** A persona who says nothing. Its calls use two recognition streams each. */
const simulatedNumber = '+12025550109';
/** A number behind the trunk. Its calls use one recognition stream each. */
const trunkNumber = '+14155552690';
const maxAttempts = 60;

let phone: Phone;
let program: ProgramUnderTest;

beforeAll(async () => {
  phone = await Phone.open('answers');
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '27000-27499',
    PARLEY_DEFAULT_PLAN: 'unlimited',
    PARLEY_TRUNK_URL: phone.trunkUrl,
  });
  await program.api.assignNumber(ownNumber);
});
afterAll(async () => {
  await program.close();
  phone.close();
});

/**
 * Calls the number until the service rejects a call. Returns the status and the code of the error. Does not use the SDK, because the SDK
 * retries.
 */
async function callUntilRejected(toNumber: string): Promise<string> {
  const { httpAddress, firstStart } = program.parley;
  const [agent] = (await program.api.client.listAgents()).data.agents;
  const fromNumber = toNumber === trunkNumber ? { fromNumber: ownNumber } : {};
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const response = await fetch(new URL('/api/v1/calls/call', httpAddress), {
      method: 'POST',
      headers: { 'x-api-key': firstStart!.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ agentId: agent!.id, toNumber, ...fromNumber }),
    });
    const { code } = (await response.json()) as { readonly code?: string };
    if (!response.ok) return `${response.status} ${code}`;
  }
  return 'none';
}

/** Calls from the trunk. Returns the status of the first final response. */
async function callFromTrunk(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  const lines = [
    `INVITE sip:${ownNumber}@127.0.0.1:${program.sipPort} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${port}`,
    'Max-Forwards: 70',
    `From: <sip:+14155552671@127.0.0.1>;tag=${port}`,
    `To: <sip:${ownNumber}@127.0.0.1>`,
    `Call-ID: incoming-${port}`,
    'CSeq: 1 INVITE',
    `Contact: <sip:peer@127.0.0.1:${port}>`,
    'Content-Length: 0',
    '',
    '',
  ];
  socket.send(lines.join('\r\n'), program.sipPort, '127.0.0.1');
  try {
    for (;;) {
      const [response] = (await once(socket, 'message')) as [Buffer];
      const status = Number(/^SIP\/2\.0 (\d{3})/.exec(response.toString('latin1'))?.[1]);
      if (status >= 200) return status;
    }
  } finally {
    socket.close();
  }
}

describe('a service at its recognition capacity', { timeout: 120_000 }, () => {
  it('rejects an outbound call with 429 and an inbound call with 503', async () => {
    const statuses: number[] = [];
    // The service measures its capacity again and again, and each measurement can permit one more call.
    while (statuses.at(-1) !== 503 && statuses.length < 10) {
      expect(await callUntilRejected(simulatedNumber)).toBe('429 overloaded');
      expect(await callUntilRejected(trunkNumber)).toBe('429 overloaded');
      statuses.push(await callFromTrunk());
    }
    expect(statuses.at(-1)).toBe(503);
    const metrics = await (await fetch(new URL('/metrics', program.parley.httpAddress))).text();
    expect(metrics).toMatch(/^parley_recognition_streams_max \d+$/m);
    expect(metrics).toMatch(/^parley_recognition_threads_replaced_total 0$/m);
  });
});
