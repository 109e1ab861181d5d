import type { SuppressionChannel } from '../../domain/conversations/suppression.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { suppressionColumns, type SuppressionRow } from './suppression-row.ts';

const byId: Statement = {
  name: 'find_suppression',
  text: `select ${suppressionColumns} from suppressions where workspace_id = $1 and id = $2`,
};

const ofAddress: Statement = {
  name: 'find_suppressions_of_address',
  text: `select ${suppressionColumns} from suppressions where workspace_id = $1 and channel = any($2) and address = $3
    order by channel desc`,
};

export function findSuppression(
  db: Queryable,
  { workspaceId, suppressionId }: { readonly workspaceId: string; readonly suppressionId: string },
): Promise<SuppressionRow | undefined> {
  return db.row<SuppressionRow>(byId, [workspaceId, suppressionId]);
}

/** Returns the suppressions of an address on these channels, in the order voice, sms, email. */
export function findSuppressionsOf(
  db: Queryable,
  query: {
    readonly workspaceId: string;
    readonly channels: readonly SuppressionChannel[];
    readonly address: string;
  },
): Promise<SuppressionRow[]> {
  return db.rows<SuppressionRow>(ofAddress, [query.workspaceId, query.channels, query.address]);
}
