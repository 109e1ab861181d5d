import type {
  AvailableNumber,
  NumberSearch,
  NumberSource,
  SearchFilter,
} from '../../contracts/number-source.ts';
import type { Logger } from '../../core/logger.ts';
import { reject } from '../../core/problems.ts';

/** An available number with its source. */
export type OfferedNumber = AvailableNumber & { readonly source: string };

/** Returns the filters that at least one source supports for the country. */
export function supportedFilters(sources: readonly NumberSource[], country: string): SearchFilter[] {
  return [...new Set(sources.flatMap((source) => source.filtersOf(country)))];
}

/** Returns the filters that a search uses. */
const usedFilters = ({ contains, areaCode }: NumberSearch): SearchFilter[] => [
  ...(contains === undefined ? [] : (['contains'] as const)),
  ...(areaCode === undefined ? [] : (['areaCode'] as const)),
];

/**
 * Searches the sources in order until `search.limit` numbers are found. Skips sources that do not support a filter and sources that
 * fail.
 * @throws {Problem} `number_source_failed` if every searched source failed
 */
export async function searchSources(
  sources: readonly NumberSource[],
  search: NumberSearch,
  logger: Logger,
): Promise<OfferedNumber[]> {
  const filters = usedFilters(search);
  const found = new Map<string, OfferedNumber>();
  let failures = 0;
  const searchable = sources.filter((source) =>
    filters.every((filter) => source.filtersOf(search.country).includes(filter)),
  );
  for (const source of searchable) {
    if (found.size >= search.limit) break;
    const numbers = await source.search(search).catch((error: unknown) => {
      failures += 1;
      logger.warn({ err: error, source: source.name }, 'Number source search failed.');
      return [];
    });
    for (const number of numbers) {
      if (!found.has(number.phoneNumber)) found.set(number.phoneNumber, { ...number, source: source.name });
    }
  }
  if (failures > 0 && failures === searchable.length) reject('number_source_failed');
  return [...found.values()].slice(0, search.limit);
}
