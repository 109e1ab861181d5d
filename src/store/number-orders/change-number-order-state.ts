import type { Queryable, Statement } from '../queryable.ts';
import type { NumberOrderState } from './number-order-row.ts';

const statement: Statement = {
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
  return (await db.execute(statement, [workspaceId, orderId, from, to, vendorId, at])) === 1;
}
