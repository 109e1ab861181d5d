import type { BatchReport } from '../../../packages/sdk/src/client.ts';

type Counted = Pick<BatchReport, 'validRows' | 'suppressedRows' | 'warnings'>;

/** Warnings of rows that are never called, though nothing is wrong with them. */
const neverAllowedCodes: ReadonlySet<string> = new Set(['zone_unknown', 'never_open']);

/** Rows that the calling hours keep from being called for good; suppressed ones may be among them. */
export const rowsNeverAllowed = ({ warnings }: Counted): number =>
  warnings.reduce((sum, { code, rows }) => (neverAllowedCodes.has(code) ? sum + rows : sum), 0);

/** How many rows are called: `3`, or `at least 2` where a suppressed row may be one that is never allowed. */
export function rowsToCall(counted: Counted): string {
  const { validRows, suppressedRows } = counted;
  const never = rowsNeverAllowed(counted);
  const certain = Math.max(validRows - never, 0);
  return never > 0 && suppressedRows > 0 ? `at least ${certain}` : String(certain);
}
