import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { refuse } from '../../core/problems.ts';
import { waitMs, type BucketSize } from '../../domain/leaky-bucket.ts';
import type { Database } from '../../store/database.ts';
import { giveBackSignInAttempts, takeSignInAttempt } from '../../store/rate-limits/take-sign-in-attempt.ts';

/** Wrong passwords of one account: ten at once, then two a minute. At that rate 10 characters take longer than anybody lives. */
const ofAccount: BucketSize = { capacity: 10, drainPerSecond: 1 / 30 };
/** Of one address, behind which an office may be: 50 at once, then ten a minute. */
const ofAddress: BucketSize = { capacity: 50, drainPerSecond: 1 / 6 };

/** What an attempt is counted under; an address by a hash, so that the table names nobody. */
const accountHolder = (account: string): string =>
  `account ${createHash('sha256').update(account.toLowerCase()).digest('hex')}`;

/** An IPv6 subscriber has a /64 of addresses at least (RFC 6177). */
export function addressHolder(address: string): string {
  if (!isIPv6(address)) return `address ${address}`;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped !== null) return `address ${mapped[1]}`;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]!.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(8 - before.length - after.length, 0) }, () => '0');
  const groups = [...before, ...(tail === undefined ? [] : zeros), ...after];
  return `address ${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

export interface Attempt {
  /** A success costs nothing. */
  succeed(): Promise<void>;
}

/**
 * Counts an attempt before it is known whether it is right: exact however many come at once, and over all nodes.
 * `account` is an email address, whether or not it is known, or undefined where none is named.
 * @throws {Problem} `rate_limited`
 */
export async function beginAttempt(
  database: Database,
  { address, account }: { readonly address: string; readonly account: string | undefined },
): Promise<Attempt> {
  const system = database.asSystem();
  const buckets: (readonly [holder: string, size: BucketSize])[] = [
    [addressHolder(address), ofAddress],
    ...(account === undefined ? [] : [[accountHolder(account), ofAccount] as const]),
  ];
  for (const [holder, size] of buckets) {
    const { allowed, used } = await takeSignInAttempt(system, { holder, ...size });
    if (!allowed) {
      const retryAfterSeconds = Math.max(Math.ceil(waitMs(used, size) / 1000), 1);
      refuse('rate_limited', { details: 'Too many attempts. Wait as Retry-After says.', retryAfterSeconds });
    }
  }
  return {
    succeed: () =>
      giveBackSignInAttempts(
        system,
        buckets.map(([holder]) => holder),
      ),
  };
}
