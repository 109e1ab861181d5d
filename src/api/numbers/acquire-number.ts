import { refuse } from '../../core/problems.ts';
import {
  releaseInventoryNumber,
  acquireInventoryNumber,
} from '../../store/inventory/acquire-inventory-number.ts';
import { insertOwnedNumber, type NewOwnedNumberRow } from '../../store/numbers/insert-owned-number.ts';
import type { OwnedNumberRow } from '../../store/numbers/owned-number-row.ts';
import type { Queryable } from '../../store/queryable.ts';
import { publishEvent } from '../publish-event.ts';
import { useAsCallerId } from './assign-number.ts';
import { inventorySourceName } from './inventory-source.ts';
import type { OwnNumberPolicy } from './own-number-policy.ts';

/** Source of a number that the workspace brought itself, on its own trunk. */
export const ownSourceName = 'own';

/**
 * Adds the number to the workspace, as caller ID of its agent if the agent has none, and publishes `number.acquired`.
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
 * Takes the number out of the inventory with its details, or adds it as the workspace's own number if it is not there. The policy
 * must allow an own number, and also a number that the workspace itself added to its inventory.
 * @throws {Problem} `number_taken`; `number_not_assigned` if the policy does not allow the number; `number_not_available` if
 * `fromInventory` is set and the inventory does not have the number
 */
export async function acquireNumber(
  tx: Queryable,
  wanted: NewOwnedNumberRow,
  { fromInventory, international, policy }: NumberOrigin,
): Promise<OwnedNumberRow> {
  const taken = await acquireInventoryNumber(tx, wanted);
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

/** Returns the number to the inventory if it came from there. */
export async function returnToInventory(tx: Queryable, number: OwnedNumberRow, at: Date): Promise<void> {
  const { workspaceId, e164, source } = number;
  if (source === inventorySourceName) await releaseInventoryNumber(tx, { workspaceId, e164, at });
}
