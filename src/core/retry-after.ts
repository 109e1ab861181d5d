const dayMs = 24 * 3_600_000;

/**
 * Parses `Retry-After` (RFC 9110 §10.2.3), seconds or an HTTP date, to ms from now, at most a day. Returns undefined for any other text.
 */
export function parseRetryAfter(text: string | null | undefined, nowMs: number): number | undefined {
  const value = text?.trim() ?? '';
  if (/^\d{1,100}$/.test(value)) return Math.min(Number(value) * 1_000, dayMs);
  const atMs = /^[A-Za-z]{3}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.min(Math.max(0, atMs - nowMs), dayMs);
}
