import { clockToleranceMs, roundingTolerance, type BucketSize } from '../../domain/leaky-bucket.ts';

/** What a taking left behind. */
export interface BucketRow {
  readonly allowed: boolean;
  /** Takings that have not drained away. */
  readonly used: number;
}

export interface TakeOptions extends BucketSize {
  /** For tests; left out, the database's own clock, which all nodes share. */
  readonly now?: Date | undefined;
}

/**
 * `takeFromBucket` of the domain as one statement: the row is locked while it is judged, so that the limit is exact however many
 * ask at once and on however many nodes. `now()` is one moment throughout the statement. A refusal is written too: only then
 * do both columns tell what was seen under the lock.
 * Parameters after those of the key: capacity, drain per second, and the moment or null.
 */
export function takeText(table: string, keys: readonly string[]): string {
  const at = (offset: number) => `$${keys.length + offset}`;
  const now = `coalesce(${at(3)}::timestamptz, now())`;
  const passed = `greatest(extract(epoch from ${now} - bucket.measured_at)::float8, 0)`;
  const drained = `greatest(least(bucket.used, ${at(1)}::float8) - ${passed} * ${at(2)}::float8, 0)`;
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
