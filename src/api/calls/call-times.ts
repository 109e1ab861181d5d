import type { FieldFault } from '../../core/problems.ts';
import { instant } from '../../domain/fields.ts';

const scheduleAheadMsMax = 366 * 86_400_000;
/** Clocks differ: a time that is past by no more than this means now. */
const pastMsMax = 60_000;

/** When a call is to begin; undefined: now. Texts that are no instant are left to their schema. */
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
    fault('scheduledAt', 'This time is past. Leave scheduledAt out to call now.');
  if (startMs > nowMs + scheduleAheadMsMax)
    fault('scheduledAt', 'A call can be scheduled a year ahead at most.');
  if ((parseInstant(notAfter) ?? startMs) < startMs)
    fault('notAfter', 'notAfter is over before the call begins.');
  return startMs === nowMs ? undefined : new Date(startMs);
}

function parseInstant(text: string | undefined): number | undefined {
  return instant.safeParse(text).success ? Date.parse(text!) : undefined;
}
