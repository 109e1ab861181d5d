import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Outage } from '../core/outage.ts';
import type { Leg } from '../contracts/carrier.ts';
import { callIdOf, fromOf, fromTagOf } from '../sip/header-fields.ts';
import { numericTarget } from '../sip/locate-hop.ts';
import type { HeaderEntry } from '../sip/message.ts';
import type { ScriptedPeer } from '../sip/testing/scripted-peer.ts';
import type { SipTarget } from '../sip/transport/transport.ts';
import type { SipCarrierOptions } from './sip-carrier.ts';
import type { TrunkSettings } from './trunk.ts';
import {
  calleeNumber,
  CarrierUnderTest,
  descriptionOf,
  firstTrunk,
  ownedNumber,
  secondTrunk,
} from './testing/carrier-under-test.ts';

let test: CarrierUnderTest;

beforeEach(() => {
  test = new CarrierUnderTest();
});

afterEach(() => test.close());

const invites = () => test.first.requests('INVITE');

describe('an outbound call', () => {
  it('reports progress, ringing, the answer and the hang-up of the callee', async () => {
    await test.dial();
    const invite = invites()[0]!;
    test.first.reply(invite, 100);
    test.first.reply(invite, 180);
    test.first.reply(invite, 200, { sdp: descriptionOf(30_000, 'sendrecv', 8) });
    await test.settle();
    test.first.request('BYE', invite);
    await test.settle();
    expect(test.events).toEqual(['proceeding', 'ringing', 'answered', 'ended: far_hangup']);
    expect(test.engine.ports[0]!.settings.at(-1)).toEqual({
      remoteAddress: '192.0.2.2',
      remotePort: 30_000,
      rtcpPort: 30_001,
      codec: 'PCMA',
      payloadType: 8,
      telephoneEventPayloadType: 101,
      direction: 'sendrecv',
      signallingAddress: '192.0.2.2',
    });
  });

  it('has its reference in the Call-ID, and the requested caller ID', async () => {
    await test.dial({ fromName: 'Dr. "Who"' });
    const invite = invites()[0]!;
    expect(callIdOf(invite)).toBe('call_1@192.0.2.1');
    expect(fromOf(invite).displayName).toBe('Dr. "Who"');
    expect([invite.uri, invite.headers.get('From')!.split(';')[0]]).toEqual([
      `sip:${calleeNumber}@192.0.2.2`,
      `"Dr. \\"Who\\"" <sip:${ownedNumber}@192.0.2.2>`,
    ]);
    expect(invite.body.toString()).toContain('m=audio 20000 RTP/AVP 0 8 101');
  });

  it('reports early media when it starts, even after ringing without media', async () => {
    await test.dial();
    test.first.reply(invites()[0]!, 180);
    test.first.reply(invites()[0]!, 180);
    test.first.reply(invites()[0]!, 183, { sdp: descriptionOf() });
    await test.settle();
    expect(test.events).toEqual(['proceeding', 'ringing', 'ringing with media']);
    expect(test.engine.ports[0]!.settings).toHaveLength(1);
  });

  it('has a media timeout after the answer, but not while ringing with early media', async () => {
    await test.dial();
    test.first.reply(invites()[0]!, 183, { sdp: descriptionOf() });
    await test.settle();
    test.first.reply(invites()[0]!, 200, { sdp: descriptionOf() });
    await test.settle();
    const timeouts = test.engine.ports[0]!.settings.map(({ mediaTimeoutMs }) => mediaTimeoutMs);
    expect(timeouts).toEqual([0, undefined]);
  });

  it('reports an answer on hold', async () => {
    await test.dial();
    test.first.reply(invites()[0]!, 200, { sdp: descriptionOf(30_000, 'sendonly') });
    await test.settle();
    expect(test.events).toEqual(['answered', 'held']);
  });

  it.each([
    [
      'at a multicast address',
      descriptionOf().replace('c=IN IP4 192.0.2.2', 'c=IN IP4 224.1.1.1'),
      'The answer has audio at a multicast address.',
    ],
    ['that is not SDP', 'garbage', 'The session description does not begin with v=0.'],
    [
      'with G.729 only',
      descriptionOf(30_000, 'sendrecv', 18),
      'The answer has audio only as G729, not as PCMU or PCMA.',
    ],
    ['that rejects the stream', descriptionOf(0), 'The answer rejects the audio stream.'],
    ['without a body', undefined, 'The session description is missing.'],
  ])('acknowledges an answer %s, ends the call and reports the reason', async (_, sdp, text) => {
    const leg = await test.dial();
    let detail: string | undefined;
    leg.on((event) => {
      if (event.type === 'leg-ended') ({ detail } = event);
    });
    test.first.reply(invites()[0]!, 200, sdp === undefined ? {} : { sdp });
    await test.settle();
    expect(test.first.receivedLog).toEqual(['INVITE', 'ACK', 'BYE']);
    expect(test.first.requests('BYE')[0]!.headers.get('Reason')).toContain('cause=488');
    expect(test.events).toEqual(['ended: carrier_error']);
    expect(detail).toBe(`Ended with 488: ${text}`);
  });

  it.each([
    [486, 'busy'],
    [600, 'busy'],
    [603, 'declined'],
    [480, 'no_answer'],
    [404, 'invalid_number'],
    [484, 'invalid_number'],
    [410, 'invalid_number'],
    [604, 'invalid_number'],
    [500, 'carrier_error'],
    [401, 'carrier_error'],
    [403, 'carrier_error'],
  ])('rejected with %i ends as %s', async (status, cause) => {
    await test.dial();
    test.first.reply(invites()[0]!, status);
    await test.settle();
    expect(test.events.at(-1)).toBe(`ended: ${cause} ${status}`);
    expect(test.second.receivedLog).toEqual([]);
  });

  it('maps 403 after ringing to declined', async () => {
    await test.dial();
    test.first.reply(invites()[0]!, 180);
    test.first.reply(invites()[0]!, 403);
    await test.settle();
    expect(test.events.at(-1)).toBe('ended: declined 403');
  });

  it('is cancelled at the ring timeout', async () => {
    await test.dial();
    test.first.reply(invites()[0]!, 180);
    await test.clock.advance(29_000);
    expect(test.first.requests('CANCEL')).toHaveLength(0);
    await test.clock.advance(1100);
    expect(test.first.requests('CANCEL')).toHaveLength(1);
    expect(test.events).toEqual(['proceeding', 'ringing', 'ended: no_answer']);
  });

  it('is cancelled once if hung up while ringing', async () => {
    const leg = await test.dial();
    test.first.reply(invites()[0]!, 180);
    await test.settle();
    leg.hangup();
    leg.hangup();
    await test.settle();
    expect(test.events).toEqual(['proceeding', 'ringing', 'ended: cancelled']);
    expect(test.first.receivedLog).toEqual(['INVITE', 'CANCEL']);
  });

  it('is never sent if hung up at once', async () => {
    test.carrier.dial({ reference: 'x', from: ownedNumber, to: calleeNumber, ringTimeoutMs: 5000 }).hangup();
    await test.settle();
    expect(test.first.receivedLog).toEqual([]);
  });

  it('waits for the rate gate right before the INVITE until it returns 0', async () => {
    const waits = [30, 12.5, 0];
    const gateCallsMs: number[] = [];
    const rateGate = () => {
      gateCallsMs.push(test.clock.monotonicMs());
      return waits.shift()!;
    };
    await test.dial({ rateGate });
    await test.clock.advance(42);
    expect(test.first.receivedLog).toEqual([]);
    await test.clock.advance(1);
    expect(test.first.receivedLog).toEqual(['INVITE']);
    expect(gateCallsMs.map((atMs) => atMs - gateCallsMs[0]!)).toEqual([0, 30, 43]);
  });

  it('is never sent and not counted if hung up while waiting for the rate gate', async () => {
    const gateCalls: number[] = [];
    const leg = await test.dial({ rateGate: () => gateCalls.push(100) * 100 });
    leg.hangup();
    await test.clock.advance(1000);
    expect(test.first.receivedLog).toEqual([]);
    expect(gateCalls).toHaveLength(1);
    expect(test.events).toEqual(['ended: cancelled']);
  });

  it('ends as a carrier error without a media port', async () => {
    test.engine.failure = new Error('overloaded');
    await test.dial();
    expect(test.events).toEqual(['ended: carrier_error']);
  });

  describe('redirected by its trunk', () => {
    const trunk = { ...firstTrunk, followRedirect: true, allowedSourceAddresses: ['192.0.2.3'] };
    const redirect = async (contact: string, more: Partial<TrunkSettings> = {}) => {
      await test.close();
      test = new CarrierUnderTest({ trunks: [{ ...trunk, ...more }] });
      await test.dial();
      test.first.reply(invites()[0]!, 302, { fields: [['Contact', contact]] });
      await test.settle();
    };

    it.each([
      [`<sip:${calleeNumber}@192.0.2.3>`],
      [`<sip:${calleeNumber};rn=+8825550100;npdi@192.0.2.3;user=phone?Subject=x>`],
      ['<sip:+1-415-555-2671@192.0.2.3;transport=udp>'],
    ])('to %s is followed with the dialed number', async (contact) => {
      await redirect(contact);
      const [followed] = test.second.requests('INVITE');
      expect(followed?.uri).toMatch(/^sip:\+14155552671@192\.0\.2\.3(;user=phone)?$/);
      test.second.reply(followed!, 200, { sdp: descriptionOf() });
      await test.settle();
      expect(test.events).toEqual(['answered']);
    });

    it.each([
      ['another number', '<sip:+8825550100@192.0.2.3>', {}],
      ['no number', '<sip:192.0.2.3>', {}],
      ['an address that does not belong to the trunk', `<sip:${calleeNumber}@192.0.2.77>`, {}],
      ['an address by maddr', `<sip:${calleeNumber}@192.0.2.77;maddr=192.0.2.3>`, {}],
      ['another transport', `<sip:${calleeNumber}@192.0.2.3;transport=tcp>`, {}],
      ['a tel: URI', `<tel:${calleeNumber}>`, {}],
      [
        'an address of the trunk without followRedirect',
        `<sip:${calleeNumber}@192.0.2.3>`,
        { followRedirect: false },
      ],
    ])('to %s is not followed', async (_, contact, more) => {
      await redirect(contact, more);
      expect(test.events).toEqual(['ended: carrier_error 302']);
      expect(test.network.startLines().filter((line) => line.startsWith('INVITE'))).toHaveLength(1);
    });
  });

  it('never uses a real trunk for a fictional number', async () => {
    await test.dial({ to: '+12025550123' });
    expect(test.events).toEqual(['ended: carrier_error']);
    expect(test.first.receivedLog).toEqual([]);
  });

  it('buffers playback until its port is open', async () => {
    const leg = test.carrier.dial({
      reference: 'x',
      from: ownedNumber,
      to: calleeNumber,
      ringTimeoutMs: 5000,
    });
    leg.audio.play(new Int16Array(160));
    expect(leg.audio.queuedMs).toBe(20);
    await test.settle();
    expect(test.engine.ports[0]!.audio.queuedMs).toBe(20);
  });
});

