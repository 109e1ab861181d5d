import type { NumberSource } from '../../contracts/number-source.ts';
import { isNorthAmerican } from '../../domain/numbers/number-filters.ts';
import type { Database } from '../../store/database.ts';
import { searchInventory } from '../../store/inventory/search-inventory.ts';

/** What a number's source is called that came from the workspace's own inventory. */
export const inventorySourceName = 'inventory';

/** The workspace's own inventory as a source of numbers. */
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
