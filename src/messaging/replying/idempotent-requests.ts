import { createHash } from 'node:crypto';
import {
  failedResult,
  sendHttpRequest,
  type HttpRequest,
  type HttpRequestDependencies,
  type HttpResult,
  type RequestSender,
  type RequestSource,
} from '../../models/tools/http-request.ts';
import type { ConversationKey } from '../../store/conversations/conversations.ts';
import { recordReplyRequests, type RecordedRequest } from '../../store/conversations/replies.ts';
import type { Database } from '../../store/database.ts';

export interface IdempotentRequestsOptions extends Omit<HttpRequestDependencies, 'workspaceId'> {
  readonly database: Database;
  readonly key: ConversationKey;
  /** Sequence of the last inbound message that needs no further reply. Identifies the reply in the conversation. */
  readonly answeredSequence: number;
  /** The first inbound message that the reply answers. */
  readonly messageId: string;
  /** Requests of earlier attempts to write the reply, whose worker died. */
  readonly earlier: readonly RecordedRequest[];
}

/** Maximum length of a stored result, in characters. */
const maxResult = 16_000;

/** Thrown when another worker is writing the reply. */
export class ReplyTakenOver extends Error {
  override readonly name = 'ReplyTakenOver';

  constructor() {
    super('Another worker is writing the reply.');
  }
}

/**
 * Sends the HTTP requests of one reply. A request of a tool with side effects is sent at most once: it is stored before it is sent, and a repeated job uses its
 * stored result. A request of a flow node has the same idempotency key in every attempt, so that the receiver executes it once.
 */
export class IdempotentRequests implements RequestSender {
  readonly #options: IdempotentRequestsOptions;
  readonly #nodeVisits = new Map<string, number>();
  #recorded: readonly RecordedRequest[];
  #hasActed = false;

  constructor(options: IdempotentRequestsOptions) {
    this.#options = options;
    this.#recorded = options.earlier;
  }

  /** Whether a request with side effects was sent, in this or an earlier attempt. */
  get hasActed(): boolean {
    return this.#hasActed || this.#recorded.length > 0;
  }

  /** Whether it is unknown whether a request was executed. */
  get hasUnknown(): boolean {
    return this.#recorded.some(({ result }) => result === undefined);
  }

  async send(
    request: HttpRequest,
    source: RequestSource,
    isReadOnly: boolean,
    signal: AbortSignal,
  ): Promise<HttpResult> {
    if (signal.aborted) return failedResult('The request was cancelled.');
    if (isReadOnly) return this.#send(request, signal);
    if ('tool' in source) return this.#sendOnce(request, source.tool, signal);
    const visit = (this.#nodeVisits.get(source.nodeId) ?? 0) + 1;
    this.#nodeVisits.set(source.nodeId, visit);
    this.#hasActed = true;
    return this.#send({ ...request, idempotencyKey: this.#idempotencyKey(source.nodeId, visit) }, signal);
  }

  #send(request: HttpRequest, signal: AbortSignal): Promise<HttpResult> {
    const { egress, secrets, key } = this.#options;
    return sendHttpRequest(request, { egress, secrets, workspaceId: key.workspaceId }, signal);
  }

  async #sendOnce(request: HttpRequest, tool: string, signal: AbortSignal): Promise<HttpResult> {
    const args = JSON.stringify([request.url, request.body ?? null]);
    const known = this.#recorded.find((entry) => entry.tool === tool && entry.arguments === args);
    if (known !== undefined) return storedResult(known);
    const index = this.#recorded.length;
    await this.#record([...this.#recorded, { tool, arguments: args }]);
    signal.throwIfAborted();
    const idempotencyKey = this.#idempotencyKey(tool, index);
    const result = await this.#send({ ...request, idempotencyKey }, new AbortController().signal);
    if (result.ok || !result.isUnknown) {
      const { ok, text } = result;
      const entry = { tool, arguments: args, result: { ok, text: text.slice(0, maxResult) } };
      await this.#record(this.#recorded.with(index, entry));
    }
    return result;
  }

  async #record(after: readonly RecordedRequest[]): Promise<void> {
    const { database, key, answeredSequence } = this.#options;
    const change = { ...key, answeredSequence, before: this.#recorded, after };
    const isOwn = await recordReplyRequests(database.inWorkspace(key.workspaceId), change);
    if (!isOwn) throw new ReplyTakenOver();
    this.#recorded = after;
  }

  #idempotencyKey(origin: string, count: number): string {
    const { key, messageId } = this.#options;
    return createHash('sha256')
      .update([key.conversationId, messageId, origin, count].join('\n'))
      .digest('hex');
  }
}

/** Returns the result of a request that was sent before. */
function storedResult({ result }: RecordedRequest): HttpResult {
  if (result === undefined)
    return { ...failedResult('The worker died before the response.'), isUnknown: true };
  return result.ok
    ? { ok: true, status: 200, text: result.text, json: undefined }
    : failedResult(result.text);
}
