/**
 * Error classes (PostgreSQL, appendix A): 22 is a data exception, 23 a constraint violation, for example a reference to a
 * deleted call.
 */
const rejectionClasses: ReadonlySet<string> = new Set(['22', '23']);

/**
 * Returns whether a write was rejected because of its content, so that a retry would fail too. Otherwise the database
 * is unavailable, busy or faulty.
 */
export function isWriteRejected(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.length === 5 && rejectionClasses.has(code.slice(0, 2));
}
