import {
  isNumberVendor,
  NumberSourceError,
  type NumberSource,
  type NumberVendor,
} from '../../contracts/number-source.ts';
import { Problem, reject } from '../../core/problems.ts';
import { findAgent } from '../../store/agents.ts';
import {
  changeNumberOrderState,
  findNumberOrder,
  insertNumberOrder,
  type NewNumberOrder,
  type NumberOrderRow,
} from '../../store/number-orders.ts';
import { findOwnedNumber, type OwnedNumberRow } from '../../store/phone-numbers.ts';
import type { ApiContext } from '../context.ts';
import type { RequestRecord } from '../endpoint.ts';
import { addOwnedNumber } from './acquire-number.ts';

/** Returns the source with this name if it sells numbers. */
export function findVendor(
  sources: readonly NumberSource[],
  name: string | undefined,
): NumberVendor | undefined {
  const source = sources.find((candidate) => candidate.name === name);
  return source !== undefined && isNumberVendor(source) ? source : undefined;
}

/**
 * Buys a number exactly once, even after a crash. Stores the order before it calls the vendor. The id of the order is the reference by
 * which the vendor later reports whether the number was bought.
 * @throws {Problem} `number_taken`, `number_not_available`, `number_source_failed`
 */
export async function buyNumber(
  context: ApiContext,
  vendor: NumberVendor,
  newOrder: NewNumberOrder,
  requestRecord: RequestRecord,
): Promise<OwnedNumberRow> {
  const order =
    (await findResumedOrder(context, newOrder.workspaceId, requestRecord)) ??
    (await placeOrder(context, newOrder, requestRecord));
  if (order.state === 'failed') return reject('number_not_available');
  if (order.state !== 'buying') return findOrderedNumber(context, order);
  const vendorId = await purchase(vendor, order).catch((error: unknown) =>
    handlePurchaseError(context, order, error),
  );
  return completeOrder(context, order, vendorId);
}

async function findResumedOrder(
  { database }: ApiContext,
  workspaceId: string,
  { resumedId: orderId }: RequestRecord,
) {
  if (orderId === undefined) return undefined;
  return findNumberOrder(database.inWorkspace(workspaceId), { workspaceId, orderId });
}

function placeOrder(
  { database }: ApiContext,
  newOrder: NewNumberOrder,
  requestRecord: RequestRecord,
): Promise<NumberOrderRow> {
  return database.inWorkspace(newOrder.workspaceId).transaction(async (tx) => {
    const order = (await insertNumberOrder(tx, newOrder)) ?? reject('number_taken');
    await requestRecord.bindResource(tx, order.id);
    return order;
  });
}

/**
 * Buys the number and returns its id at the vendor. If the vendor reports the number as unavailable, looks up whether an earlier attempt,
 * whose response was lost, bought it.
 */
async function purchase(
  vendor: NumberVendor,
  { e164: phoneNumber, id: reference }: NumberOrderRow,
): Promise<string> {
  const order = { phoneNumber, reference };
  try {
    return (await vendor.findPurchase(order)) ?? (await vendor.buy(order));
  } catch (error) {
    if (!(error instanceof NumberSourceError) || error.failure === 'refused') throw error;
    const bought = await vendor.findPurchase(order);
    if (bought === undefined) throw error;
    return bought;
  }
}

/** Throws the problem for a failed purchase. Keeps the order open if the purchase may have succeeded, for a retry or `reconcileNumberOrders`. */
async function handlePurchaseError(
  { database, clock }: ApiContext,
  { workspaceId, id: orderId }: NumberOrderRow,
  error: unknown,
): Promise<never> {
  const failure = error instanceof NumberSourceError ? error.failure : 'unknown';
  if (failure === 'unknown') throw new Problem('number_source_failed', { cause: error });
  const at = new Date(clock.now());
  const change = { workspaceId, orderId, from: 'buying', to: 'failed', at } as const;
  await changeNumberOrderState(database.inWorkspace(workspaceId), change);
  throw new Problem(failure === 'unavailable' ? 'number_not_available' : 'number_source_failed', {
    cause: error,
  });
}

type OrderContext = Pick<ApiContext, 'database' | 'clock'>;

/** Adds the bought number to the workspace. Returns the existing number if a concurrent request completed the order first. */
export async function completeOrder(
  context: OrderContext,
  order: NumberOrderRow,
  vendorId: string,
): Promise<OwnedNumberRow> {
  const { workspaceId, id: orderId, e164, source, wanted } = order;
  const at = new Date(context.clock.now());
  const change = { workspaceId, orderId, from: 'buying', to: 'bought', vendorId, at } as const;
  try {
    const owned = await context.database.inWorkspace(workspaceId).transaction(async (tx) => {
      if (!(await changeNumberOrderState(tx, change))) return undefined;
      const { agentId } = wanted;
      const agent = agentId === null ? undefined : await findAgent(tx, { workspaceId, agentId });
      return addOwnedNumber(tx, {
        ...wanted,
        id: orderId,
        workspaceId,
        e164,
        source,
        agentId: agent?.id,
        at,
      });
    });
    return owned ?? (await findOrderedNumber(context, order));
  } catch (error) {
    // Another workspace owns the number on a trunk. The number is unusable here and is released to stop its cost.
    if (!(error instanceof Problem) || error.code !== 'number_taken') throw error;
    await changeNumberOrderState(context.database.inWorkspace(workspaceId), { ...change, to: 'releasing' });
    throw error;
  }
}

async function findOrderedNumber({ database }: OrderContext, { workspaceId, id: numberId }: NumberOrderRow) {
  const row = await findOwnedNumber(database.inWorkspace(workspaceId), { workspaceId, numberId });
  return row ?? reject('number_not_available');
}
