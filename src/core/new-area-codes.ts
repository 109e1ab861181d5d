/**
 * Area codes of +1 that are assigned and that libphonenumber does not have yet, each with the older one of the same place. Of 621 and 679
 * numbers are in service.
 */
const olderCodes: Readonly<Record<string, string>> = {
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

/** The number (E.164) as it would be in the older area code of its place; undefined where its own is not among the new ones. */
export function withOlderAreaCode(e164: string): string | undefined {
  const older = e164.startsWith('+1') ? olderCodes[e164.slice(2, 5)] : undefined;
  return older === undefined ? undefined : `+1${older}${e164.slice(5)}`;
}
