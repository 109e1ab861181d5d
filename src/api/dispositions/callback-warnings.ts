import { citationsOf, type CallingHoursDecision } from '../../domain/calling-hours/check-calling-hours.ts';
import type { Queryable } from '../../store/queryable.ts';
import { findHoursViolation, type PlannedCall } from '../calls/hours-warnings.ts';
import type { ApiContext } from '../context.ts';

/** Returns warnings if the calling hours delay or prevent a callback. Unlike single calls, callbacks respect calling hours. */
export async function callbackWarnings(
  db: Queryable,
  context: ApiContext,
  planned: PlannedCall,
): Promise<string[]> {
  const violation = await findHoursViolation(db, context, planned);
  return violation === undefined ? [] : [warningOf(planned.toNumber, violation)];
}

function warningOf(number: string, { reasons, nextAllowedAtMs }: CallingHoursDecision): string {
  if (reasons.some(({ kind }) => kind === 'zone'))
    return `${number} will not be called back because its time zone is unknown. Send customer.timezone.`;
  const citations = `(${citationsOf(reasons)})`;
  return nextAllowedAtMs === null
    ? `${number} will not be called back: no time within a year is allowed ${citations}.`
    : `${number} may not be called at that time ${citations}. The callback waits until ${new Date(nextAllowedAtMs).toISOString()}.`;
}
