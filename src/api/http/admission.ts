import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Problem, reject } from '../../core/problems.ts';
import { addressBucket, rejectedCredentialsBucket } from './address-buckets.ts';
import { Authenticator, anonymous } from '../authenticate.ts';
import { bodyLimitsOf } from './body-limits.ts';
import { requireContentType } from './content-type.ts';
import type { ApiContext } from '../context.ts';
import type { Access, Caller, Endpoint } from '../endpoint.ts';
import { LocalRateLimiter, rateLimitHeaders, SharedRateLimiter, type RateLimitResult } from './rate-limit.ts';
import { wellFormedSecret } from './presented-key.ts';
import { rejectRepeatedHeaders } from './repeated-headers.ts';

/**
 * Budget per client address and minute for requests without accepted credentials. Each address has two budgets: one for rejected keys and
 * sessions, one for pages and requests without credentials. A request costs 1, and each KiB of its body 1 more. A page costs its `pageCost`.
 */
const addressCostPerMinute = 1200;
/** Maximum number of accepted credentials in memory. */
const maxAccepted = 10_000;
/** Requests per user and minute in every plan. Requests of signed-in users do not count against the limits of keys. */
const sessionRequestsPerMinute = 1200;
/**
 * From this limit on, each node counts in memory. Such a limit protects the server, not a plan, and need not be exact; a database row
 * that every request of the workspace updates would be a bottleneck.
 */
const localLimiterFromPerMinute = 100_000;

/** Scopes that change access: keys, and workspaces with their plans. */
const accessScopes: readonly Access[] = ['keys:write', 'workspace:write'];

export const changesAccess = ({ method, scope }: Pick<Endpoint, 'method' | 'scope'>): boolean =>
  method !== 'GET' && accessScopes.includes(scope);

/**
 * Authenticates and admits requests by their headers alone, before the body is read: key or session, workspace, rate limit,
 * scope and content type.
 */
export class Admission {
  readonly #authenticator: Authenticator;
  readonly #sharedLimiter: SharedRateLimiter;
  readonly #localLimiter: LocalRateLimiter;
  /** The workspace ids of accepted requests by a hash of the credentials and the requested workspace. */
  readonly #acceptedWorkspaceIds = new LRUCache<string, string>({ max: maxAccepted });

  constructor(context: ApiContext) {
    this.#authenticator = new Authenticator(context);
    this.#sharedLimiter = new SharedRateLimiter(context.database, context.clock);
    this.#localLimiter = new LocalRateLimiter(context.clock);
  }

  /** Discards cached keys and workspaces. Call it before the response to a change of a key or workspace, so that the change applies to the next request. */
  clearCache(): void {
    this.#authenticator.clearCache();
  }

  /** Stops listening for changes. Can be called twice. */
  close(): void {
    this.#authenticator.close();
  }

