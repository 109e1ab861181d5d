import type { IncomingHttpHeaders } from 'node:http';
import { reject } from '../../core/problems.ts';

const jsonPattern = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?;?$/i;
const csvPattern = /^text\/csv[ \t]*(?:;.*)?$/i;
const formPattern = /^multipart\/form-data[ \t]*;.*\bboundary=/i;

export type ContentKind = 'json' | 'csv' | 'form';

/** Returns the kind of body by Content-Type; `undefined` if the header is missing or names another type. */
export function contentKind({ 'content-type': type }: IncomingHttpHeaders): ContentKind | undefined {
  if (type === undefined) return undefined;
  if (jsonPattern.test(type.trim())) return 'json';
  if (csvPattern.test(type.trim())) return 'csv';
  return formPattern.test(type.trim()) ? 'form' : undefined;
}

/**
 * Requires an uncompressed body in `application/json` (UTF-8), or also in `text/csv` and `multipart/form-data` if files are accepted. A
 * request without a body may omit the header, but must not name another type.
 * @throws {Problem} `unsupported_media_type`
 */
export function requireContentType(headers: IncomingHttpHeaders, acceptsFiles: boolean): void {
  const kind = contentKind(headers);
  const isAccepted = acceptsFiles ? kind !== undefined : kind === 'json';
  const details = acceptsFiles
    ? 'Send the body as application/json, text/csv or multipart/form-data.'
    : 'Send the body as application/json.';
  if (headers['content-type'] === undefined ? hasBody(headers) : !isAccepted)
    reject('unsupported_media_type', { details });
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    reject('unsupported_media_type', { details: details.replace(/\.$/, ', without compression.') });
  }
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
