import type { Queryable, Statement } from '../queryable.ts';

export interface NewDialIntent {
  /** Globally unique. The SIP Call-ID or the reference for the vendor is derived from it. */
  readonly reference: string;
  readonly workspaceId: string;
  readonly callId: string;
  readonly attempt: number;
  readonly nodeId: string;
  readonly carrier: string;
  readonly at: Date;
}

const statement: Statement = {
  name: 'insert_dial_intent',
  text: `insert into dial_intents (reference, workspace_id, call_id, attempt, node_id, carrier, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
};

/**
 * Inserts a dial intent, which must be committed before the request to the carrier. Returns false if an intent of this
 * attempt exists: the phone may have rung, so the call must not be dialed.
 */
export async function insertDialIntent(db: Queryable, intent: NewDialIntent): Promise<boolean> {
  const added = await db.execute(statement, [
    intent.reference,
    intent.workspaceId,
    intent.callId,
    intent.attempt,
    intent.nodeId,
    intent.carrier,
    intent.at,
  ]);
  return added > 0;
}
