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
    carrier.onIncoming((leg) => void leg.answer().catch(() => undefined));
    peer = await scriptedPeerOnUdp('127.0.0.1', carrier.port);
  });

  afterEach(async () => {
    await Promise.all([carrier.close(), peer.close()]);
  });

  /** Returns the final status, and the Accept or Accept-Encoding field of the response. */
  async function invite(
    message: PeerMessage & { readonly uri?: string; readonly contact?: string },
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
    ['without Contact', [400, undefined], { sdp: descriptionOf(), contact: '' }],
    ['with the Contact *', [400, undefined], { sdp: descriptionOf(), contact: '*' }],
    ['for another scheme', [416, undefined], { uri: 'mailto:a@example.com', sdp: descriptionOf() }],
  ])('%s is answered with %j', async (_, expected, message) => {
    expect(await invite(message)).toEqual(expected);
  });

  it.each([
    ['localhost', ['127.0.0.1', 30_000]],
    // RFC 6761 §6.4: never resolves, so the source of the signalling is used.
    ['media.invalid', ['127.0.0.1', 30_000]],
  ])('with the media host %s sends to its address', async (host, destination) => {
    await invite({ sdp: descriptionOf().replace('c=IN IP4 192.0.2.2', `c=IN IP4 ${host}`) });
    const { settings } = carrier.media.ports[0]!;
    await vi.waitUntil(() => settings.length > 0);
    expect(settings.map(({ remoteAddress, remotePort }) => [remoteAddress, remotePort])).toEqual([
      destination,
    ]);
  });

  it.each([
    ['SRTP', /^302 parley ".*RTP\/SAVP/, descriptionOf().replace('RTP/AVP', 'RTP/SAVP')],
    ['another codec', /^305 parley ".*G729.*PCMU/, descriptionOf(30_000, 'sendrecv', 18)],
    ['IPv6', /^301 parley/, descriptionOf().replace('c=IN IP4 192.0.2.2', 'c=IN IP6 2001:db8::1')],
    ['multicast', /^330 parley/, descriptionOf().replace('c=IN IP4 192.0.2.2', 'c=IN IP4 233.252.0.1/127')],
    ['no audio', /^304 parley/, descriptionOf().replace('m=audio', 'm=video')],
  ])('that offers only %s does not ring, and is answered with 488 and a Warning', async (_, warning, sdp) => {
    expect((await invite({ sdp }))[0]).toBe(488);
    expect(peer.responses('INVITE').map(({ status }) => status)).not.toContain(180);
    expect(peer.responses('INVITE').at(-1)!.headers.get('Warning')).toMatch(warning);
  });
});
