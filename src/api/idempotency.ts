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
/** Lease of an attempt, longer than any request takes. An attempt without a result after it has crashed. */
const leaseMs = 60_000;
/** Whether the response does not depend on the request itself, which may be retried with the same key. */
const isTransient = (status: number): boolean => status >= 500 || status === 429 || status === 401;

/** Whether the error is an intended rejection. Defects have a cause. */
const isOutcome = (error: unknown): boolean =>
  error instanceof Problem && (error.status < 500 || error.cause === undefined);

export interface Exchange {
  readonly one: Endpoint;
  readonly context: ApiContext;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The handle of a request without an Idempotency-Key: nothing is stored. */
export const withoutKey: IdempotencyHandle = {
  resumedId: undefined,
  bind: async () => {},
  audit: async () => {},
  settle: async (_tx, answer) => answer,
};

/**
 * Runs the operation once per Idempotency-Key and returns its first final response again for 24 hours.
 * @throws {Problem} `invalid_idempotency_key`, `idempotency_in_progress`, `idempotency_key_reused`, and the errors of the operation
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
  if (start.outcome === 'in_progress') rejectRunning(start.leaseLeftMs);
  if (start.outcome === 'reused') refuse('idempotency_key_reused');
  if (start.outcome === 'finished') return record.replay(start);
  return record.run(start.outcome === 'resumed' ? start.resourceId : undefined, perform);
}

/**
 * Rejects the request while another attempt runs. The retry delay grows with the running time of that attempt, up to the end of its lease:
 * after it the attempt has crashed, and the next one runs the operation.
 * @param leaseLeftMs remaining lease of the running attempt
 */
function rejectRunning(leaseLeftMs: number): never {
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
    const input = canonicalJson([one.operationId, params, query, body ?? null, upload?.sha256 ?? null]);
    const fingerprint = createHash('sha256').update(input).digest('hex');
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
      await this.#store(answer);
      return answer;
    } catch (error) {
      // The attempt may have created something: the next attempt finds it instead of creating another.
      if (isOutcome(error) || !bound) await this.#storeError(error);
      throw error;
    }
  }

  async #bind(tx: Queryable, resourceId: string): Promise<void> {
    if (!(await bindIdempotent(tx, { ...this.#which, resourceId }))) refuse('idempotency_in_progress');
  }

  async #settle(tx: Queryable, answer: unknown): Promise<void> {
    const stored = await this.#store(jsonResponse(this.#exchange.one, answer), tx);
    if (!stored) refuse('idempotency_in_progress');
  }

  /** Returns false if a response is stored already, or another attempt has taken over. */
  #store({ status, text }: JsonResponse, db: Queryable = this.#scope): Promise<boolean> {
    return finishIdempotent(db, { ...this.#which, status, headers: {}, body: this.#seal(text) });
  }

  async #storeError(error: unknown): Promise<void> {
    if (!(error instanceof Problem) || isTransient(error.status)) {
      await abandonIdempotent(this.#scope, this.#which);
      return;
    }
    const { one, request } = this.#exchange;
    const text = JSON.stringify(errorBody(errorShapeOf(one.path), error, request.id));
    await this.#store({ status: error.status, text });
  }

  #seal(text: string): string {
    const { one, request, context } = this.#exchange;
    if (one.secretReply !== true) return text;
    return sealResponse(text, presentedSecret(request.headers), this.#which.key, context.random);
  }

  /** Decrypts a stored response. Another key of the workspace cannot read its secret. */
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
