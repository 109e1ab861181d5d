import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AudioNegotiation } from './audio-negotiation.ts';
import type { CodecName, Direction } from './audio-stream.ts';
import { SdpError } from './sdp-error.ts';
import { parseSessionDescription } from './session-description.ts';

const local = { address: '127.0.0.1', port: 10_000, codecs: ['PCMU', 'PCMA'], sessionId: '7' } as const;
const remote = { address: '192.0.2.9', port: 20_000, codecs: ['PCMA', 'PCMU'], sessionId: '9' } as const;

function offerOf(lines: readonly string[], port = 20_000): string {
  return [
    'v=0',
    'o=- 1 1 IN IP4 192.0.2.9',
    's=-',
    'c=IN IP4 192.0.2.9',
    't=0 0',
    `m=audio ${port} RTP/AVP 0 8 96`,
    'a=rtpmap:96 telephone-event/8000',
    ...lines,
    '',
  ].join('\r\n');
}

function faultOf(run: () => unknown): string {
  try {
    run();
    return 'none';
  } catch (error) {
    return error instanceof SdpError ? error.code : 'other';
  }
}

const versionOf = (text: string) => parseSessionDescription(text).origin.sessionVersion;
const directionOf = (text: string) => parseSessionDescription(text).media[0]!.attributes.at(-1)!.name;

describe('AudioNegotiation: offers', () => {
  it('offers both codecs, telephone-event 0-16 and 20 ms', () => {
    expect(new AudioNegotiation(local).createOffer().split('\r\n').slice(5)).toEqual([
      'm=audio 10000 RTP/AVP 0 8 101',
      'a=rtpmap:0 PCMU/8000',
      'a=rtpmap:8 PCMA/8000',
      'a=rtpmap:101 telephone-event/8000',
      'a=fmtp:101 0-16',
      'a=ptime:20',
      'a=sendrecv',
      '',
    ]);
  });

  it('is answered with the first offered codec that the answerer supports, and both sides agree', () => {
    const caller = new AudioNegotiation(local);
    const callee = new AudioNegotiation(remote);
    const { answer, agreed } = callee.answer(caller.createOffer());
    expect(caller.acceptAnswer(answer)).toEqual({
      remoteAddress: '192.0.2.9',
      remotePort: 20_000,
      rtcpPort: 20_001,
      codec: 'PCMU',
      payloadType: 0,
      telephoneEventPayloadType: 101,
      direction: 'sendrecv',
    });
    expect(agreed.codec).toBe('PCMU');
  });

  it('rejects an offer while another is open', () => {
    const caller = new AudioNegotiation(local);
    caller.createOffer();
    expect(faultOf(() => caller.createOffer())).toBe('out_of_order');
    expect(faultOf(() => caller.answer(offerOf([])))).toBe('out_of_order');
    caller.abandonOffer();
    expect(caller.state).toBe('idle');
  });

  it('keeps the agreed session when an offer is rejected', () => {
    const caller = new AudioNegotiation(local);
    const { agreed } = caller.answer(offerOf([]));
    caller.createOffer('sendonly');
    expect(faultOf(() => caller.acceptAnswer(offerOf([], 0)))).toBe('rejected');
    expect([caller.state, caller.agreed]).toEqual(['agreed', agreed]);
  });

  it('accepts an answer from each branch of a forked call', () => {
    const caller = new AudioNegotiation(local);
    caller.createOffer();
    caller.acceptAnswer(offerOf([], 30_000));
    caller.reopenOffer();
    expect(caller.acceptAnswer(offerOf([], 40_000)).remotePort).toBe(40_000);
  });

  it('keeps RTCP on a separate port without rtcp-mux in the offer, whatever the answer contains', () => {
    const caller = new AudioNegotiation(local);
    caller.createOffer();
    expect(caller.acceptAnswer(offerOf(['a=rtcp-mux'])).rtcpPort).toBe(20_001);
  });

  it('accepts both codecs and another payload type for telephone-event in an answer', () => {
    const caller = new AudioNegotiation(local);
    caller.createOffer();
    expect(caller.acceptAnswer(offerOf([]))).toMatchObject({
      codec: 'PCMU',
      telephoneEventPayloadType: 96,
      additionalFormats: [
        { payloadType: 8, encoding: 'PCMA' },
        { payloadType: 101, encoding: 'telephone-event' },
      ],
    });
  });

  it('accepts an answer with a host name as address, and rejects one with a multicast address', () => {
    const caller = new AudioNegotiation(local);
    caller.createOffer();
    const { remoteAddress } = caller.acceptAnswer(offerOf(['c=IN IP4 media.example.com']));
    expect(remoteAddress).toBe('media.example.com');
    caller.createOffer();
    expect(faultOf(() => caller.acceptAnswer(offerOf(['c=IN IP4 239.1.2.3/127'])))).toBe('rejected');
  });

  it('keeps the session version while nothing changes, and increments it on a change', () => {
    const caller = new AudioNegotiation(local);
    const first = caller.createOffer();
    caller.acceptAnswer(offerOf([]));
    const refresh = caller.createOffer();
    caller.acceptAnswer(offerOf([]));
    const hold = caller.createOffer('sendonly');
    expect([first, refresh, hold].map(versionOf)).toEqual(['1', '1', '2']);
  });
});

