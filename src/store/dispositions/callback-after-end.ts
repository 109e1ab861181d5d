import { callbackAfterCall, type CallbackMove } from '../../domain/dispositions/callback-after-call.ts';
import { builtInDispositions, type DispositionCode } from '../../domain/disposition.ts';
import type { EndToBe } from '../batches/job-after-end.ts';
import type { Followers } from '../calls/find-followers.ts';

/** Where the part below finds its values. */
export interface CallbackParameters {
  readonly workspaceId: string;
  readonly at: string;
  /** The disposition that the call follows up. */
  readonly dispositionId: string;
  /** Of `callbackMove`. */
  readonly move: string;
}

/** Of a `call` that has just ended: the disposition that it was to follow up. A call that was not dialed counts as none. */
export const callbackAfterEnd = ({ workspaceId, at, dispositionId, move }: CallbackParameters): string => `
    followed_up as (
      update dispositions disposition set status = wanted.status, scheduled_at = coalesce(wanted."scheduledAt", disposition.scheduled_at),
        attempt = case when call.dialed_at is null then disposition.attempt else call.attempt end,
        tries_left = disposition.tries_left + (call.dialed_at is null)::integer,
        notes = right(concat_ws(E'\\n', nullif(disposition.notes, ''), wanted.note), 2000), updated_at = ${at}
      from call cross join jsonb_to_record(${move}::jsonb) as wanted ("status" text, "scheduledAt" timestamptz, "note" text)
      where disposition.workspace_id = ${workspaceId} and disposition.id = ${dispositionId}
        and disposition.follow_up_call_id = call.id and disposition.status = 'in_progress')`;

/** Null where the call follows nothing up. */
export function callbackMove(followers: Followers, end: EndToBe): CallbackMove | null {
  const { triesLeft, expiresAt, answered: isAnswered, dialed: isDialed } = followers;
  if (triesLeft === null || expiresAt === null) return null;
  const builtIns: Readonly<Record<string, DispositionCode>> = builtInDispositions;
  const meaning = builtIns[end.disposition] ?? followers.ownCode ?? undefined;
  return callbackAfterCall({ ...end, isDialed, isAnswered }, { triesLeft, expiresAt, meaning });
}
