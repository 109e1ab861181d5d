import { newId } from '../core/ids.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from './listing.ts';
import { json, type Queryable, type Statement } from './queryable.ts';

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

const insertAuditEntryStatement: Statement = {
  name: 'insert_audit_entry',
  text: `insert into audit_log (id, workspace_id, created_at, actor_type, actor_id, action, subject_id, details, ip,
      request_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

/** Inserts an audit entry. The database rejects changes and deletions of entries. */
export async function insertAuditEntry(db: Queryable, entry: NewAuditEntry): Promise<void> {
  await db.write(insertAuditEntryStatement, [
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

export interface AuditRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly actorType: 'key' | 'user' | 'system';
  readonly actorId: string | null;
  /** The present name of the key or user. */
  readonly actorName: string | null;
  readonly action: string;
  readonly subjectId: string | null;
  /** The present name of the subject; null if it has none, or was deleted. */
  readonly subjectName: string | null;
  readonly details: Record<string, unknown>;
  readonly ip: string | null;
  readonly requestId: string | null;
}

export interface AuditFilters {
  readonly workspaceId: string;
  readonly action?: string | undefined;
  readonly actorType?: string | undefined;
  readonly actorId?: string | undefined;
  readonly subjectId?: string | undefined;
}

const auditColumns = `id, created_at as "createdAt", actor_type as "actorType", actor_id as "actorId", action,
  subject_id as "subjectId", details, ip, request_id as "requestId"`;

/** The names of resources that users name or recognise. People are not named: reading the log requires no access to their data. */
const findNames: Statement = {
  name: 'find_audit_names',
  text: `select id, name from agents where workspace_id = $1 and id = any($2)
    union all select id, name from flows where workspace_id = $1 and id = any($2)
    union all select id, name from batches where workspace_id = $1 and id = any($2)
    union all select id, name from message_batches where workspace_id = $1 and id = any($2)
    union all select id, e164 from phone_numbers where workspace_id = $1 and id = any($2)
    union all select id, url from webhook_endpoints where workspace_id = $1 and id = any($2)
    union all select id, name from api_keys where workspace_id = $1 and id = any($2)
    union all select id, coalesce(nullif(name, ''), email) from users where workspace_id = $1 and id = any($2)
    union all select id, code from disposition_codes where workspace_id = $1 and id = any($2)
    union all select id, name from workspaces where id = $1 and id = any($2)`,
  isLookup: true,
};

export async function listAuditLog(
  db: Queryable,
  filters: AuditFilters & ListWindow,
): Promise<ListPage<AuditRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('action = ?', filters.action)
    .add('actor_type = ?', filters.actorType)
    .add('actor_id = ?', filters.actorId)
    .add('subject_id = ?', filters.subjectId);
  const page = await listPage<Omit<AuditRow, 'actorName' | 'subjectName'>>(
    db,
    { table: 'audit_log', columns: auditColumns, conditions },
    filters,
  );
  const ids = new Set(page.rows.flatMap(({ actorId, subjectId }) => [actorId, subjectId]));
  const found = await db.rows<{ id: string; name: string }>(findNames, [filters.workspaceId, [...ids]]);
  const names = new Map(found.map(({ id, name }) => [id, name === '' ? null : name]));
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  const rows = page.rows.map((row) => ({
    ...row,
    actorName: nameOf(row.actorId),
    subjectName: nameOf(row.subjectId),
  }));
  return { ...page, rows };
}