describe('AudioNegotiation: answers', () => {
  it.each<[offered: string, agreedDirection: Direction, answeredDirection: string]>([
    ['a=sendrecv', 'sendrecv', 'sendrecv'],
    ['a=sendonly', 'recvonly', 'recvonly'],
    ['a=recvonly', 'sendonly', 'sendonly'],
    ['a=inactive', 'inactive', 'inactive'],
    ['c=IN IP4 0.0.0.0', 'recvonly', 'recvonly'],
  ])('to an offer with %s have direction %s', (line, agreedDirection, answeredDirection) => {
    const { answer, agreed } = new AudioNegotiation(local).answer(offerOf([line]));
    expect([agreed.direction, directionOf(answer)]).toEqual([agreedDirection, answeredDirection]);
  });

  it('use the payload types of the offer', () => {
    const { answer, agreed } = new AudioNegotiation(local).answer(offerOf([]));
    expect(agreed.telephoneEventPayloadType).toBe(96);
    expect(answer).toContain('m=audio 10000 RTP/AVP 0 96');
  });

  it('omit telephone-event if the offer did not contain it', () => {
    const offer = offerOf([]).replace('a=rtpmap:96 telephone-event/8000\r\n', '');
    const { answer, agreed } = new AudioNegotiation(local).answer(offer);
    expect(agreed.telephoneEventPayloadType).toBeUndefined();
    expect(answer).not.toContain('telephone-event');
  });

  it('reject every other stream with port 0, and later offers keep the order', () => {
    const offer = offerOf([]).replace('m=audio', 'm=video 4000 RTP/AVP 31\r\nm=audio') + 'm=text 5 TCP x\r\n';
    const callee = new AudioNegotiation(local);
    const ports = (text: string) => parseSessionDescription(text).media.map(({ port }) => port);
    expect(ports(callee.answer(offer).answer)).toEqual([0, 10_000, 0]);
    expect(ports(callee.createOffer())).toEqual([0, 10_000, 0]);
  });

  it.each([
    ['another codec', offerOf([]).replace('RTP/AVP 0 8 96', 'RTP/AVP 18 96'), 305, 'G729, not as PCMU'],
    [
      'a dynamic codec',
      offerOf(['a=rtpmap:97 opus/48000/2']).replace('RTP/AVP 0 8 96', 'RTP/AVP 97 120'),
      305,
      'opus, payload type 120, not',
    ],
    ['encrypted media', offerOf([]).replace('RTP/AVP', 'RTP/SAVP'), 302, 'SRTP (RTP/SAVP)'],
    ['a stream with port 0', offerOf([], 0), 304, 'no audio stream'],
    ['no stream', offerOf([]).split('m=')[0]!, 304, 'no audio stream'],
    ['no address', offerOf([]).replace(/^c=.*\r\n/m, ''), 399, 'without an address'],
    ['a multicast address', offerOf(['c=IN IP4 224.2.1.1/127']), 330, 'multicast'],
    ['a broadcast address', offerOf(['c=IN IP4 255.255.255.255']), 330, 'multicast'],
    ['an address of the other family', offerOf(['c=IN IP6 2001:db8::5']), 301, 'not IPv4'],
    ['a host name of the other family', offerOf(['c=IN IP6 media.example.com']), 301, 'not IPv4'],
    ['packets below 10 ms', offerOf(['a=maxptime:5']), 306, 'below 10 ms'],
  ])('reject %s with no_common_codec, a warn-code and a reason', (_, offer, warningCode, text) => {
    const answer = () => new AudioNegotiation(local).answer(offer);
    expect(answer).toThrow(
      expect.objectContaining({
        code: 'no_common_codec',
        warningCode,
        message: expect.stringContaining(text) as string,
      }),
    );
  });

  it('send RTCP to the port of a=rtcp or rtcp-mux', () => {
    const rtcpPort = (line: string) => new AudioNegotiation(local).answer(offerOf([line])).agreed.rtcpPort;
    expect([rtcpPort('a=rtcp:53020'), rtcpPort('a=rtcp-mux'), rtcpPort('a=rtcp:0')]).toEqual([
      53_020, 20_000, 20_001,
    ]);
  });

  it('contain rtcp-mux if the offer requests it, as do later offers until an answer omits it', () => {
    const callee = new AudioNegotiation(local);
    expect(callee.answer(offerOf(['a=rtcp-mux'])).answer).toContain('a=rtcp-mux\r\n');
    expect(callee.createOffer()).toContain('a=rtcp-mux\r\n');
    expect(callee.acceptAnswer(offerOf([])).rtcpPort).toBe(20_001);
    expect(new AudioNegotiation(local).answer(offerOf([])).answer).not.toContain('rtcp-mux');
  });

  it('move the media to the port and address of a new offer', () => {
    const callee = new AudioNegotiation(local);
    callee.answer(offerOf([]));
    const { agreed } = callee.answer(offerOf(['c=IN IP4 198.51.100.5'], 31_000));
    expect([agreed.remoteAddress, agreed.remotePort]).toEqual(['198.51.100.5', 31_000]);
  });
});

