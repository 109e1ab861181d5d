import type { VendorAccount } from '../websocket/vendor-account.ts';

/** Without a path. */
export const elevenLabsBaseUrl = 'https://api.elevenlabs.io';
export const vendor = 'ElevenLabs';

export const headersOf = ({ apiKey }: VendorAccount): Readonly<Record<string, string>> => ({
  'xi-api-key': apiKey,
});
