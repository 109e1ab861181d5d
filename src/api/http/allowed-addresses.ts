import { AddressRanges } from '../../core/address-ranges.ts';

/** Returns whether the IP address is in one of the ranges. An empty list allows every address. */
export const isAllowedAddress = (address: string, ranges: readonly string[]): boolean =>
  ranges.length === 0 || new AddressRanges(ranges).has(address);

/** Returns whether one of `ranges` contains every address of `range`. An empty list contains every address. */
export const isWithinRanges = (range: string, ranges: readonly string[]): boolean =>
  ranges.length === 0 || new AddressRanges(ranges).covers(range);
