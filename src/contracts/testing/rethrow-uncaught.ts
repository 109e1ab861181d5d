import type { InternalErrors } from '../../core/internal-errors.ts';

/** Fails the current test by throwing the error uncaught. */
export function rethrowUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Fails the current test for each internal error. */
export const uncaughtInternalErrors: Pick<InternalErrors, 'record'> = {
  record: (_place, error) => rethrowUncaught(error),
};
