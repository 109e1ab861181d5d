/** The number types of a search. */
export const numberTypes = ['local', 'tollFree', 'mobile'] as const;

export type NumberType = (typeof numberTypes)[number];

/** The search type for each type of libphonenumber. Numbers of other types cannot be a caller id. */
const types: ReadonlyMap<string, NumberType> = new Map(
  Object.entries({
    FIXED_LINE: 'local',
    FIXED_LINE_OR_MOBILE: 'local',
    VOIP: 'local',
    PERSONAL_NUMBER: 'local',
    UAN: 'local',
    TOLL_FREE: 'tollFree',
    MOBILE: 'mobile',
  } as const),
);

/** `libraryType`: a type of libphonenumber. */
export const numberTypeOf = (libraryType: string | undefined): NumberType | undefined =>
  types.get(libraryType ?? '');
