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

/** Two µ-law bytes whose samples differ clearly: 32124 and 988. */
const loud = 0x80;
const quiet = 0xd0;
const quietSample = levelOf(quiet);

/** ITU-T G.711, table 2. */
function levelOf(ulaw: number): number {
  const bits = ~ulaw & 0xff;
  return ((((bits & 15) << 3) + 132) << ((bits >> 4) & 7)) - 132;
}

let peer: SipPeer;
let ours: CarrierOnLoopback;
const phones: RtpPhone[] = [];

beforeEach(async () => {
  peer = await SipPeer.open();
});

afterEach(async () => {
  for (const phone of phones.splice(0)) phone.close();
  const closed = ours.close();
  peer.close();
  await closed;
});

afterAll(() => engine.close());

async function phone(ssrc: number, ulaw: number): Promise<RtpPhone> {
  const opened = await RtpPhone.open(ssrc, ulaw);
  phones.push(opened);
  return opened;
}

/** Sends our INVITE to the peer, and returns it with our RTP port. */
async function dialed(mediaLatch?: MediaLatch) {
  const trunk = loopbackTrunk(peer.port, mediaLatch === undefined ? {} : { mediaLatch });
  ours = await CarrierOnLoopback.open([trunk], { engine });
  const leg = ours.dial();
  const invite = await peer.message('INVITE');
  return { leg, invite, rtpPort: Number(/^m=audio (\d+)/m.exec(invite)![1]) };
}

const respond = (invite: string, status: string, tag: string, sdp: string) =>
  peer.send(reply(invite, status, { tag, port: peer.port }, sdp));

/** Resolves when a complete chunk of audio at this level was received. */
function audioReceived(leg: Leg, level: number): Promise<void> {
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
    const { leg, invite, rtpPort } = await dialed();
    const [first, second] = [await phone(1, loud), await phone(2, quiet)];
    respond(invite, '183 Session Progress', 'first', descriptionAt(first.port));
    first.sendTo(rtpPort);
    await audioReceived(leg, levelOf(loud));
    respond(invite, '183 Session Progress', 'second', descriptionAt(second.port));
    respond(invite, '200 OK', 'second', descriptionAt(second.port));
    await ours.when('answered');
    await second.waitForPackets(10);
    const before = first.received;
    second.sendTo(rtpPort);
    await Promise.all([second.waitForPackets(50), audioReceived(leg, quietSample)]);
    expect(first.received).toBe(before);
    const { packetsReceived } = leg.audio.stats();
    await second.waitForPackets(50);
    expect(leg.audio.stats().packetsReceived - packetsReceived).toBeLessThan(75);
  });

  it('follows a re-INVITE at once, although the previous source keeps sending', async () => {
    const { leg, invite, rtpPort } = await dialed();
    const [first, second] = [await phone(1, loud), await phone(2, quiet)];
    respond(invite, '200 OK', 'peer', descriptionAt(first.port));
    first.sendTo(rtpPort);
    await audioReceived(leg, levelOf(loud));
    peer.send(reinvite(invite, 'peer', descriptionAt(second.port)));
    await second.waitForPackets(10);
    const before = first.received;
    second.sendTo(rtpPort);
    await Promise.all([second.waitForPackets(50), audioReceived(leg, quietSample)]);
    expect(first.received).toBe(before);
  });

  it('belongs to the branch whose reliable 183 had the answer and whose 200 has none', async () => {
    const { leg, invite, rtpPort } = await dialed();
    const [first, second] = [await phone(1, loud), await phone(2, quiet)];
    respond(invite, '183 Session Progress', 'first', descriptionAt(first.port));
    respond(
      invite,
      '183 Session Progress\r\nRequire: 100rel\r\nRSeq: 1',
      'second',
      descriptionAt(second.port),
    );
    await peer.message('PRACK');
    respond(invite, '200 OK', 'second', '');
    await ours.when('answered');
    second.sendTo(rtpPort);
    await Promise.all([second.waitForPackets(20), audioReceived(leg, quietSample)]);
    expect(first.received).toBeLessThan(second.received);
  });
});

describe('a phone with an unreachable address in its SDP', () => {
  const unreachable = (port: number) => descriptionAt(port).replaceAll('127.0.0.1', '10.254.254.254');

  it('exchanges audio at its signalling address', async () => {
    const { leg, invite, rtpPort } = await dialed();
    const behindNat = await phone(1, quiet);
    respond(invite, '200 OK', 'peer', unreachable(4000));
    await ours.when('answered');
    behindNat.sendTo(rtpPort);
    await Promise.all([behindNat.waitForPackets(50), audioReceived(leg, quietSample)]);
    expect(leg.audio.stats().packetsReceived).toBeGreaterThan(0);
  });

  it('is not received if the trunk accepts only the signalled source', async () => {
    const { leg, invite, rtpPort } = await dialed('signalled');
    const before = engine.load().packetsFromUnknownSource;
    const behindNat = await phone(1, quiet);
    respond(invite, '200 OK', 'peer', unreachable(4000));
    await ours.when('answered');
    behindNat.sendTo(rtpPort);
    const isRejected = () => expect(engine.load().packetsFromUnknownSource).toBeGreaterThan(before + 20);
    await vi.waitFor(isRejected, { timeout: 10_000 });
    expect([behindNat.received, leg.audio.stats().packetsReceived]).toEqual([0, 0]);
  });
});
