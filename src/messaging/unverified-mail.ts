import type { MailAuthentication } from '../contracts/message-carrier.ts';

/**
 * Returns whether an email may have a forged sender. An error of DMARC counts as a failure, because the sender of a mail can cause one: by a slow DNS server,
 * or by a mail that is too expensive to check.
 */
export const isUnverified = (authentication: Pick<MailAuthentication, 'dmarc'> | undefined): boolean =>
  authentication?.dmarc === 'fail' || authentication?.dmarc === 'error';
