import { refuse } from '../../core/problems.ts';
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
import { findEarlierCallsTo } from '../../store/calls/find-earlier-calls.ts';
import { findWorkspace } from '../../store/workspaces/find-workspace.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';

/** A call to one number, and when it is placed. */
export interface PlannedCall extends CallTerms {
  readonly workspaceId: string;
  /** Of the call, where it exists already. */
  readonly callId?: string;
  /** E.164. */
  readonly toNumber: string;
  /** IANA; the customer's own. */
  readonly customerZone: string | undefined;
  /** ISO 3166-2; the customer's own. */
  readonly customerRegion: string | undefined;
  readonly at: Date;
}

/** What the calling hours say against a single call, for whoever placed it: such calls are made all the same. Empty where they allow it. */
export async function hoursWarnings(context: ApiContext, placed: PlannedCall): Promise<string[]> {
  const { toNumber, workspaceId } = placed;
  const asked = await hoursQuestion(context.database.inWorkspace(workspaceId), context, placed);
  if (asked === undefined) return [];
  const decision = checkCallingHours(asked);
  return [
    ...(decision.allowed ? [] : [warningOf(toNumber, decision)]),
    ...(timeZoneContradictsNumber(asked) ? [zoneWarning(placed)] : []),
  ];
}

/** Where the workspace refuses single calls that its calling hours or limits forbid: 403 with what they forbid. */
export async function refuseOutsideHours(
  tx: Queryable,
  context: ApiContext,
  placed: PlannedCall,
): Promise<void> {
  const workspace = await findWorkspace(tx, placed);
  if (workspace?.singleCallsOutsideHours !== 'refuse') return;
  const objection = await findHoursViolation(tx, context, placed);
  if (objection === undefined) return;
  refuse('outside_calling_hours', { details: warningOf(placed.toNumber, objection) });
}

const zoneWarning = ({ toNumber, customerZone }: PlannedCall): string =>
  `customer.timezone (${customerZone}) is not a time zone of ${toNumber}: the calling hours of both apply.`;

/** What the calling hours say against a call at that time, as far as can be told now. Undefined: nothing. */
export async function findHoursViolation(
  db: Queryable,
  context: ApiContext,
  placed: PlannedCall,
): Promise<CallingHoursDecision | undefined> {
  const asked = await hoursQuestion(db, context, placed);
  const decision = asked && checkCallingHours(asked);
  return decision?.allowed === false ? decision : undefined;
}

/** Undefined where no hours bind the call. */
async function hoursQuestion(
  db: Queryable,
  { zones, settings: { zoneWhenUnknown } }: ApiContext,
  placed: PlannedCall,
): Promise<CallingHoursQuery | undefined> {
  const { workspaceId, callId: _callId, toNumber: number, at, ...call } = placed;
  const { callingHours = 'law', callingWindow: workspaceHours = null } =
    (await findWorkspace(db, { workspaceId })) ?? {};
  if (!isSubjectToCallingHours(number) && workspaceHours === null) return undefined;
  const hours = { window: null, workspaceHours, callingHours };
  const asked: CallDetails = { ...call, number, nowMs: at.getTime(), ...hours };
  const question = callingHoursQuery(asked, { zones, zoneWhenUnknown });
  const earlierCallsMs = hasCallLimit(question) ? await earlierCalls(db, placed) : [];
  return { ...question, earlierCallsMs };
}

function earlierCalls(
  db: Queryable,
  { workspaceId, toNumber: number, callId: exceptCallId, at }: PlannedCall,
): Promise<readonly number[]> {
  const since = new Date(at.getTime() - limitPeriodMaxMs);
  return findEarlierCallsTo(db, { workspaceId, number, since, exceptCallId });
}

function warningOf(number: string, { reasons, nextAllowedAtMs }: CallingHoursDecision): string {
  if (reasons.some(({ why }) => why === 'zone'))
    return `Whether ${number} may be called at this time is not known, for its time zone is not: send customer.timezone.`;
  const what = reasons.every(({ why }) => why === 'limit')
    ? `${number} is called more often than is allowed`
    : `${number} is called outside the calling hours`;
  const next =
    nextAllowedAtMs === null ? '' : ` It may be called from ${new Date(nextAllowedAtMs).toISOString()} on.`;
  return `${what} (${citationsOf(reasons)}).${next}`;
}
