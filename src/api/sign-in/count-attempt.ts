import { createHash } from 'node:crypto';
import { refuse } from '../../core/problems.ts';
import { waitMs, type BucketSize } from '../../domain/leaky-bucket.ts';
import type { Database } from '../../store/database.ts';
import { returnSignInAttempts, takeSignInAttempt } from '../../store/rate-limits/take-sign-in-attempt.ts';
import { addressBucket } from '../address-buckets.ts';

/** Wrong passwords per account: a burst of 10, then 2 per minute. Guessing 10 characters at that rate takes longer than a lifetime. */
const accountBucket: BucketSize = { capacity: 10, drainPerSecond: 1 / 30 };
/** Wrong passwords per client address, which a whole office may share: a burst of 50, then 10 per minute. */
const clientAddressBucket: BucketSize = { capacity: 50, drainPerSecond: 1 / 6 };

/** Returns the bucket of an account. The email address is hashed, so that the table holds no personal data. */
const accountBucketName = (account: string): string =>
  `account ${createHash('sha256').update(account.toLowerCase()).digest('hex')}`;

/** A counted sign-in attempt. */
export interface SignInAttempt {
  /** Uncounts the attempt after a success. */
  refund(): Promise<void>;
}

/**
 * Counts a sign-in attempt before its password is checked. The count is exact across concurrent requests and nodes. `account` is an
 * email address, known or not, or `undefined` if the request names none.
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
