import type {
  AvailableNumber,
  NumberSearch,
  NumberSource,
  SearchFilter,
} from '../../contracts/number-source.ts';
import type { Logger } from '../../core/logger.ts';
import { refuse } from '../../core/problems.ts';

/** A number, and which source has it. */
export type OfferedNumber = AvailableNumber & { readonly source: string };

/** What a search in this country can be narrowed down by, at one source or another. */
export function supportedFilters(sources: readonly NumberSource[], country: string): SearchFilter[] {
  return [...new Set(sources.flatMap((source) => source.filtersOf(country)))];
}

/** Which filters a search uses. */
const usedFilters = ({ contains, areaCode }: NumberSearch): SearchFilter[] => [
  ...(contains === undefined ? [] : (['contains'] as const)),
  ...(areaCode === undefined ? [] : (['areaCode'] as const)),
];

/**
 * Asks one source after the other, until there are as many numbers as are wanted. One that does not know a filter is not asked, one
 * that fails is passed over.
 * @throws {Problem} `number_source_failed` where all that were asked failed
 */
export async function searchSources(
  sources: readonly NumberSource[],
  search: NumberSearch,
  logger: Logger,
): Promise<OfferedNumber[]> {
  const filters = usedFilters(search);
  const found = new Map<string, OfferedNumber>();
  let failures = 0;
  const able = sources.filter((source) =>
    filters.every((one) => source.filtersOf(search.country).includes(one)),
  );
  for (const source of able) {
    if (found.size >= search.limit) break;
    const numbers = await source.search(search).catch((error: unknown) => {
      failures += 1;
      logger.warn({ err: error, source: source.name }, 'A source of numbers could not be searched.');
      return [];
    });
    for (const number of numbers) {
      if (!found.has(number.phoneNumber)) found.set(number.phoneNumber, { ...number, source: source.name });
    }
  }
  if (failures > 0 && failures === able.length) refuse('number_source_failed');
  return [...found.values()].slice(0, search.limit);
}
