import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Problem, refuse } from '../core/problems.ts';
import { addressBucket, rejectedCredentialsBucket } from './address-buckets.ts';
import { Authenticator, anonymous } from './authenticate.ts';
import { bodyLimitsOf } from './body-limits.ts';
import { requireContentType } from './content-type.ts';
import type { ApiContext } from './context.ts';
import type { Access, Caller, Endpoint } from './endpoint.ts';
import { LocalRateLimiter, rateLimitHeaders, SharedRateLimiter, type RateLimitResult } from './rate-limit.ts';
import { wellFormedSecret } from './presented-key.ts';
import { refuseRepeatedHeaders } from './repeated-headers.ts';

/**
 * What requests of an address may cost in a minute while no caller is identified: once for refused keys and sessions, and once
 * for pages and requests without either. A request costs 1, as does each KiB of a body and each 64 KiB of a page.
 */
const addressCostPerMinute = 1200;
/** Secrets that were accepted a while ago. */
const acceptedMax = 10_000;
/** Requests of one person in a minute, whatever the plan: the dashboard uses up no key's limit. */
const sessionRequestsPerMinute = 1200;
/**
 * From this limit on it is kept by each node for itself: it guards the machine, not a plan, and one row that all requests of
 * a workspace wait for would cost more than it saves.
 */
const localFromPerMinute = 100_000;

/** What these scopes allow to change decides who may come in: keys, and workspaces with their plans. */
const accessScopes: readonly Access[] = ['keys:write', 'workspace:write'];

export const changesAccess = ({ method, scope }: Pick<Endpoint, 'method' | 'scope'>): boolean =>
  method !== 'GET' && accessScopes.includes(scope);

/**
 * May this request come in? Decided from its headers alone, before a byte of the body is read: the key or session, its workspace,
 * the rate limit, the scope, the content type.
 */
export class Admission {
  readonly #authenticator: Authenticator;
  readonly #shared: SharedRateLimiter;
  readonly #local: LocalRateLimiter;
  /** The workspace that was entered, by a hash of the secret and the workspace asked for. */
  readonly #accepted = new LRUCache<string, string>({ max: acceptedMax });

  constructor(context: ApiContext) {
    this.#authenticator = new Authenticator(context);
    this.#shared = new SharedRateLimiter(context.database, context.clock);
    this.#local = new LocalRateLimiter(context.clock);
  }

  /** For what changes keys or workspaces, before it is answered: the next request sees the change. */
  clearCache(): void {
    this.#authenticator.clearCache();
  }

  /** Safe to call twice. */
  close(): void {
    this.#authenticator.close();
  }

  /** @throws {Problem} where it may not; the rate limit's headers are on the answer either way. */
  async admit(request: FastifyRequest, reply: FastifyReply, one: Endpoint): Promise<Caller> {
    const caller = await this.#identify(request, reply, one);
    requireAccess(caller, one.scope);
    if (one.workspace === 'required' && !request.headers['x-workspace-id']) refuse('workspace_required');
    requireContentType(request.headers, one.upload !== undefined);
    return caller;
  }

  /**
   * For an address at which nothing is: it counts like every other request, and the rate limit's headers are on the answer. A
   * key that does not hold is no reason for another answer than 404.
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
   * For a page that needs no key.
   * @throws {Problem} `rate_limited`
   */
  countPageRequest(request: FastifyRequest, reply: FastifyReply, cost: number): void {
    this.#countAddress(reply, addressBucket(request.ip), cost);
  }

  /** The workspace that a request most likely enters, by requests that were accepted before. Nothing is looked up. */
  likelyWorkspace(request: FastifyRequest): string | undefined {
    const secret = wellFormedSecret(request.headers);
    return secret === undefined ? undefined : this.#accepted.get(fingerprint(secret, request));
  }

