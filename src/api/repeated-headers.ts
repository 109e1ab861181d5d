import { refuse } from '../core/problems.ts';

/**
 * RFC 9112 §3.2: more than one Host is refused; a proxy in front may have read the other.
 * @param rawHeaders names and values in turn
 * @throws {Problem} `invalid_http`
 */
export function refuseRepeatedHost(rawHeaders: readonly string[]): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) refuse('invalid_http', { details: 'The Host header was sent twice.' });
}

/**
 * Of these Node keeps the first where several come, and a proxy in front may have judged by the last (RFC 9110 §5.3: they are
 * no lists). All others that matter here are joined by Node, and then fit no form.
 * @param rawHeaders names and values in turn
 * @throws {Problem} `invalid_api_key`, `unsupported_media_type`
 */
export function refuseRepeatedHeaders(rawHeaders: readonly string[]): void {
  const times = { authorization: 0, 'content-type': 0 };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (name === 'authorization' || name === 'content-type') times[name] += 1;
  }
  if (times.authorization > 1)
    refuse('invalid_api_key', { details: 'The Authorization header was sent twice.' });
  if (times['content-type'] > 1)
    refuse('unsupported_media_type', { details: 'The Content-Type header was sent twice.' });
}
