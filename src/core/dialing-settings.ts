import { z } from 'zod';
import { optional, setting, wholeNumber } from './setting.ts';
import { isTimeZone } from './time-zones.ts';

const calleeZone = z.string().refine(isTimeZone, 'is not an IANA time zone such as Area/Location');

const planName = z.enum(['developer', 'standard', 'unlimited'], 'is not a plan');

export interface ConfiguredPlanLimits {
  readonly requestsPerMinute: number;
  readonly concurrentCalls: number;
  readonly callStartsPerSecond: number;
}

const planPattern = /^(developer|standard|unlimited)=([1-9]\d{0,6})\/([1-9]\d{0,4})\/([1-9]\d{0,3})$/;

const planList = z
  .string()
  .transform((text) => text.split(',').map((entry) => planPattern.exec(entry.trim())))
  .refine(
    (entries) => entries.every((entry) => entry !== null),
    'is not a list of plans such as standard=600/20/5: requests per minute, concurrent calls, call starts per second',
  )
  .transform((entries): Partial<Record<z.output<typeof planName>, ConfiguredPlanLimits>> => {
    const plans = entries.map((entry) => {
      const [requestsPerMinute, concurrentCalls, callStartsPerSecond] = entry!.slice(2).map(Number);
      return [entry![1]!, { requestsPerMinute, concurrentCalls, callStartsPerSecond }];
    });
    return Object.fromEntries(plans) as Partial<Record<z.output<typeof planName>, ConfiguredPlanLimits>>;
  });

/** Settings of the plans of workspaces, and of batches and callbacks. */
export const dialingSettings = {
  defaultPlan: setting('PARLEY_DEFAULT_PLAN', planName, {
    fallback: 'developer',
    description: 'Plan of workspaces created after the first: `developer`, `standard` or `unlimited`.',
    example: 'developer',
  }),
  plans: optional('PARLEY_PLANS', planList, {
    description:
      'Limits of plans that differ from the defaults (`developer=60/1/1,standard=600/20/5,unlimited=1000000/10000/1000`): requests per minute, concurrent calls, call starts per second.',
    example: 'standard=1200/50/10',
  }),
  callReservePercent: setting('PARLEY_CALL_RESERVE_PERCENT', wholeNumber(0, 90), {
    fallback: '10',
    description:
      "Percentage of a plan's concurrent calls that batches leave free for single calls and callbacks. Batches leave at least one call free, except with `0` or with a plan of one concurrent call.",
    example: '10',
  }),
  callbackTries: setting('PARLEY_CALLBACK_TRIES', wholeNumber(1, 100), {
    fallback: '3',
    description: 'Maximum number of calls per callback.',
    example: '3',
  }),
  callbackDays: setting('PARLEY_CALLBACK_DAYS', wholeNumber(1, 365), {
    fallback: '7',
    description: 'Number of days after the due time of a callback in which the callback can still be made.',
    example: '7',
  }),
  csvMaxRows: setting('PARLEY_CSV_MAX_ROWS', wholeNumber(1, 1_000_000), {
    fallback: '1000000',
    description: 'Maximum number of rows of a batch file, at most 1000000.',
    example: '100000',
  }),
  csvMaxBytes: setting('PARLEY_CSV_MAX_BYTES', wholeNumber(1024, 268_435_456), {
    fallback: '268435456',
    description: 'Maximum size of an uploaded CSV file in bytes, at most 268435456 (256 MiB).',
    example: '16777216',
  }),
  csvMaxColumns: setting('PARLEY_CSV_MAX_COLUMNS', wholeNumber(1, 100), {
    fallback: '100',
    description: 'Maximum number of columns of a batch file, at most 100.',
    example: '50',
  }),
  csvMaxCellBytes: setting('PARLEY_CSV_MAX_CELL_BYTES', wholeNumber(64, 4096), {
    fallback: '4096',
    description: 'Maximum size of a cell of a batch file in bytes of UTF-8, at most 4096.',
    example: '1024',
  }),
  zoneWhenUnknown: optional('PARLEY_ZONE_WHEN_UNKNOWN', calleeZone, {
    description:
      'IANA time zone used for numbers whose time zone is unknown. Without it, batches and callbacks do not call such numbers.',
    example: 'America/New_York',
  }),
} as const;
