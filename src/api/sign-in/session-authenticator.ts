import type { FastifyReply, FastifyRequest } from 'fastify';
import { reject } from '../../core/problems.ts';
import {
  endSession,
  findSession,
  rotateSession,
  type SessionRow,
  touchSession,
} from '../../store/sessions.ts';
import type { ApiContext } from '../context.ts';
import { requireSameOrigin } from './same-origin.ts';
import { nextSessionSecret, sessionCookie, type SessionSecret } from './session-cookie.ts';
import { hashSecret, classifySession } from './session-rules.ts';

/** Resolution of `lastUsedAt`. */
const touchIntervalMs = 60_000;

/** Authenticates requests by session cookie and renews sessions that are in use. */
export class SessionAuthenticator {
  readonly #context: Pick<ApiContext, 'database' | 'clock' | 'random' | 'logger'>;

  constructor(context: Pick<ApiContext, 'database' | 'clock' | 'random' | 'logger'>) {
    this.#context = context;
  }

  /** @throws {Problem} 401 `session_expired`, 403 `cross_site_request` */
  async authenticate(
    request: FastifyRequest,
    reply: FastifyReply,
    secret: SessionSecret,
  ): Promise<SessionRow> {
    requireSameOrigin(request.method, request.headers);
    const { database, clock } = this.#context;
    const row = await findSession(database.asSystem(), { seriesHash: hashSecret(secret.series) });
    if (row === undefined) reject('session_expired');
    const nowMs = clock.now();
    const state = classifySession(row, secret.token, nowMs);
    if (state === 'ended' || state === 'token_mismatch') return this.#end(row, state);
    if (state === 'stale') await this.#rotate(request, reply, row, secret);
    else if (nowMs - row.lastUsedAt.getTime() >= touchIntervalMs) await this.#touch(row, nowMs);
    return row;
  }

  async #end(
    { id: sessionId, workspaceId, userId }: SessionRow,
    state: 'ended' | 'token_mismatch',
  ): Promise<never> {
    const { database, logger } = this.#context;
    await endSession(database.inWorkspace(workspaceId), { workspaceId, sessionId });
    if (state === 'token_mismatch')
      logger.warn({ sessionId, userId }, 'A session was ended because an old copy of its cookie was used.');
    return reject('session_expired');
  }

  /** Rotates the token. Only one of several concurrent requests rotates it; the old token stays valid for the grace period. */
  async #rotate(
    request: FastifyRequest,
    reply: FastifyReply,
    { id: sessionId, workspaceId, tokenHash, expiresAt }: SessionRow,
    secret: SessionSecret,
  ): Promise<void> {
    const { database, clock, random } = this.#context;
    const next = nextSessionSecret(secret, random);
    const at = new Date(clock.now());
    const change = { workspaceId, sessionId, tokenHash, nextTokenHash: hashSecret(next.token), at };
    if (!(await rotateSession(database.inWorkspace(workspaceId), change))) return;
    const maxAgeSeconds = Math.floor((expiresAt.getTime() - at.getTime()) / 1000);
    reply.header('set-cookie', sessionCookie(request.headers, next, maxAgeSeconds));
  }

  async #touch({ id: sessionId, workspaceId }: SessionRow, nowMs: number): Promise<void> {
    const db = this.#context.database.inWorkspace(workspaceId);
    await touchSession(db, { workspaceId, sessionId, at: new Date(nowMs) });
  }
}
