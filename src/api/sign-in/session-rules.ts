import { createHash } from 'node:crypto';
import { sameHash } from '../../domain/api-key.ts';
import type { SessionRow } from '../../store/sessions.ts';

/** A session ends after this time without use. */
export const idleTimeoutMs = 12 * 3_600_000;
/** A session ends after this time in any case. */
export const maxSessionAgeMs = 7 * 86_400_000;
/** The token of a used session rotates after this time. */
export const rotateAfterMs = 3_600_000;
/** The old token stays valid for this time, for requests that were in flight during the rotation. */
export const tokenGraceMs = 60_000;

/** Returns the SHA-256 hash of a secret. The secret has 192 random bits, so a slow hash would add nothing. */
export const hashSecret = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The state of a session, given the presented token. */
export type SessionState =
  /** Valid. */
  | 'current'
  /** Valid, but the token is due for rotation. */
  | 'stale'
  /** Valid, with the previous token within the grace period. */
  | 'previous'
  | 'ended'
  /** The token is neither the current one nor, within the grace period, the previous one, so the cookie was copied. */
  | 'token_mismatch';

/** Returns the state of a session at `nowMs` for the presented `token`. */
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
  if (!isPrevious || sinceMs > tokenGraceMs) return 'token_mismatch';
  return hasEnded ? 'ended' : 'previous';
}
