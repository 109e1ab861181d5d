import { isBoundByHours } from '../calling-hours/decide.ts';
import { RowTally, type CountedRows } from './row-tally.ts';

/** Numbers that begin alike, and so lie in one country, in the same zones, and are of one kind; all bound by calling hours, or none. */
export interface NumberKind extends CountedRows {
  /** One of them, in E.164. */
  readonly number: string;
}

/** More than a file for one country has; of a file for the whole world the first are looked at. */
const kindsMax = 500;
/** Plus sign, country code and area code of the United States and Canada. */
const areaCharacters = 5;
/** Enough elsewhere to tell a mobile phone from a landline, and from lines that tell nothing of where they are. */
const elsewhereCharacters = 7;

/** What kinds of numbers a file holds. */
export class NumberKinds {
  readonly #kinds = new Map<string, { readonly number: string; readonly tally: RowTally }>();

  get all(): readonly NumberKind[] {
    return [...this.#kinds.values()].map(({ number, tally }) => ({ number, ...tally }));
  }

  add(number: string, row: number): void {
    const beginning = number.slice(0, number.startsWith('+1') ? areaCharacters : elsewhereCharacters);
    const kind = isBoundByHours(number) ? beginning : `${beginning} of the test network`;
    const known = this.#kinds.get(kind);
    if (known !== undefined) return known.tally.add(row);
    if (this.#kinds.size >= kindsMax) return;
    const tally = new RowTally();
    tally.add(row);
    // A copy: a piece of a text keeps all of it in memory.
    this.#kinds.set(Buffer.from(kind).toString(), { number: Buffer.from(number).toString(), tally });
  }
}
