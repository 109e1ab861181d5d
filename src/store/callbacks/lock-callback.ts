import type { AgentOverrides } from '../../domain/agent.ts';
import type { Customer } from '../../domain/call.ts';
import type { Purpose } from '../../domain/calling-hours/purpose.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { CallbackKey } from './list-due-callbacks.ts';

/** A disposition to follow up, with data of the call that created it, if any ("that call"). */
export interface LockedCallback {
  readonly id: string;
  readonly workspaceId: string;
  readonly callId: string | null;
  readonly phoneNumber: string;
  readonly scheduledAt: Date;
  /** Number of earlier calls. */
  readonly attempt: number;
  readonly agentId: string | null;
  readonly batchId: string | null;
  readonly disposition: string;
  /** Null until the first follow-up. */
  readonly expiresAt: Date | null;
  readonly suppressed: boolean;
  /** The workspace's number in that call. */
  readonly ownNumber: string | null;
  readonly customer: Customer | null;
  readonly dynamic: Readonly<Record<string, VariableValue>> | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly overrides: AgentOverrides | null;
  readonly record: boolean | null;
  readonly maxDurationSeconds: number | null;
  /** Purpose of that call, otherwise of the agent. */
  readonly purpose: Purpose;
  /** Whether the callee agreed on the callback in that call, or consented to that call. */
  readonly consent: boolean;
}

/** SQL condition of consent. A callee who agrees on a callback in a call consents to that callback. */
export const callbackConsentSql = `coalesce(call.consent
  or (call.id is not null and disposition.disposition = 'callback_scheduled'), false)`;

/** SQL: the purpose of the callback. `$1` is the workspace. */
export const callbackPurposeSql = `coalesce(call.purpose, (select config->>'purpose' from agents
  where agents.workspace_id = $1 and agents.id = disposition.agent_id), 'unspecified')`;

const statement: Statement = {
  name: 'lock_callback',
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
 * Locks a due callback until the transaction ends. Returns undefined if it is not due or another transaction has locked
 * it. A concurrency slot must be acquired before, so that no transaction waits for a counter while it holds a callback.
 */
export function lockCallback(
  tx: Queryable,
  { workspaceId, dispositionId, at }: CallbackKey & { readonly at: Date },
): Promise<LockedCallback | undefined> {
  return tx.row<LockedCallback>(statement, [workspaceId, dispositionId, at]);
}
