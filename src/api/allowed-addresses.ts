import { AddressRanges } from '../core/address-ranges.ts';

/** Whether `address` lies in one of the ranges; no ranges at all allow every address. */
export const isAllowedAddress = (address: string, ranges: readonly string[]): boolean =>
  ranges.length === 0 || new AddressRanges(ranges).has(address);

/** Whether every address of `range` lies in one of the ranges; no ranges at all hold every address. */
export const isWithinRanges = (range: string, ranges: readonly string[]): boolean =>
  ranges.length === 0 || new AddressRanges(ranges).covers(range);
