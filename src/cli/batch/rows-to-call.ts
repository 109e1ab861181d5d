import type { BatchReport } from '../../../packages/sdk/src/client.ts';

type RowCounts = Pick<BatchReport, 'validRows' | 'suppressedRows' | 'warnings'>;

/** Codes of warnings about valid rows that cannot be called at any time. */
const neverAllowedCodes: ReadonlySet<string> = new Set(['timezone_unknown', 'window_never_opens']);

/** Returns the number of rows that the calling hours never allow, which may include suppressed rows. */
export const rowsNeverAllowed = ({ warnings }: RowCounts): number =>
  warnings.reduce((sum, { code, rows }) => (neverAllowedCodes.has(code) ? sum + rows : sum), 0);

/**
 * Returns the number of rows to call: `3`, or `at least 2` if some of the rows that the calling hours never allow may be suppressed rows.
 */
export function rowsToCallText(report: RowCounts): string {
  const { validRows, suppressedRows } = report;
  const neverAllowed = rowsNeverAllowed(report);
  const minimum = Math.max(validRows - neverAllowed, 0);
  return neverAllowed > 0 && suppressedRows > 0 ? `at least ${minimum}` : String(minimum);
}
