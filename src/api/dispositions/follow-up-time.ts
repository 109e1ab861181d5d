import type { FieldFault } from '../../core/problems.ts';
import { instant } from '../../domain/fields.ts';

const aheadMsMax = 366 * 86_400_000;
/** Clocks differ: a time that is past by no more than this is as good as now. */
const pastMsMax = 60_000;

/** What speaks against following something up at this time. */
export function followUpFault(at: Date, nowMs: number): FieldFault | undefined {
  const path = 'scheduledAt';
  const code = 'out_of_range';
  if (at.getTime() < nowMs - pastMsMax) return { path, code, message: 'This time is past.' };
  if (at.getTime() > nowMs + aheadMsMax)
    return { path, code, message: 'A callback can be scheduled a year ahead at most.' };
  return undefined;
}

/** Undefined where the text is no instant, which its schema tells. */
export const parseInstant = (text: string): Date | undefined =>
  instant.safeParse(text).success ? new Date(text) : undefined;
