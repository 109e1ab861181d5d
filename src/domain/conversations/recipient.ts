import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { isE164, parsePhoneNumber } from '../../core/phone-numbers.ts';

export const messageChannels = ['sms', 'email'] as const;

export type MessageChannel = (typeof messageChannels)[number];

/** The recipient of a message and the channel, which follows from the address format. */
export interface Recipient {
  readonly channel: MessageChannel;
  /** E.164, or an email address in lower case with its domain in ASCII. */
  readonly address: string;
}

/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
const maxAddressLength = 254;
/** RFC 5321 §4.5.3.1.1. */
const maxLocalLength = 64;

const email = z.email().max(maxAddressLength);

/** Returns the SMS recipient for a valid E.164 number and the email recipient for an address; undefined for other text. */
export function readRecipient(text: string): Recipient | undefined {
  if (text.includes('@')) {
    const address = readEmailAddress(text);
    return address === undefined ? undefined : { channel: 'email', address };
  }
  const number = isE164(text) ? parsePhoneNumber(text) : undefined;
  return number === undefined ? undefined : { channel: 'sms', address: number.e164 };
}

/** Returns the normalised email address: lower case, an internationalised domain in its ASCII form (RFC 5891). Undefined if it is invalid. */
export function readEmailAddress(text: string): string | undefined {
  if (text.length > maxAddressLength) return undefined;
  const at = text.lastIndexOf('@');
  if (at < 1 || at > maxLocalLength) return undefined;
  const domain = domainToASCII(text.slice(at + 1));
  const address = `${text.slice(0, at)}@${domain}`.toLowerCase();
  return domain !== '' && email.safeParse(address).success ? address : undefined;
}
