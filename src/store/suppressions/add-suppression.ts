import { withoutNul, type Queryable, type Statement } from '../queryable.ts';

export interface NewSuppression {
  readonly workspaceId: string;
  readonly channel: 'voice' | 'sms' | 'email';
  /** E.164, or an email address in lower case. */
  readonly address: string;
  readonly reason: string;
  readonly callId?: string | undefined;
  readonly at: Date;
}

const statement: Statement = {
  name: 'add_suppression',
  text: `insert into suppressions (workspace_id, channel, address, reason, call_id, created_at)
    values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
};

/** Adds a suppression. Returns false, and changes nothing, if the address is already suppressed. */
export async function addSuppression(db: Queryable, suppression: NewSuppression): Promise<boolean> {
  const added = await db.execute(statement, [
    suppression.workspaceId,
    suppression.channel,
    suppression.address,
    withoutNul(suppression.reason),
    suppression.callId,
    suppression.at,
  ]);
  return added > 0;
}
