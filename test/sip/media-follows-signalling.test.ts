import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Leg } from '../../src/contracts/carrier.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { createMediaEngine } from '../../src/media/media-engine.ts';
import type { MediaLatch } from '../../src/media/media-port.ts';
import { descriptionAt, field, reply } from '../support/sip-message.ts';
import { CarrierOnLoopback, loopbackTrunk } from './carrier-on-loopback.ts';
import { RtpPhone, SipPeer } from './rtp-phone.ts';

/*
 * The peer of these tests sends SIP and RTP over its own sockets; the carrier and the media engine are real. The tests
 * count packets and never wait for a fixed time.
 */
const engine = await createMediaEngine({
  threads: 1,
  rtpPorts: [15_310, 15_329],
  localAddress: '127.0.0.1',
  logger: silentLogger,
});

/** Two µ-law codes with clearly different samples: 32124 and 988. */
const loudCode = 0x80;
const quietCode = 0xd0;
const quietSample = decodeUlaw(quietCode);

/** ITU-T G.711, table 2. */
function decodeUlaw(ulaw: number): number {
  const bits = ~ulaw & 0xff;
  return ((((bits & 15) << 3) + 132) << ((bits >> 4) & 7)) - 132;
}

let peer: SipPeer;
let carrier: CarrierOnLoopback;
const phones: RtpPhone[] = [];

beforeEach(async () => {
  peer = await SipPeer.open();
});

afterEach(async () => {
  for (const phone of phones.splice(0)) phone.close();
  const closed = carrier.close();
  peer.close();
  await closed;
});

afterAll(() => engine.close());

async function openPhone(ssrc: number, ulaw: number): Promise<RtpPhone> {
  const phone = await RtpPhone.open(ssrc, ulaw);
  phones.push(phone);
  return phone;
}

/** Calls the peer. Returns the leg, the INVITE and the carrier's RTP port. */
async function dialPeer(mediaLatch?: MediaLatch) {
  const trunk = loopbackTrunk(peer.port, mediaLatch === undefined ? {} : { mediaLatch });
  carrier = await CarrierOnLoopback.open([trunk], { engine });
  const leg = carrier.dial();
  const invite = await peer.waitForMessage('INVITE');
  return { leg, invite, rtpPort: Number(/^m=audio (\d+)/m.exec(invite)![1]) };
}

const respond = (invite: string, status: string, tag: string, sdp: string) =>
  peer.send(reply(invite, status, { tag, port: peer.port }, sdp));

/** Resolves when a chunk of audio was received in which every sample has this magnitude. */
function waitForAudio(leg: Leg, level: number): Promise<void> {
  const isNear = (sample: number) => Math.abs(sample - level) < 40;
  return new Promise((resolve) => {
    leg.on((event) => {
      if (event.type === 'audio' && event.samples.every((sample) => isNear(Math.abs(sample)))) resolve();
    });
    leg.audio.listen(20);
  });
}

function reinvite(invite: string, tag: string, sdp: string): string {
  return [
    `INVITE ${/<([^>]+)>/.exec(field(invite, 'Contact'))![1]} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bK-again`,
    'Max-Forwards: 70',
    `From: ${field(invite, 'To')};tag=${tag}`,
    `To: ${field(invite, 'From')}`,
    `Call-ID: ${field(invite, 'Call-ID')}`,
    'CSeq: 7 INVITE',
    `Contact: <sip:phone@127.0.0.1:${peer.port}>`,
    'Content-Type: application/sdp',
    `Content-Length: ${sdp.length}`,
    '',
    sdp,
  ].join('\r\n');
}

