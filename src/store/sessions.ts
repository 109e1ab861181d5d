import type { Role } from '../domain/roles.ts';
import type { Queryable, Statement } from './queryable.ts';
import type { UserStatus } from './users.ts';

/** A session and the data of its user that a request needs. */
export interface SessionRow {
  readonly id: string;
  /** Home workspace of the user. */
  readonly workspaceId: string;
  readonly userId: string;
  /** SHA-256 in hexadecimal. */
  readonly tokenHash: string;
  /** SHA-256 in hexadecimal; null before the first rotation. */
  readonly previousTokenHash: string | null;
  readonly rotatedAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly role: Role;
  /** Whether the user has the scope `operator`. */
  readonly isOperator: boolean;
  readonly status: UserStatus;
  /** Further workspaces that the user may access. */
  readonly workspaceIds: string[];
}

const findSessionStatement: Statement = {
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
  return db.row<SessionRow>(findSessionStatement, [seriesHash]);
}

export interface NewSession {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  /** SHA-256, in hexadecimal, of the series: the part of the session's secret that never changes. */
  readonly seriesHash: string;
  /** SHA-256, in hexadecimal, of the token: the part of the secret that rotates. */
  readonly tokenHash: string;
  readonly expiresAt: Date;
  /** The hash that was verified. No session is created if the password has changed since. */
  readonly passwordHash: string;
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly at: Date;
}

const insertSessionStatement: Statement = {
  name: 'insert_session',
  text: `with signed_in as (
      update users set signed_in_at = $6
      where workspace_id = $2 and id = $3 and status = 'active' and password_hash = $10 returning id)
    insert into sessions (id, workspace_id, user_id, series_hash, token_hash, rotated_at, created_at, last_used_at,
      expires_at, ip, user_agent)
    select $1, $2, id, $4, $5, $6, $6, $6, $7, $8, $9 from signed_in`,
};

/** Inserts a session after a sign-in. Returns false if the account is not active or its password changed. */
export async function insertSession(db: Queryable, session: NewSession): Promise<boolean> {
  const inserted = await db.execute(insertSessionStatement, [
    session.id,
    session.workspaceId,
    session.userId,
    session.seriesHash,
    session.tokenHash,
    session.at,
    session.expiresAt,
    session.ip,
    session.userAgent,
    session.passwordHash,
  ]);
  return inserted > 0;
}

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
