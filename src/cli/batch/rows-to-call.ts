import type { BatchReport } from '../../../packages/sdk/src/client.ts';

type Counted = Pick<BatchReport, 'validRows' | 'suppressedRows' | 'warnings'>;

/** Codes of warnings about valid rows that are never called. */
const neverAllowedCodes: ReadonlySet<string> = new Set(['timezone_unknown', 'window_never_opens']);

/** Returns the number of rows that the calling hours never allow, which may include suppressed rows. */
export const rowsNeverAllowed = ({ warnings }: Counted): number =>
  warnings.reduce((sum, { code, rows }) => (neverAllowedCodes.has(code) ? sum + rows : sum), 0);

/** Returns the number of rows to call: `3`, or `at least 2` if suppressed rows may also be never allowed. */
export function rowsToCall(counted: Counted): string {
  const { validRows, suppressedRows } = counted;
  const never = rowsNeverAllowed(counted);
  const certain = Math.max(validRows - never, 0);
  return never > 0 && suppressedRows > 0 ? `at least ${certain}` : String(certain);
}
