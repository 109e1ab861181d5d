import { isNumberVendor, type NumberSearch, type NumberSource } from '../../contracts/number-source.ts';
import type { NumberLookup } from '../../core/number-lookup.ts';
import { isNorthAmerican } from '../../domain/numbers/number-filters.ts';
import { numberTypeOf } from '../../domain/numbers/number-type.ts';
import {
  northAmericanAreaCodes,
  northAmericanBlock,
  otherBlocks,
  testNumbers,
  type NumberBlock,
} from '../../domain/numbers/test-numbers.ts';
import type { Database } from '../../store/database.ts';
import { hasInventoryNumbers } from '../../store/inventory.ts';
import { findTakenNumbers } from '../../store/phone-numbers.ts';
import type { ApiContext } from '../context.ts';

/** The name of the test network as a source of numbers. */
export const testNetworkSourceName = 'test-network';

/** Returns the friendly name of a number of the test network. */
export const testNumberName = (international: string): string => `Test number ${international}`;

/** The area code of the examples in the documentation. Its numbers are returned first. */
const firstAreaCode = '202';
/** How many numbers one query checks for an owner. */
const chunkSize = 1_000;

/** Creates the number source for fictional numbers of the test network that no workspace owns. Every workspace may acquire them. */
export function createTestNetworkSource(database: Database, numberLookup: NumberLookup): NumberSource {
  let areaCodeBlocks: Promise<readonly NumberBlock[]> | undefined;

  async function blocksOf({ country, type }: NumberSearch): Promise<readonly NumberBlock[]> {
    areaCodeBlocks ??= northAmericanBlocks(numberLookup).catch((error: unknown) => {
      areaCodeBlocks = undefined;
      throw error;
    });
    const blocks = isNorthAmerican(country) ? await areaCodeBlocks : otherBlocks;
    return blocks.filter((block) => block.country === country && (type === undefined || block.type === type));
  }

  return {
    name: testNetworkSourceName,
    filtersOf: (country) =>
      isNorthAmerican(country) || otherBlocks.some((block) => block.country === country)
        ? ['contains', 'areaCode']
        : [],
    async search(search) {
      const candidates = testNumbers(await blocksOf(search), search);
      const numbers = await findUnownedNumbers(database, candidates, search.limit);
      const entries = await numberLookup.lookUp(numbers);
      return numbers.map((phoneNumber, index) => ({
        phoneNumber,
        friendlyName: testNumberName(entries[index]?.international ?? phoneNumber),
        locality: entries[index]?.locality ?? '',
        region: entries[index]?.region ?? '',
      }));
    },
  };
}

/** Returns the blocks of the assigned area codes. */
async function northAmericanBlocks(numberLookup: NumberLookup): Promise<readonly NumberBlock[]> {
  const others = northAmericanAreaCodes.filter((code) => code !== firstAreaCode);
  const codes = [firstAreaCode, ...others];
  const entries = await numberLookup.lookUp(codes.map((code) => `+1${code}5550100`));
  return codes.flatMap((code, index) => {
    const { country, type } = entries[index] ?? {};
    const numberType = numberTypeOf(type);
    if (country === undefined || numberType === undefined) return [];
    return [northAmericanBlock(country, numberType, code)];
  });
}

async function findUnownedNumbers(
  database: Database,
  candidates: Iterator<string, void>,
  limit: number,
): Promise<string[]> {
  const unowned: string[] = [];
  while (unowned.length < limit) {
    const chunk: string[] = [];
    for (let next = candidates.next(); !next.done; next = candidates.next()) {
      chunk.push(next.value);
      if (chunk.length === chunkSize) break;
    }
    if (chunk.length === 0) break;
    const owned = await findTakenNumbers(database.asSystem(), { numbers: chunk });
    unowned.push(...chunk.filter((number) => !owned.has(number)));
  }
  return unowned.slice(0, limit);
}

/** Returns the sources for a search in the workspace. Includes the test network only if no other source has numbers for the workspace. */
export async function selectSources(
  { numberSources, database }: Pick<ApiContext, 'numberSources' | 'database'>,
  workspaceId: string,
): Promise<readonly NumberSource[]> {
  const others = numberSources.filter(({ name }) => name !== testNetworkSourceName);
  if (others.length === numberSources.length) return others;
  if (others.some(isNumberVendor)) return others;
  const hasInventory = await hasInventoryNumbers(database.inWorkspace(workspaceId), { workspaceId });
  return hasInventory ? others : numberSources;
}
