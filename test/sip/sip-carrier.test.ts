import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Leg } from '../../src/contracts/carrier.ts';
import { CarrierOnLoopback, loopbackTrunk } from './carrier-on-loopback.ts';
import { hasSipp, SippPeers, type RunningSipp, type SippOptions } from './sipp.ts';

const scenarioPassed = { code: 0, errors: '' };

/** T1 is 25 ms here. On a busy machine a message can be retransmitted, which SIPp reports as an error. */
const retryOptions = { retry: 2 };

describe.skipIf(!hasSipp)(
  'a call with SIPp as the phone network (needs sipp, package sip-tester)',
  retryOptions,
  () => {
    const peers = new SippPeers(15_100, 12);
    let carrier: CarrierOnLoopback | undefined;

    afterEach(async () => {
      await carrier?.close();
      carrier = undefined;
    });

    afterAll(() => peers.close());

    /** Calls a trunk that follows the scenario. */
    async function call(
      options: SippOptions,
      ringTimeoutMs?: number,
    ): Promise<{ sipp: RunningSipp; leg: Leg }> {
      const sipp = peers.start(options);
      await sipp.ready();
      carrier = await CarrierOnLoopback.open([
        loopbackTrunk(sipp.port, {
          user: 'parley',
          password: 'secret',
          transport: options.transport ?? 'udp',
        }),
      ]);
      return { sipp, leg: carrier.dial(ringTimeoutMs) };
    }

    /** Receives a call from SIPp and runs an action on it. */
    async function receiveCall(options: SippOptions, act: (leg: Leg) => void): Promise<RunningSipp> {
      carrier = await CarrierOnLoopback.open([]);
      carrier.onIncoming(act);
      return peers.start({ ...options, callPort: carrier.port });
    }

    const events = () => carrier!.events;

    it.each(['udp', 'tcp'] as const)('is answered over %s and hung up locally', async (transport) => {
      const { sipp, leg } = await call({ scenario: 'answers', transport });
      await carrier!.waitForEvent('answered');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(events()).toEqual(['proceeding', 'ringing', 'answered', 'ended: near_hangup']);
      expect(carrier!.media.ports[0]!.settings.at(-1)).toMatchObject({
        remotePort: sipp.rtpPort,
        codec: 'PCMU',
      });
    });

    it('is answered and hung up by the callee', async () => {
      const { sipp } = await call({ scenario: 'hangs-up' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await carrier!.waitForEvent('ended');
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
    ])('ends with the cause of %s', async (status, cause) => {
      const { sipp } = await call({ scenario: 'refuses', status });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await carrier!.waitForEvent('ended');
      expect(events()).toEqual([`ended: ${cause}`]);
    });

    it('uses the next trunk after a rejection with 503', async () => {
      const rejecting = peers.start({ scenario: 'refuses', status: '503 Service Unavailable' });
      const healthy = peers.start({ scenario: 'answers' });
      await Promise.all([rejecting.ready(), healthy.ready()]);
      carrier = await CarrierOnLoopback.open([
        loopbackTrunk(rejecting.port),
        loopbackTrunk(healthy.port, { priority: 1 }),
      ]);
      const leg = carrier.dial();
      await carrier.waitForEvent('answered');
      leg.hangup();
      expect(await Promise.all([rejecting.finished, healthy.finished])).toEqual([
        scenarioPassed,
        scenarioPassed,
      ]);
    });

    it.each([
      ['401', 'challenges-by-two-realms'],
      ['407 and then 401', 'challenges-by-proxy-and-server'],
    ])('answers challenges of two realms by %s', async (_, scenario) => {
      const { sipp, leg } = await call({ scenario });
      await carrier!.waitForEvent('answered');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it('follows a 302 to another port of its trunk if the trunk allows it', async () => {
      const redirectTarget = peers.start({ scenario: 'answers' });
      const contact = `Contact: <sip:+14155552671@127.0.0.1:${redirectTarget.port}>`;
      const redirecting = peers.start({ scenario: 'refuses', status: `302 Moved Temporarily\n${contact}` });
      await Promise.all([redirecting.ready(), redirectTarget.ready()]);
      carrier = await CarrierOnLoopback.open([loopbackTrunk(redirecting.port, { followRedirect: true })]);
      const leg = carrier.dial();
      await carrier.waitForEvent('answered');
      leg.hangup();
      expect(await Promise.all([redirecting.finished, redirectTarget.finished])).toEqual([
        scenarioPassed,
        scenarioPassed,
      ]);
    });

    it('is rejected by a 302 by default', async () => {
      const status = '302 Moved Temporarily\nContact: <sip:+14155552671@127.0.0.1:9>';
      const { sipp } = await call({ scenario: 'refuses', status });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await carrier!.waitForEvent('ended');
      expect(events()).toEqual(['ended: carrier_error 302']);
    });

    it('is cancelled if it is not answered in time', async () => {
      const { sipp } = await call({ scenario: 'rings-until-cancel' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(events()).toEqual(['proceeding', 'ringing', 'ended: no_answer']);
    });

    it('is acknowledged and ended if it is answered while a CANCEL is in flight', async () => {
      const { sipp, leg } = await call({ scenario: 'answers-after-cancel' });
      await carrier!.waitForEvent('ringing');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(events()).toEqual(['proceeding', 'ringing', 'ended: cancelled']);
    });

    it('configures early media before the answer', async () => {
      const { sipp, leg } = await call({ scenario: 'early-media' });
      await carrier!.waitForEvent('ringing with media');
      expect(carrier!.media.ports[0]!.settings).toMatchObject([{ remotePort: sipp.rtpPort }]);
      await carrier!.waitForEvent('answered');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it.each([
      ['401', 'challenges'],
      ['407', 'challenges-as-proxy'],
    ])('answers a %s, and again for a stale nonce', async (_, scenario) => {
      const { sipp, leg } = await call({ scenario });
      await carrier!.waitForEvent('answered');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it('acknowledges each retransmission of the answer', async () => {
      const { sipp, leg } = await call({ scenario: 'retransmits-200' });
      await carrier!.waitForEvent('answered');
      setTimeout(() => leg.hangup(), 200);
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it('is held, then resumed with a new remote RTP port', async () => {
      const { sipp } = await call({ scenario: 'holds-and-resumes' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await carrier!.waitForEvent('ended');
      expect(events()).toEqual(['answered', 'held', 'resumed', 'ended: far_hangup']);
      expect(carrier!.media.ports[0]!.settings.at(-1)).toMatchObject({
        remotePort: 45_678,
        direction: 'sendrecv',
      });
    });

    it('continues unchanged if the ACK of a re-INVITE without an offer has no answer', async () => {
      const { sipp } = await call({ scenario: 'reinvite-ack-without-answer' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await carrier!.waitForEvent('ended');
      expect(events()).toEqual(['answered', 'ended: far_hangup']);
    });

    it('moves its media by UPDATE', async () => {
      const { sipp } = await call({ scenario: 'updates' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(carrier!.media.ports[0]!.settings.at(-1)).toMatchObject({ remotePort: 45_678 });
    });

    it('retries with a longer session interval after a 422, and refreshes at the granted interval', async () => {
      const { sipp } = await call({ scenario: 'session-interval-422' });
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it('is ended if the peer does not refresh the session', async () => {
      const { sipp } = await call({ scenario: 'never-refreshes' });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await carrier!.waitForEvent('ended');
      expect(events()).toEqual(['answered', 'ended: carrier_error']);
    });

    it('ends once if both sides hang up at once', async () => {
      const { sipp, leg } = await call({ scenario: 'bye-glare' });
      await carrier!.waitForEvent('answered');
      leg.hangup();
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(events()).toEqual(['answered', 'ended: near_hangup']);
    });

    it('retries a re-INVITE after a collision', async () => {
      const { sipp } = await call({ scenario: 'reinvite-glare' });
      expect(await sipp.finished).toEqual(scenarioPassed);
    });

    it.each(['udp', 'tcp'] as const)('is answered if it is inbound over %s', async (transport) => {
      const sipp = await receiveCall({ scenario: 'calls', transport }, (leg) => void leg.answer());
      expect(await sipp.finished).toEqual(scenarioPassed);
      await carrier!.waitForEvent('ended');
      expect(events()).toEqual(['answered', 'ended: far_hangup']);
      expect(carrier!.media.ports[0]!.settings).toMatchObject([{ remotePort: sipp.rtpPort }]);
    });

    it('is answered if it is inbound, with a tel: URI and a multipart body', async () => {
      const numbers: string[] = [];
      const sipp = await receiveCall({ scenario: 'calls-tel-uri-multipart' }, (leg) => {
        numbers.push(leg.from, leg.to);
        void leg.answer();
      });
      expect(await sipp.finished).toEqual(scenarioPassed);
      expect(numbers).toEqual(['+14155552679', '+14155550100']);
      expect(carrier!.media.ports[0]!.settings).toMatchObject([{ remotePort: sipp.rtpPort }]);
    });

    it('is hung up locally if it is inbound', async () => {
      const sipp = await receiveCall({ scenario: 'calls-and-waits-for-bye' }, (leg) => {
        leg.answer().then(
          () => leg.hangup(),
          () => undefined,
        );
      });
      expect(await sipp.finished).toEqual(scenarioPassed);
      await carrier!.waitForEvent('ended: near_hangup');
    });

    it('is cancelled by its caller if it is inbound', async () => {
      const sipp = await receiveCall({ scenario: 'calls-and-cancels' }, () => undefined);
      expect(await sipp.finished).toEqual(scenarioPassed);
      await carrier!.waitForEvent('ended: cancelled');
    });

    it('is ended if it is inbound and its answer is not acknowledged', async () => {
      const sipp = await receiveCall({ scenario: 'never-sends-ack' }, (leg) => void leg.answer());
      expect(await sipp.finished).toEqual(scenarioPassed);
      await carrier!.waitForEvent('ended: carrier_error');
    });

    it('is rejected if it is inbound and its number is unknown', async () => {
      carrier = await CarrierOnLoopback.open([], { isOwned: () => false });
      const sipp = peers.start({ scenario: 'calls-an-unknown-number', callPort: carrier.port });
      expect(await sipp.finished).toEqual(scenarioPassed);
    });
  },
);
