import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { isE164, parsePhoneNumber } from '../../core/phone-numbers.ts';

export const messageChannels = ['sms', 'email'] as const;

export type MessageChannel = (typeof messageChannels)[number];

/** Whom a message goes to, and by which channel: the form of the address decides. */
export interface Recipient {
  readonly channel: MessageChannel;
  /** E.164, or an email address in lower case with its domain in ASCII. */
  readonly address: string;
}

/** RFC 5321 §4.5.3.1.3, without the angle brackets. */
const addressLengthMax = 254;
/** RFC 5321 §4.5.3.1.1. */
const localLengthMax = 64;

const email = z.email().max(addressLengthMax);

/** A number that can exist, in E.164, is SMS; an address is email. Undefined where the text is neither. */
export function readRecipient(text: string): Recipient | undefined {
  if (text.includes('@')) {
    const address = readEmailAddress(text);
    return address === undefined ? undefined : { channel: 'email', address };
  }
  const number = isE164(text) ? parsePhoneNumber(text) : undefined;
  return number === undefined ? undefined : { channel: 'sms', address: number.e164 };
}

/** An email address as it is compared: lower case, an internationalised domain as it stands in the DNS (RFC 5891). */
export function readEmailAddress(text: string): string | undefined {
  if (text.length > addressLengthMax) return undefined;
  const at = text.lastIndexOf('@');
  if (at < 1 || at > localLengthMax) return undefined;
  const domain = domainToASCII(text.slice(at + 1));
  const address = `${text.slice(0, at)}@${domain}`.toLowerCase();
  return domain !== '' && email.safeParse(address).success ? address : undefined;
}
