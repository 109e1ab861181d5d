import type { NumberSource, NumberVendor } from '../../contracts/number-source.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Database } from '../../store/database.ts';
import {
  changeNumberOrderState,
  listUnsettledNumberOrders,
  type NumberOrderRow,
  type NumberOrderState,
} from '../../store/number-orders.ts';
import { completeOrder, findVendor } from './buy-number.ts';

/** Minimum idle time of an order, longer than any request works on it. */
const minIdleMs = 180_000;
const maxOrders = 50;

/** The dependencies of the reconciliation. */
export interface OrderReconciliation {
  readonly database: Database;
  readonly sources: readonly NumberSource[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Looks up interrupted orders at their vendors and completes pending releases. Never buys a number. */
export async function reconcileNumberOrders(context: OrderReconciliation): Promise<void> {
  const { database, sources, clock, logger } = context;
  const before = new Date(clock.now() - minIdleMs);
  const orders = await listUnsettledNumberOrders(database.asSystem(), { before, limit: maxOrders });
  for (const order of orders) {
    const vendor = findVendor(sources, order.source);
    const work = vendor === undefined ? postpone(context, order) : reconcileOrder(context, order, vendor);
    await work.catch(async (error: unknown) => {
      logger.warn({ err: error, orderId: order.id }, 'Failed to reconcile a number order; will retry.');
      await postpone(context, order);
    });
  }
}

async function reconcileOrder(
  context: OrderReconciliation,
  order: NumberOrderRow,
  vendor: NumberVendor,
): Promise<void> {
  if (order.state === 'releasing') {
    await releaseOrder(context, order, vendor);
    return;
  }
  const bought = await vendor.findPurchase({ phoneNumber: order.e164, reference: order.id });
  if (bought === undefined) await setState(context, order, 'failed');
  else await completeOrder(context, order, bought);
}

/** Releases the number at its vendor. If it throws, the order stays open for a retry. */
export async function releaseOrder(
  context: Pick<OrderReconciliation, 'database' | 'clock'>,
  order: NumberOrderRow,
  vendor: NumberVendor,
): Promise<void> {
  if (order.vendorId !== null) await vendor.release(order.vendorId);
  await setState(context, order, 'released');
}

/** Moves the order to the end of the queue. */
const postpone = (context: OrderReconciliation, order: NumberOrderRow): Promise<void> =>
  setState(context, order, order.state);

async function setState(
  { database, clock }: Pick<OrderReconciliation, 'database' | 'clock'>,
  { workspaceId, id: orderId, state: from }: NumberOrderRow,
  to: NumberOrderState,
): Promise<void> {
  const at = new Date(clock.now());
  await changeNumberOrderState(database.inWorkspace(workspaceId), { workspaceId, orderId, from, to, at });
}
