import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type Percentiles, percentilesOf } from '../media/percentiles.ts';
import {
  bye,
  descriptionAt,
  field,
  methodOf,
  reply,
  type LocalParty,
} from '../../test/support/sip-message.ts';

/**
 * Simulates telephones in a separate process. Each rings, answers, sends noise and then silence, counts the RTP packets that it receives,
 * and hangs up after a fixed time. Uses SIP and RTP over UDP on loopback, without code of the program. Responds to the message `report`
 * with all calls, and to the message `lateness` with the lateness of the packets received since the last such message.
 */

/** A call as its telephone recorded it. Times are Unix times in ms. */
export interface TelephoneCall {
  readonly number: string;
  readonly callId: string;
  /** Time of the first INVITE. */
  readonly atMs: number;
  answeredAtMs?: number;
  endedAtMs?: number;
  endedBy?: 'hung up' | 'BYE' | 'CANCEL';
  /** Number of RTP packets received. */
  packetsReceived: number;
}

/** Lateness of packets and of the loop of the telephones, which is the noise of timers on this machine. */
export interface PacketLateness {
  /** How much later than the even interval of 20 ms each packet arrived, in ms. */
  readonly packetsMs: Percentiles;
  readonly loopMs: Percentiles;
}

const ringMs = 500;
const maxSamples = 2_000_000;
const packetMs = 20;
const resendMs = 500;
const talkMs = Number(process.argv[2] ?? 10_000);
/** Duration of noise at the beginning of each call. A recogniser decodes noise, but not silence. */
const noiseMs = Number(process.argv[3] ?? 0);
const packetBytes = 12 + 160;
const silence = 0xff;

interface Telephone extends TelephoneCall {
  readonly local: LocalParty;
  readonly invite: string;
  readonly callerAddress: RemoteInfo;
  readonly media: Socket;
  readonly remoteMedia: { readonly port: number; readonly address: string };
  readonly packet: Buffer;
  /** Sequence number and time of the first packet, moved to an earlier time by a packet that is early. */
  firstReceived?: { readonly sequence: number; readonly atMs: number };
  sequence: number;
  acknowledged: boolean;
}

const telephones = new Map<string, Telephone>();
const sip = createSocket({ type: 'udp4', recvBufferSize: 4 << 20 });
let packetLatenessMs: number[] = [];
let loopLatenessMs: number[] = [];

async function ring(invite: string, to: RemoteInfo): Promise<void> {
  const callId = field(invite, 'Call-ID');
  const packet = Buffer.alloc(packetBytes, silence);
  packet.writeUInt16BE(0x80_00, 0);
  packet.writeUInt32BE(telephones.size + 1, 8);
  const media = createSocket('udp4');
  const telephone: Telephone = {
    number: /^INVITE sip:([^@;]+)@/.exec(invite)?.[1] ?? '',
    callId,
    atMs: performance.timeOrigin + performance.now(),
    packetsReceived: 0,
    local: { tag: `t${telephones.size}`, port: sip.address().port },
    invite,
    callerAddress: to,
    media,
    remoteMedia: {
      address: /^c=IN IP4 (\S+)/m.exec(invite)![1]!,
      port: Number(/^m=audio (\d+)/m.exec(invite)![1]),
    },
    packet,
    sequence: 0,
    acknowledged: false,
  };
  telephones.set(callId, telephone);
  respond(telephone, '100 Trying');
  respond(telephone, '180 Ringing');
  media.on('message', (received, from) => {
    // The port may have belonged to another call before, of another program too.
    if (from.port === telephone.remoteMedia.port) countPacket(telephone, received.readUInt16BE(2));
  });
  media.bind(0, '127.0.0.1');
  await once(media, 'listening');
  setTimeout(() => answer(telephone), ringMs);
}

function countPacket(telephone: Telephone, sequence: number): void {
  const atMs = performance.now();
  telephone.packetsReceived += 1;
  const first = (telephone.firstReceived ??= { sequence, atMs });
  const lateMs = atMs - first.atMs - ((sequence - first.sequence) & 0xffff) * packetMs;
  if (lateMs < 0) telephone.firstReceived = { sequence: first.sequence, atMs: first.atMs + lateMs };
  if (packetLatenessMs.length < maxSamples) packetLatenessMs.push(Math.max(0, lateMs));
}

