import { reject } from '../../core/problems.ts';
import { releaseInventoryNumber, acquireInventoryNumber } from '../../store/inventory.ts';
import { insertOwnedNumber, type NewOwnedNumberRow, type OwnedNumberRow } from '../../store/phone-numbers.ts';
import type { Queryable } from '../../store/queryable.ts';
import { publishEvent } from '../publish-event.ts';
import { useAsCallerId } from './assign-number.ts';
import { inventorySourceName } from './inventory-source.ts';
import type { OwnNumberPolicy } from './own-number-policy.ts';

/** Source name of a workspace's own number, which was not acquired through Parley. */
export const ownSourceName = 'own';

/**
 * Adds the number to the workspace, as caller ID of its agent if the agent has none, and publishes `number.acquired`.
 * @throws {Problem} `number_taken`
 */
export async function addOwnedNumber(tx: Queryable, number: NewOwnedNumberRow): Promise<OwnedNumberRow> {
  const { workspaceId, at } = number;
  const owned = (await insertOwnedNumber(tx, number)) ?? reject('number_taken');
  await useAsCallerId(tx, owned, at);
  const data = { numberId: owned.id, phoneNumber: owned.e164, agentId: owned.agentId };
  await publishEvent(tx, {
    type: 'number.acquired',
    workspaceId,
    subjectId: owned.id,
    sequence: 1,
    data,
    at,
  });
  return owned;
}

/** How a number may be acquired. */
interface NumberOrigin {
  /** Whether the number must come from the inventory. */
  readonly fromInventory: boolean;
  /** The number in international format, which is the default of `friendlyName`. */
  readonly international: string;
  readonly policy: OwnNumberPolicy;
}

/**
 * Acquires the number from the inventory with its details. If the inventory does not have it, adds it as the workspace's own number. The
 * policy must allow own numbers and numbers that the workspace itself added to the inventory.
 * @throws {Problem} `number_taken`; `number_not_assigned` if the policy does not allow the number; `number_not_available` if
 * `fromInventory` is set and the number is not in the inventory
 */
export async function acquireNumber(
  tx: Queryable,
  number: NewOwnedNumberRow,
  { fromInventory, international, policy }: NumberOrigin,
): Promise<OwnedNumberRow> {
  const inventoryNumber = await acquireInventoryNumber(tx, number);
  if (inventoryNumber === undefined) {
    if (fromInventory) reject('number_not_available');
    if (!policy.allows(number.e164)) reject('number_not_assigned');
    return addOwnedNumber(tx, {
      ...number,
      friendlyName: number.friendlyName ?? international,
      source: ownSourceName,
    });
  }
  if (!inventoryNumber.stockedByOperator && !policy.allows(number.e164)) reject('number_not_assigned');
  const { country, type, locality, region, friendlyName } = inventoryNumber;
  const details = { country, type, locality, region, friendlyName: number.friendlyName ?? friendlyName };
  return addOwnedNumber(tx, { ...number, ...details, source: inventorySourceName });
}

/** Returns the number to the inventory if it came from there. */
export async function returnToInventory(tx: Queryable, number: OwnedNumberRow, at: Date): Promise<void> {
  const { workspaceId, e164, source } = number;
  if (source === inventorySourceName) await releaseInventoryNumber(tx, { workspaceId, e164, at });
}
