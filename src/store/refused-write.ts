/**
 * PostgreSQL, appendix A: class 22 is data that no column takes, class 23 a constraint that does not hold, such as a call that has
 * been deleted.
 */
const refusedClasses: ReadonlySet<string> = new Set(['22', '23']);

/** Whether a write failed for what it is, so that it would fail again; else the database is away, busy or out of order. */
export function isRefusedWrite(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.length === 5 && refusedClasses.has(code.slice(0, 2));
}
