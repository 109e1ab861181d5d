import type { BatchReport } from '../../../packages/sdk/src/client.ts';

type Counted = Pick<BatchReport, 'validRows' | 'suppressedRows' | 'warnings'>;

/** Codes of warnings about valid rows that are never called. */
const neverAllowedCodes: ReadonlySet<string> = new Set(['timezone_unknown', 'window_never_opens']);

/** Returns the number of rows that the calling hours never allow, which may include suppressed rows. */
export const rowsNeverAllowed = ({ warnings }: Counted): number =>
  warnings.reduce((sum, { code, rows }) => (neverAllowedCodes.has(code) ? sum + rows : sum), 0);

/**
 * Returns the number of rows to call: `3`, or `at least 2` if it is unknown how many suppressed rows the calling hours also never allow.
 */
export function rowsToCall(counted: Counted): string {
  const { validRows, suppressedRows } = counted;
  const neverAllowed = rowsNeverAllowed(counted);
  const minimum = Math.max(validRows - neverAllowed, 0);
  return neverAllowed > 0 && suppressedRows > 0 ? `at least ${minimum}` : String(minimum);
}
