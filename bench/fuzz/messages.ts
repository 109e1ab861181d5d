import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Random } from '../../src/core/random.ts';

/** The header field values of a message: its sender, its dialog and its CSeq number. */
export interface MessageContext {
  /** `UDP` or `TCP`, for Via. */
  readonly transport: string;
  readonly address: string;
  readonly port: number;
  readonly requestUri: string;
  readonly callId: string;
  readonly fromTag: string;
  /** `undefined` outside dialogs. */
  readonly toTag: string | undefined;
  readonly cseq: number;
}

const tortureFolder = path.resolve(import.meta.dirname, '../../src/sip/torture');

/** The messages of RFC 4475 as bytes. */
export const tortureMessages: readonly Buffer[] = readdirSync(tortureFolder)
  .filter((name) => name.endsWith('.dat'))
  .toSorted()
  .map((name) => readFileSync(path.join(tortureFolder, name)));

/** Typical session descriptions; `port` is the RTP port of the peer. */
export const descriptions: readonly ((address: string, port: number) => string)[] = [
  (address, port) =>
    `v=0\r\no=- 1 1 IN IP4 ${address}\r\ns=-\r\nc=IN IP4 ${address}\r\nt=0 0\r\nm=audio ${port} RTP/AVP 0 101\r\n` +
    'a=rtpmap:0 PCMU/8000\r\na=rtpmap:101 telephone-event/8000\r\na=fmtp:101 0-16\r\na=ptime:20\r\na=sendrecv\r\n',
  (address, port) =>
    `v=0\r\no=x 2 3 IN IP4 ${address}\r\ns=call\r\nt=0 0\r\na=group:BUNDLE 1\r\nm=video 0 RTP/AVP 31\r\n` +
    `m=audio ${port} RTP/AVP 8 0 96\r\nc=IN IP4 ${address}\r\nb=AS:64\r\na=rtpmap:96 telephone-event/8000\r\na=maxptime:60\r\na=rtcp:${port + 1}\r\n`,
  (address, port) =>
    `v=0\r\no=- 9 9 IN IP6 ::1\r\ns=-\r\nc=IN IP4 ${address}\r\nt=0 0\r\nm=audio ${port} RTP/SAVP 0\r\na=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:d0RmdmcmVCspeEc3QGZiNWpVLFJhQX1cfHAwJSoj\r\na=inactive\r\n`,
];

const methodsWithBody: Readonly<Record<string, readonly [type: string, body: string]>> = {
  INFO: ['application/dtmf-relay', 'Signal=5\r\nDuration=160\r\n'],
  NOTIFY: ['message/sipfrag', 'SIP/2.0 200 OK\r\n'],
  MESSAGE: ['text/plain', 'hello'],
};

const extraFields: Readonly<Record<string, readonly string[]>> = {
  INVITE: [
    'Contact: <sip:peer@127.0.0.1:5999>',
    'Allow: INVITE, ACK, BYE',
    'Supported: timer, 100rel',
    'Session-Expires: 1800;refresher=uac',
    'Min-SE: 90',
    'P-Asserted-Identity: "Peer" <sip:+14155550199@127.0.0.1>',
  ],
  UPDATE: ['Contact: <sip:peer@127.0.0.1:5999>', 'Session-Expires: 1800'],
  REGISTER: [
    'Contact: <sip:peer@127.0.0.1:5999>;expires=60',
    'Authorization: Digest username="a", realm="b", nonce="c", uri="sip:x", response="d"',
  ],
  REFER: ['Refer-To: <sip:+14155550123@127.0.0.1>', 'Referred-By: <sip:a@127.0.0.1>'],
  NOTIFY: ['Event: refer', 'Subscription-State: active;expires=60'],
  PRACK: ['RAck: 1 1 INVITE'],
  BYE: ['Reason: Q.850;cause=16;text="Normal"'],
};

export const methods = [
  'OPTIONS',
  'INVITE',
  'ACK',
  'BYE',
  'CANCEL',
  'REGISTER',
  'INFO',
  'UPDATE',
  'PRACK',
  'REFER',
  'NOTIFY',
  'MESSAGE',
] as const;

