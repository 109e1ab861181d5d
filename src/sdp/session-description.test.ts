import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SdpError } from './sdp-error.ts';
import {
  connectionTo,
  parseSessionDescription,
  serializeSessionDescription,
  type SessionDescription,
} from './session-description.ts';

const sample = [
  'v=0',
  'o=alice 2890844526 2890844527 IN IP4 192.0.2.1',
  's=-',
  'c=IN IP4 192.0.2.1',
  't=0 0',
  'a=sendrecv',
  'm=audio 49170 RTP/AVP 0 8 101',
  'a=rtpmap:101 telephone-event/8000',
  'a=fmtp:101 0-16',
  'm=video 51372/2 RTP/AVP 31',
  'c=IN IP6 2001:db8::1',
  '',
].join('\r\n');

const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const attribute = fc.record({
  name: token,
  value: fc.option(fc.stringMatching(/^[ -~]{0,20}$/), { nil: undefined }),
});
const connection = fc.oneof(fc.ipV4(), fc.constant('2001:db8::7')).map(connectionTo);
const description: fc.Arbitrary<SessionDescription> = fc.record({
  origin: fc.record({
    username: token,
    sessionId: fc.nat().map(String),
    sessionVersion: fc.nat().map(String),
    connection,
  }),
  name: fc.stringMatching(/^[ -~]{1,12}$/),
  connection: fc.option(connection, { nil: undefined }),
  attributes: fc.array(attribute, { maxLength: 4 }),
  media: fc.array(
    fc.record({
      kind: token,
      port: fc.integer({ min: 0, max: 65_535 }),
      protocol: fc.constantFrom('RTP/AVP', 'RTP/SAVP', 'UDP/TLS/RTP/SAVPF'),
      formats: fc.array(fc.nat(127).map(String), { minLength: 1, maxLength: 5 }),
      connection: fc.option(connection, { nil: undefined }),
      attributes: fc.array(attribute, { maxLength: 4 }),
    }),
    { maxLength: 4 },
  ),
});

function faultOf(text: string): string {
  try {
    parseSessionDescription(text);
    return 'none';
  } catch (error) {
    if (error instanceof SdpError) return error.code;
    throw error;
  }
}

describe('parseSessionDescription', () => {
  it('parses each block', () => {
    const parsed = parseSessionDescription(sample);
    expect(parsed.origin.sessionVersion).toBe('2890844527');
    expect(parsed.connection).toEqual({ family: 'IP4', address: '192.0.2.1' });
    expect(parsed.media.map(({ kind, port }) => [kind, port])).toEqual([
      ['audio', 49170],
      ['video', 51372],
    ]);
    expect(parsed.media[0]!.attributes[0]).toEqual({ name: 'rtpmap', value: '101 telephone-event/8000' });
    expect(parsed.media[1]!.connection).toEqual({ family: 'IP6', address: '2001:db8::1' });
  });

  it('accepts bare line feeds', () => {
    expect(parseSessionDescription(sample.replaceAll('\r\n', '\n'))).toEqual(parseSessionDescription(sample));
  });

  it('round-trips any description', () => {
    fc.assert(
      fc.property(description, (value) => {
        expect(parseSessionDescription(serializeSessionDescription(value))).toEqual(value);
      }),
    );
  });

  it('parses or rejects a description truncated at any length', () => {
    for (let length = 0; length < sample.length; length += 1)
      expect(['none', 'malformed']).toContain(faultOf(sample.slice(0, length)));
  });

  it('parses or rejects any text', () => {
    const lines = fc.array(fc.tuple(fc.constantFrom(...'vosctamx'), fc.string()), { maxLength: 12 });
    fc.assert(
      fc.property(lines, (pairs) => {
        const text = 'v=0\r\n' + pairs.map(([type, value]) => `${type}=${value}`).join('\r\n');
        expect(['none', 'malformed']).toContain(faultOf(text));
      }),
    );
  });

  it.each([
    ['without a version', sample.replace('v=0\r\n', ''), 'malformed'],
    ['without an origin', sample.replace(/o=.*\r\n/, ''), 'malformed'],
    ['with a port beyond 65535', sample.replace('49170', '70000'), 'malformed'],
    ['with a stream without formats', sample.replace('RTP/AVP 31', 'RTP/AVP'), 'malformed'],
    ['with an address of another network', sample.replace('c=IN', 'c=ATM'), 'malformed'],
    ['longer than 16 KiB', sample + 'a=x\r\n'.repeat(4000), 'too_large'],
    ['with more than 400 lines', sample + 'a=x\r\n'.repeat(400), 'too_large'],
    ['with more than 16 streams', sample + 'm=audio 1 RTP/AVP 0\r\n'.repeat(16), 'too_large'],
  ])('rejects a description %s', (_, text, code) => {
    expect(faultOf(text)).toBe(code);
  });
});
