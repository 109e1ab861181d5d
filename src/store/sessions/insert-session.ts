import type { Queryable, Statement } from '../queryable.ts';

export interface NewSession {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  /** SHA-256 in hexadecimal, as the next one. */
  readonly seriesHash: string;
  readonly tokenHash: string;
  readonly expiresAt: Date;
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly at: Date;
}

const statement: Statement = {
  name: 'insert_session',
  text: `with made as (
      insert into sessions (id, workspace_id, user_id, series_hash, token_hash, rotated_at, created_at, last_used_at,
        expires_at, ip, user_agent)
      values ($1, $2, $3, $4, $5, $6, $6, $6, $7, $8, $9) returning user_id)
    update users set signed_in_at = $6 from made where users.id = made.user_id and users.workspace_id = $2`,
};

/** The person has signed in. */
export async function insertSession(db: Queryable, session: NewSession): Promise<void> {
  await db.execute(statement, [
    session.id,
    session.workspaceId,
    session.userId,
    session.seriesHash,
    session.tokenHash,
    session.at,
    session.expiresAt,
    session.ip,
    session.userAgent,
  ]);
}
