import { z } from 'zod';
import { parsePhoneNumber } from '../../core/phone-numbers.ts';
import { problems, type FieldFault } from '../../core/problems.ts';
import { readEmailAddress } from './recipient.ts';

export const suppressionChannels = ['voice', 'sms', 'email'] as const;

export type SuppressionChannel = (typeof suppressionChannels)[number];

/** `all`: every channel that the address has. */
export const channelOrAll = z.enum([...suppressionChannels, 'all']);

const reason = z.string().max(500);

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
export interface Suppressed {
  readonly address: string;
  readonly channels: readonly SuppressionChannel[];
}

/** As people and files write it: spaces, brackets and hyphens in numbers, national ones where `defaultCountry` is known. */
export function readSuppressed(
  written: { readonly address: string; readonly channel: SuppressionChannel | 'all' },
  defaultCountry?: string,
): Suppressed | FieldFault {
  const text = written.address.trim();
  const found = text.includes('@') ? readEmail(text) : readNumber(text, defaultCountry);
  if (found === undefined)
    return { path: 'address', code: 'invalid_recipient', message: problems.invalid_recipient.text };
  const { channel } = written;
  if (channel === 'all') return found;
  if (found.channels.includes(channel)) return { ...found, channels: [channel] };
  const what = found.channels.includes('email') ? 'An email address' : 'A phone number';
  return { path: 'channel', code: 'invalid_value', message: `${what} has no channel ${channel}.` };
}

function readEmail(text: string): Suppressed | undefined {
  const address = readEmailAddress(text);
  return address === undefined ? undefined : { address, channels: ['email'] };
}

function readNumber(text: string, defaultCountry: string | undefined): Suppressed | undefined {
  if (!text.startsWith('+') && defaultCountry === undefined) return undefined;
  const number = parsePhoneNumber(text, defaultCountry);
  return number === undefined ? undefined : { address: number.e164, channels: ['voice', 'sms'] };
}

export const isFault = (read: Suppressed | FieldFault): read is FieldFault => 'code' in read;
