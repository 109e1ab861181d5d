import type { EndReason } from '../call-state.ts';

/** A batch pauses when, of so many calls at least, half of the last `recentCallsMax` ended by a carrier error. */
export const recentCallsMin = 10;
export const recentCallsMax = 20;

/** The last calls of a batch that told something about its carrier. */
export interface RecentCalls {
  /** How many, up to `recentCallsMax`. */
  readonly count: number;
  /** One bit for each, the newest lowest; set where the carrier failed. */
  readonly failures: number;
}

export const noRecentCalls: RecentCalls = { count: 0, failures: 0 };

/** What an end tells about the carrier; undefined where it was never asked, or nobody knows. */
export function carrierResultOf(endReason: EndReason, wasDialed: boolean): 'failed' | 'served' | undefined {
  if (endReason === 'carrier_error') return 'failed';
  return !wasDialed || silentReasons.has(endReason) ? undefined : 'served';
}

const silentReasons: ReadonlySet<EndReason> = new Set(['node_lost', 'cancelled', 'provider_error']);

export function addResult(recent: RecentCalls, result: 'failed' | 'served'): RecentCalls {
  return {
    count: Math.min(recent.count + 1, recentCallsMax),
    failures: ((recent.failures << 1) | (result === 'failed' ? 1 : 0)) & (2 ** recentCallsMax - 1),
  };
}

/** Whether the batch is to pause. */
export function isTripped({ count, failures }: RecentCalls): boolean {
  return count >= recentCallsMin && 2 * countBits(failures) >= count;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest >>>= 1) count += rest & 1;
  return count;
}

/** Why the batch is paused, and what to do; `lastWords` are the carrier's. */
export const trippedDetail = (lastWords: string | null): string =>
  `Paused: half of the last calls failed at the carrier. Its last words: ${lastWords?.replace(/\.$/, '') ?? 'none'}. ` +
  'Look at the trunk (npx parley doctor), then resume the batch.';
