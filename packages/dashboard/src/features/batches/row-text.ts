import type { BatchCallRow } from '@parley/sdk/client';
import { formatDateTime } from '../../format.ts';
import { toPageWording } from '../../wording.ts';
import { text } from '../../text/index.ts';

/** Returns what the person decided, or why they were not reached. */
export const resultText = ({ result, outcome, status, skipReason }: BatchCallRow): string => {
  if (result === 'not_reached' && outcome !== null) return text.batches.outcomes[outcome];
  if (result !== null) return text.batches.results[result];
  return skipReason === null ? text.batches.rowStatuses[status] : text.batches.skipReasons[skipReason];
};

type Values = BatchCallRow['dynamic'];

/** Returns variables as names and values to read. Empty values are omitted. */
export const readableValues = (values: Values): (readonly [name: string, value: string])[] =>
  Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => [name.replaceAll('_', ' '), valueText(value)]);

/** Returns a variable or a field of an analysis to read. */
export function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? text.batches.batch.yes : text.batches.batch.no;
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns variables in one line. */
export const valuesText = (values: Values): string =>
  readableValues(values)
    .map((pair) => pair.join(': '))
    .join(' · ');

/** Returns what the person answered, else the detail of the service, and when the person is called next. */
export const detailText = (row: BatchCallRow): string =>
  [
    valuesText(row.answers) || toPageWording(row.detail ?? ''),
    row.callbackAt === null ? '' : text.batches.batch.callback(formatDateTime(row.callbackAt)),
    row.dueAt === null || (row.attempt === 0 && row.scheduledAt === null)
      ? ''
      : text.batches.batch.nextCall(formatDateTime(row.dueAt)),
    row.attempt > 1 ? text.batches.batch.attempts(String(row.attempt)) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
