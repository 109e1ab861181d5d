import { describe, expect, it } from 'vitest';
import { createRequest, type SipRequest } from '../message.ts';
import { responseTarget, stampSource } from './response-target.ts';
import type { SipSource } from './transport.ts';

const source: SipSource = { protocol: 'udp', address: '198.51.100.7', port: 40_000 };

function arrived(via: string, from: SipSource = source): SipRequest {
  const request = createRequest('OPTIONS', 'sip:a@b', [['Via', via]]);
  stampSource(request, from);
  return request;
}

describe('the Via of a request that arrived', () => {
  it.each([
    ['SIP/2.0/UDP 198.51.100.7;branch=z9hG4bK1', 'SIP/2.0/UDP 198.51.100.7;branch=z9hG4bK1'],
    ['SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK1', 'SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK1;received=198.51.100.7'],
    ['SIP/2.0/UDP 198.51.100.7;rport', 'SIP/2.0/UDP 198.51.100.7;rport=40000;received=198.51.100.7'],
    [
      'SIP/2.0/UDP a;received=203.0.113.9, SIP/2.0/UDP b',
      'SIP/2.0/UDP a;received=198.51.100.7, SIP/2.0/UDP b',
    ],
  ])('%s becomes %s', (given, expected) => {
    expect(arrived(given).headers.get('Via')).toBe(expected);
  });

  it('knows an IPv6 address with and without its brackets', () => {
    const from: SipSource = { ...source, address: '2001:db8::1' };
    const via = 'SIP/2.0/UDP [2001:db8::1];branch=z9hG4bK1';
    expect(arrived(via, from).headers.get('Via')).toBe(via);
  });
});

describe('a response goes', () => {
  it('to the port it came from where rport asks for that, else to the one that Via names', () => {
    const ports = ['a;rport', 'a:5070', 'a'].map(
      (rest) => responseTarget(arrived(`SIP/2.0/UDP ${rest}`), source).port,
    );
    expect(ports).toEqual([40_000, 5070, 5060]);
  });

  it('never to an address that the request names', () => {
    const request = arrived('SIP/2.0/UDP 203.0.113.9;maddr=203.0.113.10;received=203.0.113.11');
    expect(responseTarget(request, source).address).toBe('198.51.100.7');
  });

  it('by the connection the request came by, with the listening port to fall back to', () => {
    const connection = { id: 1 };
    const from: SipSource = { ...source, protocol: 'tls', connection };
    const target = responseTarget(arrived('SIP/2.0/TLS a', from), from);
    expect(target).toEqual({ protocol: 'tls', address: '198.51.100.7', port: 5061, connection });
  });
});
