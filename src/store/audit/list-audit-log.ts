import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';

export interface AuditRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly actorType: 'key' | 'user' | 'system';
  readonly actorId: string | null;
  readonly action: string;
  readonly subjectId: string | null;
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

const columns = `id, created_at as "createdAt", actor_type as "actorType", actor_id as "actorId", action,
  subject_id as "subjectId", details, ip, request_id as "requestId"`;

export function listAuditLog(db: Queryable, filters: AuditFilters & ListWindow): Promise<ListPage<AuditRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('action = ?', filters.action)
    .add('actor_type = ?', filters.actorType)
    .add('actor_id = ?', filters.actorId)
    .add('subject_id = ?', filters.subjectId);
  return listPage(db, { table: 'audit_log', columns, conditions }, filters);
}
