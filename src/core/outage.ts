import type { ProblemCode } from './problems.ts';

/** An operation failed because the database, or a disk, cannot be used. `OutageLog` logs the outage, and each of these errors only at level `debug`. */
export class Outage extends Error {
  override readonly name = 'Outage';
  /** The code of the response to the request that failed. */
  readonly code: Extract<ProblemCode, 'database_unavailable' | 'storage_full' | 'storage_unavailable'>;

  /** @param reason a sentence for clients */
  constructor(code: Outage['code'], reason: string, cause?: unknown) {
    super(reason, { cause });
    this.code = code;
  }
}

/** Depth to which causes of errors are searched. */
const maxCauseDepth = 4;

/** Returns whether an outage is the error, or one of its causes. */
export function isFromOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxCauseDepth) return false;
  return error instanceof Outage || isFromOutage(error.cause, depth + 1);
}
