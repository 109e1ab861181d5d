import type { Random } from '../core/random.ts';
import { chooseChallenge, DigestAnswerer, type DigestAccount } from './digest.ts';
import { challengesOf } from './header-fields.ts';
import type { HeaderEntry, SipRequest, SipResponse } from './message.ts';

export type Account = DigestAccount;

/** Rounds of challenges: a proxy and the server behind it, each with a nonce that may have gone stale once. */
const challengesMax = 4;
/** Realms that are answered for one request. */
const realmsMax = 8;

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

  /**
   * Whether the 401 or 407 can be met: it has a challenge that was not answered yet. After a fork it may have the challenges of several proxies and
   * servers, of which each realm is answered (§22.3, §16.7). A realm that refused our answer is asked again only if it says the nonce was stale (§22.4).
   */
  take(response: SipResponse): boolean {
    if (this.#taken >= challengesMax) return false;
    const fresh = [
      ...this.#takeFrom(response, 'WWW-Authenticate', 'Authorization'),
      ...this.#takeFrom(response, 'Proxy-Authenticate', 'Proxy-Authorization'),
    ];
    if (fresh.length > 0) this.#taken += 1;
    return fresh.length > 0;
  }

  /** The realms with a new challenge, whose answers are kept. */
  #takeFrom(
    response: SipResponse,
    name: 'WWW-Authenticate' | 'Proxy-Authenticate',
    field: 'Authorization' | 'Proxy-Authorization',
  ): string[] {
    const byRealm = Map.groupBy(challengesOf(response, name), ({ realm }) => realm);
    return [...byRealm].flatMap(([realm, challenges]) => {
      const key = `${field} ${realm}`;
      const challenge = chooseChallenge(challenges);
      const known = this.#answerers.has(key);
      if (challenge === undefined || (known && !challenge.stale)) return [];
      if (!known && this.#answerers.size >= realmsMax) return [];
      const answerer = new DigestAnswerer(challenge, this.#account, this.#random);
      this.#answerers.set(key, { field, answerer });
      return [realm];
    });
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
