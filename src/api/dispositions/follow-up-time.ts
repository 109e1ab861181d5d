import type { FieldFault } from '../../core/problems.ts';
import { instant } from '../../domain/fields.ts';

const maxAheadMs = 366 * 86_400_000;
/** Tolerance for clock drift: a time that is in the past by at most this much means now. */
const maxPastMs = 60_000;

/** Returns the fault of a follow-up time, or `undefined` if it is valid. */
export function followUpFault(at: Date, nowMs: number): FieldFault | undefined {
  const path = 'scheduledAt';
  const code = 'out_of_range';
  if (at.getTime() < nowMs - maxPastMs) return { path, code, message: 'This time is in the past.' };
  if (at.getTime() > nowMs + maxAheadMs)
    return { path, code, message: 'A callback can be scheduled at most one year ahead.' };
  return undefined;
}

/** Parses an instant. Returns `undefined` for a malformed one, which the schema rejects. */
export const parseInstant = (text: string): Date | undefined =>
  instant.safeParse(text).success ? new Date(text) : undefined;
