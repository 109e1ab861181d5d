import type { Random } from '../core/random.ts';
import { chooseChallenge, DigestAnswerer, type DigestAccount } from './digest.ts';
import { challengesOf } from './header-fields.ts';
import type { HeaderEntry, SipRequest, SipResponse } from './message.ts';

export type Account = DigestAccount;

/** A proxy and the server behind it, each with a nonce that may have gone stale once. */
const challengesMax = 4;

/** Meets challenges with one account (RFC 3261 §22). Each request begins an attempt of its own. */
export class Authenticator {
  readonly #account: Account;
  readonly #random: Random;

  constructor(account: Account, random: Random) {
    this.#account = account;
    this.#random = random;
  }

  get username(): string {
    return this.#account.username;
  }

  begin(): AuthenticationAttempt {
    return new AuthenticationAttempt(this.#account, this.#random);
  }
}

/** The challenges to one request and its repetitions. */
export class AuthenticationAttempt {
  readonly #account: Account;
  readonly #random: Random;
  /** By header field and realm: the proxy's challenge stands beside the server's. */
  readonly #answerers = new Map<string, { readonly field: string; readonly answerer: DigestAnswerer }>();
  #taken = 0;

  constructor(account: Account, random: Random) {
    this.#account = account;
    this.#random = random;
  }

  /** Whether the 401 or 407 can be met. A realm that refused our answer is asked again only if it says the nonce was stale (§22.4). */
  take(response: SipResponse): boolean {
    const proxy = response.status === 407;
    const challenge = chooseChallenge(
      challengesOf(response, proxy ? 'Proxy-Authenticate' : 'WWW-Authenticate'),
    );
    if (challenge === undefined || this.#taken >= challengesMax) return false;
    const field = proxy ? 'Proxy-Authorization' : 'Authorization';
    const key = `${field} ${challenge.realm}`;
    if (this.#answerers.has(key) && !challenge.stale) return false;
    this.#taken += 1;
    this.#answerers.set(key, {
      field,
      answerer: new DigestAnswerer(challenge, this.#account, this.#random),
    });
    return true;
  }

  /** The header fields for the next repetition of the request. */
  fields(request: SipRequest): HeaderEntry[] {
    const { method, uri, body } = request;
    return [...this.#answerers.values()].map(({ field, answerer }) => [
      field,
      answerer.answer({ method, uri, body }),
    ]);
  }
}
