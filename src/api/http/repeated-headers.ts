import { reject } from '../../core/problems.ts';

/**
 * Rejects requests with more than one Host header (RFC 9112 §3.2), because a proxy may have used the other one.
 * @param rawHeaders alternating names and values
 * @throws {Problem} `invalid_http`
 */
export function rejectRepeatedHost(rawHeaders: readonly string[]): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) reject('invalid_http', { details: 'The Host header was sent twice.' });
}

/**
 * Rejects repeated Authorization and Content-Type headers (RFC 9110 §5.3): Node keeps the first one, and a proxy may have used the
 * last one. Other repeated headers need no check, because Node joins them to an invalid value.
 * @param rawHeaders alternating names and values
 * @throws {Problem} `invalid_api_key`, `unsupported_media_type`
 */
export function rejectRepeatedHeaders(rawHeaders: readonly string[]): void {
  const counts = { authorization: 0, 'content-type': 0 };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (name === 'authorization' || name === 'content-type') counts[name] += 1;
  }
  if (counts.authorization > 1)
    reject('invalid_api_key', { details: 'The Authorization header was sent twice.' });
  if (counts['content-type'] > 1)
    reject('unsupported_media_type', { details: 'The Content-Type header was sent twice.' });
}
