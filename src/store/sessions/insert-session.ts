import type { Queryable, Statement } from '../queryable.ts';

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

const statement: Statement = {
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
  const inserted = await db.execute(statement, [
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
