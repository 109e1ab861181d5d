import { RowTally, type CountedRows } from './row-tally.ts';

/** Soft hyphen, zero-width space, word joiner, byte order mark, and the marks of bidirectional text (Unicode UAX #9). */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/;
const everyInvisible = new RegExp(invisible, 'g');
/** Zero-width joiners, which are significant in names but not in numbers. */
const joiners = /[\u200c\u200d]/g;
/** U+FFFD, which a decoder writes in place of invalid bytes. */
const replacement = '\ufffd';
/** Full-width, Arabic-Indic and Persian digits. The last hexadecimal digit of a code point is the value of the digit. */
const otherDigits = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;
/** Full-width forms of ASCII, such as the plus sign and brackets. */
const fullWidth = /[\uff01-\uff5e]/g;
const fullWidthOffset = 0xfee0;
const beyondAscii = /[\u0080-\uffff]/;

/** Returns the text without invisible characters. */
export const withoutInvisible = (text: string): string => text.replaceAll(everyInvisible, '');

/** Returns a phone number in ASCII: converts other digits and full-width forms, and removes invisible characters. */
export function asciiNumber(text: string): string {
  if (!beyondAscii.test(text)) return text;
  return withoutInvisible(text)
    .replaceAll(joiners, '')
    .replaceAll(otherDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(fullWidth, (form) => String.fromCharCode(form.charCodeAt(0) - fullWidthOffset))
    .trim();
}

/** Rows with invisible or lost characters, counted by column. */
export interface CellCharacters {
  /** Rows with invisible characters, which are removed. */
  readonly invisible: readonly CountedRows[];
  /** Rows with U+FFFD, where a conversion of the file lost characters. */
  readonly lost: readonly CountedRows[];
}

/** Removes invisible characters from cells, and counts rows with them and with U+FFFD. */
export class CellCharacterCheck implements CellCharacters {
  readonly invisible: readonly RowTally[];
  readonly lost: readonly RowTally[];
  /** Columns that the last `clean` changed. */
  #cleaned: number[] = [];

  constructor(columnCount: number) {
    this.invisible = Array.from({ length: columnCount }, () => new RowTally());
    this.lost = Array.from({ length: columnCount }, () => new RowTally());
  }

  /** Returns whether a file with this text needs the check. */
  static isNeeded = (text: string): boolean => invisible.test(text) || text.includes(replacement);

  /** Returns the cells of a row without invisible characters. */
  clean(cells: readonly string[]): readonly string[] {
    this.#cleaned = cells.flatMap((cell, index) => (invisible.test(cell) ? [index] : []));
    return this.#cleaned.length === 0 ? cells : cells.map(withoutInvisible);
  }

  /** Counts a row. `cells` are the cells that the last `clean` returned. */
  count(cells: readonly string[], row: number): void {
    for (const index of this.#cleaned) this.invisible[index]?.add(row);
    for (const [index, tally] of this.lost.entries())
      if (cells[index]?.includes(replacement) === true) tally.add(row);
  }
}