  /**
   * The headers of the limit of the address, for a request that is refused before anybody asks who sends it; it uses up nothing.
   */
  limitHeaders(request: FastifyRequest): Record<string, string> {
    return rateLimitHeaders(addressPolicy, this.#local.peek(bucketOf(request), addressCostPerMinute));
  }

  async #identify(request: FastifyRequest, reply: FastifyReply, one: Endpoint): Promise<Caller> {
    if (one.scope !== 'public') return this.#identifyCaller(request, reply);
    const cost = 1 + bodyKibibytes(request, bodyLimitsOf(one).bytesMax);
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
      applyRateLimit(reply, 'session', this.#local.take(`user ${actor.id}`, sessionRequestsPerMinute));
    else await this.#countKeyRequest(reply, caller);
    return caller;
  }

  /** A secret that was never accepted is not looked up for an address that has used up its budget of refused secrets. */
  async #findCaller(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    refuseRepeatedHeaders(request.raw.rawHeaders);
    const secret = wellFormedSecret(request.headers);
    if (secret === undefined) return this.#authenticator.findCaller(request, reply);
    const known = fingerprint(secret, request);
    if (this.#accepted.get(known) === undefined) this.#refuseExhausted(request, reply);
    try {
      const caller = await this.#authenticator.findCaller(request, reply);
      this.#accepted.set(known, caller.workspaceId);
      return caller;
    } catch (error) {
      if (error instanceof Problem) this.#accepted.delete(known);
      throw error;
    }
  }

  #refuseExhausted(request: FastifyRequest, reply: FastifyReply): void {
    const verdict = this.#local.peek(rejectedCredentialsBucket(request.ip), addressCostPerMinute);
    if (!verdict.allowed) applyRateLimit(reply, addressPolicy, verdict);
  }

  /** The key's own limit, then that of all keys of the workspace; the answer shows the one that has less left. */
  async #countKeyRequest(
    reply: FastifyReply,
    { actor, workspaceId, requestsPerMinute }: Caller,
  ): Promise<void> {
    const { workspace, key } = requestsPerMinute;
    const ofKey = key === null ? undefined : await this.#take(workspaceId, actor.id, key);
    if (ofKey?.allowed === false) return applyRateLimit(reply, 'key', ofKey);
    const ofAll = await this.#take(workspaceId, workspaceId, workspace);
    if (ofKey === undefined || ofAll.remaining < ofKey.remaining || !ofAll.allowed)
      return applyRateLimit(reply, 'workspace', ofAll);
    return applyRateLimit(reply, 'key', ofKey);
  }

  #take(
    workspaceId: string,
    counted: string,
    limitPerMinute: number,
  ): RateLimitResult | Promise<RateLimitResult> {
    if (limitPerMinute < localFromPerMinute) return this.#shared.take(workspaceId, counted, limitPerMinute);
    return this.#local.take(`${counted} ${workspaceId}`, limitPerMinute);
  }

  #countAddress(reply: FastifyReply, holder: string, cost: number): void {
    const verdict = this.#local.take(holder, addressCostPerMinute, cost);
    applyRateLimit(reply, addressPolicy, verdict);
  }
}

const addressPolicy = 'address';

/** Returns the budget of a request that is refused: pages and requests without a secret do not use up that of refused secrets. */
const bucketOf = ({ headers, ip }: FastifyRequest): string =>
  wellFormedSecret(headers) === undefined ? addressBucket(ip) : rejectedCredentialsBucket(ip);

const fingerprint = (secret: string, { headers }: FastifyRequest): string =>
  createHash('sha256')
    .update(`${secret} ${String(headers['x-workspace-id'] ?? '')}`)
    .digest('base64');

/** As its length says; `bytesMax` where it says none. */
function bodyKibibytes({ headers }: FastifyRequest, bytesMax: number): number {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const bytes = isChunked ? bytesMax : Math.min(Number(headers['content-length'] ?? 0), bytesMax);
  return Math.ceil(bytes / 1024);
}

function applyRateLimit(reply: FastifyReply, policy: string, told: RateLimitResult): void {
  reply.headers(rateLimitHeaders(policy, told));
  if (!told.allowed) refuse('rate_limited', { retryAfterSeconds: told.retryAfterSeconds });
}

function requireAccess({ actor, scopes }: Caller, access: Access): void {
  if (access === 'public') return;
  if (access === 'signed-in') {
    if (actor.type !== 'user') refuse('session_required');
    return;
  }
  if (scopes.includes(access)) return;
  const who = actor.type === 'user' ? 'Your role' : 'This API key';
  refuse('insufficient_scope', { details: `${who} lacks the scope ${access}.` });
}
