import { reject } from '../../core/problems.ts';

/** A range of bytes of a body, counted from 0. */
export interface ByteRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

/**
 * Parses the Range header (RFC 9110 §14.2) for a body of `sizeBytes`. Returns `undefined` if the whole body must be sent: without a
 * header, or if the header is invalid or has another unit or several ranges.
 * @throws {Problem} `invalid_range` if the range starts after the end of the body
 */
export function readByteRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
  const match = rangePattern.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, first, last, suffix] = match;
  if (suffix !== undefined) return clampToBody(sizeBytes - Number(suffix), sizeBytes - 1, sizeBytes);
  const lastByte = last === '' ? sizeBytes - 1 : Number(last);
  if (last !== '' && lastByte < Number(first)) return undefined;
  return clampToBody(Number(first), lastByte, sizeBytes);
}

const rangePattern = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

function clampToBody(first: number, last: number, sizeBytes: number): ByteRange {
  if (first >= sizeBytes) reject('invalid_range');
  return { first: Math.max(first, 0), last: Math.min(last, sizeBytes - 1) };
}
