import type { VendorAccount } from '../websocket/vendor-account.ts';

/** Without a path. */
export const cartesiaBaseUrl = 'https://api.cartesia.ai';
export const vendor = 'Cartesia';
const apiVersion = '2025-11-04';

export const headersOf = ({ apiKey }: VendorAccount): Readonly<Record<string, string>> => ({
  'x-api-key': apiKey,
  'cartesia-version': apiVersion,
});
