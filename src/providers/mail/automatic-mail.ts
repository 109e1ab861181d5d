import { localPartOf, type HeaderFields } from './header-fields.ts';

/** Fields that only programs and mailing lists write (RFC 2369, RFC 2919, and those of mail servers and ticket systems). */
const automaticFields: readonly string[] = [
  'list-id',
  'list-post',
  'list-unsubscribe',
  'mailing-list',
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-auto-reply-from',
  'x-mail-autoreply',
  'x-vacation',
  'x-failed-recipients',
  'x-loop',
];

/** Values of fields that only programs write. */
const automaticValues: Readonly<Record<string, RegExp>> = {
  // RFC 3834 §5: any value except `no`.
  'auto-submitted': /^(?!no\b)./i,
  precedence: /^(bulk|list|junk|auto[_-]?reply)\b/i,
  'return-path': /^<\s*>$/,
  'content-type': /^multipart\/report\b/i,
};
const automaticSenders =
  /^(mailer-daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|noreply|auto[-_.]?reply|autoresponder|bounces?|daemon|listserv|majordomo|owner-.*|.*-request|.*-bounces)([+=].*)?$/;

/**
 * Returns whether a program sent the mail: it must not be answered automatically (RFC 3834 §2). The subject does not matter, because people write "Auto: new tyres"
 * too. `sender` is the address of MAIL FROM, if known.
 */
export function isAutomatic(
  fields: HeaderFields,
  mail: { readonly from: string; readonly sender: string | undefined },
): boolean {
  return (
    mail.sender === '' ||
    Object.entries(automaticValues).some(([name, pattern]) =>
      pattern.test(fields.first(name)?.trim() ?? ''),
    ) ||
    automaticFields.some((name) => fields.first(name) !== undefined) ||
    automaticSenders.test(localPartOf(mail.from))
  );
}
