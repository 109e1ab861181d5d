import type { BatchCallRow } from '@parley/sdk/client';
import { text } from '../../text/index.ts';

/** Returns what the person decided, or why they were not reached. */
export const resultText = ({ result, outcome, status, skipReason }: BatchCallRow): string => {
  if (result === 'not_reached' && outcome !== null) return text.batches.outcomes[outcome];
  if (result !== null) return text.batches.results[result];
  return skipReason === null ? text.batches.rowStatuses[status] : text.batches.skipReasons[skipReason];
};

function answerText(value: BatchCallRow['answers'][string]): string {
  if (typeof value === 'boolean') return value ? text.batches.batch.yes : text.batches.batch.no;
  return String(value ?? '–');
}

const answersText = ({ answers }: BatchCallRow): string =>
  Object.entries(answers)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${answerText(value)}`)
    .join(' · ');

/** Returns what the person answered, else the detail of the service. */
export const detailText = (row: BatchCallRow): string =>
  [
    answersText(row) || (row.detail ?? ''),
    row.attempt > 1 ? text.batches.batch.attempts(String(row.attempt)) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
