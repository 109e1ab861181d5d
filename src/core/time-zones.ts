/**
 * Zones of abbreviations that the time zone database keeps with a fixed offset, or that people use as names. Their clocks differ from the
 * law's in summer, so none of them is accepted as a zone.
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

const byAbbreviation = new Map(
  Object.entries(suggestions).flatMap(([zone, names]) =>
    names.split(' ').map((name) => [name, zone] as const),
  ),
);

/** Longer than any zone's. */
const nameCharactersMax = 64;

/**
 * Whether this names an IANA time zone by area and location, whose clocks follow the rules of a place. Abbreviations (`EST`), zones of a
 * fixed offset (`Etc/GMT+5`, `UTC`) and offsets (`+02:00`) are refused.
 */
export const isTimeZone = (name: string): boolean =>
  name.length <= nameCharactersMax &&
  /^[A-Za-z][A-Za-z_]*(\/[A-Za-z0-9_+-]+){1,2}$/.test(name) &&
  !/^(etc|systemv)\//i.test(name) &&
  canonicalZone(name) !== undefined;

/** The same, or UTC: for clocks by which times are shown, not for those of a person who is called. */
export const isTimeZoneOrUtc = (name: string): boolean => name === 'UTC' || isTimeZone(name);

/** What to write instead of a name that is no time zone. */
export const timeZoneAdvice = (name: unknown): string =>
  `Use an IANA time zone such as ${byAbbreviation.get(String(name).trim().toUpperCase()) ?? 'America/New_York'}.`;

/** Some 600 zones, in any spelling of their case. */
const canonicalMax = 2_000;
const canonical = new Map<string, string | undefined>();

/** The name by which Intl knows a zone; undefined where there is none. */
function canonicalZone(name: string): string | undefined {
  if (canonical.has(name)) return canonical.get(name);
  const found = findCanonical(name);
  if (canonical.size < canonicalMax) canonical.set(Buffer.from(name).toString(), found);
  return found;
}

function findCanonical(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** ECMA-402, Intl Locale Info; the types of the language do not have it. */
interface LocaleInfo {
  getTimeZones(): readonly string[] | undefined;
}

const byCountry = new Map<string, ReadonlySet<string>>();

/** IANA names of a country's zones (ISO 3166-1 alpha-2); empty where none are known. */
export function zonesOfCountry(country: string): ReadonlySet<string> {
  let zones = byCountry.get(country);
  if (zones === undefined) {
    const locale = new Intl.Locale(`und-${country}`) as unknown as LocaleInfo;
    const names = locale.getTimeZones() ?? [];
    zones = new Set(names.flatMap((name) => canonicalZone(name) ?? []));
    byCountry.set(country, zones);
  }
  return zones;
}

/** Whether a zone, by any of its names, is one of the country's. */
export function isZoneOfCountry(zone: string, country: string): boolean {
  const name = canonicalZone(zone);
  return name !== undefined && zonesOfCountry(country).has(name);
}
