import { isSubjectToCallingHours } from '../calling-hours/check-calling-hours.ts';
import { RowTally, type CountedRows } from './row-tally.ts';

/** Numbers that begin alike, and so lie in one country, in the same zones, and are of one kind, with the same zone in their rows; all bound by calling hours, or none. */
export interface NumberGroup extends CountedRows {
  /** One of them, in E.164. */
  readonly number: string;
  /** IANA; of all its rows. Undefined: they have none. */
  readonly customerZone: string | undefined;
}

/** More than a file for one country has; of a file for the whole world the first are looked at. */
const kindsMax = 500;
/** Plus sign, country code and area code of the United States and Canada. */
const areaCharacters = 5;
/** Enough elsewhere to tell a mobile phone from a landline, and from lines that tell nothing of where they are. */
const elsewhereCharacters = 7;

/** What kinds of numbers a file holds. */
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

/** A piece of a text keeps all of it in memory. */
const copyOf = (text: string): string => Buffer.from(text).toString();
