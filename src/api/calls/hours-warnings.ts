import { reject } from '../../core/problems.ts';
import { limitPeriodMaxMs } from '../../domain/calling-hours/calling-rule.ts';
import { callingHoursQuery, type CallDetails } from '../../domain/calling-hours/calling-hours-query.ts';
import {
  citationsOf,
  timeZoneContradictsNumber,
  hasCallLimit,
  checkCallingHours,
  isSubjectToCallingHours,
  type CallingHoursDecision,
  type CallingHoursQuery,
} from '../../domain/calling-hours/check-calling-hours.ts';
import type { CallTerms } from '../../domain/calling-hours/purpose.ts';
import { findEarlierCallsTo } from '../../store/calls/calls.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';

/** A call to one number at one time. */
export interface PlannedCall extends CallTerms {
  readonly workspaceId: string;
  /** The id of the call if it exists already. The call itself does not count as an earlier call. */
  readonly callId?: string;
  /** E.164. */
  readonly toNumber: string;
  /** Time zone of the customer (IANA). */
  readonly customerZone: string | undefined;
  /** Region of the customer (ISO 3166-2). */
  readonly customerRegion: string | undefined;
  readonly at: Date;
}

/** Returns warnings for a single call outside the calling hours. The call is placed nevertheless. */
export async function hoursWarnings(context: ApiContext, planned: PlannedCall): Promise<string[]> {
  const { toNumber, workspaceId } = planned;
  const query = await buildHoursQuery(context.database.inWorkspace(workspaceId), context, planned);
  if (query === undefined) return [];
  const decision = checkCallingHours(query);
  return [
    ...(decision.allowed ? [] : [warningOf(toNumber, decision)]),
    ...(timeZoneContradictsNumber(query) ? [zoneWarning(planned)] : []),
  ];
}

/** @throws {Problem} `outside_calling_hours` if the workspace rejects single calls outside its calling hours or limits */
export async function rejectOutsideHours(
  tx: Queryable,
  context: ApiContext,
  planned: PlannedCall,
): Promise<void> {
  const workspace = await findWorkspace(tx, planned);
  if (workspace?.singleCallsOutsideHours !== 'refuse') return;
  const violation = await findHoursViolation(tx, context, planned);
  if (violation === undefined) return;
  reject('outside_calling_hours', { details: warningOf(planned.toNumber, violation) });
}

const zoneWarning = ({ toNumber, customerZone }: PlannedCall): string =>
  `customer.timezone (${customerZone}) is not a time zone of ${toNumber}. The calling hours of both apply.`;

/** Returns the decision that forbids a call at its time; `undefined` if the calling hours allow the call. */
export async function findHoursViolation(
  db: Queryable,
  context: ApiContext,
  planned: PlannedCall,
): Promise<CallingHoursDecision | undefined> {
  const query = await buildHoursQuery(db, context, planned);
  const decision = query && checkCallingHours(query);
  return decision?.allowed === false ? decision : undefined;
}

/** Returns the calling hours query for a call; `undefined` if no calling hours apply to the call. */
async function buildHoursQuery(
  db: Queryable,
  { zones, settings: { zoneWhenUnknown } }: ApiContext,
  planned: PlannedCall,
): Promise<CallingHoursQuery | undefined> {
  const { workspaceId, callId: _callId, toNumber: number, at, ...call } = planned;
  const { callingHours = 'law', callingWindow: workspaceHours = null } =
    (await findWorkspace(db, { workspaceId })) ?? {};
  if (!isSubjectToCallingHours(number) && workspaceHours === null) return undefined;
  const hours = { window: null, workspaceHours, callingHours };
  const details: CallDetails = { ...call, number, nowMs: at.getTime(), ...hours };
  const query = callingHoursQuery(details, { zones, zoneWhenUnknown });
  const recentCallsMs = hasCallLimit(query) ? await findEarlierCallTimes(db, planned) : [];
  return { ...query, recentCallsMs };
}

function findEarlierCallTimes(
  db: Queryable,
  { workspaceId, toNumber: number, callId: exceptCallId, at }: PlannedCall,
): Promise<readonly number[]> {
  const since = new Date(at.getTime() - limitPeriodMaxMs);
  return findEarlierCallsTo(db, { workspaceId, number, since, exceptCallId });
}

function warningOf(number: string, { reasons, nextAllowedAtMs }: CallingHoursDecision): string {
  if (reasons.some(({ kind }) => kind === 'zone'))
    return `The time zone of ${number} is unknown, so its calling hours cannot be checked. Send customer.timezone.`;
  const violation = reasons.every(({ kind }) => kind === 'limit')
    ? `${number} is called more often than allowed`
    : `${number} is called outside the calling hours`;
  const next =
    nextAllowedAtMs === null ? '' : ` The next allowed time is ${new Date(nextAllowedAtMs).toISOString()}.`;
  return `${violation} (${citationsOf(reasons)}).${next}`;
}
