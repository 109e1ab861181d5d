import { countedMs } from '../../domain/calling-hours/calling-rule.ts';
import { questionAbout, type AskedCall } from '../../domain/calling-hours/call-question.ts';
import {
  citationsOf,
  contradictsNumber,
  countsCalls,
  decide,
  isBoundByHours,
  type CallDecision,
  type CallQuestion,
} from '../../domain/calling-hours/decide.ts';
import { findEarlierCalls } from '../../store/calls/find-earlier-calls.ts';
import { findWorkspace } from '../../store/workspaces/find-workspace.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';

/** A call to one number, and when it is placed. */
export interface PlacedAt {
  readonly workspaceId: string;
  /** E.164. */
  readonly toNumber: string;
  /** IANA; the customer's own, where it was told. */
  readonly customerZone: string | undefined;
  readonly at: Date;
}

/** What the calling hours say against a single call, for whoever placed it: such calls are made all the same. Empty where they allow it. */
export async function hoursWarnings(context: ApiContext, placed: PlacedAt): Promise<string[]> {
  const { toNumber, workspaceId } = placed;
  const asked = await hoursQuestion(context.database.inWorkspace(workspaceId), context, placed);
  if (asked === undefined) return [];
  const decision = decide(asked);
  return [
    ...(decision.allowed ? [] : [warningOf(toNumber, decision)]),
    ...(contradictsNumber(asked) ? [zoneWarning(placed)] : []),
  ];
}

const zoneWarning = ({ toNumber, customerZone }: PlacedAt): string =>
  `customer.timezone (${customerZone}) is not in the country of ${toNumber}: the calling hours of both apply.`;

/** What the calling hours say against a call at that time, as far as can be told now. Undefined: nothing. */
export async function hoursObjection(
  db: Queryable,
  context: ApiContext,
  placed: PlacedAt,
): Promise<CallDecision | undefined> {
  const asked = await hoursQuestion(db, context, placed);
  const decision = asked && decide(asked);
  return decision?.allowed === false ? decision : undefined;
}

/** Undefined where no hours bind the call. */
async function hoursQuestion(
  db: Queryable,
  { zones, settings: { zoneWhenUnknown } }: ApiContext,
  { workspaceId, toNumber: number, customerZone, at }: PlacedAt,
): Promise<CallQuestion | undefined> {
  const { callingHours = 'law', callingWindow: workspaceHours = null } =
    (await findWorkspace(db, { workspaceId })) ?? {};
  if ((callingHours === 'off' || !isBoundByHours(number)) && workspaceHours === null) return undefined;
  const hours = { window: null, workspaceHours, callingHours };
  const asked: AskedCall = { number, customerZone, nowMs: at.getTime(), ...hours };
  const question = questionAbout(asked, { zones, zoneWhenUnknown });
  const earlierCallsMs = countsCalls(question) ? await earlierCalls(db, { workspaceId, number, at }) : [];
  return { ...question, earlierCallsMs };
}

async function earlierCalls(
  db: Queryable,
  { workspaceId, number, at }: { readonly workspaceId: string; readonly number: string; readonly at: Date },
): Promise<number[]> {
  const since = new Date(at.getTime() - countedMs);
  const calls = await findEarlierCalls(db, { workspaceId, numbers: [number], since });
  // The call itself may have been dialed by now.
  return (calls.get(number) ?? []).map((date) => date.getTime()).filter((atMs) => atMs < at.getTime());
}

function warningOf(number: string, { reasons, nextAllowedAtMs }: CallDecision): string {
  if (reasons.some(({ why }) => why === 'zone'))
    return `Whether ${number} may be called at this time is not known, for its time zone is not: send customer.timezone.`;
  const what = reasons.every(({ why }) => why === 'limit')
    ? `${number} is called more often than is allowed`
    : `${number} is called outside the calling hours`;
  const next =
    nextAllowedAtMs === null ? '' : ` It may be called from ${new Date(nextAllowedAtMs).toISOString()} on.`;
  return `${what} (${citationsOf(reasons)}).${next}`;
}
