import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, refuse } from '../core/problems.ts';
import { Authenticator, nobody } from './authenticate.ts';
import { requireContentType } from './content-type.ts';
import type { ApiContext } from './context.ts';
import type { Access, Caller, Endpoint } from './endpoint.ts';
import { LocalRateLimiter, rateLimitHeaders, SharedRateLimiter, type RateVerdict } from './rate-limit.ts';
import { refuseRepeatedHeaders } from './repeated-headers.ts';

/** Refusals that an address gets in a minute before it is told to wait: guessing keys is slow. */
const refusalsPerMinute = 1200;
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

  constructor(context: ApiContext) {
    this.#authenticator = new Authenticator(context);
    this.#shared = new SharedRateLimiter(context.database, context.clock);
    this.#local = new LocalRateLimiter(context.clock);
  }

  /** For what changes keys or workspaces, before it is answered: the next request sees the change. */
  forgetCallers(): void {
    this.#authenticator.forget();
  }

  /** Safe to call twice. */
  close(): void {
    this.#authenticator.close();
  }

  /** @throws {Problem} where it may not; the rate limit's headers are on the answer either way. */
  async admit(request: FastifyRequest, reply: FastifyReply, one: Endpoint): Promise<Caller> {
    const caller = await this.#identify(request, reply, one.scope);
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
  async countLost(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      await this.#identifyCaller(request, reply);
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'rate_limited') throw error;
    }
  }

  /**
   * The headers of the limit of the address, for a request that is refused before anybody asks who sends it; it uses up nothing.
   */
  limitHeaders(request: FastifyRequest): Record<string, string> {
    return rateLimitHeaders(addressPolicy, this.#local.look(holderOf(request), refusalsPerMinute));
  }

  async #identify(request: FastifyRequest, reply: FastifyReply, access: Access): Promise<Caller> {
    if (access !== 'everybody') return this.#identifyCaller(request, reply);
    this.#countStranger(request, reply);
    return nobody;
  }

  async #identifyCaller(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const caller = await this.#findCaller(request, reply).catch((error: unknown) => {
      if (error instanceof Problem) this.#countStranger(request, reply);
      throw error;
    });
    const { actor, workspaceId, limits } = caller;
    reply.header('x-workspace-id', workspaceId);
    if (actor.type === 'user')
      answerLimit(reply, 'session', this.#local.take(`user ${actor.id}`, sessionRequestsPerMinute));
    else answerLimit(reply, 'key', await this.#takeOfKey(actor.id, workspaceId, limits.requestsPerMinute));
    return caller;
  }

  async #findCaller(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    refuseRepeatedHeaders(request.raw.rawHeaders);
    return this.#authenticator.findCaller(request, reply);
  }

  #takeOfKey(keyId: string, workspaceId: string, limitPerMinute: number): RateVerdict | Promise<RateVerdict> {
    if (limitPerMinute < localFromPerMinute) return this.#shared.take(workspaceId, keyId, limitPerMinute);
    return this.#local.take(`key ${keyId} ${workspaceId}`, limitPerMinute);
  }

  #countStranger(request: FastifyRequest, reply: FastifyReply): void {
    answerLimit(reply, addressPolicy, this.#local.take(holderOf(request), refusalsPerMinute));
  }
}

const addressPolicy = 'address';
const holderOf = ({ ip }: FastifyRequest): string => `address ${ip}`;

function answerLimit(reply: FastifyReply, policy: string, told: RateVerdict): void {
  reply.headers(rateLimitHeaders(policy, told));
  if (!told.allowed) refuse('rate_limited', { retryAfterSeconds: told.retryAfterSeconds });
}

function requireAccess({ actor, scopes }: Caller, access: Access): void {
  if (access === 'everybody') return;
  if (access === 'signed-in') {
    if (actor.type !== 'user') refuse('session_required');
    return;
  }
  if (scopes.includes(access)) return;
  const who = actor.type === 'user' ? 'Your role' : 'This API key';
  refuse('insufficient_scope', { details: `${who} lacks the scope ${access}.` });
}
