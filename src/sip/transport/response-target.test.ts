import { describe, expect, it } from 'vitest';
import { createRequest, type SipRequest } from '../message.ts';
import { responseTarget, stampSource } from './response-target.ts';
import type { SipSource } from './transport.ts';

const source: SipSource = { protocol: 'udp', address: '198.51.100.7', port: 40_000 };

function receivedRequest(via: string, from: SipSource = source): SipRequest {
  const request = createRequest('OPTIONS', 'sip:a@b', [['Via', via]]);
  stampSource(request, from);
  return request;
}

describe('stampSource', () => {
  it.each([
    ['SIP/2.0/UDP 198.51.100.7;branch=z9hG4bK1', 'SIP/2.0/UDP 198.51.100.7;branch=z9hG4bK1'],
    ['SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK1', 'SIP/2.0/UDP 10.0.0.1;branch=z9hG4bK1;received=198.51.100.7'],
    ['SIP/2.0/UDP 198.51.100.7;rport', 'SIP/2.0/UDP 198.51.100.7;rport=40000;received=198.51.100.7'],
    [
      'SIP/2.0/UDP a;received=203.0.113.9, SIP/2.0/UDP b',
      'SIP/2.0/UDP a;received=198.51.100.7, SIP/2.0/UDP b',
    ],
  ])('changes %s to %s', (given, expected) => {
    expect(receivedRequest(given).headers.get('Via')).toBe(expected);
  });

  it('recognises an IPv6 address with and without brackets', () => {
    const from: SipSource = { ...source, address: '2001:db8::1' };
    const via = 'SIP/2.0/UDP [2001:db8::1];branch=z9hG4bK1';
    expect(receivedRequest(via, from).headers.get('Via')).toBe(via);
  });
});

describe('responseTarget', () => {
  it('uses the source port if rport is present, otherwise the port in Via', () => {
    const ports = ['a;rport', 'a:5070', 'a'].map(
      (rest) => responseTarget(receivedRequest(`SIP/2.0/UDP ${rest}`), source).port,
    );
    expect(ports).toEqual([40_000, 5070, 5060]);
  });

  it('never uses an address in the request', () => {
    const request = receivedRequest('SIP/2.0/UDP 203.0.113.9;maddr=203.0.113.10;received=203.0.113.11');
    expect(responseTarget(request, source).address).toBe('198.51.100.7');
  });

  it('uses the connection of the request, with the listening port as fallback', () => {
    const connection = { id: 1 };
    const from: SipSource = { ...source, protocol: 'tls', connection };
    const target = responseTarget(receivedRequest('SIP/2.0/TLS a', from), from);
    expect(target).toEqual({ protocol: 'tls', address: '198.51.100.7', port: 5061, connection });
  });
});
