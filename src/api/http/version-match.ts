import { reject } from '../../core/problems.ts';

/** Returns the entity tag (RFC 9110 §8.8.3) of a resource: its version in quotes. */
export const etagOf = ({ version }: { readonly version: number }): string => `"${version}"`;

const entityTag = /^(?:W\/)?"?(\d{1,9})"?$/;

/**
 * Requires that the header If-Match (RFC 9110 §13.1.1), if there is one, names the current version.
 * @throws {Problem} `version_conflict` if it names other versions, `invalid_request` if it is malformed
 */
export function requireVersion(ifMatch: string | undefined, current: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const versions = ifMatch.split(',').map((tag) => entityTag.exec(tag.trim())?.[1]);
  if (versions.includes(undefined)) {
    const message = 'Send the ETag of the resource, which is its version in quotes, such as "3".';
    reject('invalid_request', { fields: [{ path: 'If-Match', code: 'invalid_value', message }] });
  }
  if (versions.includes(String(current))) return;
  reject('version_conflict', {
    details: `The current version is ${current}, not ${versions.join(' or ')}. Read the resource again, apply your change, and send its new version.`,
  });
}
