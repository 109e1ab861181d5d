import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Phone } from './phone.ts';
import { ProgramUnderTest } from './program-under-test.ts';

const ownNumber = '+14155552670';
/** A simulated person who says nothing: two recognition streams per call. */
const simulatedNumber = '+12025550109';
/** A number behind the trunk: one recognition stream per call. */
const trunkNumber = '+14155552690';
const attemptsMax = 60;

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

/** Calls the number until the service rejects a call. Returns status and code of the error. The SDK would retry. */
async function callUntilRefused(toNumber: string): Promise<string> {
  const { httpAddress, firstStart } = program.parley;
  const [agent] = (await program.api.client.listAgents()).data.agents;
  const fromNumber = toNumber === trunkNumber ? { fromNumber: ownNumber } : {};
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
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

/** The status of the first final response to a call from the trunk. */
async function statusOfIncoming(): Promise<number> {
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

describe('a service without a free recogniser', { timeout: 120_000 }, () => {
  it('rejects an outbound call with 429 and an inbound call with 503', async () => {
    const statuses: number[] = [];
    // A new measurement can free capacity for one more call.
    while (statuses.at(-1) !== 503 && statuses.length < 10) {
      expect(await callUntilRefused(simulatedNumber)).toBe('429 overloaded');
      expect(await callUntilRefused(trunkNumber)).toBe('429 overloaded');
      statuses.push(await statusOfIncoming());
    }
    expect(statuses.at(-1)).toBe(503);
    const metrics = await (await fetch(new URL('/metrics', program.parley.httpAddress))).text();
    expect(metrics).toMatch(/^parley_recognition_streams_max \d+$/m);
    expect(metrics).toMatch(/^parley_recognition_threads_replaced_total 0$/m);
  });
});
