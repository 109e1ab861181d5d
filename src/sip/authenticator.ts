import type { Random } from '../core/random.ts';
import { chooseChallenge, DigestClient, type DigestAccount } from './digest.ts';
import { challengesOf } from './header-fields.ts';
import type { HeaderEntry, SipRequest, SipResponse } from './message.ts';

export type Account = DigestAccount;

/**
 * Maximum number of 401 and 407 that are answered per request: from a proxy and from the server behind it, each with a
 * nonce that can become stale once.
 */
const maxChallenges = 4;
/** Maximum number of realms that are answered per request. */
const maxRealms = 8;

/** Answers challenges with one account (RFC 3261 §22). Each request has its own `AuthenticationAttempt`. */
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

  startAttempt(): AuthenticationAttempt {
    return new AuthenticationAttempt(this.#account, this.#random);
  }
}

/** The challenges to one request and its retries. */
export class AuthenticationAttempt {
  readonly #account: Account;
  readonly #random: Random;
  /** By Authorization or Proxy-Authorization and realm, because a proxy and a server can both challenge. */
  readonly #clients = new Map<string, { readonly field: string; readonly client: DigestClient }>();
  #challengesAccepted = 0;

  constructor(account: Account, random: Random) {
    this.#account = account;
    this.#random = random;
  }

  /**
   * Returns whether the 401 or 407 contains a challenge that can be answered and was not answered yet. After a fork the
   * response can contain the challenges of several proxies and servers, and each realm is answered (§22.3, §16.7). A
   * realm that rejected our credentials is answered again only if the nonce was stale (§22.4).
   */
  acceptChallenge(response: SipResponse): boolean {
    if (this.#challengesAccepted >= maxChallenges) return false;
    const newRealms = [
      ...this.#acceptFrom(response, 'WWW-Authenticate', 'Authorization'),
      ...this.#acceptFrom(response, 'Proxy-Authenticate', 'Proxy-Authorization'),
    ];
    if (newRealms.length > 0) this.#challengesAccepted += 1;
    return newRealms.length > 0;
  }

  /** Stores the credentials for new challenges and returns their realms. */
  #acceptFrom(
    response: SipResponse,
    name: 'WWW-Authenticate' | 'Proxy-Authenticate',
    field: 'Authorization' | 'Proxy-Authorization',
  ): string[] {
    const byRealm = Map.groupBy(challengesOf(response, name), ({ realm }) => realm);
    return [...byRealm].flatMap(([realm, challenges]) => {
      const key = `${field} ${realm}`;
      const challenge = chooseChallenge(challenges);
      const isKnown = this.#clients.has(key);
      if (challenge === undefined || (isKnown && !challenge.stale)) return [];
      if (!isKnown && this.#clients.size >= maxRealms) return [];
      const client = new DigestClient(challenge, this.#account, this.#random);
      this.#clients.set(key, { field, client });
      return [realm];
    });
  }

  /** Returns the Authorization and Proxy-Authorization fields for the next attempt of the request. */
  createFields(request: SipRequest): HeaderEntry[] {
    const { method, uri, body } = request;
    return [...this.#clients.values()].map(({ field, client }) => [
      field,
      client.answer({ method, uri, body }),
    ]);
  }
}
