import {
  callingHoursQuery,
  type CallDetails,
  type TimeZoneSources,
} from '../calling-hours/calling-hours-query.ts';
import {
  checkCallingHours,
  isSubjectToCallingHours,
  timeZoneContradictsNumber,
  type CallingHoursQuery,
} from '../calling-hours/check-calling-hours.ts';
import type { NumberGroup } from './number-groups.ts';
import { addRows, noRows, type CountedRows } from './row-tally.ts';

/** Rows with a problem that concerns calling hours. */
export interface CallingHoursIssues extends UncallableRows {
  /** Rows whose time zone contradicts their number; the hours of both apply. */
  readonly timezoneContradictsNumber: CountedRows;
}

/** Rows that can never be called because of the calling hours. */
interface UncallableRows {
  /** Rows whose number has no known time zone. */
  readonly timezoneUnknown: CountedRows;
  /** Rows for which the hours of the batch, of the workspace and of the law do not overlap within a year. */
  readonly windowNeverOpens: CountedRows;
}

/** Returns whether none of `rows` rows can be called. Suppressed rows are included in all counts. */
export const areAllUncallable = (
  { timezoneUnknown, windowNeverOpens }: UncallableRows,
  rows: number,
): boolean => timezoneUnknown.rows + windowNeverOpens.rows >= rows;

type Terms = Omit<CallDetails, 'number' | 'customerZone'>;

/** Counts the rows that can never be called, and those whose time zone contradicts the number. */
export function findCallingHoursIssues(
  groups: readonly NumberGroup[],
  terms: Terms,
  sources: TimeZoneSources,
): CallingHoursIssues {
  const issuesByKey = new Map<string, readonly (keyof CallingHoursIssues)[]>();
  const counts = { timezoneUnknown: noRows, windowNeverOpens: noRows, timezoneContradictsNumber: noRows };
  for (const { number, customerZone, ...rows } of groups) {
    const query = callingHoursQuery({ ...terms, number, customerZone }, sources);
    const key = JSON.stringify([
      isSubjectToCallingHours(number),
      query.country,
      query.candidateZones,
      query.isPlaceKnown,
      customerZone,
      number.slice(0, 5),
    ]);
    let issues = issuesByKey.get(key);
    if (issues === undefined) {
      issues = issuesOf(query);
      issuesByKey.set(key, issues);
    }
    for (const issue of issues) counts[issue] = addRows(counts[issue], rows);
  }
  return counts;
}

const issuesOf = (query: CallingHoursQuery): (keyof CallingHoursIssues)[] => [
  ...issueOfBlockedCall(query),
  ...(timeZoneContradictsNumber(query) ? ['timezoneContradictsNumber' as const] : []),
];

function issueOfBlockedCall(query: CallingHoursQuery): (keyof UncallableRows)[] {
  const { nextAllowedAtMs, reasons } = checkCallingHours(query);
  if (nextAllowedAtMs !== null) return [];
  return [reasons.some(({ kind }) => kind === 'zone') ? 'timezoneUnknown' : 'windowNeverOpens'];
}
