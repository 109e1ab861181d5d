import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Leg } from '../../src/contracts/carrier.ts';
import type { SipRequest } from '../../src/sip/message.ts';
import type { ScriptedPeer } from '../../src/sip/testing/scripted-peer.ts';
import { descriptionOf } from '../../src/telephony/testing/carrier-under-test.ts';
import { CarrierOnLoopback, loopbackTrunk } from './carrier-on-loopback.ts';
import { scriptedPeerOnUdp } from './scripted-peer-on-udp.ts';

const trunkPort = 15_480;

/** The bodies with which a request would change the call if it was accepted: a new media port, or a digit. */
const bodies: Record<string, { readonly sdp: string; readonly contentType?: string }> = {
  INVITE: { sdp: descriptionOf(40_000) },
  UPDATE: { sdp: descriptionOf(40_000) },
  INFO: { sdp: 'Signal=7', contentType: 'application/dtmf-relay' },
};

describe('requests within a call', () => {
  let carrier: CarrierOnLoopback;
  let trunk: ScriptedPeer;
  let intruder: ScriptedPeer;

  /** Establishes a call that the trunk at 127.0.0.1 answers. Another host is at 127.0.0.2. */
  async function establishCall(
    admitsLoopback: boolean,
    allowedSourceAddresses: readonly string[] = [],
  ): Promise<SipRequest> {
    carrier = await CarrierOnLoopback.open([loopbackTrunk(trunkPort, { allowedSourceAddresses })], {
      admitsLoopback,
    });
    trunk = await scriptedPeerOnUdp('127.0.0.1', carrier.port, trunkPort);
    intruder = await scriptedPeerOnUdp('127.0.0.2', carrier.port);
    carrier.dial();
    await vi.waitUntil(() => trunk.requests('INVITE').length > 0);
    const invite = trunk.requests('INVITE')[0]!;
    trunk.reply(invite, 200, { sdp: descriptionOf() });
    await carrier.waitForEvent('answered');
    return invite;
  }

  /** Ends the call from the trunk. The carrier has one socket, so it has handled all earlier messages by then. */
  async function endFromTrunk(invite: SipRequest): Promise<void> {
    trunk.request('BYE', invite, { cseq: 900 });
    await carrier.waitForEvent('ended');
  }

  beforeEach(() => {
    intruder = undefined as never;
  });

  afterEach(async () => {
    await Promise.all([carrier.close(), trunk.close(), intruder.close()]);
  });

  it.each(['BYE', 'INVITE', 'UPDATE', 'INFO', 'REFER', 'NOTIFY', 'PRACK', 'OPTIONS'])(
    '%s with the right tags from another address is answered with 481, although the address is admitted',
    async (method) => {
      const invite = await establishCall(true);
      intruder.request(method, invite, { cseq: 500, ...bodies[method] });
      await vi.waitUntil(() => intruder.responses(method).some(({ status }) => status >= 200));
      expect(intruder.responses(method).at(-1)!.status).toBe(481);
      await endFromTrunk(invite);
      expect(carrier.events).toEqual(['answered', 'ended: far_hangup']);
      expect(carrier.media.ports[0]!.settings.map(({ remotePort }) => remotePort)).not.toContain(40_000);
      expect(carrier.foreignRequests).toBe(1);
    },
  );

  it('ignores a BYE from an address that is not admitted', async () => {
    const invite = await establishCall(false);
    intruder.request('BYE', invite);
    await endFromTrunk(invite);
    await vi.waitUntil(() => trunk.responses('BYE').length > 0);
    expect([intruder.receivedLog, trunk.responses('BYE')[0]!.status]).toEqual([[], 200]);
    expect(carrier.foreignRequests).toBe(1);
  });

  it('ignores a CANCEL and an ACK from another address for an inbound call', async () => {
    carrier = await CarrierOnLoopback.open([loopbackTrunk(trunkPort)], { isOwned: () => true });
    trunk = await scriptedPeerOnUdp('127.0.0.1', carrier.port, trunkPort);
    intruder = await scriptedPeerOnUdp('127.0.0.2', carrier.port);
    const leg = Promise.withResolvers<Leg>();
    carrier.onIncoming((incoming) => leg.resolve(incoming));
    const invite = trunk.invite({ sdp: descriptionOf() });
    const incoming = await leg.promise;
    intruder.cancel(invite);
    // The response to OPTIONS shows that the CANCEL before it has been handled.
    intruder.request('OPTIONS', invite);
    await vi.waitUntil(() => intruder.responses('OPTIONS').length > 0);
    await incoming.answer();
    const responses = () => trunk.responses('INVITE').filter(({ status }) => status === 200);
    await vi.waitUntil(() => responses().length > 0);
    intruder.request('ACK', responses()[0]!, { cseq: 1 });
    await vi.waitUntil(() => responses().length > 2);
    trunk.request('ACK', responses()[0]!, { cseq: 1 });
    trunk.request('BYE', responses()[0]!);
    await carrier.waitForEvent('ended');
    expect(carrier.events).toEqual(['answered', 'ended: far_hangup']);
  });

  it('accepts a BYE from another address that the trunk settings allow', async () => {
    const invite = await establishCall(false, ['127.0.0.2']);
    intruder.request('BYE', invite);
    await carrier.waitForEvent('ended');
    expect(carrier.events).toEqual(['answered', 'ended: far_hangup']);
    expect(carrier.foreignRequests).toBe(0);
  });
});
