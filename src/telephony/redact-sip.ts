const removed = '[removed]';

/** A header field with credentials (RFC 3261 §20.7, §20.28), with its continuation lines. */
const credentials = /^((?:Proxy-)?Authorization)[ \t]*:.*(?:\r?\n[ \t].*)*/gim;
/** The password in a SIP URI (RFC 3261 §19.1.1). */
const uriPassword = /\b(sips?:[^\s:@<>;,"]+):[^\s@<>,"]+@/gi;
/** Keys of media in a session description: SDES (RFC 4568), ICE (RFC 8839) and `k=` (RFC 4566). */
const mediaKey = /^(a=crypto:\S+ \S+ inline:|a=ice-pwd:|k=).*$/gim;

/**
 * Returns the text of a SIP message without credentials, keys of media, and the bodies of INFO requests, which carry the digits that a customer
 * presses.
 */
export function redactSip(text: string): string {
  const end = /\r?\n\r?\n/.exec(text);
  const head = end === null ? text : text.slice(0, end.index + end[0].length);
  const body = text.slice(head.length);
  const safeHead = head
    .replace(credentials, (_field, name: string) => `${name}: ${removed}`)
    .replace(uriPassword, (_uri, user: string) => `${user}:${removed}@`);
  if (head.startsWith('INFO ') && body !== '') return safeHead + removed;
  return safeHead + body.replace(mediaKey, (_line, name: string) => name + removed);
}
