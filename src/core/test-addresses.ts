import { isFictionalNumber } from './phone-numbers.ts';

/** The domains that are reserved for documentation and tests (RFC 2606 §2 and §3), without the leading dot of a subdomain. */
const testDomains = /(?:^|\.)(?:example\.(?:com|org|net)|test)$/;

/** Returns whether an email address, in lower case, is in a domain of the test network: `example.com`, `.org`, `.net`, or below `.test`. */
export const isTestMailbox = (address: string): boolean =>
  testDomains.test(address.slice(address.lastIndexOf('@') + 1));

/** Returns whether a message to this recipient is carried by the test network: a fictional number, or a test mailbox. */
export const isTestRecipient = (address: string): boolean =>
  address.includes('@') ? isTestMailbox(address) : isFictionalNumber(address);

/** The languages of simulated people. */
export type TestLanguage = 'en' | 'de';

/** Returns the language of the simulated person at an address: German at German numbers, English at all others. */
export const testLanguageOf = (address: string): TestLanguage => (address.startsWith('+49') ? 'de' : 'en');
