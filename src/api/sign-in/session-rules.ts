import { createHash } from 'node:crypto';
import { sameHash } from '../../domain/api-key.ts';
import type { SessionRow } from '../../store/sessions/session-row.ts';

/** A session that nobody used for so long has ended. */
export const idleTimeoutMs = 12 * 3_600_000;
/** A session ends after this, however it is used. */
export const maxSessionAgeMs = 7 * 86_400_000;
/** The token of a session in use changes so often. */
export const rotateAfterMs = 3_600_000;
/** Requests that were under way when the token changed may still carry the old one. */
export const tokenGraceMs = 60_000;

/** What the cookie holds is 192 random bits, so a slow hash would add nothing. */
export const hashSecret = (text: string): string => createHash('sha256').update(text).digest('hex');

export type SessionState =
  /** Goes on; `stale` where its token is due to change. */
  | 'current'
  | 'stale'
  /** Carries the token before, just after it changed. */
  | 'previous'
  | 'ended'
  /** Carries a token that was replaced long since: there are two copies of the cookie. */
  | 'copied';

/** What a session is worth at `nowMs` to whoever presents `token`. */
export function classifySession(row: SessionRow, token: string, nowMs: number): SessionState {
  const hasEnded =
    row.expiresAt.getTime() <= nowMs ||
    row.lastUsedAt.getTime() + idleTimeoutMs <= nowMs ||
    row.status !== 'active';
  const hash = hashSecret(token);
  const sinceMs = nowMs - row.rotatedAt.getTime();
  const isPrevious = row.previousTokenHash !== null && sameHash(hash, row.previousTokenHash);
  if (sameHash(hash, row.tokenHash)) {
    if (hasEnded) return 'ended';
    return sinceMs >= rotateAfterMs ? 'stale' : 'current';
  }
  if (!isPrevious || sinceMs > tokenGraceMs) return 'copied';
  return hasEnded ? 'ended' : 'previous';
}
