import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../core/problems.ts';

const jsonPattern = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?;?$/i;

/**
 * A body must be `application/json` in UTF-8, not compressed; without a body the header may be absent, but must not say
 * anything else.
 * @throws {Problem} `unsupported_media_type`
 */
export function requireJson(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'];
  if (type === undefined ? hasBody(headers) : !jsonPattern.test(type.trim()))
    refuse('unsupported_media_type');
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    refuse('unsupported_media_type', { details: 'Send the body as application/json without compression.' });
  }
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
