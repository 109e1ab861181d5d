import type { Purpose } from '../../domain/calling-hours/purpose.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { callbackConsentSql, callbackPurposeSql } from './lock-callback.ts';
import type { CallbackKey } from './list-due-callbacks.ts';

/** Data of the callee, from the callback or otherwise from the call in which the callback was agreed. */
export interface CallbackCallee {
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

/** Returns the callee, or undefined if the callback does not exist. */
export function findCallbackCallee(
  db: Queryable,
  { workspaceId, dispositionId }: CallbackKey,
): Promise<CallbackCallee | undefined> {
  return db.row<CallbackCallee>(statement, [workspaceId, dispositionId]);
}
