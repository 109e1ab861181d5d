import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Leg } from '../../src/contracts/carrier.ts';
import type { SipRequest } from '../../src/sip/message.ts';
import type { ScriptedPeer } from '../../src/sip/testing/scripted-peer.ts';
import { descriptionOf } from '../../src/telephony/testing/carrier-under-test.ts';
import { CarrierOnLoopback, loopbackTrunk } from './carrier-on-loopback.ts';
import { scriptedPeerOnUdp } from './scripted-peer-on-udp.ts';

const trunkPort = 15_420;

/** An INVITE is a modification only if its session description is new. */
const bodies: Record<string, { readonly sdp: string; readonly contentType?: string }> = {
  INVITE: { sdp: descriptionOf(40_000) },
  UPDATE: { sdp: descriptionOf(40_000) },
  INFO: { sdp: 'Signal=7', contentType: 'application/dtmf-relay' },
};

describe('requests within a call', () => {
  let ours: CarrierOnLoopback;
  let trunk: ScriptedPeer;
  let intruder: ScriptedPeer;

  /** Sets up a call that the trunk at 127.0.0.1 answers, with another host at 127.0.0.2. */
  async function open(
    admitsLoopback: boolean,
    allowedSourceAddresses: readonly string[] = [],
  ): Promise<SipRequest> {
    ours = await CarrierOnLoopback.open([loopbackTrunk(trunkPort, { allowedSourceAddresses })], {
      admitsLoopback,
    });
    trunk = await scriptedPeerOnUdp('127.0.0.1', ours.port, trunkPort);
    intruder = await scriptedPeerOnUdp('127.0.0.2', ours.port);
    ours.dial();
    await vi.waitUntil(() => trunk.requests('INVITE').length > 0);
    const invite = trunk.requests('INVITE')[0]!;
    trunk.reply(invite, 200, { sdp: descriptionOf() });
    await ours.when('answered');
    return invite;
  }

  /** Ends the call from its trunk. Earlier messages have then been handled, because one socket receives all. */
  async function endFromTrunk(invite: SipRequest): Promise<void> {
    trunk.request('BYE', invite, { cseq: 900 });
    await ours.when('ended');
  }

  beforeEach(() => {
    intruder = undefined as never;
  });

  afterEach(async () => {
    await Promise.all([ours.close(), trunk.close(), intruder.close()]);
  });

  it.each(['BYE', 'INVITE', 'UPDATE', 'INFO', 'REFER', 'NOTIFY', 'PRACK', 'OPTIONS'])(
    '%s with the right tags from another address is answered with 481, although this machine is admitted',
    async (method) => {
      const invite = await open(true);
      intruder.request(method, invite, { cseq: 500, ...bodies[method] });
      await vi.waitUntil(() => intruder.responses(method).some(({ status }) => status >= 200));
      expect(intruder.responses(method).at(-1)!.status).toBe(481);
      await endFromTrunk(invite);
      expect(ours.events).toEqual(['answered', 'ended: far_hangup']);
      expect(ours.media.ports[0]!.settings.map(({ remotePort }) => remotePort)).not.toContain(40_000);
      expect(ours.foreignRequests).toBe(1);
    },
  );

  it('ignores a BYE from an address that is not admitted', async () => {
    const invite = await open(false);
    intruder.request('BYE', invite);
    await endFromTrunk(invite);
    await vi.waitUntil(() => trunk.responses('BYE').length > 0);
    expect([intruder.receivedLog, trunk.responses('BYE')[0]!.status]).toEqual([[], 200]);
    expect(ours.foreignRequests).toBe(1);
  });

  it('ignores a CANCEL and an ACK from another address for an inbound call', async () => {
    ours = await CarrierOnLoopback.open([loopbackTrunk(trunkPort)], { isOwned: () => true });
    trunk = await scriptedPeerOnUdp('127.0.0.1', ours.port, trunkPort);
    intruder = await scriptedPeerOnUdp('127.0.0.2', ours.port);
    const leg = Promise.withResolvers<Leg>();
    ours.onIncoming((incoming) => leg.resolve(incoming));
    const invite = trunk.invite({ sdp: descriptionOf() });
    const incoming = await leg.promise;
    intruder.cancel(invite);
    // Its response goes to the port in the Via of the INVITE; it arrives after it was handled.
    intruder.request('OPTIONS', invite);
    await vi.waitUntil(() => intruder.responses('OPTIONS').length > 0);
    await incoming.answer();
    const answers = () => trunk.responses('INVITE').filter(({ status }) => status === 200);
    await vi.waitUntil(() => answers().length > 0);
    intruder.request('ACK', answers()[0]!, { cseq: 1 });
    await vi.waitUntil(() => answers().length > 2);
    trunk.request('ACK', answers()[0]!, { cseq: 1 });
    trunk.request('BYE', answers()[0]!);
    await ours.when('ended');
    expect(ours.events).toEqual(['answered', 'ended: far_hangup']);
  });

  it('accepts a BYE from another address that the trunk settings allow', async () => {
    const invite = await open(false, ['127.0.0.2']);
    intruder.request('BYE', invite);
    await ours.when('ended');
    expect(ours.events).toEqual(['answered', 'ended: far_hangup']);
    expect(ours.foreignRequests).toBe(0);
  });
});
