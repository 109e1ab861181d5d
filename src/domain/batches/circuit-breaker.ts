import type { EndReason } from '../call-state.ts';

/** A batch pauses if half of its last calls ended with a carrier error. Minimum number of calls for this decision. */
export const minRecentCalls = 10;
/** Number of last calls that are counted. */
export const maxRecentCalls = 20;

/** The last calls of a batch that had a carrier result. */
export interface RecentCalls {
  /** Number of calls, up to `maxRecentCalls`. */
  readonly count: number;
  /** One bit per call, the newest lowest; set if the carrier failed. */
  readonly failures: number;
}

export const noRecentCalls: RecentCalls = { count: 0, failures: 0 };

/** Returns the carrier result of a call; undefined if the call was not sent to the carrier or the result is unknown. */
export function carrierResultOf(endReason: EndReason, wasDialed: boolean): 'failed' | 'served' | undefined {
  if (endReason === 'carrier_error') return 'failed';
  return !wasDialed || unknownReasons.has(endReason) ? undefined : 'served';
}

const unknownReasons: ReadonlySet<EndReason> = new Set(['node_lost', 'cancelled', 'provider_error']);

/** Adds the result of a call and removes the oldest one. */
export function addResult(recent: RecentCalls, result: 'failed' | 'served'): RecentCalls {
  return {
    count: Math.min(recent.count + 1, maxRecentCalls),
    failures: ((recent.failures << 1) | (result === 'failed' ? 1 : 0)) & (2 ** maxRecentCalls - 1),
  };
}

/** Returns whether the batch must pause. */
export function isTripped({ count, failures }: RecentCalls): boolean {
  return count >= minRecentCalls && 2 * countBits(failures) >= count;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest >>>= 1) count += rest & 1;
  return count;
}

/** Returns the status detail of a paused batch: the cause and what to do. `lastError` is the last error of the carrier. */
export const trippedDetail = (lastError: string | null): string =>
  `Paused: half of the last calls failed at the carrier. Last error: ${lastError?.replace(/\.$/, '') ?? 'none'}. ` +
  'Check the trunk (npx parley-server doctor), then resume the batch.';
