import type { IncomingHttpHeaders } from 'node:http';
import { cleanText, parseCleanJson } from '../../core/clean-text.ts';
import type { HeaderValue } from '../../domain/http-header.ts';
import {
  EgressError,
  type EgressClient,
  type EgressRequest,
  type EgressResponse,
} from '../../egress/egress-client.ts';
import { SecretDenied, type RequestSecrets } from '../../egress/request-secrets.ts';

/** Maximum time limit of a request. Short, because a caller may be waiting on the line for the response. */
const maxTimeoutMs = 10_000;
const maxResponseBytes = 64 * 1024;
/** The part of an error response that is returned. */
const maxErrorCharacters = 2_000;

/** A request of a tool or a flow. */
export interface HttpRequest {
  readonly method: EgressRequest['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, HeaderValue>>;
  /** A text is sent as it is, another value as JSON. Undefined if the request has no body. */
  readonly body?: unknown;
  /** At most 10 s are waited. */
  readonly timeoutMs: number;
  /** The receiver executes requests with the same key once. Only for requests with side effects. */
  readonly idempotencyKey?: string | undefined;
}

/** The dependencies of `sendHttpRequest`, and the workspace whose secrets a request can use. */
export interface HttpRequestDependencies {
  readonly egress: Pick<EgressClient, 'send'>;
  readonly secrets: RequestSecrets;
  readonly workspaceId: string;
}

/**
 * The response of a request. `ok`: its status is 2xx and its content can be used. `text`: its content, or a sentence why there is none, without
 * secrets. `detail`: why the request failed, without content of the response. `isUnknown`: whether the server may have executed a failed request.
 */
export type HttpResult =
  | { readonly ok: true; readonly status: number; readonly text: string; readonly json: unknown }
  | {
      readonly ok: false;
      readonly status?: number | undefined;
      readonly text: string;
      readonly detail: string;
      readonly isUnknown: boolean;
    };

/** The origin of a request: a node of the flow, or a tool and the id of the model's tool call. */
export type RequestSource =
  | { readonly nodeId: string }
  | { readonly tool: string; readonly toolCallId: string };

/** Sends the requests of tools and flow nodes. */
export interface RequestSender {
  /**
   * Sends a request. Never throws because of the request, the receiver or the network. `signal` aborts a read-only request at any time, and any other
   * request only before it is sent.
   */
  send(
    request: HttpRequest,
    source: RequestSource,
    isReadOnly: boolean,
    signal: AbortSignal,
  ): Promise<HttpResult>;
}

/** Sends a request and reads its response. Never throws because of the request, the receiver or the network. */
export async function sendHttpRequest(
  request: HttpRequest,
  dependencies: HttpRequestDependencies,
  signal: AbortSignal,
): Promise<HttpResult> {
  const url = URL.parse(request.url);
  if (url === null) return failedResult('The request has an invalid URL.');
  const used: string[] = [];
  try {
    const headers = headersOf(request, url, dependencies, used);
    const response = await dependencies.egress.send({
      workspaceId: dependencies.workspaceId,
      url,
      method: request.method,
      headers,
      body: bodyText(request.body),
      timeoutMs: Math.min(request.timeoutMs, maxTimeoutMs),
      maxResponseBytes,
      // A request on an idle connection could be executed twice.
      reuseConnection: false,
      signal,
    });
    return withoutSecrets(resultOf(response), used);
  } catch (error) {
    if (error instanceof SecretDenied) return failedResult(`The request ${error.message}.`);
    if (!(error instanceof EgressError)) throw error;
    const detail = `The server ${error.message}.`;
    const isDenied = error.failure === 'address_denied' || error.failure === 'encryption_required';
    if (isDenied) return { ...failedResult(detail), text: 'Requests to this server are not allowed.' };
    return { ...failedResult(detail), status: error.status, isUnknown: true };
  }
}

/** Returns the result of a request that was not sent. */
export const failedResult = (detail: string): Extract<HttpResult, { ok: false }> => ({
  ok: false,
  text: detail,
  detail,
  isUnknown: false,
});

function headersOf(
  { headers, body, idempotencyKey }: HttpRequest,
  url: URL,
  { secrets, workspaceId }: HttpRequestDependencies,
  used: string[],
): Record<string, string> {
  const read = (part: HeaderValue[number]): string => {
    if (typeof part === 'string') return part;
    const value = secrets.valueFor(part.secret, { workspaceId, url });
    used.push(value);
    return value;
  };
  const custom = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    value.map(read).join(''),
  ]);
  return {
    accept: 'application/json, text/plain;q=0.9',
    'user-agent': 'Parley',
    ...(body !== undefined && {
      'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
    }),
    ...Object.fromEntries(custom),
    'accept-encoding': 'identity',
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
}

function bodyText(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function resultOf(response: EgressResponse): HttpResult {
  const { status } = response;
  const failed = (detail: string) => ({ ...failedResult(detail), status });
  if (status >= 300 && status < 400)
    return failed(`The server returned ${status}. Redirects are not followed.`);
  const content = contentOf(response);
  if (status < 200 || status >= 300) {
    const detail = `The server returned ${status}.`;
    const text = content.text === undefined ? '' : ` ${content.text.slice(0, maxErrorCharacters)}`;
    return { ...failed(detail), text: `${detail}${text}` };
  }
  if (content.text === undefined) return failed(`The server returned ${content.fault}.`);
  return { ok: true, status, text: content.text, json: parseJson(content.text) };
}

/** Returns the text of a response, or why it cannot be used. */
function contentOf({ headers, body, isTruncated }: EgressResponse): {
  readonly text?: string;
  readonly fault?: string;
} {
  if (isTruncated) return { fault: 'more than 64 KiB' };
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity') return { fault: 'a compressed response' };
  const fault = typeFault(headers);
  if (fault !== undefined) return { fault };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return /^\s*<(!doctype html|html)\b/i.test(text) ? { fault: htmlFault } : { text: cleanText(text) };
  } catch {
    return { fault: 'neither JSON nor text in UTF-8' };
  }
}

const htmlFault = 'a web page (HTML) instead of JSON or text';

function typeFault(headers: IncomingHttpHeaders): string | undefined {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';', 1);
  if (/^(text\/html|application\/xhtml\+xml)\b/.test(type.trim())) return htmlFault;
  const isText = /^$|^text\/|^application\/(json|[\w.-]+\+json|xml|[\w.-]+\+xml|x-ndjson)$/.test(type.trim());
  return isText ? undefined : 'neither JSON nor text';
}

function parseJson(text: string): unknown {
  try {
    return parseCleanJson(text);
  } catch {
    return undefined;
  }
}

/** Removes secrets that the server repeats. */
function withoutSecrets(result: HttpResult, secrets: readonly string[]): HttpResult {
  if (!secrets.some((secret) => result.text.includes(secret))) return result;
  const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), result.text);
  return result.ok ? { ...result, text, json: parseJson(text) } : { ...result, text };
}
