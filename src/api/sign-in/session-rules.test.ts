import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionRow } from '../../store/sessions/session-row.ts';
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
  tokenHash: hashSecret('now'),
  previousTokenHash: hashSecret('before'),
  rotatedAt: at(0),
  lastUsedAt: at(0),
  expiresAt: at(maxSessionAgeMs),
  role: 'viewer',
  status: 'active',
  workspaceIds: [],
  ...changes,
});

const stateOf = (token: string, ms: number, changes: Partial<SessionRow> = {}) =>
  classifySession(row(changes), token, at(ms).getTime());

describe('a session', () => {
  it.each([
    ['now', 0, {}, 'current'],
    ['now', rotateAfterMs - 1, {}, 'current'],
    ['now', rotateAfterMs, {}, 'stale'],
    ['before', tokenGraceMs, {}, 'previous'],
    ['before', tokenGraceMs + 1, {}, 'copied'],
    ['neither', 0, {}, 'copied'],
    ['before', 0, { previousTokenHash: null }, 'copied'],
    ['now', idleTimeoutMs, {}, 'ended'],
    ['now', maxSessionAgeMs, { lastUsedAt: at(maxSessionAgeMs) }, 'ended'],
    ['now', 0, { status: 'disabled' }, 'ended'],
    ['before', 0, { status: 'disabled' }, 'ended'],
  ] as const)('with the token %s after %i ms is %s', (token, ms, changes, state) => {
    expect(stateOf(token, ms, changes)).toBe(state);
  });

  it('counts as copied with a token that it never had, at any time', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: -maxSessionAgeMs, max: 2 * maxSessionAgeMs }),
        (token, ms) => {
          fc.pre(token !== 'now' && token !== 'before');
          expect(stateOf(token, ms)).toBe('copied');
        },
      ),
    );
  });
});
