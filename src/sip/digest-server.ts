import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import type { Random } from '../core/random.ts';
import { formatDigest, type Credentials } from './auth-header.ts';
import type { DigestSubject } from './digest.ts';
import { digestAlgorithm, digestResponse, type DigestHash } from './digest-response.ts';

/** What credentials proved. `stale`: the password was right but the nonce is past its time; challenge again. */
export type DigestVerdict = 'accepted' | 'stale' | 'refused';

export interface DigestServerOptions {
  readonly realm: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  /** At least 16 bytes; whoever knows it can make nonces. */
  readonly key: Uint8Array;
  /** Offered in this order, one challenge each (RFC 8760 §2.3). SHA-256 and MD5 unless said otherwise. */
  readonly algorithms?: readonly DigestHash[];
  /** How long a nonce may be used, in ms. Five minutes unless said otherwise. */
  readonly nonceLifeMs?: number;
  /** How many nonces in use are remembered; past it the oldest go stale early. 10,000 unless said otherwise. */
  readonly noncesMax?: number;
}

/**
 * The side that asks: RFC 7616 with qop auth and auth-int. A nonce is its own proof of when we made it; only the counts of those in use are
 * kept, so that a flood of unauthenticated requests costs no memory. Credentials without qop or with a hashed user name
 * are refused. The `uri` field is hashed but not compared with the Request-URI, which proxies change.
 */
export class DigestServer {
  readonly #options: DigestServerOptions;
  readonly #algorithms: readonly DigestHash[];
  readonly #nonceLifeMs: number;
  readonly #noncesMax: number;
  /** The last count of each nonce in use, oldest use first. */
  readonly #counts = new Map<string, number>();
  /** Nonces from before this moment are stale: their counts may have been forgotten. */
  #forgottenUntilMs = 0;

  constructor(options: DigestServerOptions) {
    if (options.key.length < 16) throw new RangeError('the key must have at least 16 bytes');
    this.#options = options;
    this.#algorithms = options.algorithms ?? ['SHA-256', 'MD5'];
    this.#nonceLifeMs = options.nonceLifeMs ?? 300_000;
    this.#noncesMax = options.noncesMax ?? 10_000;
  }

  /** The values of WWW-Authenticate (or Proxy-Authenticate) for a 401 (or 407), one header field each. */
  challenge(stale = false): string[] {
    const nonce = this.#newNonce();
    return this.#algorithms.map((algorithm) =>
      formatDigest(
        { realm: this.#options.realm, nonce, qop: 'auth,auth-int' },
        { algorithm, ...(stale ? { stale: 'true' } : {}) },
      ),
    );
  }

  verify(credentials: Credentials, subject: Omit<DigestSubject, 'uri'>, password: string): DigestVerdict {
    const issuedMs = this.#issuedMs(credentials.nonce);
    if (issuedMs === undefined || !this.#isRight(credentials, subject, password)) return 'refused';
    const ageMs = this.#options.clock.now() - issuedMs;
    if (ageMs > this.#nonceLifeMs || issuedMs <= this.#forgottenUntilMs) return 'stale';
    return this.#countUse(credentials.nonce, Number.parseInt(credentials.nc!, 16), issuedMs)
      ? 'accepted'
      : 'refused';
  }

  #isRight(credentials: Credentials, subject: Omit<DigestSubject, 'uri'>, password: string): boolean {
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
      ...subject,
      uri: credentials.uri,
      qop,
      cnonce,
      nc,
    });
    return isSame(expected, credentials.response);
  }

  /** A count must be above the last: the same credentials again are a replay (RFC 7616 §3.4). */
  #countUse(nonce: string, count: number, issuedMs: number): boolean {
    if (count <= (this.#counts.get(nonce) ?? 0)) return false;
    this.#counts.delete(nonce);
    this.#counts.set(nonce, count);
    if (this.#counts.size > this.#noncesMax) this.#forgetOldest(issuedMs);
    return true;
  }

  #forgetOldest(newestMs: number): void {
    const [oldest] = this.#counts.keys();
    if (oldest === undefined) return;
    this.#counts.delete(oldest);
    const issuedMs = Math.min(this.#issuedMs(oldest) ?? 0, newestMs);
    this.#forgottenUntilMs = Math.max(this.#forgottenUntilMs, issuedMs);
  }

  #newNonce(): string {
    const issued = this.#options.clock.now().toString(36);
    const salt = Buffer.from(this.#options.random.bytes(9)).toString('base64url');
    return `${issued}.${salt}.${this.#seal(`${issued}.${salt}`)}`;
  }

  /** When we made a nonce, in ms since 1970; undefined for one that is not ours. */
  #issuedMs(nonce: string): number | undefined {
    const [issued, salt, seal, ...rest] = nonce.split('.');
    if (issued === undefined || salt === undefined || seal === undefined || rest.length > 0) return undefined;
    return isSame(this.#seal(`${issued}.${salt}`), seal) ? Number.parseInt(issued, 36) : undefined;
  }

  #seal(text: string): string {
    return createHmac('sha256', this.#options.key).update(text).digest('base64url').slice(0, 24);
  }
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
