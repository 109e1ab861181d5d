/** A calendar day. Months are 1-12. */
export interface CivilDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Returns a day as ISO 8601, such as `2026-11-24`. */
export function writeDay({ year, month, day }: CivilDay): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Parses an ISO 8601 day; undefined for other values. */
export function dayOf(value: unknown): CivilDay | undefined {
  const match = typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) : null;
  return match === null
    ? undefined
    : { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}
