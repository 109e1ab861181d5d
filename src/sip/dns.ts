import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Random } from '../core/random.ts';
import { defaultPort } from './transport/response-target.ts';
import type { SipTarget, TransportProtocol } from './transport/transport.ts';
import { withoutBrackets, type SipUri } from './uri.ts';

/** An SRV record (RFC 2782). */
export interface SrvRecord {
  /** A domain name; "." if the service is explicitly not available. */
  readonly target: string;
  readonly port: number;
  /** Lower is tried first. */
  readonly priority: number;
  /** Relative share among records of the same priority. */
  readonly weight: number;
}

/** A resolver. A name that does not exist resolves to an empty list; other failures reject. */
export interface DnsResolver {
  resolveSrv(name: string): Promise<readonly SrvRecord[]>;
  /** IPv4 and IPv6 addresses in the order to try them. */
  resolveAddresses(name: string): Promise<readonly string[]>;
}

export interface LocateOptions {
  readonly resolver: DnsResolver;
  readonly random: Random;
  /**
   * Supported transports, best first. If the URI specifies none, their SRV records are queried in this order. Without
   * SRV records UDP is used, or the first transport if UDP is not supported (§4.1).
   */
  readonly protocols: readonly TransportProtocol[];
  /** Whether a local transport reaches this address; depends on the address family. */
  readonly canReach: (protocol: TransportProtocol, address: string) => boolean;
}

/** Limits of records and targets: a zone with thousands of records must not cause thousands of queries. */
const maxRecords = 16;
const maxTargets = 32;

/**
 * Returns the targets of a URI in the order to try them: RFC 3263 §4 without NAPTR. A numeric address, or a host with a
 * port, is used without SRV. Otherwise SRV records are used or, without any, the host at the default port. The caller
 * tries the next target after a failure. Rejects if the resolver rejects, unless another record has an address; returns an empty list
 * if nothing serves the host.
 */
export async function locateServers(uri: SipUri, options: LocateOptions): Promise<SipTarget[]> {
  const specified = specifiedProtocol(uri);
  const candidates = options.protocols.filter(
    (protocol) => specified === undefined || protocol === specified,
  );
  const defaultProtocol = candidates.includes('udp') ? 'udp' : candidates[0];
  if (defaultProtocol === undefined) return [];
  const host = withoutBrackets(uri.parameters.get('maddr') ?? uri.host);
  const endpoint = {
    host,
    port: uri.port ?? defaultPort(defaultProtocol),
    protocol: defaultProtocol,
    serverName: withoutBrackets(uri.host),
  };
  if (isIP(host) !== 0 || uri.port !== undefined) return await addressesAt(endpoint, options);
  for (const protocol of candidates) {
    const records = await options.resolver.resolveSrv(`${serviceOf(protocol)}.${host}`);
    if (records.length > 0) return await targetsOf(records, { ...endpoint, protocol }, options);
  }
  return await addressesAt(endpoint, options);
}

/** Returns the transport that the URI specifies, supported or not; `undefined` if it specifies none. */
function specifiedProtocol(uri: SipUri): string | undefined {
  return uri.scheme === 'sips' ? 'tls' : uri.parameters.get('transport')?.toLowerCase();
}

function serviceOf(protocol: TransportProtocol): string {
  return { udp: '_sip._udp', tcp: '_sip._tcp', tls: '_sips._tcp' }[protocol];
}

interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly protocol: TransportProtocol;
  readonly serverName: string;
}

async function targetsOf(
  records: readonly SrvRecord[],
  endpoint: Endpoint,
  options: LocateOptions,
): Promise<SipTarget[]> {
  const targets: SipTarget[] = [];
  let failure: unknown;
  for (const { target, port } of orderSrv(records, options.random).slice(0, maxRecords)) {
    if (target === '.' || target === '') continue;
    try {
      targets.push(...(await addressesAt({ ...endpoint, host: target, port }, options)));
    } catch (error) {
      // The other records are still usable.
      failure ??= error;
    }
    if (targets.length >= maxTargets) break;
  }
  if (targets.length === 0 && failure !== undefined) throw failure;
  return targets.slice(0, maxTargets);
}

/** The certificate is checked against the requested name, not against the result of DNS (RFC 5922 §4). */
async function addressesAt(endpoint: Endpoint, { resolver, canReach }: LocateOptions): Promise<SipTarget[]> {
  const { host, port, protocol, serverName } = endpoint;
  const addresses = isIP(host) === 0 ? await resolver.resolveAddresses(host) : [host];
  return addresses
    .filter((address) => canReach(protocol, address))
    .slice(0, maxTargets)
    .map((address) => ({ protocol, address, port, ...(protocol === 'tls' ? { serverName } : {}) }));
}

/** Orders records by priority, and randomly by weight within a priority (RFC 2782, "Usage rules"). */
export function orderSrv(records: readonly SrvRecord[], random: Random): SrvRecord[] {
  const priorities = [...new Set(records.map(({ priority }) => priority))].sort((a, b) => a - b);
  return priorities.flatMap((priority) =>
    orderByWeight(
      records.filter((record) => record.priority === priority),
      random,
    ),
  );
}

function orderByWeight(records: readonly SrvRecord[], random: Random): SrvRecord[] {
  // Records of weight 0 come first, so that they are selected only for the random number 0.
  const remaining = [...records].sort((a, b) => Number(a.weight > 0) - Number(b.weight > 0));
  const ordered: SrvRecord[] = [];
  while (remaining.length > 0) {
    const total = remaining.reduce((sum, { weight }) => sum + weight, 0);
    const selection = random.below(total + 1);
    let running = 0;
    const index = remaining.findIndex(({ weight }) => (running += weight) >= selection);
    ordered.push(...remaining.splice(index, 1));
  }
  return ordered;
}

/**
 * Returns the resolver of the system: SRV from DNS, addresses from the system's lookup, which includes the hosts file.
 */
export function systemResolver(): DnsResolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return {
    resolveSrv: (name) =>
      emptyIfNotFound(async () => {
        const records = await resolver.resolveSrv(name);
        return records.map(({ name: target, port, priority, weight }) => ({
          target,
          port,
          priority,
          weight,
        }));
      }),
    resolveAddresses: (name) =>
      emptyIfNotFound(async () => {
        const addresses = await lookup(name, { all: true, order: 'verbatim' });
        return addresses.map(({ address }) => address);
      }),
  };
}

async function emptyIfNotFound<Item>(query: () => Promise<Item[]>): Promise<Item[]> {
  try {
    return await query();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}
