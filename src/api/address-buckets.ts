import { addressBlock } from '../core/address-ranges.ts';

/** Returns the name under which requests of an address are counted that present no key or session. */
export const addressBucket = (address: string): string => `address ${addressBlock(address)}`;

/** Returns the name under which refused keys and sessions of an address are counted. */
export const rejectedCredentialsBucket = (address: string): string =>
  `refused secrets ${addressBlock(address)}`;
