/**
 * Area codes of +1 that are assigned but missing in libphonenumber's data, each with an established code of the same region. So far
 * only numbers with 621 and 679 are in service.
 */
const establishedCodes: Readonly<Record<string, string>> = {
  357: '559',
  436: '440',
  457: '318',
  621: '713',
  679: '313',
  729: '423',
  837: '530',
  861: '309',
  924: '507',
};

/** Returns the E.164 number with the established area code of its region, or `undefined` if its area code is not a new one. */
export function withEstablishedAreaCode(e164: string): string | undefined {
  const established = e164.startsWith('+1') ? establishedCodes[e164.slice(2, 5)] : undefined;
  return established === undefined ? undefined : `+1${established}${e164.slice(5)}`;
}
