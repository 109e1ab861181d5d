import type { FieldFault } from '../../core/problems.ts';
import { instant } from '../../domain/fields.ts';

const scheduleAheadMsMax = 366 * 86_400_000;
/** Tolerance for clock drift: a time that is past by at most this much means now. */
const pastMsMax = 60_000;

/** Returns when a call starts; `undefined` means now. Ignores invalid times, which the schema rejects. */
export function readTimes(
  scheduledAt: string | undefined,
  notAfter: string | undefined,
  nowMs: number,
  faults: FieldFault[],
): Date | undefined {
  const scheduledMs = parseInstant(scheduledAt);
  const startMs = Math.max(scheduledMs ?? nowMs, nowMs);
  const fault = (path: string, message: string) => faults.push({ path, code: 'out_of_range', message });
  if (scheduledMs !== undefined && scheduledMs < nowMs - pastMsMax)
    fault('scheduledAt', 'This time is past. Omit scheduledAt to call now.');
  if (startMs > nowMs + scheduleAheadMsMax)
    fault('scheduledAt', 'A call can be scheduled at most one year ahead.');
  if ((parseInstant(notAfter) ?? startMs) < startMs)
    fault('notAfter', 'notAfter is before the start of the call.');
  return startMs === nowMs ? undefined : new Date(startMs);
}

function parseInstant(text: string | undefined): number | undefined {
  return instant.safeParse(text).success ? Date.parse(text!) : undefined;
}
