import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'settle_dial_intent',
  text: `update dial_intents set settled_at = $4, outcome = $3
    where workspace_id = $1 and reference = $2 and settled_at is null`,
};

/** Records the outcome of a dial intent. Returns false if one is recorded already. */
export async function settleDialIntent(
  db: Queryable,
  intent: {
    readonly workspaceId: string;
    readonly reference: string;
    readonly outcome: string;
    readonly at: Date;
  },
): Promise<boolean> {
  return (await db.execute(statement, [intent.workspaceId, intent.reference, intent.outcome, intent.at])) > 0;
}