const codecs = fc.shuffledSubarray<CodecName>(['PCMU', 'PCMA'], { minLength: 1 });
const direction = fc.constantFrom<Direction>('sendrecv', 'sendonly', 'recvonly', 'inactive');

describe('AudioNegotiation: both sides', () => {
  it('agree on the same codec and matching directions, or fail with an error', () => {
    fc.assert(
      fc.property(
        codecs,
        codecs,
        direction,
        direction,
        (callerCodecs, calleeCodecs, preferredDirection, answerDirection) => {
          const caller = new AudioNegotiation({ ...local, codecs: callerCodecs });
          const callee = new AudioNegotiation({ ...remote, codecs: calleeCodecs });
          const offer = caller.createOffer(preferredDirection);
          const common = callerCodecs.some((name) => calleeCodecs.includes(name));
          expect(faultOf(() => new AudioNegotiation({ ...remote, codecs: calleeCodecs }).answer(offer))).toBe(
            common ? 'none' : 'no_common_codec',
          );
          fc.pre(common);
          const { answer, agreed } = callee.answer(offer, answerDirection);
          const accepted = caller.acceptAnswer(answer);
          const mirror = {
            sendrecv: 'sendrecv',
            sendonly: 'recvonly',
            recvonly: 'sendonly',
            inactive: 'inactive',
          };
          expect([accepted.codec, accepted.direction]).toEqual([agreed.codec, mirror[agreed.direction]]);
        },
      ),
    );
  });
});

describe('the duration of packets', () => {
  const agreedWith = (...lines: string[]) =>
    new AudioNegotiation(local).answer(offerOf(lines)).agreed.packetMs;

  it.each([
    [[], undefined],
    [['a=ptime:20'], undefined],
    [['a=ptime:60', 'a=maxptime:150'], undefined],
    [['a=maxptime:20'], undefined],
    [['a=maxptime:10'], 10],
    [['a=ptime:20', 'a=maxptime:15'], 10],
    [['a=ptime:10'], 10],
    [['a=maxptime:none', 'a=ptime:-5'], undefined],
    [['a=maxptime:0'], undefined],
  ])('after an offer with %j is agreed as %s (undefined: 20 ms)', (lines, packetMs) => {
    expect(agreedWith(...lines)).toBe(packetMs);
  });

  it('cannot be less than 10 ms', () => {
    expect(faultOf(() => agreedWith('a=maxptime:5'))).toBe('no_common_codec');
    const caller = new AudioNegotiation(local);
    caller.createOffer();
    expect(faultOf(() => caller.acceptAnswer(offerOf(['a=maxptime:5'])))).toBe('rejected');
  });
});
