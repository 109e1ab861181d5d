/**
 * Suggested zones, each with the abbreviations that it replaces. The time zone database defines some of them with a fixed offset, which
 * differs from legal time in summer, so abbreviations are not accepted as zones.
 */
const suggestions: Readonly<Record<string, string>> = {
  'America/Halifax': 'AST ADT',
  'America/New_York': 'ET EST EDT EST5EDT EASTERN',
  'America/Chicago': 'CT CST CDT CST6CDT CENTRAL',
  'America/Denver': 'MT MST MDT MST7MDT MOUNTAIN NAVAJO',
  'America/Los_Angeles': 'PT PST PDT PST8PDT PACIFIC',
  'America/Anchorage': 'AKST AKDT',
  'Pacific/Honolulu': 'HST HDT',
  'Europe/London': 'BST GB GB-EIRE',
  'Europe/Dublin': 'EIRE',
  'Europe/Lisbon': 'WET WEST PORTUGAL',
  'Europe/Paris': 'CET CEST MET MEZ MESZ',
  'Europe/Athens': 'EET EEST',
  'Europe/Moscow': 'MSK W-SU',
  'Asia/Kolkata': 'IST',
  'Asia/Tokyo': 'JST JAPAN',
  'Australia/Sydney': 'AEST AEDT',
};

const zonesByAbbreviation = new Map(
  Object.entries(suggestions).flatMap(([zone, names]) =>
    names.split(' ').map((name) => [name, zone] as const),
  ),
);

/** Longer than any zone name. */
const maxNameLength = 64;

/**
 * Returns whether the name is an IANA time zone with area and location, which follows local rules. Abbreviations (`EST`), zones with a
 * fixed offset (`Etc/GMT+5`, `UTC`) and offsets (`+02:00`) are rejected.
 */
export const isTimeZone = (name: string): boolean =>
  name.length <= maxNameLength &&
  /^[A-Za-z][A-Za-z_]*(\/[A-Za-z0-9_+-]+){1,2}$/.test(name) &&
  !/^(etc|systemv)\//i.test(name) &&
  canonicalZone(name) !== undefined;

/** Like `isTimeZone`, but accepts UTC: for displaying times, not for the callee's zone. */
export const isTimeZoneOrUtc = (name: string): boolean => name === 'UTC' || isTimeZone(name);

/** Returns a sentence that suggests a valid zone for an invalid name. */
export const timeZoneAdvice = (name: unknown): string =>
  `Use an IANA time zone such as ${zonesByAbbreviation.get(String(name).trim().toUpperCase()) ?? 'America/New_York'}.`;

/** Limit of the cache. About 600 zones exist, but their names may be written in different case. */
const maxCachedZones = 2_000;
const canonicalZones = new Map<string, string | undefined>();

/** Returns Intl's name of a zone, or `undefined` if it does not exist. */
function canonicalZone(name: string): string | undefined {
  if (canonicalZones.has(name)) return canonicalZones.get(name);
  const found = findCanonical(name);
  if (canonicalZones.size < maxCachedZones) canonicalZones.set(Buffer.from(name).toString(), found);
  return found;
}

function findCanonical(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** ECMA-402, Intl Locale Info, which TypeScript's types lack. */
interface LocaleInfo {
  getTimeZones(): readonly string[] | undefined;
}

const zonesByCountry = new Map<string, ReadonlySet<string>>();

/** Returns the IANA names of a country's zones (ISO 3166-1 alpha-2); empty if unknown. */
export function zonesOfCountry(country: string): ReadonlySet<string> {
  let zones = zonesByCountry.get(country);
  if (zones === undefined) {
    const locale = new Intl.Locale(`und-${country}`) as unknown as LocaleInfo;
    const names = locale.getTimeZones() ?? [];
    zones = new Set(names.flatMap((name) => canonicalZone(name) ?? []));
    zonesByCountry.set(country, zones);
  }
  return zones;
}

/** Returns whether a zone, by any of its names, belongs to the country. */
export function isZoneOfCountry(zone: string, country: string): boolean {
  const name = canonicalZone(zone);
  return name !== undefined && zonesOfCountry(country).has(name);
}
