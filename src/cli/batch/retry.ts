import type { Retry } from '../../../packages/sdk/src/client.ts';
import { UsageError } from '../output.ts';

export interface RetryOptions {
  /** Maximum calls per row, 1 to 10. */
  readonly attempts?: string;
  /** Outcomes that are retried. Default: all. */
  readonly retryOn?: readonly string[];
  /** Delays such as `30m`; the last delay repeats. Default: an hour. */
  readonly retryAfter?: readonly string[];
}

const maxAllowedAttempts = 10;
const maxDelays = 9;
const maxDelayDays = 30;
const unitsInDay = { s: 86_400, m: 1440, h: 24, d: 1 } as const;
const outcomes = ['no_answer', 'busy', 'voicemail', 'failed'] as const satisfies Retry['on'];
type Outcome = Retry['on'][number];

/**
 * Parses the retry options into the format of the API.
 * @throws {UsageError}
 */
export function readRetry({ attempts, retryOn, retryAfter }: RetryOptions): Partial<Retry> | undefined {
  const maxAttempts = attempts === undefined ? 1 : readAttempts(attempts);
  if (maxAttempts === 1 && (retryOn !== undefined || retryAfter !== undefined))
    throw new UsageError('--retry-on and --retry-after require --attempts with 2 or more.');
  if (attempts === undefined) return undefined;
  return {
    maxAttempts,
    ...(retryOn === undefined ? {} : { on: [...new Set(retryOn.map(readOutcome))] }),
    ...(retryAfter === undefined ? {} : { delays: readDelays(retryAfter) }),
  };
}

function readAttempts(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= maxAllowedAttempts) return count;
  throw new UsageError(`--attempts takes a number from 1 to ${maxAllowedAttempts}, not ${text}.`);
}

function readOutcome(text: string): Outcome {
  const outcome = outcomes.find((name) => name === text.toLowerCase());
  if (outcome !== undefined) return outcome;
  throw new UsageError(`--retry-on takes ${outcomes.join(',')}, not ${text}.`);
}

function readDelays(delays: readonly string[]): string[] {
  if (delays.length > maxDelays)
    throw new UsageError(`--retry-after takes ${maxDelays} delays at most; the last delay repeats.`);
  return delays.map(readDelay);
}

function readDelay(text: string): string {
  const [, count, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? [];
  const days = Number(count) / unitsInDay[unit as keyof typeof unitsInDay];
  if (days <= maxDelayDays) return text;
  throw new UsageError(
    `--retry-after takes delays such as 30m,4h,1d, up to ${maxDelayDays} days each, not ${text}.`,
  );
}
