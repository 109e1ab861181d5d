import type { NumberSource } from '../../contracts/number-source.ts';
import { isNorthAmerican } from '../../domain/numbers/number-filters.ts';
import type { Database } from '../../store/database.ts';
import { searchInventory } from '../../store/inventory.ts';

/** Source name of numbers from the workspace's inventory. */
export const inventorySourceName = 'inventory';

/** Creates the number source that searches the inventory of the requesting workspace. */
export function createInventorySource(database: Database): NumberSource {
  return {
    name: inventorySourceName,
    filtersOf: (country) => (isNorthAmerican(country) ? ['contains', 'areaCode'] : ['contains']),
    async search(search) {
      const rows = await searchInventory(database.inWorkspace(search.workspaceId), search);
      return rows.map(({ e164, friendlyName, locality, region }) => ({
        phoneNumber: e164,
        friendlyName,
        locality,
        region,
      }));
    },
  };
}
