import { z } from 'zod';
import type { NumberSource } from '../../contracts/number-source.ts';
import type { FieldFault } from '../../core/problems.ts';
import { containsPattern } from '../../domain/numbers/contains-pattern.ts';
import { isCountry, isNorthAmerican, needsType } from '../../domain/numbers/number-filters.ts';
import { numberTypes } from '../../domain/numbers/number-type.ts';
import { queryInteger } from '../paging.ts';
import { problemFault } from '../reject-faults.ts';
import { sentFields, sentText } from '../http/sent-value.ts';
import { supportedFilters } from './search-sources.ts';

const maxLimit = 1000;
const limitDefault = 50;

export const SearchQuery = z.strictObject({
  country: z.string().min(1).max(100).meta({ description: 'ISO 3166-1 alpha-2, such as US, CA, AU, GB.' }),
  type: z.enum(numberTypes).optional().meta({ description: 'Required for every country except AU.' }),
  contains: z
    .string()
    .regex(containsPattern, 'Write 2 to 16 digits or *; each * matches any one digit.')
    .optional()
    .meta({
      description:
        'Matches anywhere in the number including the country code: 2 to 16 digits or `*`, which matches any one digit.',
    }),
  areaCode: z
    .string()
    .regex(/^\d{1,5}$/, 'Write 1 to 5 digits.')
    .optional()
    .meta({
      description: 'Only if `filters.supported` lists it. Three digits in countries with the code +1.',
    }),
  limit: queryInteger(1, maxLimit)
    .default(limitDefault)
    .meta({ description: `Maximum number of results, 1 to ${maxLimit}.` }),
});

/** Returns the faults of a query that its schema cannot detect. `sent` may have any shape. */
export function searchFaults(sources: readonly NumberSource[], sent: unknown): FieldFault[] {
  const fields = sentFields(sent);
  const country = sentText(fields.country)?.toUpperCase();
  if (country === undefined || country === '') return [];
  if (!isCountry(country))
    return [...typeFaults(country, fields.type), problemFault('country', 'invalid_country')];
  return [
    ...typeFaults(country, fields.type),
    ...areaCodeFaults(sources, country, sentText(fields.areaCode)),
  ];
}

function typeFaults(country: string, type: unknown): FieldFault[] {
  if (type !== undefined || !needsType(country)) return [];
  return [
    {
      path: 'type',
      code: 'required',
      message: `Send ${numberTypes.join(', ')}. Only AU does not require a type.`,
    },
  ];
}

function areaCodeFaults(
  sources: readonly NumberSource[],
  country: string,
  areaCode: string | undefined,
): FieldFault[] {
  if (areaCode === undefined) return [];
  if (!supportedFilters(sources, country).includes('areaCode'))
    return [problemFault('areaCode', 'unsupported_filter')];
  if (!isNorthAmerican(country) || /^[2-9]\d{2}$/.test(areaCode)) return [];
  return [
    {
      path: 'areaCode',
      code: 'invalid_format',
      message: 'Area codes of this country have three digits and begin with 2 to 9.',
    },
  ];
}
