import { z } from 'zod';
import { createdAt, idOf, text } from '../fields.ts';
import { problems, type FieldFault } from '../../core/problems.ts';
import { readPhoneNumber } from '../phone-number-input.ts';
import { asciiNumber, withoutInvisible } from '../batches/cell-characters.ts';
import { readEmailAddress } from './recipient.ts';

export const suppressionChannels = ['voice', 'sms', 'email'] as const;

export type SuppressionChannel = (typeof suppressionChannels)[number];

/** A channel, or `all` for every channel of the address. */
export const channelOrAll = z.enum([...suppressionChannels, 'all']);

/** Maximum length of a reason in characters. */
export const maxReason = 500;

const reason = text(maxReason).meta({
  description: 'The reason, for users.',
  examples: ['Asked not to be called.'],
});

/** The country of national numbers. */
export const defaultCountry = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Write the two letters of a country (ISO 3166-1), such as US.')
  .optional()
  .meta({
    examples: ['US'],
  });

/** The OpenAPI description of `defaultCountry`. */
export const defaultCountryDescription =
  'ISO 3166-1 alpha-2. A number without a country code is of this country; by default, of the country of the numbers of the workspace, if they are all of one country.';

/** The request that suppresses an address: no calls or messages are sent to it. */
export const SuppressionInput = z.strictObject({
  address: text(1000).meta({
    description: 'A phone number or an email address.',
    examples: ['+12025550100'],
  }),
  channel: channelOrAll.default('all').meta({ description: '`voice`, `sms`, `email` or `all`.' }),
  reason: reason.default(''),
  defaultCountry: defaultCountry.meta({ description: defaultCountryDescription }),
});

export type SuppressionInput = z.output<typeof SuppressionInput>;

/** Maximum number of rows in a JSON import. */
export const maxRows = 10_000;

/** The request that imports suppressions, as text or rows in JSON. Both are absent if the file is sent as `text/csv` or in a form. */
export const SuppressionImport = z.strictObject({
  csv: z
    .string()
    .optional()
    .meta({
      description: 'The content of the CSV file.',
      examples: ['phone_number,name\n+12025550100,Ada Lovelace\n'],
    }),
  rows: z
    .array(
      z.strictObject({
        address: text(1000).meta({
          description: 'A phone number or an email address.',
          examples: ['+12025550100'],
        }),
        channel: channelOrAll.optional().meta({
          description: '`voice`, `sms`, `email` or `all`. Default: the `channel` of the request.',
        }),
        reason: reason.optional(),
      }),
    )
    .min(1)
    .max(maxRows)
    .optional()
    .meta({ description: 'The rows of the file.' }),
  channel: channelOrAll.default('all').meta({ description: 'For rows without a channel.' }),
  reason: reason.default('imported').meta({ description: 'For rows without a reason.' }),
  defaultCountry: defaultCountry.meta({
    description: 'ISO 3166-1 alpha-2. Numbers without a country code are of this country.',
  }),
  onInvalidRows: z.enum(['refuse', 'skip']).default('refuse').meta({
    description: '`refuse`: nothing is imported if any row is invalid. `skip`: invalid rows are skipped.',
  }),
});

export type SuppressionImport = z.output<typeof SuppressionImport>;

/** A suppression as the API returns it. */
export const Suppression = z.strictObject({
  id: idOf('suppression'),
  channel: z.enum(suppressionChannels).meta({ description: '`voice`, `sms` or `email`.' }),
  address: z.string().meta({
    description: 'A phone number or an email address; `[erased]` after the erasure of the person.',
    examples: ['+12025550100'],
  }),
  reason: z.string().meta({ description: 'The reason, for users.', examples: ['Asked not to be called.'] }),
  callId: z.string().nullable().meta({ description: 'The call in which the customer opted out.' }),
  createdBy: z.string().nullable().meta({
    description: 'The user or key that added it; null if a call or a message did.',
  }),
  createdAt,
});

export type Suppression = z.output<typeof Suppression>;

/** A normalised address and the channels on which it is suppressed. */
export interface SuppressedAddress {
  readonly address: string;
  readonly channels: readonly SuppressionChannel[];
}

/**
 * Normalises a written address and its channel, or returns what is wrong with them. Accepts spaces, brackets and hyphens in numbers, and national
 * numbers of `country`.
 */
export function parseSuppression(
  written: { readonly address: string; readonly channel: SuppressionChannel | 'all' },
  country?: string,
): SuppressedAddress | FieldFault {
  const text = withoutInvisible(written.address).trim();
  const found = text.includes('@') ? readEmail(text) : readNumber(asciiNumber(text), country);
  if (found === undefined)
    return { path: 'address', code: 'invalid_recipient', message: faultOf(text, country) };
  const { channel } = written;
  if (channel === 'all') return found;
  if (found.channels.includes(channel)) return { ...found, channels: [channel] };
  const address = found.channels.includes('email') ? 'An email address' : 'A phone number';
  return {
    path: 'channel',
    code: 'invalid_value',
    message: `${address} has no channel ${channel}. Send another channel, or all.`,
  };
}

function faultOf(text: string, country: string | undefined): string {
  const isNational = isNationalNumber(text);
  if (isNational && country === undefined)
    return 'This number has no country code. Write it with its country code, such as +491701234567, or send defaultCountry.';
  return isNational
    ? `This is not a valid number of the country ${country}. Write it with its country code, such as +491701234567.`
    : problems.invalid_recipient.text;
}

/** Returns whether the address is a number without a country code. */
export const isNationalNumber = (address: string): boolean =>
  /^[\d\s().\-/]*\d[\d\s().\-/]*$/.test(asciiNumber(withoutInvisible(address)));

function readEmail(text: string): SuppressedAddress | undefined {
  const address = readEmailAddress(text);
  return address === undefined ? undefined : { address, channels: ['email'] };
}

function readNumber(text: string, country: string | undefined): SuppressedAddress | undefined {
  if (!text.startsWith('+') && country === undefined) return undefined;
  const address = readPhoneNumber(text, country);
  return address === undefined ? undefined : { address, channels: ['voice', 'sms'] };
}

export const isFieldFault = (read: SuppressedAddress | FieldFault): read is FieldFault => 'code' in read;
