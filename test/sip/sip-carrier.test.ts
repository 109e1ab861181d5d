import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Leg } from '../../src/contracts/carrier.ts';
import { CarrierOnLoopback, loopbackTrunk } from './carrier-on-loopback.ts';
import { hasSipp, SippPeers, type RunningSipp, type SippOptions } from './sipp.ts';

const scenarioPassed = { code: 0, errors: '' };

/** T1 is 25 ms here. On a busy machine a message can be retransmitted, which SIPp reports as an error. */
const retryOptions = { retry: 2 };

describe.skipIf(!hasSipp)(
  'calls with SIPp as the phone network (needs sipp, package sip-tester)',
  retryOptions,
  () => {
    const peers = new SippPeers(15_100, 12);
    let ours: CarrierOnLoopback | undefined;

    afterEach(async () => {
      await ours?.close();
      ours = undefined;
    });

    afterAll(() => peers.close());

    /** Calls a trunk that follows the scenario. */
    async function call(
      options: SippOptions,
      ringTimeoutMs?: number,
    ): Promise<{ sipp: RunningSipp; leg: Leg }> {
      const sipp = peers.start(options);
      await sipp.ready();
      ours = await CarrierOnLoopback.open([
        loopbackTrunk(sipp.port, {
          user: 'parley',
          password: 'secret',
          transport: options.transport ?? 'udp',
        }),
      ]);
      return { sipp, leg: ours.dial(ringTimeoutMs) };
    }

    /** Receives a call from SIPp and runs an action on it. */
    async function receiveCall(options: SippOptions, act: (leg: Leg) => void): Promise<RunningSipp> {
      ours = await CarrierOnLoopback.open([]);
      ours.onIncoming(act);
      return peers.start({ ...options, callPort: ours.port });
    }

    const events = () => ours!.events;

    it.each(['udp', 'tcp'] as const)('answered over %s and hung up locally', async (transport) => {
      const { sipp, leg } = await call({ scenario: 'answers', transport });
      await ours!.when('answered');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(events()).toEqual(['proceeding', 'ringing', 'answered', 'ended: near_hangup']);
      expect(ours!.media.ports[0]!.settings.at(-1)).toMatchObject({
        remotePort: sipp.rtpPort,
        codec: 'PCMU',
      });
    });

    it('answered and hung up by the callee', async () => {
      const { sipp } = await call({ scenario: 'hangs-up' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await ours!.when('ended');
      expect(events()).toEqual(['answered', 'ended: far_hangup']);
    });

    it.each([
      ['486 Busy Here', 'busy 486'],
      ['603 Decline', 'declined 603'],
      ['404 Not Found', 'invalid_number 404'],
      ['503 Service Unavailable', 'carrier_error 503'],
      ['433 Anonymity Disallowed', 'declined 433'],
      ['607 Unwanted', 'declined 607'],
      ['608 Rejected', 'declined 608'],
      ['503 Service Unavailable\nReason: Q.850;cause=17;text="User busy"', 'busy 503'],
      ['480 Temporarily Unavailable\nReason: SIP;cause=480, Q.850;cause=1', 'invalid_number 480'],
      ['404 Not Found\nReason: Q.850;cause=41', 'carrier_error 404'],
      ['486 Busy Here\nReason: Q.850;cause=21', 'busy 486'],
      ['500 Server Internal Error\nReason: Q.850;cause=16', 'carrier_error 500'],
    ])('rejected with %s', async (status, end) => {
      const { sipp } = await call({ scenario: 'refuses', status });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await ours!.when('ended');
      expect(events()).toEqual([`ended: ${end}`]);
    });

    it('rejected with 503 uses the next trunk', async () => {
      const broken = peers.start({ scenario: 'refuses', status: '503 Service Unavailable' });
      const healthy = peers.start({ scenario: 'answers' });
      await Promise.all([broken.ready(), healthy.ready()]);
      ours = await CarrierOnLoopback.open([
        loopbackTrunk(broken.port),
        loopbackTrunk(healthy.port, { priority: 1 }),
      ]);
      const leg = ours.dial();
      await ours.when('answered');
      leg.hangup();
      expect(await Promise.all([broken.finished, healthy.finished])).toEqual([
        scenarioPassed,
        scenarioPassed,
      ]);
    });

    it.each([
      ['401', 'challenges-by-two-realms'],
      ['407 and then 401', 'challenges-by-proxy-and-server'],
    ])('answers challenges of two realms by %s', async (_, scenario) => {
      const { sipp, leg } = await call({ scenario });
      await ours!.when('answered');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it('redirected with 302 to another port of its trunk is followed if the trunk allows it', async () => {
      const there = peers.start({ scenario: 'answers' });
      const contact = `Contact: <sip:+14155552671@127.0.0.1:${there.port}>`;
      const here = peers.start({ scenario: 'refuses', status: `302 Moved Temporarily\n${contact}` });
      await Promise.all([here.ready(), there.ready()]);
      ours = await CarrierOnLoopback.open([loopbackTrunk(here.port, { followRedirect: true })]);
      const leg = ours.dial();
      await ours.when('answered');
      leg.hangup();
      expect(await Promise.all([here.finished, there.finished])).toEqual([scenarioPassed, scenarioPassed]);
    });

    it('redirected with 302 is rejected by default', async () => {
      const status = '302 Moved Temporarily\nContact: <sip:+14155552671@127.0.0.1:9>';
      const { sipp } = await call({ scenario: 'refuses', status });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await ours!.when('ended');
      expect(events()).toEqual(['ended: carrier_error 302']);
    });

    it('without an answer is cancelled in time', async () => {
      const { sipp } = await call({ scenario: 'rings-until-cancel' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(events()).toEqual(['proceeding', 'ringing', 'ended: no_answer']);
    });

    it('answered while a CANCEL is in flight is acknowledged and ended', async () => {
      const { sipp, leg } = await call({ scenario: 'answers-after-cancel' });
      await ours!.when('ringing');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(events()).toEqual(['proceeding', 'ringing', 'ended: cancelled']);
    });

    it('with early media configures it before the answer', async () => {
      const { sipp, leg } = await call({ scenario: 'early-media' });
      await ours!.when('ringing with media');
      expect(ours!.media.ports[0]!.settings).toMatchObject([{ remotePort: sipp.rtpPort }]);
      await ours!.when('answered');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it.each([
      ['401', 'challenges'],
      ['407', 'challenges-as-proxy'],
    ])('answers a %s, and again for a stale nonce', async (_, scenario) => {
      const { sipp, leg } = await call({ scenario });
      await ours!.when('answered');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it('acknowledges each retransmission of the answer', async () => {
      const { sipp, leg } = await call({ scenario: 'retransmits-200' });
      await ours!.when('answered');
      setTimeout(() => leg.hangup(), 200);
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it('is held, and resumed at a new RTP port', async () => {
      const { sipp } = await call({ scenario: 'holds-and-resumes' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await ours!.when('ended');
      expect(events()).toEqual(['answered', 'held', 'resumed', 'ended: far_hangup']);
      expect(ours!.media.ports[0]!.settings.at(-1)).toMatchObject({
        remotePort: 45_678,
        direction: 'sendrecv',
      });
    });

    it('continues unchanged if the ACK of a re-INVITE without an offer has no answer', async () => {
      const { sipp } = await call({ scenario: 'reinvite-ack-without-answer' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await ours!.when('ended');
      expect(events()).toEqual(['answered', 'ended: far_hangup']);
    });

    it('moves its media by UPDATE', async () => {
      const { sipp } = await call({ scenario: 'updates' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(ours!.media.ports[0]!.settings.at(-1)).toMatchObject({ remotePort: 45_678 });
    });

    it('handles a too small session interval, and refreshes at the granted one', async () => {
      const { sipp } = await call({ scenario: 'session-interval-422' });
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it('is ended if the peer does not refresh the session', async () => {
      const { sipp } = await call({ scenario: 'never-refreshes' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await ours!.when('ended');
      expect(events()).toEqual(['answered', 'ended: carrier_error']);
    });

    it('is transferred', async () => {
      const { sipp, leg } = await call({ scenario: 'accepts-refer' });
      await ours!.when('answered');
      expect(await leg.transfer('+14155552672')).toMatchObject({ ok: true });
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it('hung up by both sides at once ends once', async () => {
      const { sipp, leg } = await call({ scenario: 'bye-glare' });
      await ours!.when('answered');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(events()).toEqual(['answered', 'ended: near_hangup']);
    });

    it('retries a re-INVITE after a collision', async () => {
      const { sipp } = await call({ scenario: 'reinvite-glare' });
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it.each(['udp', 'tcp'] as const)('inbound over %s is answered', async (transport) => {
      const sipp = await receiveCall({ scenario: 'calls', transport }, (leg) => void leg.answer());
      expect(await sipp.finished).toEqual(scenarioPassed);
      await ours!.when('ended');
      expect(events()).toEqual(['answered', 'ended: far_hangup']);
      expect(ours!.media.ports[0]!.settings).toMatchObject([{ remotePort: sipp.rtpPort }]);
    });

    it('inbound to a tel: URI with a multipart body is answered', async () => {
      const numbers: string[] = [];
      const sipp = await receiveCall({ scenario: 'calls-tel-uri-multipart' }, (leg) => {
        numbers.push(leg.from, leg.to);
        void leg.answer();
      });
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(numbers).toEqual(['+14155552679', '+14155550100']);
      expect(ours!.media.ports[0]!.settings).toMatchObject([{ remotePort: sipp.rtpPort }]);
    });

    it('inbound is hung up locally', async () => {
      const sipp = await receiveCall({ scenario: 'calls-and-waits-for-bye' }, (leg) => {
        leg.answer().then(
          () => leg.hangup(),
          () => undefined,
        );
      });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await ours!.when('ended: near_hangup');
    });

    it('inbound is cancelled by the caller', async () => {
      const sipp = await receiveCall({ scenario: 'calls-and-cancels' }, () => undefined);
      expect(await sipp.finished).toEqual(scenarioPassed);
      await ours!.when('ended: cancelled');
    });

    it('inbound without an ACK is ended', async () => {
      const sipp = await receiveCall({ scenario: 'never-sends-ack' }, (leg) => void leg.answer());
      expect(await sipp.finished).toEqual(scenarioPassed);
      await ours!.when('ended: carrier_error');
    });

    it('inbound to an unknown number is rejected', async () => {
      ours = await CarrierOnLoopback.open([], { isOwned: () => false });
      const sipp = peers.start({ scenario: 'calls-an-unknown-number', callPort: ours.port });
      expect(await sipp.finished).toEqual(scenarioPassed);
    });
  },
);