describe('media after a change of the signalled address', () => {
  it('goes to the fork branch that answered, although another branch keeps sending', async () => {
    const { leg, invite, rtpPort } = await dialPeer();
    const [first, second] = [await openPhone(1, loudCode), await openPhone(2, quietCode)];
    respond(invite, '183 Session Progress', 'first', descriptionAt(first.port));
    first.sendTo(rtpPort);
    await waitForAudio(leg, decodeUlaw(loudCode));
    respond(invite, '183 Session Progress', 'second', descriptionAt(second.port));
    respond(invite, '200 OK', 'second', descriptionAt(second.port));
    await carrier.waitForEvent('answered');
    await second.waitForPackets(10);
    const receivedBefore = first.receivedPackets;
    second.sendTo(rtpPort);
    await Promise.all([second.waitForPackets(50), waitForAudio(leg, quietSample)]);
    expect(first.receivedPackets).toBe(receivedBefore);
    const { packetsReceived } = leg.audio.stats();
    await second.waitForPackets(50);
    expect(leg.audio.stats().packetsReceived - packetsReceived).toBeLessThan(75);
  });

  it('follows a re-INVITE at once, although the previous source keeps sending', async () => {
    const { leg, invite, rtpPort } = await dialPeer();
    const [first, second] = [await openPhone(1, loudCode), await openPhone(2, quietCode)];
    respond(invite, '200 OK', 'peer', descriptionAt(first.port));
    first.sendTo(rtpPort);
    await waitForAudio(leg, decodeUlaw(loudCode));
    peer.send(reinvite(invite, 'peer', descriptionAt(second.port)));
    await second.waitForPackets(10);
    const receivedBefore = first.receivedPackets;
    second.sendTo(rtpPort);
    await Promise.all([second.waitForPackets(50), waitForAudio(leg, quietSample)]);
    expect(first.receivedPackets).toBe(receivedBefore);
  });

  it('goes to the branch whose reliable 183 had the answer, although its 200 has none', async () => {
    const { leg, invite, rtpPort } = await dialPeer();
    const [first, second] = [await openPhone(1, loudCode), await openPhone(2, quietCode)];
    respond(invite, '183 Session Progress', 'first', descriptionAt(first.port));
    respond(
      invite,
      '183 Session Progress\r\nRequire: 100rel\r\nRSeq: 1',
      'second',
      descriptionAt(second.port),
    );
    await peer.waitForMessage('PRACK');
    respond(invite, '200 OK', 'second', '');
    await carrier.waitForEvent('answered');
    second.sendTo(rtpPort);
    await Promise.all([second.waitForPackets(20), waitForAudio(leg, quietSample)]);
    expect(first.receivedPackets).toBeLessThan(second.receivedPackets);
  });
});

describe('media whose source port moves without a new description', () => {
  it('is received and answered at the new port when the old one is silent', async () => {
    const { leg, invite, rtpPort } = await dialPeer();
    const [first, second] = [await openPhone(1, loudCode), await openPhone(2, quietCode)];
    respond(invite, '200 OK', 'peer', descriptionAt(first.port));
    first.sendTo(rtpPort);
    await waitForAudio(leg, decodeUlaw(loudCode));
    phones.splice(phones.indexOf(first), 1);
    first.close();
    second.sendTo(rtpPort);
    await Promise.all([second.waitForPackets(20), waitForAudio(leg, quietSample)]);
    expect(carrier.events).toContain('answered');
  });
});

describe('a phone with an unreachable address in its SDP', () => {
  const unreachable = (port: number) => descriptionAt(port).replaceAll('127.0.0.1', '10.254.254.254');

  it('exchanges audio at its signalling address', async () => {
    const { leg, invite, rtpPort } = await dialPeer();
    const behindNat = await openPhone(1, quietCode);
    respond(invite, '200 OK', 'peer', unreachable(4000));
    await carrier.waitForEvent('answered');
    behindNat.sendTo(rtpPort);
    await Promise.all([behindNat.waitForPackets(50), waitForAudio(leg, quietSample)]);
    expect(leg.audio.stats().packetsReceived).toBeGreaterThan(0);
  });

  it('is not received if the trunk accepts only the signalled source', async () => {
    const { leg, invite, rtpPort } = await dialPeer('signalled');
    const receivedBefore = engine.load().packetsFromUnknownSource;
    const behindNat = await openPhone(1, quietCode);
    respond(invite, '200 OK', 'peer', unreachable(4000));
    await carrier.waitForEvent('answered');
    behindNat.sendTo(rtpPort);
    const isRejected = () =>
      expect(engine.load().packetsFromUnknownSource).toBeGreaterThan(receivedBefore + 20);
    await vi.waitFor(isRejected, { timeout: 10_000 });
    expect([behindNat.receivedPackets, leg.audio.stats().packetsReceived]).toEqual([0, 0]);
  });
});
