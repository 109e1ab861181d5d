import { reject } from '../../core/problems.ts';
import { changeNumberOrderState, findNumberOrder, type NumberOrderRow } from '../../store/number-orders.ts';
import { deleteOwnedNumber, findOwnedNumber } from '../../store/phone-numbers.ts';
import type { Queryable } from '../../store/queryable.ts';
import { publishAgentEvent } from '../agents/publish-agent-event.ts';
import type { ApiContext } from '../context.ts';
import { deletedResponse } from '../deleted-response.ts';
import { endpoint } from '../endpoint.ts';
import { publishEvent } from '../publish-event.ts';
import { returnToInventory } from './acquire-number.ts';
import { findVendor } from './buy-number.ts';
import { numberParameter } from './owned-number-response.ts';
import { releaseOrder } from './reconcile-orders.ts';

export const deleteNumber = endpoint({
  method: 'DELETE',
  path: '/v1/api/telephony/numbers/{numberId}',
  operationId: 'deleteNumber',
  tag: 'Numbers',
  summary: 'Release an owned number',
  description:
    'Returns the number to the inventory or to the vendor that it came from. Agents that used it as caller ID have no number afterwards.',
  scope: 'numbers:write',
  parameters: numberParameter,
  reply: deletedResponse('number'),

  async handle({ caller: { workspaceId }, path: { numberId }, requestRecord }, context) {
    const at = new Date(context.clock.now());
    const { order, response } = await context.database.inWorkspace(workspaceId).transaction(async (tx) => {
      const number = (await findOwnedNumber(tx, { workspaceId, numberId })) ?? reject('number_not_found');
      const agents = await deleteOwnedNumber(tx, { workspaceId, numberId, at });
      for (const agent of agents ?? reject('number_not_found'))
        await publishAgentEvent(tx, 'agent.updated', agent, at);
      await returnToInventory(tx, number, at);
      await publishEvent(tx, {
        type: 'number.released',
        workspaceId,
        subjectId: numberId,
        // After `number.acquired`, the only other event of a number.
        sequence: 2,
        data: { numberId, phoneNumber: number.e164 },
        at,
      });
      const order = await markForRelease(tx, { workspaceId, orderId: numberId, at });
      return {
        order,
        response: await requestRecord.storeResponse(tx, { id: numberId, deleted: true as const }),
      };
    });
    if (order !== undefined) await releaseAtVendor(context, order);
    return response;
  },
});

/** Marks the order that bought the number for release and returns it; `undefined` if the number was not bought from a vendor. */
async function markForRelease(
  tx: Queryable,
  orderKey: { readonly workspaceId: string; readonly orderId: string; readonly at: Date },
): Promise<NumberOrderRow | undefined> {
  const isMarked = await changeNumberOrderState(tx, { ...orderKey, from: 'bought', to: 'releasing' });
  return isMarked ? findNumberOrder(tx, orderKey) : undefined;
}

/** Releases the number at the vendor. After a failure `reconcileNumberOrders` retries; the workspace does not own the number any more. */
async function releaseAtVendor(context: ApiContext, order: NumberOrderRow): Promise<void> {
  const vendor = findVendor(context.numberSources, order.source);
  if (vendor === undefined) return;
  await releaseOrder(context, order, vendor).catch((error: unknown) => {
    context.logger.warn(
      { err: error, orderId: order.id },
      'Failed to release a number at its vendor; will retry.',
    );
  });
}
