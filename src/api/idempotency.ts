import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, refuse } from '../core/problems.ts';
import type { Scope } from '../store/database.ts';
import { beginIdempotent, type IdempotentStart } from '../store/idempotency/begin-idempotent.ts';
import {
  abandonIdempotent,
  bindIdempotent,
  finishIdempotent,
} from '../store/idempotency/finish-idempotent.ts';
import type { Queryable } from '../store/queryable.ts';
import { canonicalJson, type JsonResponse } from './canonical-json.ts';
import type { ApiContext } from './context.ts';
import type { Caller, Endpoint, IdempotencyHandle } from './endpoint.ts';
import { errorBody, errorShapeOf } from './error-body.ts';
import { jsonResponse } from './json-response.ts';
import { presentedSecret } from './presented-key.ts';
import { unsealResponse, sealResponse } from './sealed-response.ts';

const keyPattern = /^[A-Za-z0-9_-]{1,255}$/;
const keepMs = 24 * 3_600_000;
/** Longer than any request takes; a try that has said nothing by then crashed. */
const leaseMs = 60_000;
/** Answers that say nothing about the request itself: it may be tried again under the same key. */
const isTransient = (status: number): boolean => status >= 500 || status === 429 || status === 401;

/** A refusal that was meant, not a defect that broke the work off: those have a cause. */
const isOutcome = (error: unknown): boolean =>
  error instanceof Problem && (error.status < 500 || error.cause === undefined);

export interface Exchange {
  readonly one: Endpoint;
  readonly context: ApiContext;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Without an Idempotency-Key every try is the first, and nothing is kept. */
export const withoutKey: IdempotencyHandle = {
  resumedId: undefined,
  bind: async () => {},
  audit: async () => {},
  settle: async (_tx, answer) => answer,
};

/**
 * Does the work once for each Idempotency-Key and gives its first finished answer again for 24 hours.
 * @throws {Problem} `invalid_idempotency_key`, `idempotency_in_progress`, `idempotency_key_reused`, and what the work throws
 */
export async function handleIdempotent(
  exchange: Exchange,
  perform: (once: IdempotencyHandle) => Promise<JsonResponse>,
): Promise<JsonResponse> {
  const key = exchange.request.headers['idempotency-key'];
  if (key === undefined) return perform(withoutKey);
  if (!keyPattern.test(String(key))) refuse('invalid_idempotency_key');
  const record = new IdempotencyRecord(exchange, String(key));
  const start = await record.begin();
  if (start.outcome === 'in_progress') refuseRunning(start.leaseLeftMs);
  if (start.outcome === 'reused') refuse('idempotency_key_reused');
  if (start.outcome === 'finished') return record.replay(start);
  return record.run(start.outcome === 'resumed' ? start.resourceId : undefined, perform);
}

/**
 * The longer the other try has run, the later it is worth asking again; when its lease is over it has crashed, and the next one may do the work.
 * @param leaseLeftMs of the try that runs
 */
function refuseRunning(leaseLeftMs: number): never {
  const waitMs = Math.min(leaseMs - leaseLeftMs, leaseLeftMs);
  return refuse('idempotency_in_progress', { retryAfterSeconds: Math.max(Math.ceil(waitMs / 1000), 1) });
}

class IdempotencyRecord {
  readonly #exchange: Exchange;
  readonly #scope: Scope;
  readonly #which: { readonly workspaceId: string; readonly key: string; readonly token: string };

  constructor(exchange: Exchange, key: string) {
    const { workspaceId } = exchange.caller;
    this.#exchange = exchange;
    this.#scope = exchange.context.database.inWorkspace(workspaceId);
    this.#which = { workspaceId, key, token: exchange.request.id };
  }

  begin(): Promise<IdempotentStart> {
    const { one, request } = this.#exchange;
    const { params, query, body, upload } = request;
    const asked = canonicalJson([one.operationId, params, query, body ?? null, upload?.sha256 ?? null]);
    const fingerprint = createHash('sha256').update(asked).digest('hex');
    return beginIdempotent(this.#scope, { ...this.#which, fingerprint, leaseMs, keepMs });
  }

  replay(kept: Extract<IdempotentStart, { outcome: 'finished' }>): JsonResponse {
    this.#exchange.reply.header('idempotent-replayed', 'true');
    return { status: kept.status, text: this.#open(kept.body) };
  }

  async run(
    resumedId: string | undefined,
    perform: (once: IdempotencyHandle) => Promise<JsonResponse>,
  ): Promise<JsonResponse> {
    let bound = resumedId !== undefined;
    const bind = async (tx: Queryable, resourceId: string) => {
      await this.#bind(tx, resourceId);
      bound = true;
    };
    const settle = async <Answer>(tx: Queryable, answer: Answer) => {
      await this.#settle(tx, answer);
      bound = true;
      return answer;
    };
    try {
      const answer = await perform({ ...withoutKey, resumedId, bind, settle });
      await this.#keep(answer);
      return answer;
    } catch (error) {
      // Broken off in the middle, with something made perhaps: the next try finds it instead of making another.
      if (isOutcome(error) || !bound) await this.#keepRefusal(error);
      throw error;
    }
  }

  async #bind(tx: Queryable, resourceId: string): Promise<void> {
    if (!(await bindIdempotent(tx, { ...this.#which, resourceId }))) refuse('idempotency_in_progress');
  }

  async #settle(tx: Queryable, answer: unknown): Promise<void> {
    const kept = await this.#keep(jsonResponse(this.#exchange.one, answer), tx);
    if (!kept) refuse('idempotency_in_progress');
  }

  /** False where it was kept before, or another try has taken over. */
  #keep({ status, text }: JsonResponse, db: Queryable = this.#scope): Promise<boolean> {
    return finishIdempotent(db, { ...this.#which, status, headers: {}, body: this.#seal(text) });
  }

  async #keepRefusal(error: unknown): Promise<void> {
    if (!(error instanceof Problem) || isTransient(error.status)) {
      await abandonIdempotent(this.#scope, this.#which);
      return;
    }
    const { one, request } = this.#exchange;
    const text = JSON.stringify(errorBody(errorShapeOf(one.path), error, request.id));
    await this.#keep({ status: error.status, text });
  }

  #seal(text: string): string {
    const { one, request, context } = this.#exchange;
    if (one.secretReply !== true) return text;
    return sealResponse(text, presentedSecret(request.headers), this.#which.key, context.random);
  }

  /** Another key of the workspace may not read the secret that this one was shown. */
  #open(kept: string): string {
    const { one, request } = this.#exchange;
    if (one.secretReply !== true) return kept;
    try {
      return unsealResponse(kept, presentedSecret(request.headers), this.#which.key);
    } catch (cause) {
      return refuse('idempotency_key_reused', { cause });
    }
  }
}
