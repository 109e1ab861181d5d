import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionRow } from '../../store/sessions.ts';
import {
  tokenGraceMs,
  hashSecret,
  idleTimeoutMs,
  classifySession,
  maxSessionAgeMs,
  rotateAfterMs,
} from './session-rules.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 5) + ms);

const row = (changes: Partial<SessionRow> = {}): SessionRow => ({
  id: 'sess_1',
  workspaceId: 'ws_1',
  userId: 'usr_1',
  tokenHash: hashSecret('current-token'),
  previousTokenHash: hashSecret('previous-token'),
  rotatedAt: at(0),
  lastUsedAt: at(0),
  expiresAt: at(maxSessionAgeMs),
  role: 'viewer',
  status: 'active',
  isOperator: false,
  workspaceIds: [],
  ...changes,
});

const stateOf = (token: string, ms: number, changes: Partial<SessionRow> = {}) =>
  classifySession(row(changes), token, at(ms).getTime());

describe('a session', () => {
  it.each([
    ['current-token', 0, {}, 'current'],
    ['current-token', rotateAfterMs - 1, {}, 'current'],
    ['current-token', rotateAfterMs, {}, 'stale'],
    ['previous-token', tokenGraceMs, {}, 'previous'],
    ['previous-token', tokenGraceMs + 1, {}, 'token_mismatch'],
    ['unknown-token', 0, {}, 'token_mismatch'],
    ['previous-token', 0, { previousTokenHash: null }, 'token_mismatch'],
    ['current-token', idleTimeoutMs, {}, 'ended'],
    ['current-token', maxSessionAgeMs, { lastUsedAt: at(maxSessionAgeMs) }, 'ended'],
    ['current-token', 0, { status: 'disabled' }, 'ended'],
    ['previous-token', 0, { status: 'disabled' }, 'ended'],
  ] as const)('with the %s after %i ms: %s', (token, ms, changes, state) => {
    expect(stateOf(token, ms, changes)).toBe(state);
  });

  it('has a token mismatch for a token that it never had, at any time', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: -maxSessionAgeMs, max: 2 * maxSessionAgeMs }),
        (token, ms) => {
          fc.pre(token !== 'current-token' && token !== 'previous-token');
          expect(stateOf(token, ms)).toBe('token_mismatch');
        },
      ),
    );
  });
});
