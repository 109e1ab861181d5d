import { createHash } from 'node:crypto';
import { reject } from '../../core/problems.ts';
import { waitMs, type BucketSize } from '../../domain/leaky-bucket.ts';
import type { Database } from '../../store/database.ts';
import { returnSignInAttempts, takeSignInAttempt } from '../../store/rate-limits.ts';
import { addressBucket } from '../http/address-buckets.ts';

/** Limit of wrong passwords per account: a burst of 10, then 2 per minute. At this rate 10 random characters cannot be guessed in a lifetime. */
const accountBucket: BucketSize = { capacity: 10, drainPerSecond: 1 / 30 };
/** Limit of wrong passwords per client address, which an office can share: a burst of 50, then 10 per minute. */
const clientAddressBucket: BucketSize = { capacity: 50, drainPerSecond: 1 / 6 };

/** Returns the bucket name of an account. The email address is hashed, so that the table contains no email addresses. */
const accountBucketName = (account: string): string =>
  `account ${createHash('sha256').update(account.toLowerCase()).digest('hex')}`;

/** A counted sign-in attempt. */
export interface SignInAttempt {
  /** Removes the attempt from the count after a success. */
  refund(): Promise<void>;
}

/**
 * Counts a sign-in attempt before its password is checked. The count is exact across concurrent requests and nodes. `account` is the
 * email address of the request, even if no user has it; `undefined` if the request has none.
 * @throws {Problem} `rate_limited`
 */
export async function countAttempt(
  database: Database,
  { clientAddress, account }: { readonly clientAddress: string; readonly account: string | undefined },
): Promise<SignInAttempt> {
  const system = database.asSystem();
  const buckets: (readonly [holder: string, size: BucketSize])[] = [
    [addressBucket(clientAddress), clientAddressBucket],
    ...(account === undefined ? [] : [[accountBucketName(account), accountBucket] as const]),
  ];
  for (const [holder, size] of buckets) {
    const { allowed, used } = await takeSignInAttempt(system, { holder, ...size });
    if (!allowed) {
      const retryAfterSeconds = Math.max(Math.ceil(waitMs(used, size) / 1000), 1);
      reject('rate_limited', {
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
