import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PeerMessage, ScriptedPeer } from '../../src/sip/testing/scripted-peer.ts';
import { descriptionOf } from '../../src/telephony/testing/carrier-under-test.ts';
import { CarrierOnLoopback } from './carrier-on-loopback.ts';
import { scriptedPeerOnUdp } from './scripted-peer-on-udp.ts';

const multipartBody = (isupDisposition: string) =>
  [
    '--parts',
    'Content-Type: application/isup',
    `Content-Disposition: ${isupDisposition}`,
    '',
    'x',
    '--parts',
    'Content-Type: application/sdp',
    '',
    `${descriptionOf()}--parts--`,
  ].join('\r\n');
const contentType = 'multipart/mixed; boundary="parts"';

describe('an INVITE', () => {
  let carrier: CarrierOnLoopback;
  let peer: ScriptedPeer;

  beforeEach(async () => {
    carrier = await CarrierOnLoopback.open([]);
    carrier.onIncoming((leg) => void leg.answer());
    peer = await scriptedPeerOnUdp('127.0.0.1', carrier.port);
  });

  afterEach(async () => {
    await Promise.all([carrier.close(), peer.close()]);
  });

  /** Returns the final status, and the Accept or Accept-Encoding field of the response. */
  async function invite(
    message: PeerMessage & { readonly uri?: string },
  ): Promise<(string | number | undefined)[]> {
    peer.invite({ uri: 'tel:+1-415-555-0100', ...message });
    const final = () => peer.responses('INVITE').find(({ status }) => status >= 200);
    await vi.waitUntil(() => final() !== undefined);
    const { status, headers } = final()!;
    return [status, headers.get('Accept') ?? headers.get('Accept-Encoding')];
  }

  it.each([
    [
      'with an optional part',
      [200, undefined],
      { contentType, sdp: multipartBody('signal;handling=optional') },
    ],
    [
      'with a required part',
      [415, 'application/sdp, multipart/mixed'],
      { contentType, sdp: multipartBody('signal') },
    ],
    ['with a broken multipart body', [400, undefined], { contentType, sdp: '--parts' }],
    [
      'with a compressed body',
      [415, 'identity'],
      { sdp: descriptionOf(), fields: [['Content-Encoding', 'gzip']] as const },
    ],
    [
      'for a number with separators in a SIP URI',
      [200, undefined],
      { uri: 'sip:+1-415-555-0100@127.0.0.1;user=phone', sdp: descriptionOf() },
    ],
    ['for an unknown number', [404, undefined], { uri: 'tel:+1-415-555-0199', sdp: descriptionOf() }],
    ['for another scheme', [416, undefined], { uri: 'mailto:a@example.com', sdp: descriptionOf() }],
  ])('%s is answered with %j', async (_, expected, message) => {
    expect(await invite(message)).toEqual(expected);
  });
});
