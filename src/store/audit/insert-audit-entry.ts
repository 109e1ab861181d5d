import { newId } from '../../core/ids.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';

export interface NewAuditEntry {
  readonly workspaceId: string;
  readonly actorType: 'key' | 'user' | 'system';
  readonly actorId?: string | null | undefined;
  /** The operation id of the request, such as `updateAgent`; for changes without a request a name such as `webhook.disabled`. */
  readonly action: string;
  readonly subjectId?: string | null | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly ip?: string | null | undefined;
  readonly requestId?: string | null | undefined;
  readonly at: Date;
}

const statement: Statement = {
  name: 'insert_audit_entry',
  text: `insert into audit_log (id, workspace_id, created_at, actor_type, actor_id, action, subject_id, details, ip,
      request_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

/** Inserts an audit entry. The database rejects changes and deletions of entries. */
export async function insertAuditEntry(db: Queryable, entry: NewAuditEntry): Promise<void> {
  await db.write(statement, [
    newId('event'),
    entry.workspaceId,
    entry.at,
    entry.actorType,
    entry.actorId,
    entry.action,
    entry.subjectId,
    json(entry.details ?? {}),
    entry.ip,
    entry.requestId,
  ]);
}
