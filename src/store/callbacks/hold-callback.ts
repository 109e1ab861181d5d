import type { AgentOverrides } from '../../domain/agent.ts';
import type { Customer } from '../../domain/call.ts';
import type { Purpose } from '../../domain/calling-hours/purpose.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { WhichCallback } from './list-due-callbacks.ts';

/** A disposition that is to be followed up, and the call that it came from, where it came from one. */
export interface HeldCallback {
  readonly id: string;
  readonly workspaceId: string;
  readonly callId: string | null;
  readonly phoneNumber: string;
  readonly scheduledAt: Date;
  /** Calls that led to it. */
  readonly attempt: number;
  readonly agentId: string | null;
  readonly batchId: string | null;
  readonly disposition: string;
  /** Null: nobody has begun to follow it up. */
  readonly expiresAt: Date | null;
  readonly suppressed: boolean;
  /** Ours, in that call. */
  readonly ownNumber: string | null;
  readonly customer: Customer | null;
  readonly dynamic: Readonly<Record<string, VariableValue>> | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly overrides: AgentOverrides | null;
  readonly record: boolean | null;
  readonly maxDurationSeconds: number | null;
  /** Of that call, else of the agent. */
  readonly purpose: Purpose;
  /** Whether the person agreed to the callback in that call, or consented to it. */
  readonly consent: boolean;
}

/** Of a disposition and the call that it came from, as SQL: a person who asks in a call to be called back consents to that call. */
export const callbackConsentSql = `coalesce(call.consent
  or (call.id is not null and disposition.disposition = 'callback_scheduled'), false)`;

/** What the callback is for, as SQL. `$1` is the workspace. */
export const callbackPurposeSql = `coalesce(call.purpose, (select config->>'purpose' from agents
  where agents.workspace_id = $1 and agents.id = disposition.agent_id), 'unspecified')`;

const statement: Statement = {
  name: 'hold_callback',
  text: `select disposition.id, disposition.workspace_id as "workspaceId", disposition.call_id as "callId",
      disposition.phone_number as "phoneNumber", disposition.scheduled_at as "scheduledAt", disposition.attempt,
      disposition.agent_id as "agentId", disposition.batch_id as "batchId", disposition.disposition,
      disposition.expires_at as "expiresAt", exists (select from suppressions where workspace_id = $1 and channel = 'voice'
        and address = disposition.phone_number) as suppressed,
      case call.direction when 'outbound' then call.from_number else call.to_number end as "ownNumber",
      coalesce(disposition.customer, call.customer) as customer, coalesce(disposition.dynamic, call.dynamic) as dynamic, call.metadata, call.overrides, call.record, call.max_duration_seconds as "maxDurationSeconds",
      ${callbackPurposeSql} as purpose, ${callbackConsentSql} as consent
    from dispositions disposition left join calls call on call.workspace_id = $1 and call.id = disposition.call_id
    where disposition.workspace_id = $1 and disposition.id = $2 and disposition.status = 'pending'
      and disposition.scheduled_at <= $3
    for update of disposition skip locked`,
};

/**
 * Keeps others from changing it until the transaction ends. Undefined where it is not due, or somebody has it just now. Places among the
 * calls at once are taken before, never after: the end of a call that cancels callbacks takes them in that order.
 */
export function holdCallback(
  tx: Queryable,
  { workspaceId, dispositionId, at }: WhichCallback & { readonly at: Date },
): Promise<HeldCallback | undefined> {
  return tx.row<HeldCallback>(statement, [workspaceId, dispositionId, at]);
}
