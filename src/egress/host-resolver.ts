import { Resolver } from 'node:dns/promises';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { sleepWith, type Clock, type Timer } from '../core/clock.ts';
import { SlotQueue } from '../core/slot-queue.ts';

/** Why a host name has no address. The message continues the sentence "The receiver could not be reached: …". */
export class HostNameError extends Error {
  override readonly name = 'HostNameError';
}

export interface HostResolverOptions {
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  /** DNS servers as `address` or `address:port`; defaults to those of the system. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
}

export interface ResolveOptions {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}

/** Limit for one look-up. */
const lookupTimeoutMs = 2_000;
/** The query is sent again after this time, to the next server. The answer to the first query is still accepted. */
const resendMs = 700;
/** How long the addresses of one family wait for those of the other (RFC 8305 §3). */
const otherFamilyMs = 50;
/** Concurrent look-ups of one workspace. Further ones wait. */
const maxLookupsPerWorkspace = 32;
const failureTtlMs = 5_000;
const maxFailures = 1_000;

const loopback = ['127.0.0.1', '::1'];
const systemHostsFile =
  process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/**
 * Resolves the host names that customers configure: from the hosts file, otherwise by DNS. `dns.lookup` runs on the threads of libuv, of which
 * two resolve names: two names that DNS never answers would stop all other look-ups of the process.
 */
export class HostResolver {
  readonly #options: HostResolverOptions;
  readonly #hostsFile: HostsFile;
  readonly #failures: LRUCache<string, HostNameError>;
  readonly #workspaces = new Map<string, { readonly slots: SlotQueue; users: number }>();

  constructor(options: HostResolverOptions) {
    this.#options = options;
    this.#hostsFile = new HostsFile(options.hostsFile ?? systemHostsFile);
    this.#failures = new LRUCache({
      max: maxFailures,
      ttl: failureTtlMs,
      ttlResolution: 0,
      perf: { now: () => options.clock.monotonicMs() },
    });
  }

  /**
   * Returns the addresses of a host name, at least one, IPv4 first.
   * @throws {HostNameError} if there is none, and the reason of the signal if it aborts
   */
  async resolve(name: string, { workspaceId, signal }: ResolveOptions): Promise<readonly string[]> {
    const host = name.toLowerCase().replace(/\.$/, '');
    // RFC 6761 §6.3
    if (/(^|\.)localhost$/.test(host)) return loopback;
    const listed = await this.#hostsFile.addressesOf(host);
    if (listed.length > 0) return listed;
    this.#throwRecentFailure(host);
    return await this.#withSlot(workspaceId, signal, async () => {
      this.#throwRecentFailure(host);
      try {
        return await this.#query(host, signal);
      } catch (error) {
        if (error instanceof HostNameError) this.#failures.set(host, error);
        throw error;
      }
    });
  }

  #throwRecentFailure(host: string): void {
    const failure = this.#failures.get(host);
    if (failure !== undefined) throw new HostNameError(failure.message);
  }

  async #withSlot<T>(workspaceId: string, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    const known = this.#workspaces.get(workspaceId);
    const workspace = known ?? { slots: new SlotQueue(maxLookupsPerWorkspace), users: 0 };
    if (known === undefined) this.#workspaces.set(workspaceId, workspace);
    workspace.users += 1;
    try {
      await workspace.slots.acquire(signal);
      try {
        return await run();
      } finally {
        workspace.slots.release();
      }
    } finally {
      workspace.users -= 1;
      if (workspace.users === 0) this.#workspaces.delete(workspaceId);
    }
  }

  async #query(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const { clock } = this.#options;
    const done = new AbortController();
    const timer = clock.after(lookupTimeoutMs, () => done.abort());
    const ended = AbortSignal.any([signal, done.signal]);
    try {
      const addresses = await Promise.any([
        this.#queryServers(0, host, ended),
        sleepWith(clock, resendMs, ended).then(() => this.#queryServers(1, host, ended)),
      ]);
      if (addresses.length > 0) return addresses;
      throw new HostNameError('its host name has no address in DNS');
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof AggregateError ? failureOf(error.errors[0]) : error;
    } finally {
      timer.cancel();
      done.abort();
    }
  }

  /** Queries the servers in their order from the one at `index`. Returns no addresses if DNS reports that the name has none. */
  async #queryServers(index: number, host: string, signal: AbortSignal): Promise<readonly string[]> {
    const resolver = new Resolver({ timeout: lookupTimeoutMs, tries: 1 });
    const servers = this.#options.servers ?? resolver.getServers();
    const first = index % servers.length;
    resolver.setServers([...servers.slice(first), ...servers.slice(0, first)]);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const timers: Timer[] = [];
    const onFound = (addresses: string[]): string[] => {
      timers.push(this.#options.clock.after(otherFamilyMs, cancel));
      return addresses;
    };
    const families = [resolver.resolve4(host), resolver.resolve6(host)];
    const results = await Promise.allSettled(families.map((found) => found.then(onFound)));
    for (const timer of timers) timer.cancel();
    signal.removeEventListener('abort', cancel);
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const fault = results.find((result) => result.status === 'rejected' && !isAbsent(result.reason));
    if (addresses.length > 0 || fault?.status !== 'rejected') return addresses;
    throw fault.reason;
  }
}

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown }).code);

/** Returns whether the name is not valid or does not exist, or has no address of this family. */
const isAbsent = (error: unknown): boolean => ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(codeOf(error));

function failureOf(error: unknown): HostNameError {
  const code = codeOf(error);
  const isSilent = code === 'ETIMEOUT' || code === 'ECANCELLED';
  return new HostNameError(
    isSilent
      ? `DNS did not resolve its host name within ${lookupTimeoutMs / 1000} seconds`
      : `DNS failed to resolve its host name (${code})`,
  );
}

/** The file of host names on this machine, which is read again after each change. */
class HostsFile {
  readonly #path: string;
  #modifiedMs = NaN;
  #addresses: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(path: string) {
    this.#path = path;
  }

  /** Returns the addresses of a name in lower case; none if the file cannot be read. */
  async addressesOf(host: string): Promise<readonly string[]> {
    try {
      const { mtimeMs } = await stat(this.#path);
      if (mtimeMs !== this.#modifiedMs) {
        this.#addresses = parseHosts(await readFile(this.#path, 'utf8'));
        this.#modifiedMs = mtimeMs;
      }
    } catch {
      return [];
    }
    return this.#addresses.get(host) ?? [];
  }
}

/** Parses lines of `address name name … # comment`. */
function parseHosts(text: string): Map<string, string[]> {
  const addresses = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const host = name.toLowerCase();
      addresses.set(host, [...(addresses.get(host) ?? []), address]);
    }
  }
  return addresses;
}
