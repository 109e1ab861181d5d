import type { Random } from '../core/random.ts';
import { formatDigest, type Challenge } from './auth-header.ts';
import { digestAlgorithm, digestResponse, type DigestAlgorithm } from './digest-response.ts';
import { encodeUtf8 } from './grammar.ts';

export interface DigestAccount {
  readonly username: string;
  readonly password: string;
}

/** The parts of a request that the response protects. */
export interface DigestRequest {
  readonly method: string;
  /** The Request-URI as sent. */
  readonly uri: string;
  readonly body: Buffer;
}

/**
 * Returns the challenge with the strongest supported hash (RFC 8760 §2.3), the first among equals; `undefined` if no
 * challenge is supported.
 */
export function chooseChallenge(challenges: readonly Challenge[]): Challenge | undefined {
  let best: { readonly challenge: Challenge; readonly rank: number } | undefined;
  for (const challenge of challenges) {
    const algorithm = digestAlgorithm(challenge.algorithm);
    if (algorithm === undefined || !isSupported(challenge)) continue;
    if (best === undefined || algorithm.rank < best.rank) best = { challenge, rank: algorithm.rank };
  }
  return best?.challenge;
}

function isSupported({ qop }: Challenge): boolean {
  return qop.length === 0 || qop.includes('auth') || qop.includes('auth-int');
}

/**
 * Answers one challenge any number of times and counts the uses of its nonce (RFC 7616 §3.4). User names are sent
 * unhashed; an offered `userhash` is ignored.
 */
export class DigestClient {
  readonly #challenge: Challenge;
  readonly #account: DigestAccount;
  readonly #algorithm: DigestAlgorithm;
  readonly #qop: 'auth' | 'auth-int' | undefined;
  readonly #cnonce: string;
  #uses = 0;

  /** Throws RangeError for a challenge with an unsupported algorithm or qop. */
  constructor(challenge: Challenge, account: DigestAccount, random: Random) {
    const algorithm = digestAlgorithm(challenge.algorithm);
    if (algorithm === undefined || !isSupported(challenge))
      throw new RangeError('The challenge requires an unsupported algorithm or qop.');
    this.#challenge = challenge;
    this.#account = account;
    this.#algorithm = algorithm;
    this.#qop = challenge.qop.includes('auth') ? 'auth' : challenge.qop.length > 0 ? 'auth-int' : undefined;
    this.#cnonce = Buffer.from(random.bytes(16)).toString('hex');
  }

  get realm(): string {
    return this.#challenge.realm;
  }

  get nonce(): string {
    return this.#challenge.nonce;
  }

  /** Returns the value of Authorization or Proxy-Authorization for a request. */
  answer(request: DigestRequest): string {
    this.#uses += 1;
    const nc = this.#uses.toString(16).padStart(8, '0');
    const { realm, nonce, opaque, algorithm } = this.#challenge;
    const response = digestResponse({
      ...request,
      realm,
      nonce,
      nc,
      algorithm: this.#algorithm,
      username: this.#account.username,
      password: this.#account.password,
      qop: this.#qop,
      cnonce: this.#cnonce,
    });
    const withQop = this.#qop === undefined ? {} : { qop: this.#qop, nc };
    const withCnonce = this.#qop !== undefined || this.#algorithm.session ? { cnonce: this.#cnonce } : {};
    return formatDigest(
      {
        username: encodeUtf8(this.#account.username),
        realm,
        nonce,
        uri: request.uri,
        response,
        ...withCnonce,
        opaque,
      },
      { algorithm, ...withQop },
    );
  }
}
