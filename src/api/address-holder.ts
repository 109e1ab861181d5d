import { addressBlock } from '../core/address-block.ts';

/** The name under which requests of an address are counted. */
export const addressHolder = (address: string): string => `address ${addressBlock(address)}`;