/** Returns a valid request. `description` is the body of an INVITE or UPDATE. */
export function request(
  method: string,
  context: MessageContext,
  random: Random,
  description?: string,
): string {
  const [type, body] =
    description === undefined ? (methodsWithBody[method] ?? ['', '']) : ['application/sdp', description];
  return [
    `${method} ${context.requestUri} SIP/2.0`,
    `Via: SIP/2.0/${context.transport} ${context.address}:${context.port};rport;branch=z9hG4bK${token(random)}`,
    'Max-Forwards: 70',
    `From: "Fuzz" <sip:+14155550199@${context.address}>;tag=${context.fromTag}`,
    `To: <${context.requestUri}>${context.toTag === undefined ? '' : `;tag=${context.toTag}`}`,
    `Call-ID: ${context.callId}`,
    `CSeq: ${context.cseq} ${method}`,
    ...(extraFields[method] ?? []),
    ...(type === '' ? [] : [`Content-Type: ${type}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** Returns a valid response to a request. */
export function response(request: string, statusLine: string, port: number, description = ''): string {
  const lines = request.split('\r\n');
  const copied = lines.filter((line) => /^(?:via|from|call-id|cseq|record-route)\s*:/i.test(line));
  const toField = lines.find((line) => /^to\s*:/i.test(line)) ?? 'To: <sip:x@127.0.0.1>';
  return [
    `SIP/2.0 ${statusLine}`,
    ...copied,
    /;\s*tag=/i.test(toField) || statusLine.startsWith('100') ? toField : `${toField};tag=fuzz-peer`,
    `Contact: <sip:peer@127.0.0.1:${port}>`,
    'Allow: INVITE, ACK, BYE, CANCEL, UPDATE, INFO, PRACK',
    ...(statusLine.startsWith('183') ? ['Require: 100rel', 'RSeq: 1'] : []),
    ...(description === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${Buffer.byteLength(description)}`,
    '',
    description,
  ].join('\r\n');
}

export function token(random: Random): string {
  return Buffer.from(random.bytes(8)).toString('hex');
}

const payloadTypes = [0, 8, 13, 96, 101, 127];

/**
 * Returns a valid RTP packet (RFC 3550 §5.1): usually 20 ms of PCMU, one in ten a telephone-event (RFC 4733). One in
 * four can have contributing sources, an extension, padding, the marker, or another payload type, sequence number,
 * timestamp or source.
 */
export function rtpPacket(random: Random, sequence: number, ssrc: number): Buffer {
  const isEvent = random.below(10) === 0;
  const isPlain = random.below(4) > 0;
  const sometimes = (value: number) => (!isPlain && random.below(3) === 0 ? value : 0);
  const [sources, padding] = [sometimes(random.below(16)), sometimes(4 * (1 + random.below(8)))];
  const extension = sometimes(4 + 4 * random.below(8));
  const header = Buffer.alloc(12);
  header[0] = 0x80 | (padding === 0 ? 0 : 0x20) | (extension === 0 ? 0 : 0x10) | sources;
  header[1] = sometimes(0x80) | (isEvent ? 101 : sometimes(payloadTypes[random.below(payloadTypes.length)]!));
  header.writeUInt16BE((sequence + sometimes(random.below(65_536))) & 0xffff, 2);
  header.writeUInt32BE((sequence * 160 + sometimes(random.below(2 ** 32))) >>> 0, 4);
  header.writeUInt32BE((ssrc + sometimes(random.below(2 ** 32))) >>> 0, 8);
  const extra = Buffer.from(random.bytes(sources * 4 + extension));
  if (extension > 0) extra.writeUInt16BE(extension / 4 - 1, sources * 4 + 2);
  const payload = Buffer.alloc(isEvent ? 4 : 160, 0xff);
  if (isEvent)
    payload.writeUInt32BE(((random.below(16) << 24) | (random.below(2) << 23) | (10 << 16) | 800) >>> 0);
  return Buffer.concat([header, extra, payload, Buffer.alloc(padding, padding)]);
}

/** Returns one RTCP packet (RFC 3550 §6.4.1). `count` is in its first byte; `body` is padded to 32-bit words. */
function rtcp(type: number, count: number, ssrc: number, body: Uint8Array): Buffer {
  const words = Math.ceil(body.length / 4) + 1;
  const packet = Buffer.alloc(4 + words * 4);
  packet.set([0x80 | count, type]);
  packet.writeUInt16BE(words, 2);
  packet.writeUInt32BE(ssrc, 4);
  packet.set(body, 8);
  return packet;
}

/** Returns the items of a source description: type, length, text; a zero octet ends the list. */
function sourceItems(random: Random): Buffer {
  const items = Array.from({ length: 1 + random.below(4) }, () => {
    const text = random.bytes(random.below(40));
    return Buffer.from([1 + random.below(8), text.length, ...text]);
  });
  return Buffer.concat([...items, Buffer.alloc(1)]);
}

/**
 * Returns a valid compound RTCP packet: an SR or RR with up to 31 blocks, often followed by a source description, BYE,
 * APP or feedback.
 */
export function rtcpPacket(random: Random, ssrc: number): Buffer {
  const blocks = random.below(4) === 0 ? random.below(32) : 1;
  const isSender = random.below(2) === 0;
  const report = rtcp(isSender ? 200 : 201, blocks, ssrc, random.bytes((isSender ? 20 : 0) + 24 * blocks));
  const reason = random.bytes(random.below(30));
  const others = [
    rtcp(202, 1, ssrc, sourceItems(random)),
    rtcp(203, 1, ssrc, random.below(2) === 0 ? Buffer.alloc(0) : Buffer.from([reason.length, ...reason])),
    rtcp(204, random.below(32), ssrc, random.bytes(4 + 4 * random.below(8))),
    rtcp(205 + random.below(3), 1 + random.below(15), ssrc, random.bytes(4 + 4 * random.below(4))),
  ];
  return Buffer.concat([report, ...others.filter(() => random.below(2) === 0)]);
}
