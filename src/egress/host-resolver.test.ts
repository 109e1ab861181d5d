import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openDnsServer, type DnsServer } from '../../test/support/dns-server.ts';
import { systemClock, type Clock } from '../core/clock.ts';
import { HostNameError, HostResolver, type HostResolverOptions } from './host-resolver.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type AnswerTo = Parameters<typeof openDnsServer>[0];

async function serveDns(answerTo: AnswerTo): Promise<DnsServer> {
  const dns = await openDnsServer(answerTo);
  closers.push(() => dns.close());
  return dns;
}

/** A clock whose monotonic time can be moved forward; its timers are real. */
function shiftableClock() {
  let shiftMs = 0;
  const clock: Clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + shiftMs };
  return { clock, shift: (ms: number) => (shiftMs += ms) };
}

const resolverWith = (servers: readonly string[], options: Partial<HostResolverOptions> = {}) =>
  new HostResolver({ clock: systemClock, servers, hostsFile: '/nonexistent', ...options });

const never = new AbortController().signal;
const resolve = (resolver: HostResolver, name: string, { workspaceId = 'ws_1', signal = never } = {}) =>
  resolver.resolve(name, { workspaceId, signal });

const failureOf = (resolved: Promise<unknown>): Promise<unknown> =>
  resolved.then(
    () => 'resolved',
    (error: unknown) => (error instanceof HostNameError ? error.message : error),
  );

const answerA =
  (addresses: readonly string[], delayMs = 0): AnswerTo =>
  (_name, type) =>
    type === 'A' ? { addresses, delayMs } : { addresses: [] };

const isSilent = 'DNS did not resolve its host name within 2 seconds';

describe('HostResolver', () => {
  it('returns IPv4 and IPv6 addresses', async () => {
    const { server, queries } = await serveDns((_name, type) => ({
      addresses: [type === 'A' ? '192.0.2.7' : '2001:db8:0:0:0:0:0:7'],
    }));
    const resolver = resolverWith([server]);
    expect(await resolve(resolver, 'Crm.Example.')).toEqual(['192.0.2.7', '2001:db8::7']);
    expect(queries.toSorted()).toEqual(['A crm.example', 'AAAA crm.example']);
  });

  it('accepts an answer after 1.5 s', async () => {
    const { server } = await serveDns(answerA(['192.0.2.7'], 1_500));
    expect(await resolve(resolverWith([server]), 'slow.example')).toEqual(['192.0.2.7']);
  });

  it('does not wait for a family that is never answered', async () => {
    const { server } = await serveDns((_name, type) =>
      type === 'A' ? { addresses: ['192.0.2.7'] } : undefined,
    );
    const startMs = performance.now();
    expect(await resolve(resolverWith([server]), 'half.example')).toEqual(['192.0.2.7']);
    expect(performance.now() - startMs).toBeLessThan(600);
  });

  it('queries the next server if the first one does not answer or fails', async () => {
    const silent = await serveDns(() => undefined);
    const failing = await serveDns(() => ({ rcode: 'SERVFAIL' }));
    const { server } = await serveDns(answerA(['192.0.2.7']));
    expect(await resolve(resolverWith([silent.server, server]), 'a.example')).toEqual(['192.0.2.7']);
    expect(await resolve(resolverWith([failing.server, server]), 'b.example')).toEqual(['192.0.2.7']);
  });

  it('reads a truncated answer over TCP', async () => {
    const addresses = Array.from({ length: 1_000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
    const { server, queries } = await serveDns(answerA(addresses));
    expect(await resolve(resolverWith([server]), 'large.example')).toEqual(addresses);
    expect(queries).toContain('TCP A large.example');
  });

  it.each([
    ['NXDOMAIN', { rcode: 'NXDOMAIN' }, 'its host name has no address in DNS'],
    ['no records', {}, 'its host name has no address in DNS'],
    ['SERVFAIL', { rcode: 'SERVFAIL' }, 'DNS failed to resolve its host name (ESERVFAIL)'],
    ['no answer', undefined, isSilent],
  ] as const)('reports %s, and queries again after 5 s', async (_case, answer, message) => {
    const { server, queries } = await serveDns(() => answer);
    const { clock, shift } = shiftableClock();
    const resolver = resolverWith([server], { clock });
    expect(await failureOf(resolve(resolver, 'a.example'))).toBe(message);
    const { length } = queries;
    shift(4_000);
    expect(await failureOf(resolve(resolver, 'a.example', { workspaceId: 'ws_2' }))).toBe(message);
    expect(queries).toHaveLength(length);
    shift(1_001);
    expect(await failureOf(resolve(resolver, 'a.example'))).toBe(message);
    expect(queries.length).toBeGreaterThan(length);
  });

  it('ends with its signal, and does not remember that as a failure', async () => {
    let isAnswered = false;
    const { server } = await serveDns((_name, type) =>
      isAnswered ? answerA(['192.0.2.7'])('', type) : undefined,
    );
    const resolver = resolverWith([server]);
    const abort = new AbortController();
    const reason = new Error('the request ended');
    const resolved = failureOf(resolve(resolver, 'a.example', { signal: abort.signal }));
    abort.abort(reason);
    expect(await resolved).toBe(reason);
    isAnswered = true;
    expect(await resolve(resolver, 'a.example')).toEqual(['192.0.2.7']);
  });

  it('limits the look-ups of one workspace, and delays no other workspace', async () => {
    const { server, queries } = await serveDns((name, type) =>
      name === 'answered.example' ? answerA(['192.0.2.7'])(name, type) : undefined,
    );
    const resolver = resolverWith([server]);
    const abort = new AbortController();
    const names = Array.from({ length: 40 }, (_, index) => `silent-${index}.example`);
    const silent = names.map((name) => failureOf(resolve(resolver, name, { signal: abort.signal })));
    const startMs = performance.now();
    expect(await resolve(resolver, 'answered.example', { workspaceId: 'ws_2' })).toEqual(['192.0.2.7']);
    expect(performance.now() - startMs).toBeLessThan(600);
    expect(new Set(queries.filter((query) => query.startsWith('A silent'))).size).toBe(32);
    abort.abort();
    await Promise.all(silent);
  });

  it('resolves localhost and names of the hosts file without DNS, also after a change of the file', async () => {
    const { server, queries } = await serveDns(() => undefined);
    const folder = await mkdtemp(path.join(tmpdir(), 'parley-hosts-'));
    closers.push(() => rm(folder, { recursive: true }));
    const hostsFile = path.join(folder, 'hosts');
    await writeFile(
      hostsFile,
      '# a comment\n10.0.0.1\tcrm.local CRM # own\nfd00::1 crm.local\nnot-an-address x\n',
    );
    const resolver = resolverWith([server], { hostsFile });
    expect(await resolve(resolver, 'crm.local')).toEqual(['10.0.0.1', 'fd00::1']);
    expect(await resolve(resolver, 'Crm')).toEqual(['10.0.0.1']);
    expect(await resolve(resolver, 'localhost')).toEqual(['127.0.0.1', '::1']);
    await writeFile(hostsFile, '10.0.0.2 crm.local second.local\n');
    expect(await resolve(resolver, 'second.local')).toEqual(['10.0.0.2']);
    expect(queries).toEqual([]);
  });

  it.each(['a..example', `${'x'.repeat(64)}.example`, `${'a.'.repeat(200)}example`])(
    'reports the invalid name %s',
    async (name) => {
      const { server, queries } = await serveDns(() => undefined);
      expect(await failureOf(resolve(resolverWith([server]), name))).toBe(
        'its host name has no address in DNS',
      );
      expect(queries).toEqual([]);
    },
  );
});