describe('the second trunk', () => {
  it.each([503, 408])('is tried after %i', async (status) => {
    await test.dial();
    test.first.reply(invites()[0]!, status);
    await test.settle();
    const second = test.second.requests('INVITE')[0]!;
    test.second.reply(second, 200, { sdp: descriptionOf() });
    await test.settle();
    expect(test.events).toEqual(['answered']);
    expect(test.legs[0]!.trunk).toBe(secondTrunk.name);
    expect(callIdOf(second)).toBe('call_1.2@192.0.2.1');
    expect(fromTagOf(second)).not.toBe(fromTagOf(invites()[0]!));
  });

  it('is tried if the first does not respond for 5 s; a late answer of the first is ended', async () => {
    await test.dial();
    await test.clock.advance(5000);
    expect(test.second.receivedLog).toEqual(['INVITE']);
    test.second.reply(test.second.requests('INVITE')[0]!, 200, { sdp: descriptionOf() });
    test.first.reply(invites()[0]!, 200, { sdp: descriptionOf(40_000) });
    await test.settle();
    expect(test.events).toEqual(['answered']);
    expect(test.first.receivedLog.slice(-2)).toEqual(['ACK', 'BYE']);
    expect(test.engine.ports[0]!.settings.map(({ remotePort }) => remotePort)).not.toContain(40_000);
  });

  it('is not tried after ringing', async () => {
    await test.dial();
    test.first.reply(invites()[0]!, 180);
    test.first.reply(invites()[0]!, 503);
    await test.settle();
    expect(test.second.receivedLog).toEqual([]);
    expect(test.events.at(-1)).toBe('ended: carrier_error 503');
  });

  it('is not tried after a hang-up', async () => {
    const leg = await test.dial();
    leg.hangup();
    test.first.reply(invites()[0]!, 503);
    await test.clock.advance(10_000);
    expect(test.second.receivedLog).toEqual([]);
  });

  it.each([
    ['a hang-up', 'cancelled', async (leg: Leg) => leg.hangup()],
    ['the ring timeout', 'no_answer', () => test.clock.advance(10_000)],
  ])('is not tried after %s while it is being resolved', async (_, cause, stop) => {
    await test.close();
    const resolution = Promise.withResolvers<SipTarget[]>();
    test = new CarrierUnderTest({
      locate: (uri) =>
        uri.host === secondTrunk.host ? resolution.promise : Promise.resolve([numericTarget(uri)!]),
    });
    const leg = await test.dial({ ringTimeoutMs: 5000 });
    test.first.reply(invites()[0]!, 503);
    await test.settle();
    await stop(leg);
    await test.settle();
    expect(test.events).toEqual([`ended: ${cause}`]);
    resolution.resolve([{ protocol: 'udp', address: secondTrunk.host, port: 5060 }]);
    await test.settle();
    expect(test.second.receivedLog).toEqual([]);
  });

  it('is tried first during the Retry-After of the first trunk', async () => {
    await test.dial();
    test.first.reply(invites()[0]!, 503, { fields: [['Retry-After', '60 (full)']] });
    await test.settle();
    await test.dial({ reference: 'call_2' });
    expect([invites().length, test.second.requests('INVITE').length]).toEqual([1, 2]);
    for (const invite of test.second.requests('INVITE')) test.second.reply(invite, 486);
    await test.clock.advance(60_000);
    await test.dial({ reference: 'call_3' });
    expect(invites().length).toBe(2);
  });

  describe('a trunk with two addresses', () => {
    const [first, second] = ['192.0.2.2', '192.0.2.3'].map((address): SipTarget => ({
      protocol: 'udp',
      address,
      port: 5060,
    }));
    const openWith = async (changes: Partial<SipCarrierOptions> = {}) => {
      await test.close();
      const trunks = [{ ...firstTrunk, host: 'trunk.example' }];
      test = new CarrierUnderTest({ trunks, locate: () => Promise.resolve([first!, second!]), ...changes });
    };
    const reject = async (peer: ScriptedPeer, status: number, fields: readonly HeaderEntry[] = []) => {
      peer.reply(peer.requests('INVITE').at(-1)!, status, { fields });
      await test.settle();
    };
    const inviteCounts = () => [invites(), test.second.requests('INVITE')].map(({ length }) => length);

    it('has its silent address tried last for 30 s', async () => {
      await openWith();
      await test.dial();
      await test.clock.advance(5_000);
      await reject(test.second, 486);
      const { length } = invites();
      await test.dial({ reference: 'call_2' });
      await reject(test.second, 486);
      expect(inviteCounts()).toEqual([length, 2]);
      await test.clock.advance(30_000);
      await test.dial({ reference: 'call_3' });
      expect(inviteCounts()).toEqual([length + 1, 2]);
    });

    it('has an address with 503 tried last for its own Retry-After', async () => {
      await openWith();
      await test.dial();
      await reject(test.first, 503, [['Retry-After', '60']]);
      await reject(test.second, 503, [['Retry-After', '10']]);
      await test.clock.advance(11_000);
      await test.dial({ reference: 'call_2' });
      expect(inviteCounts()).toEqual([1, 2]);
      await reject(test.second, 486);
      await test.clock.advance(50_000);
      await test.dial({ reference: 'call_3' });
      expect(inviteCounts()).toEqual([2, 2]);
    });

    it('registers with the second if the first is silent, and is healthy', async () => {
      const trunks = [{ ...firstTrunk, host: 'trunk.example', register: true }];
      await openWith({ trunks, monitorsTrunks: true });
      await test.settle();
      test.second.reply(test.second.requests('OPTIONS')[0]!, 200);
      await test.clock.advance(5_000);
      test.second.reply(test.second.requests('REGISTER')[0]!, 200);
      await test.settle();
      const health = test.carrier.checkHealth();
      await test.settle();
      test.second.reply(test.second.requests('OPTIONS').at(-1)!, 200);
      await test.clock.advance(5_000);
      expect(await health).toMatchObject({
        ok: true,
        detail: expect.stringMatching(/answered in .* Registration: registered/),
      });
    });
  });

  it('is tried first if the first trunk does not answer OPTIONS, or does not allow the caller ID', async () => {
    await test.close();
    test = new CarrierUnderTest({ monitorsTrunks: true });
    await test.settle();
    test.second.reply(test.second.requests('OPTIONS')[0]!, 200);
    await test.clock.advance(6000);
    await test.dial();
    expect(test.second.requests('INVITE')).toHaveLength(1);
    await test.close();
    test = new CarrierUnderTest({
      trunks: [{ ...firstTrunk, callerIds: ['+14155550199'] }, secondTrunk],
    });
    await test.dial();
    expect([test.first.receivedLog, test.second.receivedLog]).toEqual([[], ['INVITE']]);
  });
});

