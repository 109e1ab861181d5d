import type { Queryable, Statement } from '../queryable.ts';
import { numberOrderColumns, type NumberOrderRow } from './number-order-row.ts';

const byId: Statement = {
  name: 'find_number_order',
  text: `select ${numberOrderColumns} from number_orders where workspace_id = $1 and id = $2`,
};

export function findNumberOrder(
  db: Queryable,
  { workspaceId, orderId }: { readonly workspaceId: string; readonly orderId: string },
): Promise<NumberOrderRow | undefined> {
  return db.row<NumberOrderRow>(byId, [workspaceId, orderId]);
}

const unsettled: Statement = {
  name: 'list_unsettled_number_orders',
  text: `select ${numberOrderColumns} from number_orders
    where state in ('buying', 'releasing') and updated_at < $1 order by updated_at limit $2`,
};

/** Lists the open orders, in all workspaces, that were last updated before `before`; least recently updated first. `db` is the system's scope. */
export function listUnsettledNumberOrders(
  db: Queryable,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<NumberOrderRow[]> {
  return db.rows<NumberOrderRow>(unsettled, [before, limit]);
}
