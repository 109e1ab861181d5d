import { z } from 'zod';
import { problems, type FieldFault } from '../../core/problems.ts';
import { readPhoneNumber as readE164 } from '../phone-number-input.ts';
import { asciiNumber, withoutInvisible } from '../batches/cell-characters.ts';
import { readEmailAddress } from './recipient.ts';

export const suppressionChannels = ['voice', 'sms', 'email'] as const;

export type SuppressionChannel = (typeof suppressionChannels)[number];

/** `all`: every channel that the address has. */
export const channelOrAll = z.enum([...suppressionChannels, 'all']);

/** In characters. */
export const reasonMax = 500;

const reason = z.string().max(reasonMax);

/** Keeps an address from being called or written to. */
export const SuppressionInput = z.strictObject({
  address: z
    .string()
    .max(1000)
    .meta({ description: 'A phone number with its country code, or an email address.' }),
  channel: channelOrAll.default('all'),
  reason: reason.default(''),
});

export type SuppressionInput = z.output<typeof SuppressionInput>;

/** Rows of one import as JSON. */
export const rowsMax = 10_000;

/** The file inside JSON, as a text or as rows; where it is sent as `text/csv` or in a form, neither of these is. */
export const SuppressionImport = z.strictObject({
  csv: z.string().optional().meta({ description: 'The file as a text.' }),
  rows: z
    .array(
      z.strictObject({
        address: z.string().max(1000),
        channel: channelOrAll.optional(),
        reason: reason.optional(),
      }),
    )
    .min(1)
    .max(rowsMax)
    .optional(),
  channel: channelOrAll.default('all').meta({ description: 'Of rows that name none.' }),
  reason: reason.default('imported').meta({ description: 'Of rows that give none.' }),
  defaultCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Write a country by its two letters (ISO 3166-1), such as US.')
    .optional()
    .meta({ description: 'ISO 3166-1 alpha-2. Numbers without a country code are of this country.' }),
  onInvalidRows: z
    .enum(['refuse', 'skip'])
    .default('refuse')
    .meta({ description: '`refuse`: where any row is at fault nothing is imported.' }),
});

export type SuppressionImport = z.output<typeof SuppressionImport>;

/** A suppression as the API answers it. */
export const Suppression = z.strictObject({
  id: z.string(),
  channel: z.enum(suppressionChannels),
  address: z.string(),
  reason: z.string(),
  callId: z.string().nullable().meta({ description: 'The call in which the wish was uttered.' }),
  createdBy: z
    .string()
    .nullable()
    .meta({ description: 'The user or key that added it; null: a call or a message did.' }),
  createdAt: z.iso.datetime(),
});

export type Suppression = z.output<typeof Suppression>;

/** An address as it is looked up, and the channels that it is closed on. */
export interface SuppressedAddress {
  readonly address: string;
  readonly channels: readonly SuppressionChannel[];
}

/** As people and files write it: spaces, brackets and hyphens in numbers, national ones where `defaultCountry` is known. */
export function parseSuppression(
  written: { readonly address: string; readonly channel: SuppressionChannel | 'all' },
  defaultCountry?: string,
): SuppressedAddress | FieldFault {
  const text = withoutInvisible(written.address).trim();
  const found = text.includes('@') ? readEmail(text) : readNumber(asciiNumber(text), defaultCountry);
  if (found === undefined)
    return { path: 'address', code: 'invalid_recipient', message: problems.invalid_recipient.text };
  const { channel } = written;
  if (channel === 'all') return found;
  if (found.channels.includes(channel)) return { ...found, channels: [channel] };
  const what = found.channels.includes('email') ? 'An email address' : 'A phone number';
  return { path: 'channel', code: 'invalid_value', message: `${what} has no channel ${channel}.` };
}

function readEmail(text: string): SuppressedAddress | undefined {
  const address = readEmailAddress(text);
  return address === undefined ? undefined : { address, channels: ['email'] };
}

function readNumber(text: string, defaultCountry: string | undefined): SuppressedAddress | undefined {
  if (!text.startsWith('+') && defaultCountry === undefined) return undefined;
  const address = readE164(text, defaultCountry);
  return address === undefined ? undefined : { address, channels: ['voice', 'sms'] };
}

export const isFieldFault = (read: SuppressedAddress | FieldFault): read is FieldFault => 'code' in read;
