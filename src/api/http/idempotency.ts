import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, reject } from '../../core/problems.ts';
import type { Scope } from '../../store/database.ts';
import {
  abandonIdempotent,
  beginIdempotent,
  bindIdempotent,
  finishIdempotent,
  type IdempotentStart,
} from '../../store/idempotency.ts';
import type { Queryable } from '../../store/queryable.ts';
import { canonicalJson, type JsonResponse } from './canonical-json.ts';
import type { ApiContext } from '../context.ts';
import type { Caller, Endpoint, RequestRecord } from '../endpoint.ts';
import { errorBody, errorShapeOf } from './error-body.ts';
import { jsonResponse } from './json-response.ts';
import { presentedSecret } from './presented-key.ts';
import { unsealResponse, sealResponse } from './sealed-response.ts';
import { sentFields } from './sent-value.ts';

const keyPattern = /^[A-Za-z0-9_-]{1,255}$/;
const retentionMs = 24 * 3_600_000;
/** Lease of an attempt, longer than any request takes. An attempt without a response when its lease ends has crashed. */
const leaseMs = 60_000;
/** Whether the error is temporary, so that the request can be retried with the same key. */
const isTransient = (status: number): boolean => status >= 500 || status === 429 || status === 401;

/** Whether the error is an intended rejection. Only defects have a cause. */
const isRejection = (error: unknown): boolean =>
  error instanceof Problem && (error.status < 500 || error.cause === undefined);

export interface Exchange {
  readonly endpoint: Endpoint;
  readonly context: ApiContext;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The record of a request without an Idempotency-Key. It stores nothing. */
export const recordWithoutIdempotencyKey: RequestRecord = {
  resumedId: undefined,
  bindResource: async () => {},
  storeAuditEntry: async () => {},
  storeResponse: async (_tx, response) => response,
};

/**
 * Runs the operation once per Idempotency-Key and returns its first final response again for 24 hours.
 * @throws {Problem} `invalid_idempotency_key`, `idempotency_in_progress`, `idempotency_key_reused`, and the errors of the operation
 */
export async function handleIdempotent(
  exchange: Exchange,
  operation: (requestRecord: RequestRecord) => Promise<JsonResponse>,
): Promise<JsonResponse> {
  const key = keyInBody(exchange) ?? keyInHeader(exchange);
  if (key === undefined) return operation(recordWithoutIdempotencyKey);
  const record = new IdempotencyRecord(exchange, key);
  const start = await record.begin();
  if (start.outcome === 'in_progress') rejectRunning(start.leaseLeftMs);
  if (start.outcome === 'reused') reject('idempotency_key_reused');
  if (start.outcome === 'finished') return record.replay(start);
  return record.run(start.outcome === 'resumed' ? start.resourceId : undefined, operation);
}

function keyInHeader({ request }: Exchange): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && !keyPattern.test(String(key))) reject('invalid_idempotency_key');
  return key?.toString();
}

/** Returns the key in the body, which differs from every key in a header. The validation of the body rejects an invalid one. */
function keyInBody({ endpoint, request }: Exchange): string | undefined {
  if (endpoint.idempotencyField === undefined) return undefined;
  const fields = sentFields(request.body);
  const key = fields[endpoint.idempotencyField];
  return typeof key === 'string' && keyPattern.test(key) ? `${endpoint.idempotencyField}:${key}` : undefined;
}

/**
 * Rejects the request while another attempt runs. The retry delay equals the running time of that attempt, at most the rest of its lease.
 * When the lease ends, the next attempt runs the operation.
 * @param leaseLeftMs remaining lease of the running attempt
 */
function rejectRunning(leaseLeftMs: number): never {
  const waitMs = Math.min(leaseMs - leaseLeftMs, leaseLeftMs);
  return reject('idempotency_in_progress', { retryAfterSeconds: Math.max(Math.ceil(waitMs / 1000), 1) });
}

class IdempotencyRecord {
  readonly #exchange: Exchange;
  readonly #db: Scope;
  readonly #row: { readonly workspaceId: string; readonly key: string; readonly token: string };

  constructor(exchange: Exchange, key: string) {
    const { workspaceId } = exchange.caller;
    this.#exchange = exchange;
    this.#db = exchange.context.database.inWorkspace(workspaceId);
    this.#row = { workspaceId, key, token: exchange.request.id };
  }

  begin(): Promise<IdempotentStart> {
    const { endpoint, request } = this.#exchange;
    const { params, query, body, upload } = request;
    const input = canonicalJson([endpoint.operationId, params, query, body ?? null, upload?.sha256 ?? null]);
    const fingerprint = createHash('sha256').update(input).digest('hex');
    return beginIdempotent(this.#db, { ...this.#row, fingerprint, leaseMs, retentionMs });
  }

  replay(stored: Extract<IdempotentStart, { outcome: 'finished' }>): JsonResponse {
    this.#exchange.reply.header('idempotent-replayed', 'true');
    return { status: stored.status, text: this.#unseal(stored.body) };
  }

  async run(
    resumedId: string | undefined,
    operation: (requestRecord: RequestRecord) => Promise<JsonResponse>,
  ): Promise<JsonResponse> {
    let hasResource = resumedId !== undefined;
    const bindResource = async (tx: Queryable, resourceId: string) => {
      await this.#bindResource(tx, resourceId);
      hasResource = true;
    };
    const storeResponse = async <Response>(tx: Queryable, response: Response) => {
      await this.#storeChangeResponse(tx, response);
      hasResource = true;
      return response;
    };
    try {
      const response = await operation({
        ...recordWithoutIdempotencyKey,
        resumedId,
        bindResource,
        storeResponse,
      });
      await this.#store(response);
      return response;
    } catch (error) {
      // If the attempt may have created a resource, the record stays open: the next attempt finds the resource.
      if (isRejection(error) || !hasResource) await this.#storeError(error);
      throw error;
    }
  }

  async #bindResource(tx: Queryable, resourceId: string): Promise<void> {
    if (!(await bindIdempotent(tx, { ...this.#row, resourceId }))) reject('idempotency_in_progress');
  }

  async #storeChangeResponse(tx: Queryable, response: unknown): Promise<void> {
    const stored = await this.#store(jsonResponse(this.#exchange.endpoint, response), tx);
    if (!stored) reject('idempotency_in_progress');
  }

  /** Returns false if a response is stored already, or if another attempt holds the lease. */
  #store({ status, text }: JsonResponse, db: Queryable = this.#db): Promise<boolean> {
    return finishIdempotent(db, { ...this.#row, status, headers: {}, body: this.#seal(text) });
  }

  async #storeError(error: unknown): Promise<void> {
    if (!(error instanceof Problem) || isTransient(error.status)) {
      await abandonIdempotent(this.#db, this.#row);
      return;
    }
    const { endpoint, request } = this.#exchange;
    const text = JSON.stringify(errorBody(errorShapeOf(endpoint.path), error, request.id));
    await this.#store({ status: error.status, text });
  }

  #seal(text: string): string {
    const { endpoint, request, context } = this.#exchange;
    if (endpoint.hasSecretReply !== true) return text;
    return sealResponse(text, presentedSecret(request.headers), this.#row.key, context.random);
  }

  /** Decrypts a stored response. Other callers of the workspace cannot decrypt it. */
  #unseal(stored: string): string {
    const { endpoint, request } = this.#exchange;
    if (endpoint.hasSecretReply !== true) return stored;
    try {
      return unsealResponse(stored, presentedSecret(request.headers), this.#row.key);
    } catch (cause) {
      return reject('idempotency_key_reused', { cause });
    }
  }
}
