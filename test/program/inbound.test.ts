import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { speechLevelDbfs } from '../../src/audio/level.ts';
import { parseWav } from '../../src/audio/wav-header.ts';
import { hasSipp, SippPeers } from '../sip/sipp.ts';
import { descriptionOf } from '../../src/telephony/testing/carrier-under-test.ts';
import { scriptedPeerOnUdp } from '../sip/scripted-peer-on-udp.ts';
import { ProgramUnderTest } from './program-under-test.ts';

/** The number in the SIPp scenarios. */
const ownNumber = '+14155550100';
const caller = '+14155552671';
/** An address of this machine that is not a trunk. */
const unknownAddress = '127.0.0.2';

let program: ProgramUnderTest;

beforeAll(async () => {
  program = await ProgramUnderTest.start({
    PARLEY_RTP_PORTS: '26500-26599',
    PARLEY_TEST_NETWORK: 'off',
    PARLEY_TRUNK_URL: 'sip:127.0.0.1:9',
  });
});
afterAll(() => program.close());

describe.skipIf(!hasSipp)('an inbound call (requires sipp of the package sip-tester)', () => {
  const peers = new SippPeers(15_400, 4);
  const scenarioPassed = { code: 0, errors: '' };

  afterAll(() => peers.close());

  it('to an unknown number is rejected with 404', async () => {
    const sipp = peers.start({ scenario: 'calls-an-unknown-number', callPort: program.sipPort });
    expect(await sipp.finished).toEqual(scenarioPassed);
    expect(await program.api.calls({ direction: 'inbound' })).toEqual([]);
  });

  it('to a number of the workspace is answered by its agent and ends when the caller hangs up', async () => {
    await program.api.assignNumber(ownNumber);
    const sipp = peers.start({ scenario: 'calls', callPort: program.sipPort, callDurationMs: 4_000 });
    expect(await sipp.finished).toEqual(scenarioPassed);
    const call = await program.api.newestInboundCall();
    expect(call).toMatchObject({ fromNumber: caller, toNumber: ownNumber, endReason: 'customer_hangup' });
    expect(call.transcript[0]).toMatchObject({ role: 'agent', interrupted: true });
    expect(call.transcript[0]!.content).toMatch(/^Hello/);
    const { samples } = parseWav(await program.api.recording(call.callId));
    expect(speechLevelDbfs(samples.filter((_, index) => index % 2 === 1))).toBeGreaterThan(-35);
  });
});

describe('an inbound call that offers only SRTP', () => {
  it('is stored with the reason of its rejection', async () => {
    const number = '+14155550133';
    await program.api.assignNumber(number);
    const peer = await scriptedPeerOnUdp('127.0.0.1', program.sipPort);
    peer.invite({ uri: `sip:${number}@127.0.0.1`, sdp: descriptionOf().replace('RTP/AVP', 'RTP/SAVP') });
    await expect.poll(() => peer.responses('INVITE').at(-1)?.status).toBe(488);
    await peer.close();
    const call = await program.api.newestInboundCall();
    expect(call).toMatchObject({
      toNumber: number,
      endReason: 'carrier_error',
      fault: 'provider',
      answeredAt: null,
    });
    expect(call.endDetail).toMatch(/^Rejected with 488: .*RTP\/SAVP.*RTP\/AVP/);
  });
});

describe('the health of a trunk that does not respond', () => {
  it('names the trunk', async () => {
    const { checks } = await program.api.client.checkHealth();
    const sip = checks.find(({ name }) => name === 'sip');
    expect(sip).toMatchObject({
      ok: false,
      detail: expect.stringContaining('Sent OPTIONS to 127.0.0.1: it does not answer.'),
    });
  });
});

/** Sends OPTIONS from the address. `reply` resolves with the first line of the response. */
async function sendOptions(address: string): Promise<{ reply: Promise<string>; close(): void }> {
  const socket = createSocket('udp4').bind(0, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  const lines = [
    `OPTIONS sip:127.0.0.1:${program.sipPort} SIP/2.0`,
    `Via: SIP/2.0/UDP ${address}:${port};branch=z9hG4bK${port}`,
    'Max-Forwards: 70',
    `From: <sip:caller@${address}>;tag=${port}`,
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

describe('a SIP request', () => {
  it('gets a response if it comes from a trunk and is ignored otherwise', async () => {
    const unknown = await sendOptions(unknownAddress);
    const trunk = await sendOptions('127.0.0.1');
    const first = await Promise.race([unknown.reply, trunk.reply.then((line) => `for the trunk: ${line}`)]);
    expect(first).toBe('for the trunk: SIP/2.0 200 OK');
    unknown.close();
    trunk.close();
  });
});
