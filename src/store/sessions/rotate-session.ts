import type { Queryable, Statement } from '../queryable.ts';

const rotate: Statement = {
  name: 'rotate_session',
  text: `update sessions set token_hash = $4, previous_token_hash = token_hash, rotated_at = $5, last_used_at = $5
    where workspace_id = $1 and id = $2 and token_hash = $3`,
};

const touch: Statement = {
  name: 'touch_session',
  text: `update sessions set last_used_at = $3::timestamptz
    where workspace_id = $1 and id = $2 and last_used_at < $3::timestamptz - interval '1 minute'`,
};

export interface SessionKey {
  readonly workspaceId: string;
  readonly sessionId: string;
}

/** Rotates the token of a session. Returns true for one of several concurrent requests with the old token, and false for the others. */
export async function rotateSession(
  db: Queryable,
  change: SessionKey & { readonly tokenHash: string; readonly nextTokenHash: string; readonly at: Date },
): Promise<boolean> {
  const { workspaceId, sessionId, tokenHash, nextTokenHash, at } = change;
  return (await db.execute(rotate, [workspaceId, sessionId, tokenHash, nextTokenHash, at])) > 0;
}

/** Records the last use of a session. Writes at most once a minute. */
export async function touchSession(db: Queryable, use: SessionKey & { readonly at: Date }): Promise<void> {
  await db.execute(touch, [use.workspaceId, use.sessionId, use.at]);
}
