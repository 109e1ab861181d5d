import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { reject } from '../core/problems.ts';
import { hashApiKey, sameHash, testKeyPrefix } from '../domain/api-key.ts';
import { effectiveLimits } from '../domain/rate-plan.ts';
import { roles } from '../domain/roles.ts';
import type { Scope } from '../domain/scopes.ts';
import { type ApiKeyRow, touchApiKey } from '../store/api-keys.ts';
import type { SessionRow } from '../store/sessions.ts';
import { AccessCache } from './access-cache.ts';
import { isAllowedAddress } from './http/allowed-addresses.ts';
import type { ApiContext } from './context.ts';
import type { Caller, KeyRestrictions } from './endpoint.ts';
import { effectiveScopes } from './operator.ts';
import { hasKey, presentedKey } from './http/presented-key.ts';
import { readSessionCookie } from './sign-in/session-cookie.ts';
import { SessionAuthenticator } from './sign-in/session-authenticator.ts';

/** Resolution of `lastUsedAt`. */
const touchIntervalMs = 60_000;

/** The identity of a caller before a workspace is selected. */
type Identity = Pick<
  Caller,
  'actor' | 'sessionId' | 'homeWorkspaceId' | 'workspaceIds' | 'scopes' | 'restrictions' | 'isTestKey'
>;

const unrestricted: KeyRestrictions = {
  allowedIps: [],
  expiresAt: null,
  requestsPerMinute: null,
  concurrentCalls: null,
};

/** The caller without credentials: no workspace, no scopes. */
export const anonymous: Caller = {
  actor: { type: 'anonymous', id: '' },
  sessionId: undefined,
  workspaceId: '',
  homeWorkspaceId: '',
  timezone: 'UTC',
  workspaceIds: [],
  scopes: [],
  limits: { requestsPerMinute: 0, concurrentCalls: 0, callStartsPerSecond: 0 },
  concurrentCallLimits: { workspace: 0, key: null },
  requestsPerMinuteLimits: { workspace: 0, key: null },
  restrictions: unrestricted,
  isTestKey: false,
};

/** Authenticates requests by API key or session and selects the workspace. */
export class Authenticator {
  readonly #context: ApiContext;
  readonly #sessions: SessionAuthenticator;
  readonly #accessCache: AccessCache;
  readonly #touchedAtMs = new Map<string, number>();

  constructor(context: ApiContext) {
    this.#context = context;
    this.#sessions = new SessionAuthenticator(context);
    this.#accessCache = new AccessCache(context.database, context.clock);
  }

  /** Discards cached keys and workspaces. */
  clearCache(): void {
    this.#accessCache.clear();
  }

  /** Stops listening for changes. Can be called twice. */
  close(): void {
    this.#accessCache.close();
  }

  /**
   * Returns the caller. A key takes precedence over a session, because browsers always send the cookie.
   * @throws {Problem} 401 if the key or session is missing or invalid, 403 `ip_not_allowed` `cross_site_request` `workspace_forbidden`
   */
  async findCaller(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const cookie = hasKey(request.headers) ? undefined : readSessionCookie(request.headers);
    const identity =
      cookie === undefined
        ? identityOfKey(await this.#findKey(request.headers, request.ip))
        : identityOfSession(await this.#sessions.authenticate(request, reply, cookie));
    return this.#selectWorkspace(identity, request.headers);
  }

  async #findKey(headers: IncomingHttpHeaders, address: string): Promise<ApiKeyRow> {
    const hash = hashApiKey(presentedKey(headers));
    const row = await this.#accessCache.findKey(hash);
    if (row === undefined || !sameHash(row.keyHash, hash)) reject('invalid_api_key');
    if (row.revokedAt !== null) reject('api_key_revoked');
    const nowMs = this.#context.clock.now();
    if (row.expiresAt !== null && row.expiresAt.getTime() <= nowMs) reject('api_key_expired');
    if (!isAllowedAddress(address, row.allowedIps)) reject('ip_not_allowed');
    this.#touch(row, nowMs);
    return row;
  }

  /**
   * Selects the workspace of the x-workspace-id header, or else the home workspace of the key or user. Unknown and forbidden workspaces
   * cause the same error. The scope `operator` remains only in the operator's workspace.
   */
  async #selectWorkspace(identity: Identity, headers: IncomingHttpHeaders): Promise<Caller> {
    const requested = headers['x-workspace-id'];
    const workspaceId =
      requested === undefined || requested === '' ? identity.homeWorkspaceId : String(requested);
    if (!identity.workspaceIds.includes(workspaceId)) reject('workspace_forbidden');
    const workspace = await this.#accessCache.findWorkspace(workspaceId);
    if (workspace === undefined) reject('workspace_forbidden');
    const plan = this.#context.settings.ratePlans[workspace.plan];
    const { requestsPerMinute, concurrentCalls } = identity.restrictions;
    return {
      ...identity,
      workspaceId,
      scopes: effectiveScopes(identity, workspace),
      timezone: workspace.timezone,
      limits: effectiveLimits(plan, {
        requestsPerMinute: requestsPerMinute ?? undefined,
        concurrentCalls: concurrentCalls ?? undefined,
      }),
      concurrentCallLimits: { workspace: plan.concurrentCalls, key: concurrentCalls },
      requestsPerMinuteLimits: {
        workspace: plan.requestsPerMinute,
        key: (requestsPerMinute ?? Infinity) < plan.requestsPerMinute ? requestsPerMinute : null,
      },
    };
  }

  /** Updates `lastUsedAt` without delaying the request. */
  #touch({ id, workspaceId }: ApiKeyRow, nowMs: number): void {
    if (nowMs - (this.#touchedAtMs.get(id) ?? -Infinity) < touchIntervalMs) return;
    this.#touchedAtMs.set(id, nowMs);
    const db = this.#context.database.inWorkspace(workspaceId);
    touchApiKey(db, { workspaceId, keyId: id, at: new Date(nowMs) }).catch((error: unknown) => {
      this.#context.logger.warn({ err: error }, 'Failed to store the last use of an API key.');
    });
  }
}

/** A key with a list of workspaces can enter no other. If the list omits the workspace that has the key, its home is the first of the list. */
function identityOfKey(key: ApiKeyRow): Identity {
  const workspaceIds = key.workspaceIds.length === 0 ? [key.workspaceId] : key.workspaceIds;
  return {
    actor: { type: 'key', id: key.id },
    sessionId: undefined,
    homeWorkspaceId: workspaceIds.includes(key.workspaceId) ? key.workspaceId : workspaceIds[0]!,
    workspaceIds,
    scopes: key.scopes as Scope[],
    restrictions: key,
    isTestKey: key.prefix === testKeyPrefix,
  };
}

const identityOfSession = (session: SessionRow): Identity => ({
  actor: { type: 'user', id: session.userId },
  sessionId: session.id,
  homeWorkspaceId: session.workspaceId,
  workspaceIds: [session.workspaceId, ...session.workspaceIds],
  scopes: session.isOperator ? [...roles[session.role], 'operator'] : roles[session.role],
  restrictions: unrestricted,
  isTestKey: false,
});
