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

/** More than a file for one country has. Further groups of an international file are ignored. */
const kindsMax = 500;
/** Length of plus sign, country code and area code in the United States and Canada. */
const areaCharacters = 5;
/** Prefix length elsewhere, which distinguishes mobile, fixed-line and non-geographic numbers. */
const elsewhereCharacters = 7;

/** Groups the numbers of a file by prefix and time zone. */
export class NumberGroups {
  readonly #kinds = new Map<string, Omit<NumberGroup, keyof CountedRows> & { readonly tally: RowTally }>();

  get all(): readonly NumberGroup[] {
    return [...this.#kinds.values()].map(({ number, customerZone, tally }) => ({
      number,
      customerZone,
      ...tally,
    }));
  }

  add(number: string, row: number, customerZone?: string): void {
    const beginning = number.slice(0, number.startsWith('+1') ? areaCharacters : elsewhereCharacters);
    const kind = `${beginning} ${isSubjectToCallingHours(number) ? '' : 'of the test network'} ${customerZone ?? ''}`;
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known.tally.add(row);
    if (this.#kinds.size >= kindsMax) return;
    const tally = new RowTally();
    tally.add(row);
    this.#kinds.set(copyOf(kind), {
      number: copyOf(number),
      customerZone: customerZone === undefined ? undefined : copyOf(customerZone),
      tally,
    });
  }
}

/** Copies a substring, because a substring keeps the whole text in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();
