import { refuse } from '../../core/problems.ts';
import { returnInventoryNumber, takeInventoryNumber } from '../../store/inventory/take-inventory-number.ts';
import { insertOwnedNumber, type NewOwnedNumberRow } from '../../store/numbers/insert-owned-number.ts';
import type { OwnedNumberRow } from '../../store/numbers/owned-number-row.ts';
import type { Queryable } from '../../store/queryable.ts';
import { publishEvent } from '../publish-event.ts';
import { useAsCallerId } from './assign-number.ts';
import { inventorySourceName } from './inventory-source.ts';
import type { OwnNumberPolicy } from './own-number-policy.ts';

/** What a number's source is called that the workspace brought itself, by a trunk of its own. */
export const ownSourceName = 'own';

/**
 * Makes the number the workspace's, for its agent to answer and call from, and tells so.
 * @throws {Problem} `number_taken`
 */
export async function addOwnedNumber(tx: Queryable, number: NewOwnedNumberRow): Promise<OwnedNumberRow> {
  const { workspaceId, at } = number;
  const made = (await insertOwnedNumber(tx, number)) ?? refuse('number_taken');
  await useAsCallerId(tx, made, at);
  const data = { numberId: made.id, phoneNumber: made.e164, agentId: made.agentId };
  await publishEvent(tx, { type: 'number.acquired', workspaceId, subjectId: made.id, version: 1, data, at });
  return made;
}

interface NumberOrigin {
  readonly fromInventory: boolean;
  readonly international: string;
  readonly policy: OwnNumberPolicy;
}

/**
 * A number of the inventory leaves it, with what is known of it there; one that is not in it was brought by the workspace itself. A number
 * that the workspace itself put into its inventory must still be allowed at the time it is acquired, too.
 * @throws {Problem} `number_taken`; `number_not_assigned` where it may not be brought; `number_not_available` where `fromInventory` and it is not there, or not any more
 */
export async function acquireNumber(
  tx: Queryable,
  wanted: NewOwnedNumberRow,
  { fromInventory, international, policy }: NumberOrigin,
): Promise<OwnedNumberRow> {
  const taken = await takeInventoryNumber(tx, wanted);
  if (taken === undefined) {
    if (fromInventory) refuse('number_not_available');
    if (!policy.allows(wanted.e164)) refuse('number_not_assigned');
    return addOwnedNumber(tx, {
      ...wanted,
      friendlyName: wanted.friendlyName ?? international,
      source: ownSourceName,
    });
  }
  if (!taken.stockedByOperator && !policy.allows(wanted.e164)) refuse('number_not_assigned');
  const { country, type, locality, region, friendlyName } = taken;
  const known = { country, type, locality, region, friendlyName: wanted.friendlyName ?? friendlyName };
  return addOwnedNumber(tx, { ...wanted, ...known, source: inventorySourceName });
}

/** Back into the inventory, where it came from there. */
export async function returnToInventory(tx: Queryable, number: OwnedNumberRow, at: Date): Promise<void> {
  const { workspaceId, e164, source } = number;
  if (source === inventorySourceName) await returnInventoryNumber(tx, { workspaceId, e164, at });
}
