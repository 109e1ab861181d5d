import { afterEach, describe, expect, it } from 'vitest';
import type { SipMessagesFile } from '../contracts/sip-messages.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { calleeNumber, CarrierUnderTest, descriptionOf, ownedNumber } from './testing/carrier-under-test.ts';
import { redactSip } from './redact-sip.ts';
import { SipTrace } from './sip-trace.ts';

const udp = { protocol: 'udp', address: '192.0.2.2', port: 5060 } as const;

function traceWithFiles(clock = new ManualClock()) {
  const files = new Map<string, SipMessagesFile>();
  const trace = new SipTrace({
    clock,
    logger: silentLogger,
    write: async (callId, file) => void files.set(callId, file),
  });
  return { clock, trace, files };
}

const linesOf = (file: SipMessagesFile | undefined): string[] | undefined =>
  file?.messages.map(({ direction, method, status }) =>
    [direction, method, status].filter((part) => part !== null).join(' '),
  );

describe('the messages of a call over a trunk', () => {
  let sip: CarrierUnderTest;
  afterEach(() => sip.close());

  const open = () => {
    const { trace, files } = traceWithFiles();
    sip = new CarrierUnderTest({ trace });
    return { trace, files };
  };

  it('are stored in order when the call has ended, with the response to the BYE', async () => {
    const { trace, files } = open();
    const leg = await sip.establishCall();
    leg.keepSignalling!('call_a');
    leg.hangup();
    await sip.settle();
    sip.first.reply(sip.first.requests('BYE')[0]!, 200);
    await sip.settle();
    expect(files.size).toBe(0);
    await trace.close();
    expect(linesOf(files.get('call_a'))).toEqual([
      'sent INVITE',
      'received INVITE 200',
      'sent ACK',
      'sent BYE',
      'received BYE 200',
    ]);
    const [invite, answer] = files.get('call_a')!.messages;
    expect(invite).toMatchObject({ transport: 'udp', peer: '192.0.2.2:5060', reason: null });
    expect(invite!.text).toMatch(new RegExp(`^INVITE sip:.*${calleeNumber.slice(1)}.*\r\n`));
    expect(answer!.text).toContain(descriptionOf());
  });

  it('include the attempts over all trunks', async () => {
    const { trace, files } = open();
    const leg = await sip.dial();
    leg.keepSignalling!('call_a');
    sip.first.reply(sip.first.requests('INVITE')[0]!, 503);
    await sip.settle();
    sip.second.reply(sip.second.requests('INVITE')[0]!, 486);
    await sip.settle();
    await trace.close();
    const peers = files.get('call_a')!.messages.map(({ peer }) => peer);
    expect(new Set(peers)).toEqual(new Set(['192.0.2.2:5060', '192.0.2.3:5060']));
    expect(linesOf(files.get('call_a'))).toContain('received INVITE 486');
  });

  it('are discarded if no call keeps them', async () => {
    const { trace, files } = open();
    const leg = await sip.establishCall();
    leg.hangup();
    await sip.settle();
    await trace.close();
    expect(files.size).toBe(0);
  });

  it('include those of a received call, from its INVITE on', async () => {
    const { trace, files } = open();
    sip.first.invite({ uri: `sip:${ownedNumber}@192.0.2.1`, sdp: descriptionOf() });
    await sip.settle();
    const [leg] = sip.legs;
    leg!.keepSignalling!('call_b');
    leg!.reject('busy');
    await sip.settle();
    await trace.close();
    expect(linesOf(files.get('call_b'))!.slice(0, 2)).toEqual(['received INVITE', 'sent INVITE 180']);
    expect(linesOf(files.get('call_b'))).toContain('sent INVITE 486');
  });
});

describe('the limits of a call', () => {
  it('keep its first and last messages', async () => {
    const { clock, trace, files } = traceWithFiles();
    const leg = trace.openOutbound('call_1');
    leg.keepAs('call_a');
    for (let number = 1; number <= 150; number++)
      trace.onSent(
        Buffer.from(`INVITE sip:x SIP/2.0\r\nCall-ID: call_1@h\r\nCSeq: ${number} INVITE\r\n\r\n`),
        udp,
      );
    leg.end();
    await clock.advance(5_000);
    const { messages, omitted } = files.get('call_a')!;
    expect([messages.length, omitted]).toEqual([100, 50]);
    expect(messages[0]!.text).toContain('CSeq: 1 ');
    expect(messages[39]!.text).toContain('CSeq: 40 ');
    expect(messages[40]!.text).toContain('CSeq: 91 ');
    expect(messages[99]!.text).toContain('CSeq: 150 ');
  });

  it('cut long messages', async () => {
    const { clock, trace, files } = traceWithFiles();
    const leg = trace.openOutbound('call_1');
    leg.keepAs('call_a');
    const body = 'x'.repeat(60_000);
    trace.onSent(Buffer.from(`INVITE sip:x SIP/2.0\r\nCall-ID: call_1@h\r\n\r\n${body}`), udp);
    leg.end();
    await clock.advance(5_000);
    expect(files.get('call_a')!.messages[0]!.text).toHaveLength(8 * 1024);
  });
});

describe('redactSip', () => {
  it.each([
    ['Authorization: Digest username="a", response="b"', 'Authorization: [removed]'],
    ['proxy-authorization : Digest a=1,\r\n response="b"', 'proxy-authorization: [removed]'],
    ['To: <sip:ada:secret@example.net>', 'To: <sip:ada:[removed]@example.net>'],
    ['Contact: <sip:ada@192.0.2.1:5060>', 'Contact: <sip:ada@192.0.2.1:5060>'],
    ['WWW-Authenticate: Digest realm="x"', 'WWW-Authenticate: Digest realm="x"'],
  ])('turns the field %j into %j', (field, expected) => {
    const message = (text: string) => `INVITE sip:x SIP/2.0\r\n${text}\r\nCSeq: 1 INVITE\r\n\r\nv=0`;
    expect(redactSip(message(field))).toBe(message(expected));
  });

  it('removes digits of INFO requests and keys of media', () => {
    expect(redactSip('INFO sip:x SIP/2.0\r\nCSeq: 2 INFO\r\n\r\nSignal=5\r\nDuration=160')).toBe(
      'INFO sip:x SIP/2.0\r\nCSeq: 2 INFO\r\n\r\n[removed]',
    );
    expect(
      redactSip('SIP/2.0 200 OK\r\n\r\nv=0\r\na=crypto:1 AES_CM_128 inline:c2VjcmV0\r\na=sendrecv'),
    ).toBe('SIP/2.0 200 OK\r\n\r\nv=0\r\na=crypto:1 AES_CM_128 inline:[removed]\r\na=sendrecv');
  });
});
