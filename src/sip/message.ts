import { Headers } from './headers.ts';
import { reasonPhrase } from './reason-phrases.ts';

/** A parsed request. The functions of `header-fields.ts` return typed header fields. */
export interface SipRequest {
  readonly type: 'request';
  /** Methods are case-sensitive (RFC 3261 §7.1). */
  readonly method: string;
  /** The Request-URI as on the wire. */
  readonly uri: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface SipResponse {
  readonly type: 'response';
  /** 100 to 699. */
  readonly status: number;
  readonly reason: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

export type SipMessage = SipRequest | SipResponse;

export interface Body {
  /** A media type such as application/sdp. */
  readonly contentType: string;
  readonly content: string | Buffer;
}

export type HeaderEntry = readonly [name: string, value: string];

const noBody: Buffer = Buffer.alloc(0);

/** Creates a request with the given header fields and Content-Length. The transaction layer adds Via. */
export function createRequest(
  method: string,
  uri: string,
  fields: Iterable<HeaderEntry> = [],
  body?: Body,
): SipRequest {
  const headers = new Headers(fields);
  return { type: 'request', method, uri, headers, body: attachBody(headers, body) };
}

/** Returns the request without its body. */
export function messageWithoutBody(request: SipRequest): SipRequest {
  return { ...request, body: noBody };
}

export interface ResponseOptions {
  readonly reason?: string;
  /** The local To tag; added unless the request had one. Required for all responses but 100 (RFC 3261 §8.2.6.2). */
  readonly toTag?: string | undefined;
  readonly headers?: Iterable<HeaderEntry>;
  readonly body?: Body | undefined;
}

/**
 * Creates the response to a request. Copies Via, From, To, Call-ID and CSeq of the request (RFC 3261 §8.2.6.2), for 101
 * to 299 also Record-Route (§12.1.1), and for 100 Timestamp.
 */
export function createResponse(
  request: SipRequest,
  status: number,
  options: ResponseOptions = {},
): SipResponse {
  const headers = new Headers();
  for (const name of copiedNames(status)) {
    for (const value of request.headers.all(name)) headers.append(name, value);
  }
  if (options.toTag !== undefined) addToTag(headers, options.toTag);
  for (const [name, value] of options.headers ?? []) headers.append(name, value);
  const body = attachBody(headers, options.body);
  return { type: 'response', status, reason: options.reason ?? reasonPhrase(status), headers, body };
}

function copiedNames(status: number): readonly string[] {
  if (status === 100) return ['Via', 'From', 'To', 'Call-ID', 'CSeq', 'Timestamp'];
  if (status < 300) return ['Via', 'From', 'To', 'Call-ID', 'CSeq', 'Record-Route'];
  return ['Via', 'From', 'To', 'Call-ID', 'CSeq'];
}

function addToTag(headers: Headers, tag: string): void {
  const to = headers.get('To');
  if (to === undefined || /;\s*tag\s*=/i.test(to.slice(to.lastIndexOf('>') + 1))) return;
  headers.replaceFirst('To', `${to};tag=${tag}`);
}

function attachBody(headers: Headers, body: Body | undefined): Buffer {
  const content = typeof body?.content === 'string' ? Buffer.from(body.content) : (body?.content ?? noBody);
  if (body !== undefined) headers.set('Content-Type', body.contentType);
  headers.set('Content-Length', String(content.length));
  return content;
}
