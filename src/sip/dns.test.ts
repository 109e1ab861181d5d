import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { locateServers, orderSrv, systemResolver, type LocateOptions, type SrvRecord } from './dns.ts';
import { parseUri, type SipUri } from './uri.ts';

const srv = (target: string, port = 5060, priority = 0, weight = 0): SrvRecord => ({
  target,
  port,
  priority,
  weight,
});

const services: Record<string, SrvRecord[]> = {
  '_sip._udp.two.example': [srv('b.two.example', 5070, 2), srv('a.two.example', 5060, 1)],
  '_sip._tcp.tcponly.example': [srv('a.two.example', 5062)],
  '_sips._tcp.two.example': [srv('a.two.example', 5061)],
  '_sip._udp.closed.example': [srv('.', 0)],
};
const hosts: Record<string, string[]> = {
  'a.two.example': ['192.0.2.1', '2001:db8::1'],
  'b.two.example': ['192.0.2.2'],
  'plain.example': ['192.0.2.3'],
};

async function locate(text: string, options: Partial<LocateOptions> = {}): Promise<string[]> {
  const targets = await locateServers(parseUri(text) as SipUri, {
    resolver: {
      resolveSrv: (name) => Promise.resolve(services[name] ?? []),
      resolveAddresses: (name) => Promise.resolve(hosts[name] ?? []),
    },
    random: seededRandom(1),
    protocols: ['udp', 'tcp', 'tls'],
    canReach: (_protocol, address) => !address.includes(':'),
    ...options,
  });
  return targets.map(({ protocol, address, port, serverName }) =>
    [protocol, address, port, ...(serverName === undefined ? [] : [serverName])].join(' '),
  );
}

describe('locateServers', () => {
  it.each([
    ['sip:a@192.0.2.9', ['udp 192.0.2.9 5060']],
    ['sip:a@192.0.2.9:5080;transport=tcp', ['tcp 192.0.2.9 5080']],
    ['sips:a@192.0.2.9', ['tls 192.0.2.9 5061 192.0.2.9']],
    ['sip:a@plain.example', ['udp 192.0.2.3 5060']],
    ['sip:a@plain.example:5090', ['udp 192.0.2.3 5090']],
    ['sip:a@two.example', ['udp 192.0.2.1 5060', 'udp 192.0.2.2 5070']],
    ['sips:a@two.example', ['tls 192.0.2.1 5061 two.example']],
    ['sip:a@two.example;transport=tls', ['tls 192.0.2.1 5061 two.example']],
    ['sip:a@tcponly.example', ['tcp 192.0.2.1 5062']],
    ['sip:a@closed.example', []],
    ['sip:a@nowhere.example', []],
    ['sip:a@plain.example;transport=sctp', []],
    ['sip:a@two.example;maddr=192.0.2.77', ['udp 192.0.2.77 5060']],
  ])('resolves %s to %j', async (uri, expected) => {
    expect(await locate(uri)).toEqual(expected);
  });

  it('returns only supported address families and transports', async () => {
    expect(await locate('sip:a@a.two.example:5060', { canReach: () => true })).toEqual([
      'udp 192.0.2.1 5060',
      'udp 2001:db8::1 5060',
    ]);
    expect(await locate('sip:a@two.example', { protocols: ['tcp'] })).toEqual([]);
  });

  it('limits the number of targets and queries for a large zone', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => srv(`h${index}.example`));
    let queries = 0;
    const targets = await locate('sip:a@many.example', {
      resolver: {
        resolveSrv: () => Promise.resolve(many),
        resolveAddresses: () => {
          queries += 1;
          return Promise.resolve(Array.from({ length: 8 }, (_, index) => `192.0.2.${index}`));
        },
      },
    });
    expect([targets.length, queries]).toEqual([32, 4]);
  });

  it('omits a record whose address query fails, and rejects if all fail', async () => {
    const failFor = (...failing: string[]) => ({
      resolveSrv: (name: string) => Promise.resolve(services[name] ?? []),
      resolveAddresses: (name: string) =>
        failing.includes(name) ? Promise.reject(new Error('SERVFAIL')) : Promise.resolve(hosts[name] ?? []),
    });
    const resolver = failFor('a.two.example');
    expect(await locate('sip:a@two.example', { resolver })).toEqual(['udp 192.0.2.2 5070']);
    const broken = failFor('a.two.example', 'b.two.example');
    await expect(locate('sip:a@two.example', { resolver: broken })).rejects.toThrow('SERVFAIL');
  });

  it('rejects if the resolver rejects', async () => {
    const failing = {
      resolveSrv: () => Promise.reject(new Error('SERVFAIL')),
      resolveAddresses: () => Promise.resolve([]),
    };
    await expect(locate('sip:a@two.example', { resolver: failing })).rejects.toThrow('SERVFAIL');
  });
});

it('systemResolver resolves names of the hosts file', async () => {
  const addresses = await systemResolver().resolveAddresses('localhost');
  expect(addresses.every((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
  expect(addresses).not.toEqual([]);
});

describe('orderSrv', () => {
  it('orders by priority and keeps every record', () => {
    const record = fc.record({
      target: fc.string(),
      port: fc.nat(65_535),
      priority: fc.nat(3),
      weight: fc.nat(65_535),
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 20 }), fc.integer(), (records, seed) => {
        const ordered = orderSrv(records, seededRandom(seed));
        expect(new Set(ordered)).toEqual(new Set(records));
        expect(ordered.map(({ priority }) => priority)).toEqual(
          records.map(({ priority }) => priority).sort((a, b) => a - b),
        );
      }),
    );
  });

  it('puts a record first with a probability in proportion to its weight', () => {
    const random = seededRandom(5);
    const firsts = { heavy: 0, light: 0, none: 0 };
    for (let round = 0; round < 4_000; round += 1) {
      const [first] = orderSrv([srv('none', 1), srv('light', 1, 0, 10), srv('heavy', 1, 0, 30)], random);
      firsts[first!.target as keyof typeof firsts] += 1;
    }
    expect(firsts.heavy / firsts.light).toBeCloseTo(3, 0);
    expect(firsts.none).toBeLessThan(200);
  });
});