  /**
   * Returns the caller of an admitted request. Sets the rate limit headers, also of a rejected request.
   * @throws {Problem} if the request is rejected
   */
  async admit(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Promise<Caller> {
    const caller = await this.#identifyUnlessPublic(request, reply, endpoint);
    requireAccess(caller, endpoint.scope);
    if (endpoint.workspace === 'required' && !request.headers['x-workspace-id']) reject('workspace_required');
    requireContentType(request.headers, endpoint.upload !== undefined);
    return caller;
  }

  /**
   * Counts a request to an unknown path like any other request and sets the rate limit headers. Ignores an invalid key: the response
   * is 404 in any case.
   * @throws {Problem} `rate_limited`
   */
  async countUnknownPath(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      await this.#identifyCaller(request, reply);
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'rate_limited') throw error;
    }
  }

  /**
   * Counts a request for a page that needs no key.
   * @throws {Problem} `rate_limited`
   */
  countPageRequest(request: FastifyRequest, reply: FastifyReply, cost: number): void {
    this.#countAddress(reply, addressBucket(request.ip), cost);
  }

  /** Returns the workspace id of an earlier accepted request with the same credentials and workspace header. Does not use the database. */
  cachedWorkspaceId(request: FastifyRequest): string | undefined {
    const secret = wellFormedSecret(request.headers);
    return secret === undefined ? undefined : this.#acceptedWorkspaceIds.get(fingerprint(secret, request));
  }

  /** Returns the rate limit headers of a request that is rejected before authentication. Does not count the request. */
  limitHeaders(request: FastifyRequest): Record<string, string> {
    return rateLimitHeaders(addressPolicy, this.#localLimiter.peek(bucketOf(request), addressCostPerMinute));
  }

  async #identifyUnlessPublic(
    request: FastifyRequest,
    reply: FastifyReply,
    endpoint: Endpoint,
  ): Promise<Caller> {
    if (endpoint.scope !== 'public') return this.#identifyCaller(request, reply);
    const cost = 1 + bodyKibibytes(request, bodyLimitsOf(endpoint).maxBytes);
    this.#countAddress(reply, addressBucket(request.ip), cost);
    return anonymous;
  }

  async #identifyCaller(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const caller = await this.#findCaller(request, reply).catch((error: unknown) => {
      if (error instanceof Problem && error.code !== 'rate_limited')
        this.#countAddress(reply, bucketOf(request), 1);
      throw error;
    });
    const { actor, workspaceId } = caller;
    reply.header('x-workspace-id', workspaceId);
    if (actor.type === 'user')
      applyRateLimit(reply, 'session', this.#localLimiter.take(`user ${actor.id}`, sessionRequestsPerMinute));
    else await this.#countKeyRequest(reply, caller);
    return caller;
  }

  /** Rejects credentials that were not accepted before, without a lookup, if the address has used up its budget for rejected credentials. */
  async #findCaller(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    rejectRepeatedHeaders(request.raw.rawHeaders);
    const secret = wellFormedSecret(request.headers);
    if (secret === undefined) return this.#authenticator.findCaller(request, reply);
    const credentialsHash = fingerprint(secret, request);
    if (this.#acceptedWorkspaceIds.get(credentialsHash) === undefined) this.#rejectExhausted(request, reply);
    try {
      const caller = await this.#authenticator.findCaller(request, reply);
      this.#acceptedWorkspaceIds.set(credentialsHash, caller.workspaceId);
      return caller;
    } catch (error) {
      if (error instanceof Problem) this.#acceptedWorkspaceIds.delete(credentialsHash);
      throw error;
    }
  }

  #rejectExhausted(request: FastifyRequest, reply: FastifyReply): void {
    const result = this.#localLimiter.peek(rejectedCredentialsBucket(request.ip), addressCostPerMinute);
    if (!result.allowed) applyRateLimit(reply, addressPolicy, result);
  }

  /** Counts the request against the limits of key and workspace. The headers report the limit with fewer remaining requests. */
  async #countKeyRequest(
    reply: FastifyReply,
    { actor, workspaceId, requestsPerMinuteLimits }: Caller,
  ): Promise<void> {
    const { workspace, key } = requestsPerMinuteLimits;
    const keyResult = key === null ? undefined : await this.#take(workspaceId, actor.id, key);
    if (keyResult?.allowed === false) return applyRateLimit(reply, 'key', keyResult);
    const workspaceResult = await this.#take(workspaceId, workspaceId, workspace);
    if (
      keyResult === undefined ||
      workspaceResult.remaining < keyResult.remaining ||
      !workspaceResult.allowed
    )
      return applyRateLimit(reply, 'workspace', workspaceResult);
    return applyRateLimit(reply, 'key', keyResult);
  }

  #take(
    workspaceId: string,
    limitedId: string,
    limitPerMinute: number,
  ): RateLimitResult | Promise<RateLimitResult> {
    if (limitPerMinute < localLimiterFromPerMinute)
      return this.#sharedLimiter.take(workspaceId, limitedId, limitPerMinute);
    return this.#localLimiter.take(`${limitedId} ${workspaceId}`, limitPerMinute);
  }

  #countAddress(reply: FastifyReply, bucket: string, cost: number): void {
    const result = this.#localLimiter.take(bucket, addressCostPerMinute, cost);
    applyRateLimit(reply, addressPolicy, result);
  }
}

const addressPolicy = 'address';

/** Returns the bucket that a rejected request counts against. */
const bucketOf = ({ headers, ip }: FastifyRequest): string =>
  wellFormedSecret(headers) === undefined ? addressBucket(ip) : rejectedCredentialsBucket(ip);

const fingerprint = (secret: string, { headers }: FastifyRequest): string =>
  createHash('sha256')
    .update(`${secret} ${String(headers['x-workspace-id'] ?? '')}`)
    .digest('base64');

/** Returns the body size by Content-Length in KiB, at most `maxBytes`. A chunked body counts as `maxBytes`. */
function bodyKibibytes({ headers }: FastifyRequest, maxBytes: number): number {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const bytes = isChunked ? maxBytes : Math.min(Number(headers['content-length'] ?? 0), maxBytes);
  return Math.ceil(bytes / 1024);
}

function applyRateLimit(reply: FastifyReply, policy: string, result: RateLimitResult): void {
  reply.headers(rateLimitHeaders(policy, result));
  if (!result.allowed) reject('rate_limited', { retryAfterSeconds: result.retryAfterSeconds });
}

function requireAccess({ actor, scopes }: Caller, access: Access): void {
  if (access === 'public') return;
  if (access === 'signed-in') {
    if (actor.type !== 'user') reject('session_required');
    return;
  }
  if (scopes.includes(access)) return;
  const subject = actor.type === 'user' ? 'Your role' : 'This API key';
  reject('insufficient_scope', { details: `${subject} lacks the scope ${access}.` });
}
