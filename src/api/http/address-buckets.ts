import { addressBlock } from '../../core/address-ranges.ts';

/** Returns the rate limit bucket of a client address for requests without a key or session. */
export const addressBucket = (address: string): string => `address ${addressBlock(address)}`;

/** Returns the rate limit bucket of a client address for rejected keys and sessions. */
export const rejectedCredentialsBucket = (address: string): string =>
  `rejected credentials ${addressBlock(address)}`;