/** Returns the lateness since the last call of this function, and starts a new interval for each telephone. */
function takeLateness(): PacketLateness {
  const lateness = { packetsMs: percentilesOf(packetLatenessMs), loopMs: percentilesOf(loopLatenessMs) };
  packetLatenessMs = [];
  loopLatenessMs = [];
  // Frames that the program skipped, such as during the setup of calls, would delay all later packets.
  for (const telephone of telephones.values()) delete telephone.firstReceived;
  return lateness;
}

const respond = ({ invite, local, callerAddress }: Telephone, status: string, body = ''): void =>
  sip.send(reply(invite, status, local, body), callerAddress.port, callerAddress.address);

function answer(telephone: Telephone): void {
  if (telephone.endedAtMs !== undefined || telephone.acknowledged) return;
  telephone.answeredAtMs ??= Date.now();
  respond(telephone, '200 OK', descriptionAt(telephone.media.address().port));
  setTimeout(() => answer(telephone), resendMs);
}

function end(telephone: Telephone, endedBy: TelephoneCall['endedBy']): void {
  if (telephone.endedAtMs !== undefined) return;
  telephone.endedAtMs = Date.now();
  telephone.endedBy = endedBy!;
  telephone.media.close();
}

function hangUp(telephone: Telephone): void {
  if (telephone.endedAtMs !== undefined) return;
  const { invite, local, callerAddress } = telephone;
  sip.send(bye(invite, local), callerAddress.port, callerAddress.address);
  end(telephone, 'hung up');
}

function handleMessage(message: string, from: RemoteInfo): void {
  const method = methodOf(message);
  if (method === undefined) return;
  const telephone = telephones.get(field(message, 'Call-ID'));
  if (telephone === undefined) {
    if (method === 'INVITE') void ring(message, from);
    return;
  }
  if (method === 'ACK') {
    if (!telephone.acknowledged) setTimeout(() => hangUp(telephone), talkMs);
    telephone.acknowledged = true;
  } else if (method === 'BYE' || method === 'CANCEL') {
    sip.send(reply(message, '200 OK', telephone.local), from.port, from.address);
    end(telephone, method);
  }
}

/** Fills the payload with µ-law noise (G.711, random signs and levels) or silence. */
function fillPayload(packet: Buffer, isNoise: boolean): void {
  packet.fill(silence, 12);
  if (!isNoise) return;
  for (let at = 12; at < packetBytes; at++)
    packet[at] = (Math.floor(Math.random() * 2) << 7) | (16 + Math.floor(Math.random() * 48));
}

let sentAtMs = performance.now();

/** Sends a packet for every answered call. */
function sendPackets(): void {
  const nowMs = performance.now();
  loopLatenessMs.push(Math.max(0, nowMs - sentAtMs - packetMs));
  sentAtMs = nowMs;
  for (const telephone of telephones.values()) {
    if (!telephone.acknowledged || telephone.endedAtMs !== undefined) continue;
    const { packet, media, remoteMedia } = telephone;
    telephone.sequence += 1;
    fillPayload(packet, telephone.sequence * packetMs <= noiseMs);
    packet.writeUInt16BE(telephone.sequence & 0xffff, 2);
    packet.writeUInt32BE((telephone.sequence * 160) >>> 0, 4);
    media.send(packet, remoteMedia.port, remoteMedia.address);
  }
}

const callOf = ({
  number,
  callId,
  atMs,
  answeredAtMs,
  endedAtMs,
  endedBy,
  packetsReceived,
}: Telephone): TelephoneCall => ({
  number,
  callId,
  atMs,
  packetsReceived,
  ...(answeredAtMs !== undefined && { answeredAtMs }),
  ...(endedAtMs !== undefined && { endedAtMs }),
  ...(endedBy !== undefined && { endedBy }),
});

sip.on('message', (bytes, from) => handleMessage(bytes.toString('latin1'), from));
sip.bind(0, '127.0.0.1', () => process.send?.({ port: sip.address().port }));
setInterval(sendPackets, packetMs);
process.on('message', (message) =>
  process.send?.(message === 'lateness' ? takeLateness() : [...telephones.values()].map(callOf)),
);
process.on('disconnect', () => process.exit(0));
