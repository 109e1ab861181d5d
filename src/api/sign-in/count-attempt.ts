import { createHash } from 'node:crypto';
import { refuse } from '../../core/problems.ts';
import { waitMs, type BucketSize } from '../../domain/leaky-bucket.ts';
import type { Database } from '../../store/database.ts';
import { returnSignInAttempts, takeSignInAttempt } from '../../store/rate-limits/take-sign-in-attempt.ts';
import { addressBucket } from '../address-buckets.ts';

/** Wrong passwords of one account: ten at once, then two a minute. At that rate 10 characters take longer than anybody lives. */
const accountBucket: BucketSize = { capacity: 10, drainPerSecond: 1 / 30 };
/** Of one address, behind which an office may be: 50 at once, then ten a minute. */
const clientAddressBucket: BucketSize = { capacity: 50, drainPerSecond: 1 / 6 };

/** What an attempt is counted under; an address by a hash, so that the table names nobody. */
const accountBucketName = (account: string): string =>
  `account ${createHash('sha256').update(account.toLowerCase()).digest('hex')}`;

export interface SignInAttempt {
  /** A success costs nothing. */
  refund(): Promise<void>;
}

/**
 * Counts an attempt before it is known whether it is right: exact however many come at once, and over all nodes.
 * `account` is an email address, whether or not it is known, or undefined where none is named.
 * @throws {Problem} `rate_limited`
 */
export async function countAttempt(
  database: Database,
  { address, account }: { readonly address: string; readonly account: string | undefined },
): Promise<SignInAttempt> {
  const system = database.asSystem();
  const buckets: (readonly [holder: string, size: BucketSize])[] = [
    [addressBucket(address), clientAddressBucket],
    ...(account === undefined ? [] : [[accountBucketName(account), accountBucket] as const]),
  ];
  for (const [holder, size] of buckets) {
    const { allowed, used } = await takeSignInAttempt(system, { holder, ...size });
    if (!allowed) {
      const retryAfterSeconds = Math.max(Math.ceil(waitMs(used, size) / 1000), 1);
      refuse('rate_limited', {
        details: 'Too many sign-in attempts. Retry after the number of seconds in Retry-After.',
        retryAfterSeconds,
      });
    }
  }
  return {
    refund: () =>
      returnSignInAttempts(
        system,
        buckets.map(([holder]) => holder),
      ),
  };
}
