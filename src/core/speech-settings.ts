import { apiKey, httpUrl, optional } from './setting.ts';

/** The settings of the vendors of recognisers and voices. */
export const speechVendorSettings = {
  deepgramApiKey: optional('PARLEY_DEEPGRAM_API_KEY', apiKey, {
    description: 'API key of Deepgram, for agents with the transcriber or voice provider `deepgram`.',
    example: '0123456789abcdef',
    secret: true,
  }),
  deepgramBaseUrl: optional('PARLEY_DEEPGRAM_BASE_URL', httpUrl, {
    description:
      "Base URL of another server with Deepgram's API, without the version, used instead of Deepgram.",
    example: 'https://api.eu.deepgram.com',
  }),
} as const;