describe('an established call', () => {
  it('is held and resumed by re-INVITE, to a new port', async () => {
    await test.establishCall();
    const change = async (sdp: string) => {
      const request = test.first.request('INVITE', invites()[0]!, { sdp });
      await test.settle();
      test.first.request('ACK', invites()[0]!, { cseq: Number(request.headers.get('CSeq')!.split(' ')[0]) });
    };
    await change(descriptionOf(30_000, 'sendonly'));
    await change(descriptionOf(31_000));
    await test.settle();
    expect(test.events).toEqual(['answered', 'held', 'resumed']);
    const settings = test.engine.ports[0]!.settings;
    expect(
      settings.map(({ remotePort, direction, mediaTimeoutMs }) => [remotePort, direction, mediaTimeoutMs]),
    ).toEqual([
      [30_000, 'sendrecv', 0],
      [30_000, 'sendrecv', undefined],
      [30_000, 'recvonly', 0],
      [31_000, 'sendrecv', undefined],
    ]);
  });

  it.each([
    ['without telephone-event', descriptionOf().replace(/a=rtpmap:101.*\r\n/, '')],
    ['with telephone-event, until the first event', descriptionOf()],
  ])('reports DTMF by INFO %s', async (_, sdp) => {
    await test.dial();
    test.first.reply(invites()[0]!, 200, { sdp });
    await test.settle();
    const info = { sdp: 'Signal=7', contentType: 'application/dtmf-relay' };
    const event = { type: 'digit-pressed', durationMs: 100, atMs: 0 } as const;
    for (let press = 0; press < 2; press++) test.first.request('INFO', invites()[0]!, info);
    await test.settle();
    expect(test.events).toEqual(['answered', 'digit 7', 'digit 7']);
    test.engine.ports[0]!.emit({ ...event, digit: '7' });
    test.engine.ports[0]!.emit({ ...event, digit: '8' });
    expect(test.events.slice(3)).toEqual(['digit 8']);
    test.first.request('INFO', invites()[0]!, info);
    await test.settle();
    expect(test.events.slice(4)).toEqual(sdp === descriptionOf() ? [] : ['digit 7']);
    expect(test.first.responses('INFO').map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('ends when no audio is received within the media timeout', async () => {
    await test.establishCall();
    test.engine.ports[0]!.emit({ type: 'media-timed-out', atMs: 20_000 });
    await test.settle();
    expect(test.events).toEqual(['answered', 'media-timed-out', 'ended: media_timeout']);
    expect(test.first.requests('BYE')).toHaveLength(1);
  });

  it('is hung up when the carrier closes', async () => {
    await test.establishCall();
    const closed = test.carrier.close();
    await test.settle();
    test.first.reply(test.first.requests('BYE')[0]!, 200);
    await test.clock.advance(10_000);
    await closed;
    expect(test.events).toEqual(['answered', 'ended: near_hangup']);
  });
});

describe('an inbound call', () => {
  const call = async () => {
    const invite = test.first.invite({ sdp: descriptionOf() });
    await test.settle();
    return invite;
  };

  it('to an owned number rings, is answered and ends', async () => {
    await test.close();
    test = new CarrierUnderTest({ isOwned: (number) => number === '+12025550100' });
    await call();
    const leg = test.legs[0]!;
    expect([leg.reference, leg.from, leg.to]).toEqual(['call-in', '+12025550123', '+12025550100']);
    expect(leg.trunk).toBe(firstTrunk.name);
    await leg.answer();
    await test.settle();
    test.first.request('ACK', test.first.responses('INVITE').at(-1)!, { cseq: 1 });
    leg.hangup();
    await test.settle();
    expect(test.first.receivedLog).toEqual(['180 INVITE', '200 INVITE', 'BYE']);
    expect(test.events).toEqual(['answered', 'ended: near_hangup']);
    expect(test.engine.ports[0]!.settings[0]!.remotePort).toBe(30_000);
  });

  it('that the handler rejects does not ring', async () => {
    await test.close();
    test = new CarrierUnderTest({ isOwned: () => true });
    test.carrier.onIncoming((leg) => leg.reject('unavailable'));
    await call();
    expect(test.first.receivedLog).toEqual(['503 INVITE']);
  });

  it('is rejected with 503 while the owner of its number cannot be read', async () => {
    await test.close();
    const outage = new Outage('database_unavailable', 'The database cannot be used.');
    test = new CarrierUnderTest({ isOwned: () => Promise.reject(outage) });
    await call();
    expect(test.first.receivedLog).toEqual(['503 INVITE']);
    expect(test.legs).toEqual([]);
  });

  it('to any other number is rejected with 404', async () => {
    await call();
    expect(test.first.receivedLog).toEqual(['404 INVITE']);
    expect(test.legs).toEqual([]);
  });

  it('from an unknown source is ignored', async () => {
    await test.close();
    test = new CarrierUnderTest({ trunks: [secondTrunk], isOwned: () => true });
    await call();
    expect(test.first.receivedLog).toEqual([]);
  });

  it('from an allowed address block is accepted', async () => {
    await test.close();
    const trunks = [{ ...secondTrunk, allowedSourceAddresses: ['192.0.2.0/30'] }];
    test = new CarrierUnderTest({ trunks, isOwned: () => true });
    await call();
    expect(test.first.receivedLog).toEqual(['180 INVITE']);
  });

  it.each([
    ['busy', 486],
    ['declined', 603],
    ['unavailable', 503],
    ['not_found', 404],
  ] as const)('rejected as %s is answered with %i', async (cause, status) => {
    await test.close();
    test = new CarrierUnderTest({ isOwned: () => true });
    await call();
    test.legs[0]!.reject(cause);
    await test.settle();
    expect(test.first.receivedLog).toEqual(['180 INVITE', `${status} INVITE`]);
  });

  it('cancelled by the caller ends, and answering it fails', async () => {
    await test.close();
    test = new CarrierUnderTest({ isOwned: () => true });
    test.first.cancel(await call());
    await test.settle();
    expect(test.events).toEqual(['ended: cancelled']);
    await expect(test.legs[0]!.answer()).rejects.toThrow('the caller has hung up');
  });

  it('without an answer for 180 s is rejected', async () => {
    await test.close();
    test = new CarrierUnderTest({ isOwned: () => true });
    await call();
    await test.clock.advance(181_000);
    expect(test.first.receivedLog).toContain('480 INVITE');
    expect(test.events).toEqual(['ended: near_hangup']);
  });
});

describe('trunk health', () => {
  it('is reported for each trunk', async () => {
    const health = test.carrier.checkHealth();
    await test.settle();
    test.first.reply(test.first.requests('OPTIONS')[0]!, 200);
    await test.clock.advance(5000);
    expect(await health).toEqual({
      ok: false,
      detail:
        'Sent OPTIONS to first: answered in 0 ms. Sent OPTIONS to second: it does not answer. Correct host, port and transport of the trunk, or the firewall.',
    });
  });

  it('is bad for a trunk that is out of service, and good for a trunk that does not support OPTIONS', async () => {
    const health = test.carrier.checkHealth();
    await test.settle();
    test.first.reply(test.first.requests('OPTIONS')[0]!, 503);
    test.second.reply(test.second.requests('OPTIONS')[0]!, 405);
    await test.settle();
    expect(await health).toEqual({
      ok: false,
      detail:
        'Sent OPTIONS to first: it answered 503: it is out of service. Ask its operator. Sent OPTIONS to second: answered in 0 ms.',
    });
  });

  it('includes the registration, which is removed on close', async () => {
    await test.close();
    test = new CarrierUnderTest({ trunks: [{ ...firstTrunk, register: true }], monitorsTrunks: true });
    await test.settle();
    test.first.reply(test.first.requests('OPTIONS')[0]!, 200);
    test.first.reply(test.first.requests('REGISTER')[0]!, 200);
    await test.settle();
    const health = test.carrier.checkHealth();
    await test.settle();
    test.first.reply(test.first.requests('OPTIONS')[1]!, 200);
    await test.settle();
    expect(await health).toEqual({
      ok: true,
      detail: 'Sent OPTIONS to first: answered in 0 ms. Registration: registered.',
    });
    const closed = test.carrier.close();
    await test.settle();
    expect(test.first.requests('REGISTER')[1]!.headers.get('Expires')).toBe('0');
    await test.clock.advance(10_000);
    await closed;
  });
});
