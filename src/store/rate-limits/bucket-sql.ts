import { clockToleranceMs, roundingTolerance, type BucketSize } from '../../domain/leaky-bucket.ts';

/** State of a bucket after a request. */
export interface BucketRow {
  readonly allowed: boolean;
  /** Fill level of the bucket, in requests. */
  readonly used: number;
}

export interface TakeOptions extends BucketSize {
  /** Time for tests. Defaults to the database's clock, which all nodes share. */
  readonly now?: Date | undefined;
}

/**
 * Returns `takeFromBucket` of the domain as one SQL statement. The row is locked during the check, so that the limit is
 * exact for concurrent requests on all nodes. `now()` is constant within the statement. A rejection is also written,
 * because `returning` then reads the state under the lock. The parameters after those of the key are the capacity, the
 * drain per second, and the time or null.
 */
export function takeFromBucketSql(table: string, keys: readonly string[]): string {
  const at = (offset: number) => `$${keys.length + offset}`;
  const now = `coalesce(${at(3)}::timestamptz, now())`;
  const elapsed = `greatest(extract(epoch from ${now} - bucket.measured_at)::float8, 0)`;
  const drained = `greatest(least(bucket.used, ${at(1)}::float8) - ${elapsed} * ${at(2)}::float8, 0)`;
  const fits = `${drained} + 1 <= ${at(1)}::float8 + ${roundingTolerance}`;
  return `insert into ${table} as bucket (${keys.join(', ')}, used, measured_at, allowed)
    values (${keys.map((_, index) => `$${index + 1}`).join(', ')}, 1, ${now}, true)
    on conflict (${keys.join(', ')}) do update set
      used = ${drained} + case when ${fits} then 1 else 0 end,
      allowed = ${fits},
      measured_at = case when bucket.measured_at > ${now} + interval '${clockToleranceMs} ms' then ${now}
        else greatest(bucket.measured_at, ${now}) end
    returning allowed, used`;
}
