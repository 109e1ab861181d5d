import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'is_suppressed',
  text: `select exists (select from suppressions where workspace_id = $1 and channel = $2 and address = $3) as suppressed`,
};

/** Returns whether an address is suppressed on a channel. */
export async function isSuppressed(
  db: Queryable,
  query: {
    readonly workspaceId: string;
    readonly channel: 'voice' | 'sms' | 'email';
    readonly address: string;
  },
): Promise<boolean> {
  const row = await db.row<{ suppressed: boolean }>(statement, [
    query.workspaceId,
    query.channel,
    query.address,
  ]);
  return row!.suppressed;
}
