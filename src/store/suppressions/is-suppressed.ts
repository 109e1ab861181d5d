import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'is_suppressed',
  text: `select exists (select from suppressions where workspace_id = $1 and channel = $2 and address = $3) as suppressed`,
};

/** Whether this address may not be called or written to. */
export async function isSuppressed(
  db: Queryable,
  whom: {
    readonly workspaceId: string;
    readonly channel: 'voice' | 'sms' | 'email';
    readonly address: string;
  },
): Promise<boolean> {
  const row = await db.row<{ suppressed: boolean }>(statement, [
    whom.workspaceId,
    whom.channel,
    whom.address,
  ]);
  return row!.suppressed;
}
