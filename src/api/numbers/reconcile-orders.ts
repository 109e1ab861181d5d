import type { NumberSource, NumberVendor } from '../../contracts/number-source.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Database } from '../../store/database.ts';
import { listUnsettledNumberOrders } from '../../store/number-orders/find-number-order.ts';
import type { NumberOrderRow, NumberOrderState } from '../../store/number-orders/number-order-row.ts';
import { settleNumberOrder } from '../../store/number-orders/settle-number-order.ts';
import { completeOrder, findVendor } from './buy-number.ts';

/** Longer than any request works on its order. */
const minIdleMs = 180_000;
const ordersMax = 50;

/** What the reconciliation depends on. */
export interface OrderReconciliation {
  readonly database: Database;
  readonly sources: readonly NumberSource[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Looks up interrupted orders at their vendors and completes pending releases. Buys nothing. */
export async function reconcileNumberOrders(settling: OrderReconciliation): Promise<void> {
  const { database, sources, clock, logger } = settling;
  const before = new Date(clock.now() - minIdleMs);
  const orders = await listUnsettledNumberOrders(database.asSystem(), { before, limit: ordersMax });
  for (const order of orders) {
    const vendor = findVendor(sources, order.source);
    const work = vendor === undefined ? postpone(settling, order) : reconcileOrder(settling, order, vendor);
    await work.catch(async (error: unknown) => {
      logger.warn({ err: error, orderId: order.id }, 'Failed to reconcile a number order; will retry.');
      await postpone(settling, order);
    });
  }
}

async function reconcileOrder(
  settling: OrderReconciliation,
  order: NumberOrderRow,
  vendor: NumberVendor,
): Promise<void> {
  if (order.state === 'releasing') {
    await releaseOrder(settling, order, vendor);
    return;
  }
  const bought = await vendor.findPurchase({ phoneNumber: order.e164, reference: order.id });
  if (bought === undefined) await step(settling, order, 'failed');
  else await completeOrder(settling, order, bought);
}

/** Releases the number at its vendor. Throws if that fails; the order then stays open for a retry. */
export async function releaseOrder(
  settling: Pick<OrderReconciliation, 'database' | 'clock'>,
  order: NumberOrderRow,
  vendor: NumberVendor,
): Promise<void> {
  if (order.vendorId !== null) await vendor.release(order.vendorId);
  await step(settling, order, 'released');
}

/** Moves the order to the end of the queue. */
const postpone = (settling: OrderReconciliation, order: NumberOrderRow): Promise<void> =>
  step(settling, order, order.state);

async function step(
  { database, clock }: Pick<OrderReconciliation, 'database' | 'clock'>,
  { workspaceId, id: orderId, state: from }: NumberOrderRow,
  to: NumberOrderState,
): Promise<void> {
  const at = new Date(clock.now());
  await settleNumberOrder(database.inWorkspace(workspaceId), { workspaceId, orderId, from, to, at });
}
