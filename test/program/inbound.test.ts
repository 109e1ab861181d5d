import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { speechLevelDbfs } from '../../src/audio/level.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { hasSipp, SippPeers } from '../sip/sipp.ts';
import { ProgramUnderTest } from './program-under-test.ts';

/** As the scenarios have it. */
const ownNumber = '+14155550100';
const caller = '+14155552671';
/** This machine too, but no trunk of ours. */
const strangersAddress = '127.0.0.2';

let program: ProgramUnderTest;

beforeAll(async () => {
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '26500-26599',
    PARLEY_TEST_NETWORK: 'off',
    PARLEY_TRUNK_URL: 'sip:127.0.0.1:9',
  });
});
afterAll(() => program.close());

describe.skipIf(!hasSipp)('calls to us by SIPp (needs sipp, package sip-tester)', () => {
  const peers = new SippPeers(15_400, 4);
  const asWritten = { code: 0, complaint: '' };

  afterAll(() => peers.close());

  it('to a number that nobody owns are answered 404', async () => {
    const sipp = peers.start({ scenario: 'calls-a-stranger', callPort: program.sipPort });
    expect(await sipp.finished).toEqual(asWritten);
    expect(await program.api.calls({ direction: 'inbound' })).toEqual([]);
  });

  it('to a number of ours are answered and greeted by its agent, and over when the caller hangs up', async () => {
    await program.api.own(ownNumber);
    const sipp = peers.start({ scenario: 'calls', callPort: program.sipPort, holdMs: 4_000 });
    expect(await sipp.finished).toEqual(asWritten);
    const call = await program.api.inbound();
    expect(call).toMatchObject({ fromNumber: caller, toNumber: ownNumber, endReason: 'customer_hangup' });
    expect(call.transcript[0]).toMatchObject({ role: 'agent', interrupted: true });
    expect(call.transcript[0]!.content).toMatch(/^Hello/);
    const { samples } = parseWav(await program.api.recording(call.callId));
    expect(speechLevelDbfs(samples.filter((_, index) => index % 2 === 1))).toBeGreaterThan(-35);
  });
});

/** Sends OPTIONS from this address; `reply` is the first line of what comes back, if anything ever does. */
async function ask(address: string): Promise<{ reply: Promise<string>; close(): void }> {
  const socket = createSocket('udp4').bind(0, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  const lines = [
    `OPTIONS sip:127.0.0.1:${program.sipPort} SIP/2.0`,
    `Via: SIP/2.0/UDP ${address}:${port};branch=z9hG4bK${port}`,
    'Max-Forwards: 70',
    `From: <sip:somebody@${address}>;tag=${port}`,
    'To: <sip:127.0.0.1>',
    `Call-ID: ${port}@${address}`,
    'CSeq: 1 OPTIONS',
    'Content-Length: 0',
    '',
    '',
  ];
  const reply = once(socket, 'message').then(([bytes]) => String(bytes).split('\r\n', 1)[0]!);
  socket.send(lines.join('\r\n'), program.sipPort, '127.0.0.1');
  return { reply, close: () => socket.close() };
}

describe('a request to us', () => {
  it('is answered where its source is a trunk, and met with silence where it is not', async () => {
    const stranger = await ask(strangersAddress);
    const trunk = await ask('127.0.0.1');
    const first = await Promise.race([stranger.reply, trunk.reply.then((line) => `to the trunk: ${line}`)]);
    expect(first).toBe('to the trunk: SIP/2.0 200 OK');
    stranger.close();
    trunk.close();
  });
});
