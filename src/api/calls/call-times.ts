import type { FieldFault } from '../../core/problems.ts';
import { instant } from '../../domain/fields.ts';

const maxAheadMs = 366 * 86_400_000;
/** Tolerance for clock drift: a time that is in the past by at most this much means now. */
const maxPastMs = 60_000;

/** Returns the start time of a call; `undefined` means now. Adds faults to `faults`. Ignores malformed times, which the schema rejects. */
export function resolveStartTime(
  scheduledAt: string | undefined,
  notAfter: string | undefined,
  nowMs: number,
  faults: FieldFault[],
): Date | undefined {
  const scheduledMs = parseInstant(scheduledAt);
  const startMs = Math.max(scheduledMs ?? nowMs, nowMs);
  const addFault = (path: string, message: string) => faults.push({ path, code: 'out_of_range', message });
  if (scheduledMs !== undefined && scheduledMs < nowMs - maxPastMs)
    addFault('scheduledAt', 'This time is in the past. Omit scheduledAt to call now.');
  if (startMs > nowMs + maxAheadMs)
    addFault('scheduledAt', 'A call can be scheduled at most one year ahead.');
  if ((parseInstant(notAfter) ?? startMs) < startMs)
    addFault('notAfter', 'notAfter is before the start of the call.');
  return startMs === nowMs ? undefined : new Date(startMs);
}

function parseInstant(text: string | undefined): number | undefined {
  return instant.safeParse(text).success ? Date.parse(text!) : undefined;
}
