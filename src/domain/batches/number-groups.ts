import { isSubjectToCallingHours } from '../calling-hours/check-calling-hours.ts';
import { RowTally, type CountedRows } from './row-tally.ts';

/**
 * Rows with the same number prefix and the same time zone cell. Their numbers have the same country, time zones and type, and calling hours
 * apply to all of them or to none.
 */
export interface NumberGroup extends CountedRows {
  /** An example in E.164. */
  readonly number: string;
  /** IANA time zone of the rows; undefined if they have none. */
  readonly customerZone: string | undefined;
}

/** Maximum number of groups. Files for one country have fewer; further groups of an international file are ignored. */
const maxGroups = 500;
/** Prefix length for calling code +1: plus sign, calling code and area code. */
const northAmericanPrefixCharacters = 5;
/** Prefix length for other calling codes. It distinguishes mobile, fixed-line and non-geographic numbers. */
const otherPrefixCharacters = 7;

/** Groups the numbers of a file by prefix and time zone. */
export class NumberGroups {
  readonly #groups = new Map<string, Omit<NumberGroup, keyof CountedRows> & { readonly tally: RowTally }>();

  get all(): readonly NumberGroup[] {
    return [...this.#groups.values()].map(({ number, customerZone, tally }) => ({
      number,
      customerZone,
      ...tally,
    }));
  }

  add(number: string, row: number, customerZone?: string): void {
    const prefix = number.slice(
      0,
      number.startsWith('+1') ? northAmericanPrefixCharacters : otherPrefixCharacters,
    );
    const key = `${prefix} ${isSubjectToCallingHours(number) ? '' : 'of the test network'} ${customerZone ?? ''}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known.tally.add(row);
    if (this.#groups.size >= maxGroups) return;
    const tally = new RowTally();
    tally.add(row);
    this.#groups.set(copyOf(key), {
      number: copyOf(number),
      customerZone: customerZone === undefined ? undefined : copyOf(customerZone),
      tally,
    });
  }
}

/** Copies a substring, because a substring keeps the whole text in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();
