import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, refuse } from '../core/problems.ts';
import { Authenticator } from './authenticate.ts';
import { requireContentType } from './content-type.ts';
import type { ApiContext } from './context.ts';
import type { Caller, Endpoint } from './endpoint.ts';
import { rateLimitHeaders, RateLimiter, type RateVerdict } from './rate-limit.ts';

/** Refusals that an address gets in a minute before it is told to wait: guessing keys is slow. */
const refusalsPerMinute = 1200;

/**
 * May this request come in? Decided from its headers alone, before a byte of the body is read: the key, its workspace,
 * the rate limit, the scope, the content type.
 */
export class Admission {
  readonly #authenticator: Authenticator;
  readonly #context: ApiContext;
  readonly #callers = new RateLimiter();
  readonly #strangers = new RateLimiter();

  constructor(context: ApiContext) {
    this.#context = context;
    this.#authenticator = new Authenticator(context);
  }

  /** @throws {Problem} where it may not; the rate limit's headers are on the answer either way. */
  async admit(request: FastifyRequest, reply: FastifyReply, one: Endpoint): Promise<Caller> {
    const caller = await this.#identify(request, reply);
    const key = `${caller.keyId} ${caller.workspaceId}`;
    const told = this.#callers.take(key, caller.limits.requestsPerMinute, this.#context.clock.now());
    this.#answerLimit(reply, 'key', told);
    if (one.workspace === 'required' && !request.headers['x-workspace-id']) refuse('workspace_required');
    if (!caller.scopes.includes(one.scope)) {
      refuse('insufficient_scope', { details: `This API key lacks the scope ${one.scope}.` });
    }
    requireContentType(request.headers, one.upload !== undefined);
    return caller;
  }

  async #identify(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    try {
      const key = await this.#authenticator.findKey(request.headers, request.ip);
      return await this.#authenticator.enterWorkspace(key, request.headers);
    } catch (error) {
      if (error instanceof Problem) {
        const told = this.#strangers.take(request.ip, refusalsPerMinute, this.#context.clock.now());
        this.#answerLimit(reply, 'address', told);
      }
      throw error;
    }
  }

  #answerLimit(reply: FastifyReply, policy: string, told: RateVerdict): void {
    reply.headers(rateLimitHeaders(policy, told));
    if (!told.allowed) refuse('rate_limited', { retryAfterSeconds: told.retryAfterSeconds });
  }
}
