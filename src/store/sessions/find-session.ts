import type { Queryable, Statement } from '../queryable.ts';
import type { SessionRow } from './session-row.ts';

const statement: Statement = {
  name: 'find_session',
  text: `select sessions.id, sessions.workspace_id as "workspaceId", user_id as "userId", token_hash as "tokenHash",
      previous_token_hash as "previousTokenHash", rotated_at as "rotatedAt", last_used_at as "lastUsedAt",
      expires_at as "expiresAt", role, status, is_operator as "isOperator", workspace_ids as "workspaceIds"
    from sessions join users on users.id = sessions.user_id and users.workspace_id = sessions.workspace_id
    where series_hash = $1`,
  isLookup: true,
};

/** Finds a session in any workspace, even if it has expired. `db` is the system's scope. */
export function findSession(
  db: Queryable,
  { seriesHash }: { readonly seriesHash: string },
): Promise<SessionRow | undefined> {
  return db.row<SessionRow>(statement, [seriesHash]);
}
