import { Conditions, type ListWindow } from './listing.ts';
import type { Queryable } from './queryable.ts';

/** A version of an agent or a flow, without its content. */
export interface VersionRow {
  readonly version: number;
  /** The key or user that saved it; null if it is not known. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

/** The versions of one agent or flow. */
export interface VersionOwner {
  readonly workspaceId: string;
  readonly kind: 'agent' | 'flow';
  readonly id: string;
}

/** Selects a page of versions: by page number, or before a version. */
export type VersionWindow = Omit<ListWindow, 'after'> & { readonly before?: number | undefined };

export interface VersionPage {
  readonly rows: VersionRow[];
  readonly total: number;
}

/** Lists the versions of an agent or flow, newest first. Reads one row more than the limit. */
export async function listVersions(
  db: Queryable,
  { workspaceId, kind, id }: VersionOwner,
  { limit, page = 1, before, createdAtFrom, createdAtTo }: VersionWindow,
): Promise<VersionPage> {
  const conditions = new Conditions()
    .add('workspace_id = ?', workspaceId)
    .add(`${kind}_id = ?`, id)
    .add('created_at >= ?', createdAtFrom)
    .add('created_at <= ?', createdAtTo);
  const table = `${kind}_versions`;
  const count = { text: `select count(*)::int as total from ${table} where ${conditions.toString()}` };
  const { total } = (await db.row<{ total: number }>(count, conditions.values))!;
  conditions.add('version < ?', before);
  const where = conditions.toString();
  const skipped = before === undefined ? (page - 1) * limit : 0;
  const window = `limit ${conditions.parameter(limit + 1)} offset ${conditions.parameter(skipped)}`;
  const text = `select version, created_by as "createdBy", created_at as "createdAt" from ${table} where ${where}
    order by version desc ${window}`;
  return { rows: await db.rows<VersionRow>({ text }, conditions.values), total };
}
