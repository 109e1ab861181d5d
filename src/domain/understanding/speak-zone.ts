/** North American time zones with common names. */
const commonNames = /^(Eastern|Central|Mountain|Pacific|Alaska|Atlantic|Newfoundland) Time$/;

/** Returns the spoken name of a time zone: "Eastern time", "London time", "Phoenix time". Throws `RangeError` for an unknown zone. */
export function speakZone(zone: string): string {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const common = commonNames.exec(name ?? '')?.[1];
  return `${common ?? placeOf(zone)} time`;
}

/** Returns the last part of a zone name: `America/Argentina/Buenos_Aires` is Buenos Aires. */
const placeOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
