import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CarrierOnLoopback, ownNumber } from './carrier-on-loopback.ts';

const description = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 15290 RTP/AVP 0',
  '',
].join('\r\n');

/** RFC 5626 §3.5.1: the keep-alive of a phone, which can precede any message. */
const keepAlive = '\r\n\r\n';

function message(method: string, port: number, cseq: number, toTag = '', body = ''): string {
  return [
    `${method} sip:${ownNumber}@127.0.0.1:${port};transport=tcp SIP/2.0`,
    `Via: SIP/2.0/TCP 127.0.0.1:15299;branch=z9hG4bK${method}${cseq};rport`,
    'Max-Forwards: 70',
    'From: <sip:+14155552671@127.0.0.1>;tag=split',
    `To: <sip:${ownNumber}@127.0.0.1>${toTag}`,
    'Call-ID: split-stream',
    `CSeq: ${cseq} ${method}`,
    'Contact: <sip:caller@127.0.0.1:15299;transport=tcp>',
    'Content-Type: application/sdp',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

describe('a call over TCP', () => {
  let carrier: CarrierOnLoopback;
  let socket: Socket;
  let received = '';

  beforeEach(async () => {
    received = '';
    carrier = await CarrierOnLoopback.open([]);
    carrier.onIncoming((leg) => void leg.answer());
    socket = connect(carrier.port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  });

  afterEach(async () => {
    socket.destroy();
    await carrier.close();
  });

  async function waitForText(text: string): Promise<string> {
    for (;;) {
      if (received.includes(text)) return received;
      await new Promise((resolve) => socket.once('data', resolve));
    }
  }

  /** Sends each piece separately: an event loop turn passes in between. */
  async function sendInPieces(text: string, pieceBytes: number): Promise<void> {
    for (let start = 0; start < text.length; start += pieceBytes) {
      socket.write(text.slice(start, start + pieceBytes));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it.each([1, 3, 7, 61, 333])('is received in pieces of %i bytes', async (pieceBytes) => {
    await sendInPieces(message('INVITE', carrier.port, 1, '', description), pieceBytes);
    const answer = await waitForText('SIP/2.0 200 OK');
    const toTag = /^To:.*(;tag=[^;\r]+)/im.exec(answer.slice(answer.indexOf('200 OK')))![1]!;
    const ackAndBye =
      message('ACK', carrier.port, 1, toTag) + keepAlive + message('BYE', carrier.port, 2, toTag);
    await sendInPieces(ackAndBye, pieceBytes);
    await waitForText('2 BYE');
    await carrier.waitForEvent('ended: far_hangup');
    expect(carrier.events).toEqual(['answered', 'ended: far_hangup']);
  });

  it('accepts several messages in one piece', async () => {
    const invite = message('INVITE', carrier.port, 1, '', description);
    socket.write(`${invite}${keepAlive}${message('OPTIONS', carrier.port, 1)}`);
    expect(await waitForText('1 OPTIONS')).toContain('SIP/2.0 200 OK');
    await waitForText('1 INVITE');
  });
});
