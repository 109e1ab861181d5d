import type { Queryable, Statement } from './queryable.ts';

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

const insertDialIntentStatement: Statement = {
  name: 'insert_dial_intent',
  text: `insert into dial_intents (reference, workspace_id, call_id, attempt, node_id, carrier, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
};

/**
 * Inserts a dial intent, which must be committed before the request to the carrier. Returns false if an intent of this
 * attempt exists: the phone may have rung, so the call must not be dialed.
 */
export async function insertDialIntent(db: Queryable, intent: NewDialIntent): Promise<boolean> {
  const added = await db.execute(insertDialIntentStatement, [
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

const settleDialIntentStatement: Statement = {
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
  return (
    (await db.execute(settleDialIntentStatement, [
      intent.workspaceId,
      intent.reference,
      intent.outcome,
      intent.at,
    ])) > 0
  );
}
