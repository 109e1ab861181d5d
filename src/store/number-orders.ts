import { json, type Queryable, type Statement } from './queryable.ts';

/** Properties that the owned number gets after the purchase. */
export interface WantedNumber {
  readonly friendlyName: string;
  readonly country: string | null;
  readonly locality: string | null;
  readonly region: string | null;
  readonly type: string | null;
  readonly agentId: string | null;
  readonly metadata: Record<string, unknown>;
}

/**
 * `buying` → `bought` or `failed`; `bought` → `releasing` → `released`. Also `buying` → `releasing`, if another workspace
 * owns the bought number.
 */
export type NumberOrderState = 'buying' | 'bought' | 'failed' | 'releasing' | 'released';

export interface NumberOrderRow {
  /** Id of the owned number, also used as the reference at the vendor. */
  readonly id: string;
  readonly workspaceId: string;
  /** The vendor. */
  readonly source: string;
  readonly e164: string;
  readonly state: NumberOrderState;
  readonly wanted: WantedNumber;
  /** The vendor's id of the number; null until it is bought. */
  readonly vendorId: string | null;
  readonly updatedAt: Date;
}

export const numberOrderColumns = `id, workspace_id as "workspaceId", source, e164, state, wanted,
  vendor_id as "vendorId", updated_at as "updatedAt"`;

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

const insertNumberOrderStatement: Statement = {
  name: 'insert_number_order',
  text: `insert into number_orders (id, workspace_id, source, e164, wanted, state, created_at, updated_at)
    values ($1, $2, $3, $4, $5, 'buying', $6, $6)
    on conflict (e164) where state in ('buying', 'bought', 'releasing') do nothing returning ${numberOrderColumns}`,
};

export interface NewNumberOrder {
  readonly id: string;
  readonly workspaceId: string;
  readonly source: string;
  readonly e164: string;
  readonly wanted: WantedNumber;
  readonly at: Date;
}

/** Inserts the intent to buy a number. Returns undefined if a workspace is buying the number or has bought it. */
export function insertNumberOrder(db: Queryable, order: NewNumberOrder): Promise<NumberOrderRow | undefined> {
  const { id, workspaceId, source, e164, wanted, at } = order;
  return db.row<NumberOrderRow>(insertNumberOrderStatement, [
    id,
    workspaceId,
    source,
    e164,
    json(wanted),
    at,
  ]);
}

const changeNumberOrderStateStatement: Statement = {
  name: 'change_number_order_state',
  text: `update number_orders set state = $4, vendor_id = coalesce($5, vendor_id), updated_at = $6
    where workspace_id = $1 and id = $2 and state = $3`,
};

export interface NumberOrderStateChange {
  readonly workspaceId: string;
  readonly orderId: string;
  readonly from: NumberOrderState;
  /** New state. The same state updates the timestamp, which moves the order to the end of the queue of reconciliation. */
  readonly to: NumberOrderState;
  readonly vendorId?: string | undefined;
  readonly at: Date;
}

/** Changes the state of an order. Returns false, and changes nothing, if the order is not in state `from`. */
export async function changeNumberOrderState(db: Queryable, step: NumberOrderStateChange): Promise<boolean> {
  const { workspaceId, orderId, from, to, vendorId, at } = step;
  return (
    (await db.execute(changeNumberOrderStateStatement, [workspaceId, orderId, from, to, vendorId, at])) === 1
  );
}
