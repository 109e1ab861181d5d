/** A host name, an IPv4 or a bracketed IPv6 address, with an optional port: safe to insert into HTML and CSV. */
const hostPattern = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
const defaultHost = '127.0.0.1:3000';

/** Returns the base URL of the request. A TLS proxy sends X-Forwarded-Proto. An invalid host becomes `127.0.0.1:3000`. */
export function baseUrlOf(header: (name: string) => string | undefined): string {
  const scheme = header('x-forwarded-proto') === 'https' ? 'https' : 'http';
  const host = header('host') ?? '';
  return `${scheme}://${hostPattern.test(host) ? host : defaultHost}`;
}
