/** An instant at which zones with summer time have it, so that no name says "standard". */
const summer = Date.UTC(2026, 6, 1);

/** Returns the name of a time zone in a language (BCP 47), such as "mitteleuropäische Zeit". Throws `RangeError` for an unknown zone. */
export function zoneName(language: string, zone: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' });
  return parts.formatToParts(summer).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
