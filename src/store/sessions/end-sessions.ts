import type { Queryable, Statement } from '../queryable.ts';
import type { SessionKey } from './rotate-session.ts';

const endOne: Statement = {
  name: 'end_session',
  text: 'delete from sessions where workspace_id = $1 and id = $2',
};

const endAll: Statement = {
  name: 'end_sessions_of_user',
  text: `delete from sessions where workspace_id = $1 and user_id = $2 and id is distinct from $3`,
};

const purge: Statement = {
  name: 'purge_sessions',
  text: 'delete from sessions where expires_at < now()',
};

/** Ends a session. Repeating it has no effect. */
export async function endSession(db: Queryable, { workspaceId, sessionId }: SessionKey): Promise<void> {
  await db.execute(endOne, [workspaceId, sessionId]);
}

/** Ends all sessions of a user, or all but one. Returns the number of ended sessions. */
export function endSessionsOfUser(
  db: Queryable,
  query: { readonly workspaceId: string; readonly userId: string; readonly exceptId?: string | undefined },
): Promise<number> {
  return db.execute(endAll, [query.workspaceId, query.userId, query.exceptId]);
}

/** Deletes expired sessions. Returns their number. `db` is the system's scope. */
export function purgeSessions(db: Queryable): Promise<number> {
  return db.execute(purge);
}
