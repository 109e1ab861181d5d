import type { VendorAccount } from '../websocket/vendor-account.ts';

/** Without a path. */
export const deepgramBaseUrl = 'https://api.deepgram.com';
export const vendor = 'Deepgram';

export const authorizationOf = ({ apiKey }: VendorAccount): Readonly<Record<string, string>> => ({
  authorization: `Token ${apiKey}`,
});
