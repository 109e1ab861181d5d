/** The kinds of number that are searched for. */
export const numberTypes = ['local', 'tollFree', 'mobile'] as const;

export type NumberType = (typeof numberTypes)[number];

/** libphonenumber's types as ours; what is not here is nothing that an agent could call from. */
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

export const numberTypeOf = (type: string | undefined): NumberType | undefined => types.get(type ?? '');
