import type { Purpose } from '../../domain/calling-hours/purpose.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { callbackConsentSql, callbackPurposeSql } from './hold-callback.ts';
import type { WhichCallback } from './list-due-callbacks.ts';

/** The person whom a callback is for, as the callback or the call that it came from has it. */
export interface CalleeOfCallback {
  /** IANA. */
  readonly timezone: string | null;
  /** ISO 3166-2. */
  readonly region: string | null;
  readonly purpose: Purpose;
  readonly consent: boolean;
}

const statement: Statement = {
  name: 'find_callee_of_callback',
  text: `select coalesce(disposition.customer, call.customer)->>'timezone' as timezone,
      coalesce(disposition.customer, call.customer)->>'region' as region,
      ${callbackPurposeSql} as purpose, ${callbackConsentSql} as consent
    from dispositions disposition left join calls call on call.workspace_id = $1 and call.id = disposition.call_id
    where disposition.workspace_id = $1 and disposition.id = $2`,
  isLookup: true,
};

/** Undefined where there is no such callback. */
export function findCallee(
  db: Queryable,
  { workspaceId, dispositionId }: WhichCallback,
): Promise<CalleeOfCallback | undefined> {
  return db.row<CalleeOfCallback>(statement, [workspaceId, dispositionId]);
}
