import { z } from 'zod';
import { optional, setting } from './setting.ts';

export const numberSourceNames = ['inventory', 'twilio', 'telnyx'] as const;

const numberSourceList = z
  .string()
  .transform((text) => [...new Set(text.split(',').map((name) => name.trim()))])
  .pipe(z.array(z.enum(numberSourceNames, 'names a source other than inventory, twilio and telnyx')).min(1));

/** Settings of the sources of numbers, and of the accounts at Twilio and Telnyx. */
export const numberSettings = {
  numberSources: setting('PARLEY_NUMBER_SOURCES', numberSourceList, {
    fallback: 'inventory',
    description:
      'Sources that are searched for available numbers, in this order, separated by commas: any of `inventory`, `twilio`, `telnyx`.',
    example: 'inventory,twilio',
  }),
  twilioAccountSid: optional(
    'PARLEY_TWILIO_ACCOUNT_SID',
    z.string().regex(/^AC[0-9a-f]{32}$/, 'is not AC and 32 hexadecimal digits'),
    {
      description:
        'Twilio account that is used to search and buy numbers, and to send SMS. The account pays for both.',
      example: 'AC0123456789abcdef0123456789abcdef',
    },
  ),
  twilioAuthToken: optional('PARLEY_TWILIO_AUTH_TOKEN', z.string().min(1, 'is empty'), {
    description: 'Auth token of the Twilio account.',
    example: '0123456789abcdef0123456789abcdef',
    secret: true,
  }),
  telnyxApiKey: optional('PARLEY_TELNYX_API_KEY', z.string().min(1, 'is empty'), {
    description:
      'Key of the Telnyx account that is used to search and buy numbers, and to send SMS. The account pays for both.',
    example: 'KEY0123456789',
    secret: true,
  }),
} as const;
