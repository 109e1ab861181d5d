/**
 * Amounts of money as integers of 1e-9 of the unit of a currency, so that sums are exact. Prices of one token have more decimals, and are part of a
 * price per million.
 */
export type Nanos = bigint;

const decimals = 9;
const nanosPerUnit = 10n ** BigInt(decimals);
const decimalPattern = /^(\d{1,18})(?:\.(\d{1,9}))?$/;

/** Parses a decimal such as `0.0043`, of at most 18 digits before and 9 after the point. Returns undefined for other text. */
export function parseNanos(text: string): Nanos | undefined {
  const match = decimalPattern.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  return BigInt(whole) * nanosPerUnit + BigInt(fraction.padEnd(decimals, '0'));
}

/** Returns the shortest decimal of an amount that is not negative. */
export function formatNanos(amount: Nanos): string {
  const fraction = String(amount % nanosPerUnit)
    .padStart(decimals, '0')
    .replace(/0+$/, '');
  const whole = String(amount / nanosPerUnit);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Returns the cost of a quantity, rounded to the nearest amount, half up. `price` is the price of `priceQuantity`. Both quantities are integers. */
export function costOf(quantity: number, price: Nanos, priceQuantity: number): Nanos {
  const divisor = BigInt(priceQuantity);
  return (BigInt(quantity) * price + divisor / 2n) / divisor;
}
