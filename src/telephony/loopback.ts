import { AddressRanges } from '../core/address-ranges.ts';

/** The addresses of this machine itself. */
export const loopback = new AddressRanges(['127.0.0.0/8', '::1']);
