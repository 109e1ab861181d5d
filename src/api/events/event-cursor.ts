import { reject } from '../../core/problems.ts';

/** Returns the cursor of a position in the published events. */
export const writeEventCursor = (position: number): string =>
  Buffer.from(`evt ${position}`).toString('base64url');

/** @throws {Problem} `invalid_query` */
export function readEventCursor(cursor: string): number {
  const match = /^evt (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match !== null) return Number(match[1]);
  const message = 'The cursor is invalid. Send the nextCursor of an earlier response.';
  return reject('invalid_query', { fields: [{ path: 'after', code: 'invalid_cursor', message }] });
}
