import { AddressRanges } from '../core/address-ranges.ts';

/** The loopback addresses. */
export const loopback = new AddressRanges(['127.0.0.0/8', '::1']);
