import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Random } from '../core/random.ts';
import { formatDigest, type Credentials } from './auth-header.ts';
import type { DigestRequest } from './digest.ts';
import { digestAlgorithm, digestResponse, type DigestHash } from './digest-response.ts';

/** Result of a verification. `stale`: the password was right but the nonce has expired, so challenge again. */
export type DigestResult = 'accepted' | 'stale' | 'rejected';

export interface DigestServerOptions {
  readonly realm: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  /** At least 16 bytes. Must be secret, because it allows creating nonces. */
  readonly key: Uint8Array;
  /** One challenge per algorithm, in this order (RFC 8760 §2.3). Default: SHA-256 and MD5. */
  readonly algorithms?: readonly DigestHash[];
  /** Lifetime of a nonce in ms; default five minutes. */
  readonly nonceLifetimeMs?: number;
  /** Maximum number of nonces whose counts are stored. With more, older nonces become stale early. Default 10,000. */
  readonly maxNonces?: number;
}

/**
 * The server side of digest authentication (RFC 7616) with qop auth and auth-int. A nonce contains a signature and its
 * creation time. Only the counts of used nonces are stored, so that a flood of unauthenticated requests uses no memory.
 * Credentials without qop or with a hashed user name are rejected. The `uri` parameter is hashed but not compared with
 * the Request-URI, which proxies change.
 */
export class DigestServer {
  readonly #options: DigestServerOptions;
  readonly #algorithms: readonly DigestHash[];
  readonly #nonceLifetimeMs: number;
  readonly #maxNonces: number;
  /** The last count of each used nonce, least recently used first. */
  readonly #counts = new Map<string, number>();
  /** Nonces created up to this time are stale, because their counts may have been evicted. */
  #evictedUntilMs = 0;

  constructor(options: DigestServerOptions) {
    if (options.key.length < 16) throw new RangeError('The key must have at least 16 bytes.');
    this.#options = options;
    this.#algorithms = options.algorithms ?? ['SHA-256', 'MD5'];
    this.#nonceLifetimeMs = options.nonceLifetimeMs ?? 300_000;
    this.#maxNonces = options.maxNonces ?? 10_000;
  }

  /** Returns the values of WWW-Authenticate (or Proxy-Authenticate) for a 401 (or 407), one header field each. */
  challenge(stale = false): string[] {
    const nonce = this.#newNonce();
    return this.#algorithms.map((algorithm) =>
      formatDigest(
        { realm: this.#options.realm, nonce, qop: 'auth,auth-int' },
        { algorithm, ...(stale ? { stale: 'true' } : {}) },
      ),
    );
  }

  verify(credentials: Credentials, request: Omit<DigestRequest, 'uri'>, password: string): DigestResult {
    const issuedMs = this.#issuedMs(credentials.nonce);
    if (issuedMs === undefined || !this.#isValid(credentials, request, password)) return 'rejected';
    const ageMs = this.#options.clock.now() - issuedMs;
    if (ageMs > this.#nonceLifetimeMs || issuedMs <= this.#evictedUntilMs) return 'stale';
    return this.#countUse(credentials.nonce, Number.parseInt(credentials.nc!, 16), issuedMs)
      ? 'accepted'
      : 'rejected';
  }

  #isValid(credentials: Credentials, request: Omit<DigestRequest, 'uri'>, password: string): boolean {
    const { qop, cnonce, nc, realm } = credentials;
    const algorithm = digestAlgorithm(credentials.algorithm);
    if (algorithm === undefined || !this.#algorithms.includes(algorithm.hash) || credentials.userhash)
      return false;
    if ((qop !== 'auth' && qop !== 'auth-int') || cnonce === undefined || realm !== this.#options.realm)
      return false;
    if (nc === undefined || !/^[0-9a-f]{8}$/i.test(nc)) return false;
    const expected = digestResponse({
      algorithm,
      username: credentials.username,
      realm,
      password,
      nonce: credentials.nonce,
      ...request,
      uri: credentials.uri,
      qop,
      cnonce,
      nc,
    });
    return isEqual(expected, credentials.response);
  }

  /** Returns false for a count that is not above the last one: a replay (RFC 7616 §3.4). */
  #countUse(nonce: string, count: number, issuedMs: number): boolean {
    if (count <= (this.#counts.get(nonce) ?? 0)) return false;
    this.#counts.delete(nonce);
    this.#counts.set(nonce, count);
    if (this.#counts.size > this.#maxNonces) this.#evictOldest(issuedMs);
    return true;
  }

  #evictOldest(newestMs: number): void {
    const [oldest] = this.#counts.keys();
    if (oldest === undefined) return;
    this.#counts.delete(oldest);
    const issuedMs = Math.min(this.#issuedMs(oldest) ?? 0, newestMs);
    this.#evictedUntilMs = Math.max(this.#evictedUntilMs, issuedMs);
  }

  #newNonce(): string {
    const issued = this.#options.clock.now().toString(36);
    const salt = Buffer.from(this.#options.random.bytes(9)).toString('base64url');
    return `${issued}.${salt}.${this.#sign(`${issued}.${salt}`)}`;
  }

  /** Returns when we created a nonce, in ms since 1970; `undefined` for a nonce that is not ours. */
  #issuedMs(nonce: string): number | undefined {
    const [issued, salt, signature, ...rest] = nonce.split('.');
    if (issued === undefined || salt === undefined || signature === undefined || rest.length > 0)
      return undefined;
    return isEqual(this.#sign(`${issued}.${salt}`), signature) ? Number.parseInt(issued, 36) : undefined;
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#options.key).update(text).digest('base64url').slice(0, 24);
  }
}

function isEqual(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}
