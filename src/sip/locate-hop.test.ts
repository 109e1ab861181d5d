import { describe, expect, it } from 'vitest';
import { InternalErrorLog } from '../core/internal-errors.ts';
import { silentLogger } from '../core/logger.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { locateHop } from './locate-hop.ts';
import type { SipSource, SipTarget } from './transport/transport.ts';
import { parseUri } from './uri.ts';

const internalErrors = new InternalErrorLog({ logger: silentLogger, clock: new ManualClock() });
const core = { locate: () => Promise.resolve([]), internalErrors };
const connection = { id: 7 };
const udp: SipSource = { protocol: 'udp', address: '203.0.113.7', port: 40_000 };
const tls: SipSource = { protocol: 'tls', address: '203.0.113.7', port: 40_000, connection };

function targetOf(hop: string, flow?: SipSource): SipTarget | Error {
  let result: SipTarget | Error | undefined;
  locateHop(
    core,
    parseUri(hop),
    flow,
    (target) => (result = target),
    (error) => (result = error),
  );
  return result!;
}

describe('locateHop', () => {
  it('uses the target that the URI specifies', () => {
    const target = { protocol: 'udp', address: '198.51.100.1', port: 5070 };
    expect(targetOf('sip:a@198.51.100.1:5070', udp)).toEqual(target);
    expect(targetOf('sip:a@198.51.100.1:5070')).toEqual(target);
  });

  it('uses the observed address if the URI is behind a NAT', () => {
    expect(targetOf('sip:a@192.168.1.20', udp)).toEqual(udp);
    expect(targetOf('sip:a@192.168.1.20;transport=tls', tls)).toEqual(tls);
  });

  it('uses a private address if the peer is in the same private network', () => {
    const source: SipSource = { ...udp, address: '192.168.1.1' };
    expect(targetOf('sip:a@192.168.1.20', source)).toMatchObject({ address: '192.168.1.20' });
  });

  it('uses the existing connection to the same address', () => {
    const target = { protocol: 'tls', address: '203.0.113.7', port: 5061, connection };
    expect(targetOf('sip:a@203.0.113.7;transport=tls', tls)).toEqual(target);
  });

  it('does not replace a connection by UDP unless the URI requests UDP or another address', () => {
    expect(targetOf('sip:a@203.0.113.7', tls)).toEqual(tls);
    expect(targetOf('sip:a@203.0.113.7;transport=udp', tls)).toMatchObject({ protocol: 'udp' });
    expect(targetOf('sip:a@198.51.100.1', tls)).toMatchObject({ protocol: 'udp' });
  });

  it('fails for a URI that is not SIP', () => {
    expect(targetOf('tel:+12025550123', udp)).toBeInstanceOf(Error);
  });
});
