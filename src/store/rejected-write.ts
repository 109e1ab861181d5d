/**
 * PostgreSQL, appendix A: class 22 is a data exception, class 23 a constraint violation, for example a call that was
 * deleted.
 */
const refusedClasses: ReadonlySet<string> = new Set(['22', '23']);

/**
 * Returns whether a write was rejected because of its content, so that a retry would fail too. Otherwise the database
 * is unavailable, busy or faulty.
 */
export function isWriteRejected(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.length === 5 && refusedClasses.has(code.slice(0, 2));
}
